// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session
package import Stores

/// A store of notes: transactions on the notes of one owner.
///
/// What an operation means is written once, for all stores, in terms of `NoteTransaction`: see the folder `Rules`. A
/// store keeps owners apart and gives notes their numbers.
///
/// May be called from anywhere; reads take microseconds to milliseconds whatever the number of notes, writes may wait
/// for another process. All throw `StoreFault`.
package protocol NoteDAO: Sendable {
    /// Reads one consistent state, however much of it is asked for; a body may be called again.
    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any NoteReader) throws -> Result
    ) async throws -> Result

    /// Changes notes, wholly or not at all; a body may be called again where somebody else was faster.
    ///
    /// When `body` throws, everything is as it was before.
    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any NoteTransaction) throws -> Result
    ) async throws -> Result

    /// Takes what the user is to hear once of what the store has found done by halves; nothing if it is not open yet.
    func takeNews() -> [SkippedFile]

    /// Somebody who hears of each change from now on, by this process or another, of whichever owner.
    func changes() -> ChangeObserver<NoteChange>
}

extension NoteDAO {
    package func takeNews() -> [SkippedFile] { [] }
}

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

/// Changes of one step each; what they do is said where their rules are.
extension NoteDAO {
    /// Keeps notes; see `NoteTransaction.add(_:)`.
    ///
    /// - Parameter unfinished: The unfinished text that they are made of, which is forgotten with it.
    package func create(_ drafts: [NoteDraft], finishing unfinished: Int? = nil, owner: UserID) async throws -> [Note] {
        try await write(owner) { notes in
            if let unfinished { try notes.dropUnfinished(unfinished) }
            return try notes.add(drafts)
        }
    }

    /// Keeps the notes of a user who never had one; does nothing, and returns false, for anybody else.
    package func createFirst(_ drafts: [NoteDraft], owner: UserID) async throws -> Bool {
        // Looked at first without the write lock: all but the first call of a user end here.
        guard try await read(owner, { try $0.counts() }) == nil else { return false }
        return try await write(owner) { notes in
            guard try notes.counts() == nil else { return false }
            _ = try notes.add(drafts)
            return true
        }
    }

    /// Keeps notes that come from elsewhere; see `NoteTransaction.take(_:)`.
    package func take(_ drafts: [NoteDraft], owner: UserID) async throws -> [TakenNote] {
        try await write(owner) { try $0.take(drafts).taken }
    }

    /// Puts texts right; see `NoteTransaction.amend(_:)`.
    package func amend(_ texts: [Amendment], owner: UserID) async throws {
        try await write(owner) { try $0.amend(texts) }
    }

    /// Changes a note’s text; see `NoteTransaction.modify(_:content:sealed:renames:at:)`.
    ///
    /// - Parameter unfinished: The unfinished text that it is now, which is forgotten with it.
    package func modify(
        _ id: Int, content: String, sealed: [UInt8]? = nil, renames: Bool = false, finishing unfinished: Int? = nil,
        at time: Timestamp, owner: UserID
    ) async throws -> ModifiedNote? {
        try await write(owner) { notes in
            let modified = try notes.modify(id, content: content, sealed: sealed, renames: renames, at: time)
            if modified != nil, let unfinished { try notes.dropUnfinished(unfinished) }
            return modified
        }
    }

    /// Gives a note that has a name of its own another one; see `NoteTransaction.rename(_:to:at:)`.
    package func rename(_ id: Int, to title: String, at time: Timestamp, owner: UserID) async throws -> ModifiedNote? {
        try await write(owner) { try $0.rename(id, to: title, at: time) }
    }

    /// Seals or opens all versions; see `NoteTransaction.rewrite(_:_:)`.
    package func rewrite(_ id: Int, _ texts: [NoteVersion], owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.rewrite(id, texts) }
    }

    /// Keeps the owner’s key; false when the one that it replaces is no longer there.
    package func keepKey(_ key: WrappedKey, replacing old: WrappedKey?, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.keepKey(key, replacing: old) }
    }

    /// Changes what is kept beside a note’s text; nil when there is no such note.
    package func mark(_ id: Int, _ change: MarkChange, owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.mark(id, change) }
    }

    /// Moves a note to the trash at a time, or back with nil; nil when there is no such note.
    package func trash(_ id: Int, at time: Timestamp?, owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.trash(id, at: time) }
    }

    /// Removes a note, its versions and its attachments for good; false when there is no such note.
    package func remove(_ id: Int, owner: UserID) async throws -> Bool { try await write(owner) { try $0.remove(id) } }

    /// Attaches bytes to a note; see `NoteTransaction.attach(_:to:)`.
    package func attach(_ draft: AttachmentDraft, to id: Int, owner: UserID) async throws -> Attachment? {
        try await write(owner) { try $0.attach(draft, to: id) }
    }

    /// Seals or opens an attachment; see `NoteTransaction.replace(_:of:with:)`.
    package func replace(
        _ attachment: Attachment, of id: Int, with draft: AttachmentDraft, owner: UserID
    ) async throws -> Attachment? {
        try await write(owner) { try $0.replace(attachment, of: id, with: draft) }
    }

    /// Takes an attachment from a note, and removes bytes that no other has; false when it is not there.
    package func detach(_ number: Int, from id: Int, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.detach(number, from: id) }
    }

    /// Keeps what is being written, as a new unfinished text or in place of one; returns its number.
    package func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp, owner: UserID) async throws -> Int {
        try await write(owner) { try $0.keepUnfinished(content, as: id, at: time) }
    }

    /// Forgets an unfinished text.
    package func dropUnfinished(_ id: Int, owner: UserID) async throws {
        try await write(owner) { try $0.dropUnfinished(id) }
    }

    /// Keeps a query under a name; see `NoteTransaction.saveQuery(_:as:)`.
    package func saveQuery(_ query: String?, as name: String, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.saveQuery(query, as: name) }
    }

    /// How many notes are removed in one transaction: others wait for no more than these.
    private static var step: Int { 200 }

    /// Removes everything that an owner has, some hundred notes at a time, so that others may write between.
    ///
    /// What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many notes are gone.
    func removeAll(of owner: UserID, onProgress: @MainActor (Int) -> Void) async throws {
        var count = 0
        while case let removed = try await removeSome(of: owner), removed > 0 {
            count += removed
            await onProgress(count)
        }
        try await write(owner) { notes in
            try notes.deleteRest()
            try notes.erase(0)
        }
    }

    private func removeSome(of owner: UserID) async throws -> Int {
        try await write(owner) { notes in
            let some = try notes.notes(.above(0), limit: Self.step)
            try notes.removeAll(some)
            return some.count
        }
    }
}
