// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores
package import AtriumWorlds
import Foundation

/// A note in an archive, with all that belongs to it but the bytes of its files.
private struct ArchivedNote: ArchivedItem {
    var number: Int
    var content: String
    var names: NoteNames?
    /// The whole text of a locked note, sealed.
    var sealed: Data?
    var created: Timestamp
    var modified: Timestamp
    var trashed: Timestamp?
    var marks: NoteMarks
    var version: Int
    var versions: [Version]?
    var attachments: [Attachment]?

    /// A replaced version of the text.
    struct Version: Codable, Sendable {
        var number: Int
        var saved: Timestamp
        var content: String
        var sealed: Data?

        init(_ version: NoteVersion) {
            (number, saved, content) = (version.number, version.savedAt, version.content)
            sealed = version.sealed.map { Data($0) }
        }

        var version: NoteVersion {
            NoteVersion(number: number, savedAt: saved, content: content, sealed: sealed.map(Array.init))
        }
    }

    init(_ note: Note, versions: [NoteVersion], attachments: [Attachment]) {
        (number, content, created, modified) = (note.id, note.content, note.createdAt, note.modifiedAt)
        names = note.names.isEmpty ? nil : note.names
        sealed = note.sealed.map { Data($0) }
        (trashed, marks, version) = (note.trashedAt, note.marks, note.version)
        self.versions = versions.isEmpty ? nil : versions.map(Version.init)
        self.attachments = attachments.isEmpty ? nil : attachments
    }

    var digests: [Digest] { (attachments ?? []).map(\.digest) }
    var weight: Int { (attachments ?? []).reduce(0) { $0 + $1.size } }

    var note: Note {
        Note(
            id: number, content: content, createdAt: created, modifiedAt: modified, trashedAt: trashed, marks: marks,
            version: version, sealed: sealed.map(Array.init), names: names ?? .none)
    }
}

/// The values of an owner beside the notes.
private struct ArchivedRest: Codable, Sendable {
    /// The key of locked notes, sealed under their password.
    struct Key: Codable {
        var salt: Data
        var passes: Int
        var memory: Int
        var sealed: Data
    }

    /// A text that the user is still writing.
    struct Unfinished: Codable {
        var number: Int
        var content: String
        var saved: Timestamp
    }

    var key: Key?
    var unfinished: [Unfinished]
    var queries: [SavedQuery]
    /// The protected notebooks.
    var locked: [String]?
}

/// All notes of a user, out of an installation and into another.
///
/// `notes-000001.jsonl` and so on have a note on each line, `files` the bytes of attachments under their SHA-256, and
/// `rest.json` the key of locked notes, sealed under their password, unfinished texts and saved queries. The places from
/// which notes were imported, and the changes that `undo` takes back, stay behind.
extension NotesService {
    private static let page = 200
    private static let (kind, rest) = ("notes", "rest.json")
    /// The most bytes of attachments in one transaction, about.
    private static let mostBytes = 8 << 20

    /// Writes the notes of a user in the system of a world.
    ///
    /// - Throws: `StoreFault`, and the errors of the archive.
    @concurrent
    package static func archive(
        _ user: UserID, among stores: any NoteStores, in world: World, to archive: ArchiveWriter
    ) async throws {
        let store = try stores.open(for: user, in: world)
        try await archive.add(kind) { last in
            try await store.read { reader in
                try reader.notes(.above(last), limit: page).map { note in
                    ArchivedNote(
                        note, versions: try reader.replacedVersions(of: note.id).reversed(),
                        attachments: try reader.attachments(of: note.id))
                }
            }
        } bytes: { digest in
            try await store.read { try $0.bytes(of: digest) }
        }
        let rest = try await store.read { notes in
            ArchivedRest(
                key: try notes.key().map {
                    ArchivedRest.Key(
                        salt: Data($0.salt), passes: $0.passes, memory: $0.memory, sealed: Data($0.sealed))
                },
                unfinished: try notes.unfinished().map {
                    ArchivedRest.Unfinished(number: $0.id, content: $0.content, saved: $0.savedAt)
                }, queries: try notes.savedQueries(),
                locked: try notes.lockedNotebooks())
        }
        try await archive.add(Self.rest, rest)
    }

    /// Stores the notes of an archive as those of a user who has none.
    ///
    /// - Throws: `StoreFault`, and the errors of the archive.
    @concurrent
    package static func unarchive(
        _ user: UserID, among stores: any NoteStores, in world: World, from archive: ArchiveReader
    ) async throws {
        let store = try stores.open(for: user, in: world)
        // With no note there are no welcome notes either.
        try await store.write { notes in
            notes.log?.isJournaled = true
            _ = try notes.insert([], numbers: [])
        }
        try await archive.read(kind, as: ArchivedNote.self, atMost: mostBytes) { try await keep($0, $1, in: store) }
        guard let rest = try archive.value(of: Self.rest, as: ArchivedRest.self) else { return }
        try await store.write { notes in
            notes.log?.isJournaled = true
            if let key = rest.key {
                try notes.put(
                    WrappedKey(
                        salt: Array(key.salt), passes: key.passes, memory: key.memory, sealed: Array(key.sealed)))
            }
            for text in rest.unfinished {
                try notes.put(
                    UnfinishedNote(id: text.number, content: text.content, savedAt: text.saved), as: text.number)
            }
            for name in rest.locked ?? [] { try notes.put(lockedNotebook: name, as: NameKey.of(name)) }
            for query in rest.queries { try notes.put(query, as: NameKey.of(query.name)) }
        }
    }

    private static func keep(
        _ archived: [ArchivedNote], _ bytes: @escaping @Sendable (Digest) throws -> [UInt8]?, in store: NoteStore
    ) async throws {
        for attachment in archived.flatMap({ $0.attachments ?? [] }) { try attachment.checkPlaces() }
        try await store.write { notes in
            notes.log?.setLasting()
            let drafts = archived.map {
                NoteDraft(
                    content: $0.content, createdAt: $0.created, modifiedAt: $0.modified, trashedAt: $0.trashed,
                    marks: $0.marks, names: $0.names ?? .none)
            }
            for (note, old) in zip(archived, try notes.insert(drafts, numbers: archived.map(\.number))) {
                if note.note != old { try notes.update(old, to: note.note) }
                for version in note.versions ?? [] { try notes.put(version.version, of: note.number) }
                for attachment in note.attachments ?? [] {
                    // One file at a time is in memory.
                    guard let bytes = try bytes(attachment.digest) else { continue }
                    try notes.put(attachment, bytes: bytes, of: note.number)
                }
            }
        }
    }
}

extension Attachment {
    /// Checks that neither its name nor its place leads out of a folder.
    fileprivate func checkPlaces() throws {
        let levels = (place ?? "").split(separator: "/", omittingEmptySubsequences: false)
        guard !name.contains("/"), name != "..", name != ".", !levels.contains(".."), place?.hasPrefix("/") != true
        else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a name that is a path"))
        }
    }
}
