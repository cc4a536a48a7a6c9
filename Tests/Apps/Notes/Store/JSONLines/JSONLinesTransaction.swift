// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation
import NotesLogic
import NotesStore

/// A transaction on one owner’s lines, each of which has a name.
final class JSONLinesTransaction: NoteDAO {
    private(set) var rows: [String: JSONLinesRow]
    /// The lines that the transaction adds; nil takes a row away.
    private(set) var added: [(name: String, row: JSONLinesRow?)] = []
    let log: NoteChangeLog? = NoteChangeLog()
    /// Whether nothing of what was removed may be left.
    private(set) var erases = false

    init(_ rows: [String: JSONLinesRow]) { self.rows = rows }

    private func set(_ name: String, _ row: JSONLinesRow?) {
        rows[name] = row
        added.append((name, row))
    }

    private var noteRows: [JSONLinesRow.NoteRow] {
        rows.values.compactMap { if case .note(let row) = $0 { row } else { nil } }
    }
    private var notes: [Note] { noteRows.map(\.note) }

    func notes(_ key: NoteKey, limit: Int) -> [Note] {
        let found =
            if case .origin(let origin) = key { noteRows.filter { $0.origin == origin }.map(\.note) } else {
                notes.filter(key.means)
            }
        return Array(found.sorted { $0.id < $1.id }.prefix(limit))
    }

    func notes(_ query: NoteQuery) -> [Note] { query.result(among: notes) }
    func count(_ query: NoteQuery) -> Int { notes(query).count }
    func titles(_ query: TitleQuery, limit: Int) -> [NoteTitle] { query.result(among: notes, limit: limit) }
    func labels(_ kind: NoteLabel.Kind) -> [NoteLabel] { NoteLabel.counting(kind, in: notes) }

    func counts() -> NoteCounts? {
        guard rows["last"] != nil else { return nil }
        let trashed = notes.count { $0.trashedAt != nil }
        return NoteCounts(active: notes.count - trashed, trashed: trashed)
    }

    func replacedVersions(of id: Int) -> [NoteVersion] {
        rows.values.compactMap { if case .version(let row) = $0, row.note == id { row.version } else { nil } }
            .sorted { $0.number > $1.number }
    }

    func attachments(of ids: ClosedRange<Int>) -> [Int: [Attachment]] {
        let all = rows.values.compactMap { if case .attachment(let row) = $0 { row } else { nil } }
        return Dictionary(grouping: all.filter { ids.contains($0.note) }, by: \.note)
            .mapValues { $0.map(\.attachment).sorted { $0.number < $1.number } }
    }

    func bytes(of digest: Digest) -> [UInt8]? {
        if case .bytes(let bytes) = rows["bytes \(digest.bytes)"] { Array(bytes) } else { nil }
    }

    func key() -> WrappedKey? {
        guard case .key(let salt, let passes, let memory, let sealed) = rows["key"] else { return nil }
        return WrappedKey(salt: Array(salt), passes: passes, memory: memory, sealed: Array(sealed))
    }

    func unfinished() -> [UnfinishedNote] {
        let all = rows.values.compactMap { row -> UnfinishedNote? in
            guard case .unfinished(let id, let content, let saved) = row else { return nil }
            return UnfinishedNote(id: id, content: content, savedAt: Timestamp(milliseconds: saved))
        }
        return all.sorted { ($0.savedAt, $0.id) > ($1.savedAt, $1.id) }
    }

    func savedQueries() -> [SavedQuery] {
        rows.filter { $0.key.hasPrefix("query ") }.sorted { $0.key < $1.key }.compactMap { _, row in
            if case .query(let name, let query) = row { SavedQuery(name: name, query: query) } else { nil }
        }
    }
}

extension JSONLinesTransaction {
    func lockedNotebooks() -> [String] {
        rows.filter { $0.key.hasPrefix("lock ") }.sorted { $0.key < $1.key }.compactMap { _, row in
            if case .query(let name, _) = row { name } else { nil }
        }
    }

    func put(lockedNotebook name: String?, as key: String) {
        set("lock \(key)", name.map { .query(name: $0, query: "") })
        log?.add(.lockedNotebook(key))
    }

    func insert(_ drafts: [NoteDraft], numbers: [Int]) -> [Note] {
        var last = if case .last(let last) = rows["last"] { last } else { 0 }
        let notes = drafts.enumerated().map { place, draft in
            last = place < numbers.count ? numbers[place] : last + 1
            let note = Note(id: last, draft)
            set("note \(last)", .note(.init(note, origin: draft.origin?.key)))
            log?.add(.note(last, .added))
            return note
        }
        set("last", .last(last))
        return notes
    }

    func update(_ old: Note, to new: Note) {
        guard case .note(let row) = rows["note \(old.id)"] else { return }
        set("note \(old.id)", .note(.init(new, origin: row.origin)))
        log?.add(old, becoming: new)
    }

    func delete(_ note: Note) {
        set("note \(note.id)", nil)
        log?.add(.note(note.id, .removed))
        for version in replacedVersions(of: note.id) { set("version \(note.id) \(version.number)", nil) }
    }

    func put(_ version: NoteVersion, of id: Int) {
        set("version \(id) \(version.number)", .version(.init(version, of: id)))
    }

    func put(_ attachment: Attachment, bytes: [UInt8], of id: Int) {
        let old = attachments(of: id...id)[id]?.first { $0.number == attachment.number }
        log?.add(.note(id, .changed(.attachments)))
        set("attachment \(id) \(attachment.number)", .attachment(.init(attachment, of: id)))
        set("bytes \(attachment.digest.bytes)", .bytes(Data(bytes)))
        if let old { dropUnused(old.digest) }
    }

    func delete(_ attachment: Attachment, of id: Int) {
        set("attachment \(id) \(attachment.number)", nil)
        log?.add(.note(id, .changed(.attachments)))
        dropUnused(attachment.digest)
    }

    private func dropUnused(_ digest: Digest) {
        let all = attachments(of: 0...Int.max).values.joined()
        if !all.contains(where: { $0.digest == digest }) { set("bytes \(digest.bytes)", nil) }
    }

    func put(_ key: WrappedKey) {
        log?.add(.key)
        set("key", .key(salt: Data(key.salt), passes: key.passes, memory: key.memory, sealed: Data(key.sealed)))
    }

    func put(_ unfinished: UnfinishedNote?, as id: Int) {
        log?.add(.unfinished(id))
        set(
            "unfinished \(id)",
            unfinished.map { .unfinished(id: id, content: $0.content, saved: $0.savedAt.milliseconds) })
    }

    func put(_ query: SavedQuery?, as key: String) {
        log?.add(.query(key))
        set("query \(key)", query.map { .query(name: $0.name, query: $0.query) })
    }

    func erase(_ id: Int?) {
        erases = true
        guard let id, case .note(var row) = rows["note \(id)"] else { return }
        row.origin = nil
        set("note \(id)", .note(row))
    }

    func journal(limit: Int) -> [JournalEntry] {
        let all = rows.values.compactMap { if case .journal(let entry) = $0 { entry } else { nil } }
        return Array(all.sorted { $0.id > $1.id }.prefix(limit))
    }

    func put(_ entry: JournalEntry) {
        set("journal \(entry.id)", .journal(entry))
        set("journal \(entry.id - Journal.mostEntries)", nil)
    }

    func deleteRest() {
        for name in rows.keys { set(name, nil) }
    }
}
