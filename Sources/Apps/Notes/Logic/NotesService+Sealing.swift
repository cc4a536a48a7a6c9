// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import NotesStore
import Secrets
import Session

/// Protected notes that leave the store, and those that come in.
extension NotesService {
    /// Whether the password has to be asked for before an export, since it has protected notes to write.
    ///
    /// - Throws: as `exportNotes(to:as:query:keepingTrash:)`.
    package func asksPassword(
        toExport query: String?, as format: ExchangeFormat, keepingTrash: Bool = false
    ) async throws -> Bool {
        guard format.hasSealed, let stored = try await dao.key(owner: owner), vault.password?.salt != stored.salt else {
            return false
        }
        if let query {
            return try await find(try await self.query(query).query(limit: .max)).contains(where: \.isProtected)
        }
        var last = 0
        while case let page = try await dao.page(after: last, limit: 500, owner: owner), let end = page.last {
            if page.contains(where: { $0.isProtected && (keepingTrash || $0.trashedAt == nil) }) { return true }
            last = end.id
        }
        return false
    }

    /// A protected note as an export has it, whole and sealed under the password that protected notes have now.
    ///
    /// - Returns: The note, its file, and how many of its own files are too large to be taken along; nil for one that
    ///   cannot be opened now.
    /// - Throws: `NotesFault.damaged`, `StoreFault`.
    func sealedFile(of note: Note, _ own: [Attachment]) async throws -> (note: Note, bytes: [UInt8], left: Int)? {
        guard let password = vault.password else { return nil }
        do {
            let (plain, files) = (try opened(note), try opened(own, of: note.id))
            let (whole, attachments, left) = try await dao.read(owner) { try $0.exported(plain, files, inPlace: true) }
            var contents: [(attachment: Attachment, bytes: [UInt8])] = []
            for file in attachments { contents.append((file, try await bytes(of: file, note.id))) }
            let bytes = try SealedNoteFile.bytes(of: try NoteJSON.whole(whole, contents), under: password)
            return (whole, bytes, left)
        } catch NotesFault.locked {
            return nil
        }
    }

    /// Says of a sealed file’s bytes whether they are an earlier export of a note.
    func isExport(of note: Note) -> ([UInt8]) -> Bool {
        { [vault] bytes in
            guard let password = vault.password, let file = try? SealedNoteFile(bytes),
                let plain = try? file.open(with: password),
                let object = try? JSONSerialization.jsonObject(with: Data(plain)) as? [String: Any]
            else { return false }
            return NoteJSON.number(object) == note.id && object["created"] as? String == ISOTime.text(note.createdAt)
        }
    }

    /// Keeps a note that comes from elsewhere, sealed from the beginning, unless it is here already.
    ///
    /// - Throws: `NotesFault.locked`.
    func takeSealed(_ draft: NoteDraft) async throws -> TakenNote {
        guard let sealer = vault.sealer else { throw NotesFault.locked(0) }
        var bare = draft
        bare.content = draft.names.isEmpty ? Note.firstLine(of: draft.content) : ""
        bare.attachments = []
        if let origin = draft.origin {
            let code = sealer.code(of: Array("\(origin.name)\n\(draft.content)".utf8))
            bare.origin = NoteOrigin(name: "sealed " + code.map { String($0, radix: 16) }.joined(separator: "."))
        }
        let (origin, owner) = (bare.origin, owner)
        return try await dao.write(owner) { [bare, vault] notes in
            func isHere(_ note: Note) -> Bool {
                guard let sealed = note.sealed else { return draft.isSame(as: note.content) }
                let plain = try? vault.sealer?.open(sealed, context: Self.context(of: note.id, owner: owner))
                return plain.map { draft.isSame(as: String(decoding: $0, as: UTF8.self)) } ?? false
            }
            if let origin, let note = try notes.notes(.origin(origin.key), limit: 1).first {
                return TakenNote(id: note.id, kind: .imported)
            }
            for text in Set([draft.content, bare.content, ""]) {
                let key = NoteKey.twin(NoteDraft.twin(of: text), draft.createdAt)
                if let note = try notes.notes(key, limit: .max).first(where: isHere) {
                    return TakenNote(id: note.id, kind: .equal)
                }
            }
            let note = try notes.insertSealed(bare) { id in
                let context = Self.context(of: id, owner: owner)
                let sealing = AttachmentSealing(sealer: sealer, context: context)
                return (
                    sealer.seal(Array(draft.content.utf8), context: context), draft.attachments.map(sealing.sealed)
                )
            }
            return TakenNote(id: note.id, kind: .new)
        }
    }
}
