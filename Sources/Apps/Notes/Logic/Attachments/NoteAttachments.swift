// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores

/// The files that belong to notes.
///
/// Those of a protected note are sealed as its text is, with their names.
package struct NoteAttachments: Sendable {
    let store: NoteStore
    let protection: NoteProtection
    /// The place of the notes.
    let choice: StoreChoice

    /// Attaches a file to a note, under its own name or one close to it that is free.
    ///
    /// If the same file is already attached under the same name, nothing happens.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.locked`, `AttachmentFault`.
    package func attach(_ path: String, to id: Int) async throws -> Attachment {
        // Known before a large file is read.
        _ = try await all(of: id)
        let draft = AttachmentDraft(named: path, type: nil, bytes: try SmallFile.bytes(at: path))
        while true {
            let note = try await store.read { try $0.existing(id) }
            let present = try await all(of: id)
            if let twin = present.first(where: { $0.name == draft.name }), try await bytes(of: twin, id) == draft.bytes
            {
                return twin
            }
            var new = draft
            new.name = AttachmentName.free(draft.name, among: present.map(\.name))
            let kept = note.isProtected ? try protection.sealed(new, of: id) : new
            // Another shell may have attached or protected meanwhile.
            if let attachment = try await store.write({ try $0.attach(kept, to: id) }) {
                return try protection.opened(attachment, of: id)
            }
        }
    }

    /// The link to an attachment in the note’s text: by its name, or by its path if that is a file beside the note’s, which
    /// other programs follow too.
    package func link(to attachment: Attachment, of id: Int) async throws -> String {
        guard let place = try await places(of: id)[attachment.number] else { return attachment.link }
        return Attachment.link(
            to: LinkAddress.encoded(place), isPicture: MediaType.isPicture(attachment.type), label: attachment.label
        )
    }

    /// The attachments of a note, in the order in which they came, and behind them the files that its text names.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.locked`, `NotesFault.damaged`.
    package func all(of id: Int) async throws -> [Attachment] {
        try protection.opened(await store.read { try $0.allAttachments(of: $0.existing(id)) }, of: id)
    }

    /// Removes an attachment from a note for good.
    ///
    /// - Throws: As `all(of:)`, and `AttachmentFault.unknown`, `AttachmentFault.linked`.
    package func detach(_ name: String, from id: Int) async throws {
        let attachment = try await attachment(name, of: id)
        if let path = attachment.path { throw AttachmentFault.linked(path: path, note: id) }
        guard try await store.write({ try $0.detach(attachment.number, from: id) }) else {
            throw AttachmentFault.unknown(name, note: id)
        }
    }

    /// Writes the bytes of an attachment to a new file that only the user may read.
    ///
    /// - Throws: As `all(of:)`, and `AttachmentFault.unknown`, `AttachmentFault.exists`, `ExportFault`.
    package func extract(_ name: String, of id: Int, to path: String) async throws {
        let attachment = try await attachment(name, of: id)
        let bytes = try await bytes(of: attachment, id)
        do throws(ExportFault) {
            try ExportFault.naming(path) { () throws(FileFault) in
                try DraftFile.write(bytes, to: path, waits: true)
            }
        } catch .exists {
            throw AttachmentFault.exists(path: path)
        }
    }

    func attachment(_ name: String, of id: Int) async throws -> Attachment {
        guard let attachment = try await all(of: id).first(where: { $0.name == name }) else {
            throw AttachmentFault.unknown(name, note: id)
        }
        return attachment
    }

    /// The places of the files of a note’s attachments; see `NoteFiles.places(of:)`.
    func places(of id: Int) async throws -> [Int: String] {
        // The next command reports files that cannot be taken in now.
        _ = try? await store.read { try $0.attachments(of: id) }
        return try await store.read { try $0.files?.places(of: id) ?? [:] }
    }

    /// The plain bytes.
    func bytes(of attachment: Attachment, _ id: Int) async throws -> [UInt8] {
        attachment.path == nil
            ? try await protection.bytes(of: attachment, id) : try await bytes(ofFile: attachment)
    }
}

/// Files beside the notes.
extension NoteAttachments {
    /// The path on the disk of the file that a link in a note’s text names.
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

    /// The path on the disk of an attachment’s file.
    ///
    /// - Throws: As `all(of:)`, and `AttachmentFault.unknown`, `AttachmentFault.inside`.
    package func path(of name: String, of id: Int) async throws -> String {
        let attachment = try await attachment(name, of: id)
        guard case .folder(let root) = choice else { throw AttachmentFault.inside(name, note: id) }
        if let path = attachment.path { return root + "/" + path }
        guard let place = try await places(of: id)[attachment.number] else {
            throw AttachmentFault.inside(name, note: id)
        }
        let folder = try await store.read { try $0.existing(id).names.folder }
        return ([root, folder].filter { !$0.isEmpty } + [place]).joined(separator: "/")
    }

    /// The path on the disk of a file that is not a note, by its path in the folder of the notes or by its name alone;
    /// nil if there is no such file, or no folder.
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
extension NoteAttachments {
    /// The largest file to draw.
    private static let largestPicture = 20 << 20

    /// The bytes of a file that a note’s text names; `nil` if it is not the note’s, or too large for a picture.
    ///
    /// - Throws: As `all(of:)`.
    package func picture(_ named: Reference, in note: Note) async throws -> [UInt8]? {
        if let file = try await store.read({ try $0.files?.file(named, of: note) }) {
            return try await store.read { $0.files?.bytes(of: file.path, limit: Self.largestPicture) }
        }
        guard
            let attachment = try await all(of: note.id).filter({ $0.path == nil })
                .named(by: named, from: note.names.folder), attachment.size <= Self.largestPicture
        else { return nil }
        return try await bytes(of: attachment, note.id)
    }
}
