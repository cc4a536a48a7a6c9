// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Secrets
import Session
import Stores

/// The files that belong to notes. Those of a protected note, with their names, are sealed as its text is.
extension NotesService {
    /// Attaches a file to a note, under its own name or one close to it that is free.
    ///
    /// The same file under the same name is there already, and nothing happens.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.locked`, `AttachmentFault`.
    package func attach(_ path: String, to id: Int) async throws -> Attachment {
        // Known before a large file is read.
        _ = try await attachments(of: id)
        let draft = AttachmentDraft(named: path, type: nil, bytes: try SmallFile.bytes(at: path))
        while true {
            let note = try await note(id)
            let present = try await attachments(of: id)
            if let twin = present.first(where: { $0.name == draft.name }), try await bytes(of: twin, id) == draft.bytes
            {
                return twin
            }
            var new = draft
            new.name = AttachmentName.free(draft.name, among: present.map(\.name))
            let kept = note.isProtected ? try sealing(of: id).sealed(new) : new
            // Another shell may have attached or protected meanwhile.
            if let attachment = try await store.write({ try $0.attach(kept, to: id) }) {
                return try opened(attachment, of: id)
            }
        }
    }

    /// How the note’s text refers to an attachment in Markdown: by its name, or where that is a file beside the note’s,
    /// by its path, which other programs follow too.
    package func link(to attachment: Attachment, of id: Int) async throws -> String {
        guard let place = try await places(of: id)[attachment.number] else { return attachment.link }
        return Attachment.link(
            to: LinkAddress.encoded(place), isPicture: MediaType.isPicture(attachment.type), label: attachment.label
        )
    }

    /// The attachments of a note, in the order in which they came, and behind them the files that its text names.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.locked`, `NotesFault.damaged`.
    package func attachments(of id: Int) async throws -> [Attachment] {
        let note = try await note(id)
        return try opened(await store.read { try $0.allAttachments(of: note) }, of: id)
    }

    /// Attachments of a note as they are shown.
    ///
    /// - Throws: `NotesFault.locked`, `NotesFault.damaged`.
    package func opened(_ attachments: [Attachment], of id: Int) throws -> [Attachment] {
        try attachments.map { try opened($0, of: id) }
    }

    /// Whether anything of a note is sealed: its text, or an attachment where sealing or opening was broken off.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func isSealed(_ id: Int) async throws -> Bool {
        if try await note(id).isProtected { return true }
        return try await store.read({ try $0.attachments(of: id) }).contains { $0.sealed != nil }
    }

    /// Takes an attachment from a note, for good.
    ///
    /// - Throws: as `attachments(of:)`, and `AttachmentFault.unknown`, `AttachmentFault.linked`.
    package func detach(_ name: String, from id: Int) async throws {
        let attachment = try await attachment(name, of: id)
        if let path = attachment.path { throw AttachmentFault.linked(path: path, note: id) }
        guard try await store.write({ try $0.detach(attachment.number, from: id) }) else {
            throw AttachmentFault.unknown(name, note: id)
        }
    }

    /// Writes the bytes of an attachment to a new file that nobody else may read.
    ///
    /// - Throws: as `attachments(of:)`, and `AttachmentFault.unknown`, `AttachmentFault.exists`, `ExportFault`.
    package func extract(_ name: String, of id: Int, to path: String) async throws {
        let attachment = try await attachment(name, of: id)
        do {
            let writer = try ExportWriter(path, "")
            try writer.write(try await bytes(of: attachment, id))
            try writer.finish("")
        } catch ExportFault.exists {
            throw AttachmentFault.exists(path: path)
        }
    }

    /// Seals the attachments of a note that are not sealed; each by itself, so that only one is in memory.
    func sealAttachments(of id: Int) async throws {
        for attachment in try await store.read({ try $0.attachments(of: id) }) where attachment.sealed == nil {
            guard let bytes = try await store.read({ try $0.bytes(of: attachment.digest) }) else {
                throw NotesFault.damaged(id)
            }
            let plain = AttachmentDraft(
                name: attachment.name, type: attachment.type, bytes: bytes, digest: attachment.digest,
                place: attachment.place)
            let sealed = try sealing(of: id).sealed(plain)
            _ = try await store.write { try $0.replace(attachment, of: id, with: sealed) }
        }
    }

    /// Opens the attachments of a note that is protected no more.
    func openAttachments(of id: Int) async throws {
        for attachment in try await store.read({ try $0.attachments(of: id) }) where attachment.sealed != nil {
            let opened = try opened(attachment, of: id)
            let bytes = try await bytes(of: opened, id)
            let plain = AttachmentDraft(
                name: opened.name, type: opened.type, bytes: bytes, digest: Digest(bytes: SHA256.hash(bytes)),
                place: opened.place)
            _ = try await store.write { try $0.replace(attachment, of: id, with: plain) }
        }
    }

    /// The attachment of this name.
    func attachment(_ name: String, of id: Int) async throws -> Attachment {
        guard let attachment = try await attachments(of: id).first(where: { $0.name == name }) else {
            throw AttachmentFault.unknown(name, note: id)
        }
        return attachment
    }

    /// Where the files of a note’s attachments lie; see `NoteFiles.places(of:)`.
    func places(of id: Int) async throws -> [Int: String] {
        // What cannot be taken in now the next command says.
        _ = try? await store.read { try $0.attachments(of: id) }
        return try await store.read { try $0.files?.places(of: id) ?? [:] }
    }

    /// The plain bytes.
    func bytes(of attachment: Attachment, _ id: Int) async throws -> [UInt8] {
        guard attachment.path == nil else { return try await bytes(ofFile: attachment) }
        guard let bytes = try await store.read({ try $0.bytes(of: attachment.digest) }) else {
            throw AttachmentFault.unknown(attachment.name, note: id)
        }
        guard let sealed = attachment.sealed else { return bytes }
        let sealing = try sealing(of: id)
        guard let facts = sealing.facts(sealed), let plain = sealing.bytes(bytes, digest: facts.digest) else {
            throw NotesFault.damaged(id)
        }
        return plain
    }

    /// The attachment with its name, its type and the size of its plain bytes.
    private func opened(_ attachment: Attachment, of id: Int) throws -> Attachment {
        guard let sealed = attachment.sealed else { return attachment }
        guard let facts = try sealing(of: id).facts(sealed) else { throw NotesFault.damaged(id) }
        return Attachment(
            number: attachment.number, name: facts.name, type: facts.type, size: attachment.size - Sealer.overhead,
            digest: attachment.digest, sealed: sealed, place: facts.place)
    }

    private func sealing(of id: Int) throws -> AttachmentSealing {
        guard let sealer = vault.sealer else { throw NotesFault.locked(id) }
        return AttachmentSealing(sealer: sealer, context: context(of: id))
    }
}

