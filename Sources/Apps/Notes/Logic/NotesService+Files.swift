// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import NotesStore

/// Files beside the notes.
extension NotesService {
    /// Where the file lies that a link in a note’s text names, on the disk.
    ///
    /// - Throws: `AttachmentFault.missing`, `AttachmentFault.inside`.
    package func path(of named: NamedFile, in note: Note) async throws -> String {
        let own = try await dao.attachments(of: note.id, owner: owner)
        if case .folder(let root) = choice,
            let file = try await dao.read(owner, { try $0.files?.file(named, of: note) })
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
        guard let place = try await dao.places(of: id, owner: owner)[attachment.number] else {
            throw AttachmentFault.inside(name, note: id)
        }
        let folder = try await note(id).names.folder
        return ([root, folder].filter { !$0.isEmpty } + [place]).joined(separator: "/")
    }

    /// Where a file lies that is no note, on the disk, by its path in the folder of the notes or by its name alone; nil
    /// where there is none, or no folder.
    package func path(ofFile name: String) async throws -> String? {
        guard case .folder(let root) = choice, LinkPath(name).hasOtherEnding else { return nil }
        return try await dao.read(owner) { try $0.files?.path(ofFile: name) }.map { root + "/" + $0 }
    }

    /// The bytes of a file that a note’s text names.
    func bytes(ofFile attachment: Attachment) async throws -> [UInt8] {
        let path = attachment.path ?? ""
        guard attachment.size <= AttachmentDraft.largest else {
            throw AttachmentFault.tooLarge(path: path, limit: AttachmentDraft.largest)
        }
        guard let bytes = try await dao.bytes(ofFile: path, limit: AttachmentDraft.largest, owner: owner) else {
            throw AttachmentFault.unreadable(path: path, reason: 2)
        }
        return bytes
    }
}
