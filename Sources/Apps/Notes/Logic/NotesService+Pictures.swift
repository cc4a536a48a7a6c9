// SPDX-License-Identifier: GPL-3.0-or-later

import Files
package import NotesDomain
import NotesStore

/// Pictures that texts show.
extension NotesService {
    /// A larger file is not drawn.
    private static let largestPicture = 20 << 20

    /// The bytes of a file that a note’s text names; nil where it is none of the note’s, and too large for a picture.
    ///
    /// - Throws: as `attachments(of:)`.
    package func picture(_ named: NamedFile, in note: Note) async throws -> [UInt8]? {
        if let file = try await dao.read(owner, { try $0.files?.file(named, of: note) }) {
            return try await dao.bytes(ofFile: file.path, limit: Self.largestPicture, owner: owner)
        }
        guard
            let attachment = try await attachments(of: note.id).filter({ $0.path == nil })
                .named(by: named, from: note.names.folder), attachment.size <= Self.largestPicture
        else { return nil }
        return try await bytes(of: attachment, note.id)
    }
}

extension NamedFile {
    /// Whether it is a picture by its name, shown in its place.
    package var isPicture: Bool { isShown && MediaType.of(name).map(MediaType.isPicture) ?? false }
}