/// Files beside the notes.
extension NotesService {
    /// Where the file lies that a link in a note’s text names, on the disk.
    ///
    /// - Throws: `AttachmentFault.missing`, `AttachmentFault.inside`.
    package func path(of named: Reference, in note: Note) async throws -> String {
        let own = try await store.read { try $0.attachments(of: note.id) }
        if case .folder(let root) = choice,
            let file = try await store.read({ try $0.files?.file(named, of: note) })
        {
            return root + "/" + file.path
        }
        guard let name = own.named(by: named, from: note.names.folder)?.name else {
            throw AttachmentFault.missing(named.spelled, note: note.id)
        }
        throw AttachmentFault.inside(name, note: note.id)
    }

    /// Where the file of an attachment lies, on the disk.
    ///
    /// - Throws: as `attachments(of:)`, and `AttachmentFault.unknown`, `AttachmentFault.inside`.
    package func path(of name: String, of id: Int) async throws -> String {
        let attachment = try await attachment(name, of: id)
        guard case .folder(let root) = choice else { throw AttachmentFault.inside(name, note: id) }
        if let path = attachment.path { return root + "/" + path }
        guard let place = try await places(of: id)[attachment.number] else {
            throw AttachmentFault.inside(name, note: id)
        }
        let folder = try await note(id).names.folder
        return ([root, folder].filter { !$0.isEmpty } + [place]).joined(separator: "/")
    }

    /// Where a file lies that is no note, on the disk, by its path in the folder of the notes or by its name alone; nil
    /// where there is none, or no folder.
    package func path(ofFile name: String) async throws -> String? {
        guard case .folder(let root) = choice, LinkPath(name).hasOtherEnding else { return nil }
        return try await store.read { try $0.files?.path(ofFile: name) }.map { root + "/" + $0 }
    }

    /// The bytes of a file that a note’s text names.
    func bytes(ofFile attachment: Attachment) async throws -> [UInt8] {
        let path = attachment.path ?? ""
        guard attachment.size <= AttachmentDraft.largest else {
            throw AttachmentFault.tooLarge(path: path, limit: AttachmentDraft.largest)
        }
        guard let bytes = try await store.read({ $0.files?.bytes(of: path, limit: AttachmentDraft.largest) }) else {
            throw AttachmentFault.unreadable(path: path, reason: 2)
        }
        return bytes
    }
}

/// Pictures that texts show.
extension NotesService {
    /// A larger file is not drawn.
    private static let largestPicture = 20 << 20

    /// The bytes of a file that a note’s text names; nil where it is none of the note’s, and too large for a picture.
    ///
    /// - Throws: as `attachments(of:)`.
    package func picture(_ named: Reference, in note: Note) async throws -> [UInt8]? {
        if let file = try await store.read({ try $0.files?.file(named, of: note) }) {
            return try await store.read { $0.files?.bytes(of: file.path, limit: Self.largestPicture) }
        }
        guard
            let attachment = try await attachments(of: note.id).filter({ $0.path == nil })
                .named(by: named, from: note.names.folder), attachment.size <= Self.largestPicture
        else { return nil }
        return try await bytes(of: attachment, note.id)
    }
}
