// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import GRDB
import Session
import Systems

/// Notes in a SQLite file.
///
/// The reads are synchronous functions that meet asynchronous requirements: an index answers them in microseconds, less
/// than a hop to another thread takes.
package struct SQLiteNoteDAO: NoteDAO {
    let system: SQLiteSystem

    package init(_ system: SQLiteSystem) throws {
        self.system = system
        try system.prepare(NoteSchema.all)
    }

    package func create(_ drafts: [NoteDraft], finishing unfinished: Int?, owner: UserID) async throws -> [Note] {
        try await write(owner) { rows in
            if let unfinished { try rows.dropUnfinished(unfinished) }
            return try rows.add(drafts)
        }
    }

    package func take(_ drafts: [NoteDraft], owner: UserID) async throws -> [TakenNote] {
        try await write(owner) { try $0.take(drafts).taken }
    }

    package func amend(_ texts: [Amendment], owner: UserID) async throws {
        try await write(owner) { _ = try $0.amend(texts) }
    }

    package func createFirst(_ drafts: [NoteDraft], owner: UserID) async throws -> Bool {
        // Looked at first without the write lock: all but the first call of a user end here.
        guard try !read(owner, { try $0.hasHadNotes }) else { return false }
        return try await write(owner) { rows in
            guard try !rows.hasHadNotes else { return false }
            _ = try rows.add(drafts)
            return true
        }
    }

    package func modify(
        _ id: Int, content: String, sealed: [UInt8]?, renames: Bool, at time: Timestamp, owner: UserID
    ) async throws -> ModifiedNote? {
        try await write(owner) { try $0.modify(id, content: content, sealed: sealed, renames: renames, at: time) }
    }

    package func rewrite(_ id: Int, _ texts: [NoteVersion], owner: UserID) async throws -> Note? {
        let note = try await write(owner) { try $0.rewrite(id, texts) }
        // The log still has the pages as they were.
        if note?.isProtected == true { try await system.emptyLog() }
        return note
    }

    package func key(owner: UserID) throws -> WrappedKey? { try read(owner) { try $0.key() } }

    package func keepKey(_ key: WrappedKey, replacing old: WrappedKey?, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.keepKey(key, replacing: old) }
    }

    package func mark(_ id: Int, _ change: MarkChange, owner: UserID) async throws -> Note? {
        try await self.change(id, owner) { $0.marks = $0.marks.changed(change) }
    }

    package func trash(_ id: Int, at time: Timestamp?, owner: UserID) async throws -> Note? {
        try await change(id, owner) { $0.trashedAt = time }
    }

    package func remove(_ id: Int, owner: UserID) async throws -> Bool {
        let isRemoved = try await write(owner) { rows in
            guard let note = try rows.find(id) else { return false }
            try rows.remove(note)
            try rows.eraseRemovedWords()
            return true
        }
        // The log still has the pages as they were.
        if isRemoved { try await system.emptyLog() }
        return isRemoved
    }

    package func find(_ id: Int, owner: UserID) throws -> Note? { try read(owner) { try $0.find(id) } }

    package func find(titled title: String, owner: UserID) throws -> Note? {
        try read(owner) { try $0.find(titled: title) }
    }

    package func find(_ query: NoteQuery, owner: UserID) throws -> [Note] {
        try read(owner) { try $0.find(query) }
    }

    package func count(_ query: NoteQuery, owner: UserID) throws -> Int { try read(owner) { try $0.count(query) } }

    package func titles(_ query: TitleQuery, limit: Int, owner: UserID) throws -> [NoteTitle] {
        try read(owner) { try $0.titles(query, limit: limit) }
    }

    package func page(after id: Int, limit: Int, owner: UserID) throws -> [Note] {
        try read(owner) { try $0.page(after: id, limit: limit) }
    }

    package func versions(of id: Int, owner: UserID) throws -> [NoteVersion] {
        try read(owner) { try $0.versions(of: id) }
    }

    package func attach(_ draft: AttachmentDraft, to id: Int, owner: UserID) async throws -> Attachment? {
        try await write(owner) { try $0.attach(draft, to: id) }
    }

    package func replace(_ attachment: Attachment, of id: Int, with draft: AttachmentDraft, owner: UserID) async throws
        -> Attachment?
    {
        let replaced = try await write(owner) { try $0.replace(attachment, of: id, with: draft) }
        if replaced?.sealed != nil { try await system.emptyLog() }
        return replaced
    }

    package func detach(_ number: Int, from id: Int, owner: UserID) async throws -> Bool {
        let isDetached = try await write(owner) { try $0.detach(number, from: id) }
        if isDetached { try await system.emptyLog() }
        return isDetached
    }

    package func attachments(of ids: ClosedRange<Int>, owner: UserID) throws -> [Int: [Attachment]] {
        try read(owner) { try $0.attachments(of: ids) }
    }

    package func bytes(of digest: Digest, owner: UserID) throws -> [UInt8]? {
        try read(owner) { try $0.bytes(of: digest) }
    }

    package func counts(owner: UserID) throws -> NoteCounts { try read(owner) { try $0.counts() } }

    package func labels(_ kind: NoteLabel.Kind, owner: UserID) throws -> [NoteLabel] {
        try read(owner) { try $0.labels(kind) }
    }

    package func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp, owner: UserID) async throws -> Int {
        try await write(owner) { try $0.keepUnfinished(content, as: id, at: time) }
    }

    package func dropUnfinished(_ id: Int, owner: UserID) async throws {
        try await write(owner) { try $0.dropUnfinished(id) }
    }

    package func unfinished(owner: UserID) throws -> [UnfinishedNote] { try read(owner) { try $0.unfinished() } }

    package func saveQuery(_ query: String?, as name: String, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.saveQuery(query, as: name) }
    }

    package func savedQueries(owner: UserID) throws -> [SavedQuery] { try read(owner) { try $0.savedQueries() } }

    package func changes() -> AsyncStream<Void> {
        InformationSystem.sqlite(system).changes(of: ["note", "note_attachment", "note_query", "note_unfinished"])
    }

    private func read<Result>(_ owner: UserID, _ body: (NoteRows) throws -> Result) throws -> Result {
        try system.read { try body(NoteRows($0, owner: owner)) }
    }

    private func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (NoteRows) throws -> Result
    ) async throws -> Result {
        try await system.write { try body(NoteRows($0, owner: owner)) }
    }

    private func change(_ id: Int, _ owner: UserID, _ body: @escaping @Sendable (inout Note) -> Void) async throws
        -> Note?
    {
        try await write(owner) { rows in
            guard let old = try rows.find(id) else { return nil }
            var new = old
            body(&new)
            try rows.replace(old, with: new)
            return new
        }
    }
}
