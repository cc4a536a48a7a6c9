// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session
package import Stores

/// Single questions, each of one consistent state.
extension NoteDAO {
    /// The note of this number, also one in the trash.
    package func find(_ id: Int, owner: UserID) async throws -> Note? { try await read(owner) { try $0.note(id) } }

    /// The note that a link leads to; see `NoteReader.note(at:from:)`.
    package func find(at target: LinkTarget, from source: Note? = nil, owner: UserID) async throws -> Note? {
        try await read(owner) { try $0.note(at: target, from: source) }
    }

    /// The notes outside the trash with links to a note, the newest first.
    package func backlinks(to note: Note, limit: Int, owner: UserID) async throws -> [Note] {
        try await read(owner) { try $0.backlinks(to: note, limit: limit) }
    }

    /// The notes outside the trash that a question for titles means, `limit` at most.
    package func titles(_ query: TitleQuery, limit: Int, owner: UserID) async throws -> [NoteTitle] {
        try await read(owner) { try $0.titles(query, limit: limit) }
    }

    /// The notes above a number, also those in the trash, by number: page by page, all of them.
    package func page(after id: Int, limit: Int, owner: UserID) async throws -> [Note] {
        try await read(owner) { try $0.notes(.above(id), limit: limit) }
    }

    /// The versions of a note’s text, the newest and present one first; empty when there is no such note.
    package func versions(of id: Int, owner: UserID) async throws -> [NoteVersion] {
        try await read(owner) { try $0.versions(of: id) }
    }

    /// The attachments of a note, in order.
    package func attachments(of id: Int, owner: UserID) async throws -> [Attachment] {
        try await read(owner) { try $0.attachments(of: id) }
    }

    /// The attachments of the notes with these numbers, each note’s in order; no entry for a note without any.
    package func attachments(of ids: ClosedRange<Int>, owner: UserID) async throws -> [Int: [Attachment]] {
        try await read(owner) { try $0.attachments(of: ids) }
    }

    /// The bytes of this digest that an attachment of the owner has; nil when none has.
    package func bytes(of digest: Digest, owner: UserID) async throws -> [UInt8]? {
        try await read(owner) { try $0.bytes(of: digest) }
    }

    /// Where the files of a note’s attachments lie; see `NoteFiles.places(of:)`.
    package func places(of id: Int, owner: UserID) async throws -> [Int: String] {
        // What cannot be taken in now is told of by the next command.
        _ = try? await attachments(of: id, owner: owner)
        return try await read(owner) { try $0.files?.places(of: id) ?? [:] }
    }

    /// The bytes of a file below the folder of the notes; see `NoteFiles.bytes(of:limit:)`.
    package func bytes(ofFile path: String, limit: Int, owner: UserID) async throws -> [UInt8]? {
        try await read(owner) { $0.files?.bytes(of: path, limit: limit) }
    }

    /// The files that hold no note that could be shown, by name; only a store of files has any.
    package func skippedFiles(owner: UserID) async throws -> [SkippedFile] {
        try await read(owner) { try $0.files?.skipped() ?? [] }
    }

    /// How many files there are that other programs keep notes in; see `NoteFiles.unread`.
    package func unreadFiles(owner: UserID) async throws -> FileKinds {
        try await read(owner) { $0.files?.unread ?? FileKinds() }
    }

    /// How many notes there are.
    package func counts(owner: UserID) async throws -> NoteCounts {
        try await read(owner) { try $0.counts() } ?? NoteCounts(active: 0, trashed: 0)
    }

    /// The notebooks or the tags of notes outside the trash, by name.
    package func labels(_ kind: NoteLabel.Kind, owner: UserID) async throws -> [NoteLabel] {
        try await read(owner) { try $0.labels(kind) }
    }

    /// The owner’s key of protected notes; nil before the first one.
    package func key(owner: UserID) async throws -> WrappedKey? { try await read(owner) { try $0.key() } }

    /// The unfinished texts, the one saved last first.
    package func unfinished(owner: UserID) async throws -> [UnfinishedNote] {
        try await read(owner) { try $0.unfinished() }
    }

    /// The saved queries, by name.
    package func savedQueries(owner: UserID) async throws -> [SavedQuery] {
        try await read(owner) { try $0.savedQueries() }
    }
}
