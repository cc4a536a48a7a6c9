// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumSystems
@testable import NotesLogic

@testable import NotesFolder
@testable import NotesStore

/// The notes of several users, which tests query and change with single calls.
protocol OwnedNotes: Sendable {
    /// The notes of a user.
    func store(of owner: UserID) throws -> NoteStore
}

/// The stores that a function opens.
///
/// The stores of one user stay open.
struct OpenedNotes: OwnedNotes {
    private let first: NoteStore?
    private let open: @Sendable (UserID) throws -> NoteStore

    init(_ first: NoteStore? = nil, open: @escaping @Sendable (UserID) throws -> NoteStore) {
        self.first = first
        self.open = open
    }

    func store(of owner: UserID) throws -> NoteStore {
        if owner.rawValue == 1, let first { return first }
        return try open(owner)
    }
}

extension FolderNoteStore: OwnedNotes {
    func store(of owner: UserID) -> NoteStore { self }
}

extension OpenFolder {
    /// The index, as tests query it.
    var stored: OpenedNotes { OpenedNotes { [index] in try SystemNotes.open(on: .sqlite(index), for: $0) } }
}

extension SystemNotes {
    /// Removes everything of a user.
    static func removeAll(
        of owner: UserID, on system: InformationSystem, onProgress: @MainActor (Int) -> Void
    ) async throws {
        try await NotesService.removeAll(from: open(on: system, for: owner), onProgress: onProgress)
    }

    /// The notes of all users in a system.
    static func all(on system: InformationSystem) throws -> OpenedNotes {
        _ = try open(on: system, for: UserID(rawValue: 1))
        return OpenedNotes { try open(on: system, for: $0) }
    }
}

extension NotesService {
    convenience init(
        dao: any OwnedNotes, owner: UserID, clock: any WallClock, timeZone: Zone,
        sealingCost: Argon2Parameters = .current, choice: StoreChoice = .system
    ) {
        let store: NoteStore
        do { store = try dao.store(of: owner) } catch { fatalError("A test opens its store before: \(error)") }
        self.init(
            store: store, owner: owner, clock: clock, timeZone: timeZone, sealingCost: sealingCost, choice: choice)
    }

    /// The store, as tests query it.
    var dao: any OwnedNotes { OpenedNotes { [store] _ in store } }
}

extension OwnedNotes {
    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any NoteReader) throws -> Result
    ) async throws -> Result {
        try await store(of: owner).read(body)
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any NoteDAO) throws -> Result
    ) async throws -> Result {
        try await store(of: owner).write(body)
    }

    func changes() throws -> ChangeObserver<NoteChange> { try store(of: UserID(rawValue: 1)).changes() }
}

/// Single queries, each of one consistent state.
extension OwnedNotes {
    /// The note of this number, also one in the trash.
    func find(_ id: Int, owner: UserID) async throws -> Note? { try await read(owner) { try $0.note(id) } }

    /// The target note of a link; see `NoteReader.note(at:from:)`.
    func find(at target: LinkTarget, from source: Note? = nil, owner: UserID) async throws -> Note? {
        try await read(owner) { try $0.note(at: target, from: source) }
    }

    /// The notes outside the trash with links to a note, the newest first.
    func backlinks(to note: Note, limit: Int, owner: UserID) async throws -> [Note] {
        try await read(owner) { try $0.backlinks(to: note, limit: limit) }
    }

    /// The notes outside the trash that match a title query, at most `limit`.
    func titles(_ query: TitleQuery, limit: Int, owner: UserID) async throws -> [NoteTitle] {
        try await read(owner) { try $0.titles(query, limit: limit) }
    }

    /// The notes above a number, also those in the trash, by number: page by page, all of them.
    func page(after id: Int, limit: Int, owner: UserID) async throws -> [Note] {
        try await read(owner) { try $0.notes(.above(id), limit: limit) }
    }

    /// The versions of a note’s text, the newest and present one first; empty when there is no such note.
    func versions(of id: Int, owner: UserID) async throws -> [NoteVersion] {
        try await read(owner) { try $0.versions(of: id) }
    }

    /// The attachments of a note, in order.
    func attachments(of id: Int, owner: UserID) async throws -> [Attachment] {
        try await read(owner) { try $0.attachments(of: id) }
    }

    /// The attachments of the notes with these numbers, each note’s in order; no entry for a note without any.
    func attachments(of ids: ClosedRange<Int>, owner: UserID) async throws -> [Int: [Attachment]] {
        try await read(owner) { try $0.attachments(of: ids) }
    }

    /// The bytes of the owner’s attachment with this digest; `nil` if there is none.
    func bytes(of digest: Digest, owner: UserID) async throws -> [UInt8]? {
        try await read(owner) { try $0.bytes(of: digest) }
    }

    /// The paths of the files of a note’s attachments; see `NoteFiles.places(of:)`.
    func places(of id: Int, owner: UserID) async throws -> [Int: String] {
        // The next command reports changes that cannot be read now.
        _ = try? await attachments(of: id, owner: owner)
        return try await read(owner) { try $0.files?.places(of: id) ?? [:] }
    }

    /// The bytes of a file below the folder of the notes; see `NoteFiles.bytes(of:limit:)`.
    func bytes(ofFile path: String, limit: Int, owner: UserID) async throws -> [UInt8]? {
        try await read(owner) { $0.files?.bytes(of: path, limit: limit) }
    }

    /// The files without a note that could be shown, by name; only a store of files has any.
    func skippedFiles(owner: UserID) async throws -> [SkippedFile] {
        try await read(owner) { try $0.files?.skipped() ?? [] }
    }

    /// The numbers of files in which other programs keep notes; see `NoteFiles.unread`.
    func unreadFiles(owner: UserID) async throws -> FileKinds {
        try await read(owner) { $0.files?.unread ?? FileKinds() }
    }

