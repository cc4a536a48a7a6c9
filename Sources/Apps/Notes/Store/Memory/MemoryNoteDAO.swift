// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session
import Systems

/// Notes in plain Swift collections: the specification that every other DAO is held against.
package struct MemoryNoteDAO: NoteDAO {
    private let table: MemoryTable<[UserID: MemoryShelf]>
    private let system: MemorySystem

    package init(_ system: MemorySystem) {
        self.system = system
        table = system.table("note", empty: [:])
    }

    package func create(_ drafts: [NoteDraft], finishing unfinished: Int?, owner: UserID) -> [Note] {
        write(owner) { shelf in
            if let unfinished { shelf.dropUnfinished(unfinished) }
            return shelf.add(drafts)
        }
    }

    package func take(_ drafts: [NoteDraft], owner: UserID) -> [TakenNote] { write(owner) { $0.take(drafts) } }

    package func amend(_ texts: [Amendment], owner: UserID) { write(owner) { $0.amend(texts) } }

    package func createFirst(_ drafts: [NoteDraft], owner: UserID) -> Bool {
        guard !shelf(owner).hasHadNotes else { return false }
        return write(owner) { shelf in
            guard !shelf.hasHadNotes else { return false }
            _ = shelf.add(drafts)
            return true
        }
    }

    package func modify(
        _ id: Int, content: String, sealed: [UInt8]?, renames: Bool, at time: Timestamp, owner: UserID
    ) -> ModifiedNote? {
        write(owner) { $0.modify(id, content: content, sealed: sealed, renames: renames, at: time) }
    }

    package func rewrite(_ id: Int, _ texts: [NoteVersion], owner: UserID) -> Note? {
        write(owner) { $0.rewrite(id, texts) }
    }

    package func key(owner: UserID) -> WrappedKey? { shelf(owner).key }

    package func keepKey(_ key: WrappedKey, replacing old: WrappedKey?, owner: UserID) -> Bool {
        write(owner) { $0.keepKey(key, replacing: old) }
    }

    package func mark(_ id: Int, _ change: MarkChange, owner: UserID) -> Note? {
        write(owner) { $0.change(id) { $0.marks = $0.marks.changed(change) } }
    }

    package func trash(_ id: Int, at time: Timestamp?, owner: UserID) -> Note? {
        write(owner) { $0.change(id) { $0.trashedAt = time } }
    }

    package func remove(_ id: Int, owner: UserID) -> Bool { write(owner) { $0.remove(id) } }

    /// Removes everything that an owner has.
    func removeAll(of owner: UserID) { table.write { $0[owner] = nil } }

    package func find(_ id: Int, owner: UserID) -> Note? { shelf(owner).notes[id] }

    package func find(titled title: String, owner: UserID) -> Note? {
        let key = NameKey.of(title)
        return shelf(owner).active.filter { NameKey.of($0.title) == key }.min { $0.id < $1.id }
    }

    package func count(_ query: NoteQuery, owner: UserID) -> Int { find(query, owner: owner).count }

    package func find(_ query: NoteQuery, owner: UserID) -> [Note] { query.result(among: shelf(owner).notes.values) }

    package func titles(_ query: TitleQuery, limit: Int, owner: UserID) -> [NoteTitle] {
        query.result(among: shelf(owner).notes.values, limit: limit)
    }

    package func page(after id: Int, limit: Int, owner: UserID) -> [Note] {
        Array(shelf(owner).notes.values.filter { $0.id > id }.sorted { $0.id < $1.id }.prefix(limit))
    }

    package func versions(of id: Int, owner: UserID) -> [NoteVersion] { shelf(owner).versions(of: id) }

    package func attach(_ draft: AttachmentDraft, to id: Int, owner: UserID) -> Attachment? {
        write(owner) { $0.attach(draft, to: id) }
    }

    package func replace(_ attachment: Attachment, of id: Int, with draft: AttachmentDraft, owner: UserID)
        -> Attachment?
    {
        write(owner) { $0.replace(attachment, of: id, with: draft) }
    }

    package func detach(_ number: Int, from id: Int, owner: UserID) -> Bool {
        write(owner) { $0.detach(number, from: id) }
    }

    package func attachments(of ids: ClosedRange<Int>, owner: UserID) -> [Int: [Attachment]] {
        shelf(owner).files.attachments.filter { ids.contains($0.key) }
    }

    package func bytes(of digest: Digest, owner: UserID) -> [UInt8]? { shelf(owner).files.bytes[digest] }

    package func counts(owner: UserID) -> NoteCounts {
        let notes = shelf(owner).notes.values
        let trashed = notes.count { $0.trashedAt != nil }
        return NoteCounts(active: notes.count - trashed, trashed: trashed)
    }

    package func labels(_ kind: NoteLabel.Kind, owner: UserID) -> [NoteLabel] { shelf(owner).labels(kind) }

    package func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp, owner: UserID) -> Int {
        write(owner) { $0.keepUnfinished(content, as: id, at: time) }
    }

    package func dropUnfinished(_ id: Int, owner: UserID) { write(owner) { $0.dropUnfinished(id) } }

    package func unfinished(owner: UserID) -> [UnfinishedNote] {
        shelf(owner).unfinished.values.sorted { ($0.savedAt, $0.id) > ($1.savedAt, $1.id) }
    }

    package func saveQuery(_ query: String?, as name: String, owner: UserID) -> Bool {
        write(owner) { $0.saveQuery(query, as: name) }
    }

    package func savedQueries(owner: UserID) -> [SavedQuery] {
        shelf(owner).queries.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }.map(\.value)
    }

    package func changes() -> AsyncStream<Void> { InformationSystem.memory(system).changes(of: ["note"]) }

    private func shelf(_ owner: UserID) -> MemoryShelf { table.read { $0[owner] ?? MemoryShelf() } }

    private func write<Result: Sendable>(_ owner: UserID, _ body: (inout MemoryShelf) -> Result) -> Result {
        table.write { shelves in body(&shelves[owner, default: MemoryShelf()]) }
    }
}
