// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import NotesLogic
import NotesStore
import Synchronization

/// A store that records its reads: each transaction, by its queries.
final class CountingNotesStore: Store {
    private let store: NoteStore
    private let transactions = Mutex<[[String]]>([])

    init(_ store: NoteStore) { self.store = store }

    /// Returns the reads since the last call.
    func take() -> [[String]] {
        transactions.withLock { transactions in
            defer { transactions = [] }
            return transactions
        }
    }

    func read<Result: Sendable>(
        _ body: @Sendable (any NoteReader) throws -> Result
    ) async throws -> Result {
        try await store.read { notes in
            let reader = CountingNotes(notes: notes)
            defer { transactions.withLock { $0.append(reader.questions.withLock { $0 }) } }
            return try body(reader)
        }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any NoteDAO) throws -> Result
    ) async throws -> Result {
        try await store.write(body)
    }

    func changes() -> ChangeObserver<NoteChange> { store.changes() }
}

/// One transaction, which records its queries.
private final class CountingNotes: NoteReader {
    private let notes: any NoteReader
    let questions = Mutex<[String]>([])

    init(notes: any NoteReader) { self.notes = notes }

    private func note(_ question: String) { questions.withLock { $0.append(question) } }

    func notes(_ key: NoteKey, limit: Int) throws -> [Note] {
        note("note")
        return try notes.notes(key, limit: limit)
    }

    func notes(_ query: NoteQuery) throws -> [Note] {
        note("list")
        return try notes.notes(query)
    }

    func count(_ query: NoteQuery) throws -> Int {
        note("count")
        return try notes.count(query)
    }

    func titles(_ query: TitleQuery, limit: Int) throws -> [NoteTitle] {
        note("titles")
        return try notes.titles(query, limit: limit)
    }

    func counts() throws -> NoteCounts? {
        note("counts")
        return try notes.counts()
    }

    func labels(_ kind: NoteLabel.Kind) throws -> [NoteLabel] {
        note("labels")
        return try notes.labels(kind)
    }

    func replacedVersions(of id: Int) throws -> [NoteVersion] {
        note("versions")
        return try notes.replacedVersions(of: id)
    }

    func attachments(of ids: ClosedRange<Int>) throws -> [Int: [Attachment]] {
        note("attachments")
        return try notes.attachments(of: ids)
    }

    func bytes(of digest: Digest) throws -> [UInt8]? {
        note("bytes")
        return try notes.bytes(of: digest)
    }

    func key() throws -> WrappedKey? {
        note("key")
        return try notes.key()
    }

    func unfinished() throws -> [UnfinishedNote] {
        note("unfinished")
        return try notes.unfinished()
    }

    func journal(limit: Int) throws -> [JournalEntry] {
        note("journal")
        return try notes.journal(limit: limit)
    }

    func lockedNotebooks() throws -> [String] {
        note("locks")
        return try notes.lockedNotebooks()
    }

    func savedQueries() throws -> [SavedQuery] {
        note("queries")
        return try notes.savedQueries()
    }
}