    /// The numbers of notes.
    func counts(owner: UserID) async throws -> NoteCounts {
        try await read(owner) { try $0.counts() } ?? NoteCounts(active: 0, trashed: 0)
    }

    /// The notebooks or the tags of notes outside the trash, by name.
    func labels(_ kind: NoteLabel.Kind, owner: UserID) async throws -> [NoteLabel] {
        try await read(owner) { try $0.labels(kind) }
    }

    /// The owner’s key of protected notes; `nil` before the first one.
    func key(owner: UserID) async throws -> WrappedKey? { try await read(owner) { try $0.key() } }

    /// The unfinished texts, the one saved last first.
    func unfinished(owner: UserID) async throws -> [UnfinishedNote] {
        try await read(owner) { try $0.unfinished() }
    }

    /// The saved queries, by name.
    func savedQueries(owner: UserID) async throws -> [SavedQuery] {
        try await read(owner) { try $0.savedQueries() }
    }
}

/// Changes of one step each, documented at the functions with their rules.
extension OwnedNotes {
    /// Keeps notes; see `NoteDAO.add(_:)`.
    ///
    /// - Parameter unfinished: The unfinished text that they are made of, which is removed with it.
    func create(_ drafts: [NoteDraft], finishing unfinished: Int? = nil, owner: UserID) async throws -> [Note] {
        try await write(owner) { notes in
            if let unfinished { try notes.dropUnfinished(unfinished) }
            return try notes.add(drafts)
        }
    }

    /// Keeps the notes of a user who never had one; does nothing, and returns false, for other users.
    func createFirst(_ drafts: [NoteDraft], owner: UserID) async throws -> Bool {
        // Checked first without the write lock: all but the first call of a user end here.
        guard try await read(owner, { try $0.counts() }) == nil else { return false }
        return try await write(owner) { notes in
            guard try notes.counts() == nil else { return false }
            _ = try notes.add(drafts)
            return true
        }
    }

    /// Keeps notes that come from elsewhere; see `NoteDAO.take(_:)`.
    func take(_ drafts: [NoteDraft], owner: UserID) async throws -> [TakenNote] {
        try await write(owner) { try $0.take(drafts).taken }
    }

    /// Corrects texts; see `NoteDAO.amend(_:)`.
    func amend(_ texts: [Amendment], owner: UserID) async throws {
        try await write(owner) { try $0.amend(texts) }
    }

    /// Changes a note’s text; see `NoteDAO.modify(_:content:sealed:renames:at:)`.
    ///
    /// - Parameter unfinished: The unfinished text that it replaces, which is removed with it.
    func modify(
        _ id: Int, content: String, sealed: [UInt8]? = nil, renames: Bool = false, finishing unfinished: Int? = nil,
        at time: Timestamp, owner: UserID
    ) async throws -> ModifiedNote? {
        try await write(owner) { notes in
            let modified = try notes.modify(id, content: content, sealed: sealed, renames: renames, at: time)
            if modified != nil, let unfinished { try notes.dropUnfinished(unfinished) }
            return modified
        }
    }

    /// Renames a note that has a name of its own; see `NoteDAO.rename(_:to:at:)`.
    func rename(_ id: Int, to title: String, at time: Timestamp, owner: UserID) async throws -> ModifiedNote? {
        try await write(owner) { try $0.rename(id, to: title, at: time) }
    }

    /// Seals or opens all versions; see `NoteDAO.rewrite(_:_:)`.
    func rewrite(_ id: Int, _ texts: [NoteVersion], owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.rewrite(id, texts) }
    }

    /// Keeps the owner’s key; returns false if the replaced one no longer exists.
    func keepKey(_ key: WrappedKey, replacing old: WrappedKey?, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.keepKey(key, replacing: old) }
    }

    /// Changes the data beside a note’s text; returns `nil` if there is no such note.
    func mark(_ id: Int, _ change: MarkChange, owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.mark(id, change) }
    }

    /// Moves a note to the trash at a time, or back with `nil`; returns `nil` if there is no such note.
    func trash(_ id: Int, at time: Timestamp?, owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.trash(id, at: time) }
    }

    /// Permanently removes a note, its versions and its attachments; returns false if there is no such note.
    func remove(_ id: Int, owner: UserID) async throws -> Bool { try await write(owner) { try $0.remove(id) } }

    /// Attaches bytes to a note; see `NoteDAO.attach(_:to:)`.
    func attach(_ draft: AttachmentDraft, to id: Int, owner: UserID) async throws -> Attachment? {
        try await write(owner) { try $0.attach(draft, to: id) }
    }

    /// Seals or opens an attachment; see `NoteDAO.replace(_:of:with:)`.
    func replace(
        _ attachment: Attachment, of id: Int, with draft: AttachmentDraft, owner: UserID
    ) async throws -> Attachment? {
        try await write(owner) { try $0.replace(attachment, of: id, with: draft) }
    }

    /// Removes an attachment of a note, and its bytes unless shared; returns false if it does not exist.
    func detach(_ number: Int, from id: Int, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.detach(number, from: id) }
    }

    /// Keeps text in progress, as a new unfinished text or in place of one; returns its number.
    func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp, owner: UserID) async throws -> Int {
        try await write(owner) { try $0.keepUnfinished(content, as: id, at: time) }
    }

    /// Forgets an unfinished text.
    func dropUnfinished(_ id: Int, owner: UserID) async throws {
        try await write(owner) { try $0.dropUnfinished(id) }
    }

    /// Keeps a query under a name; see `NoteDAO.saveQuery(_:as:)`.
    func saveQuery(_ query: String?, as name: String, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.saveQuery(query, as: name) }
    }
}
