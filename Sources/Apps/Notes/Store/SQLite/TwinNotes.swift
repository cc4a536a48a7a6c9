// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import GRDB
import Session
import Systems

/// Which notes have the date and the text of drafts that come in, while these do.
///
/// Of thousands of notes of one date only those are read that may be equal, and of thousands that are equal each once.
struct TwinNotes {
    /// What drafts have in common that have the same notes for equal.
    private struct Kind: Hashable {
        let created: Timestamp
        let content: String
        /// Whether what each store says in its own way counts.
        let isExact: Bool

        init(_ draft: NoteDraft) {
            created = draft.createdAt
            content = draft.content
            isExact = draft.attachments.isEmpty && draft.origin?.links.isEmpty != false
        }
    }

    /// Notes of a date that may be equal, those of old stores too, of which nothing is said.
    static let candidates = """
        SELECT id, content FROM note WHERE owner = ?1 AND created = ?2 AND twin = ?3
        UNION ALL SELECT id, content FROM note WHERE owner = ?1 AND created = ?2 AND twin IS NULL ORDER BY id
        """

    let rows: NoteRows
    private var known: [Kind: [Int]] = [:]
    /// The kinds that were asked for, by what may make them equal to others.
    private var kinds: [Int64: Set<Kind>] = [:]

    init(rows: NoteRows) { self.rows = rows }

    /// The notes of the draft’s date and, but for what each store says in its own way, text, by number.
    mutating func ids(of draft: NoteDraft) throws -> [Int] {
        let kind = Kind(draft)
        if let ids = known[kind] { return ids }
        let twin = NoteDraft.twin(of: draft.content)
        let select = try rows.database.cachedStatement(sql: Self.candidates)
        let found = try Row.fetchCursor(
            select, arguments: [rows.owner.rawValue, draft.createdAt.milliseconds, twin])
        var ids: [Int] = []
        while let row = try found.next() {
            let content = row.text(1)
            guard kind.isExact ? content.utf8.elementsEqual(draft.content.utf8) : draft.isSame(as: content) else {
                continue
            }
            ids.append(RowKey(rawValue: row.number(0)).number)
        }
        known[kind] = ids
        kinds[twin, default: []].insert(kind)
        return ids
    }

    /// Notes that a draft became one.
    mutating func add(_ id: Int, _ draft: NoteDraft) {
        guard draft.origin != nil, !known.isEmpty else { return }
        let kind = Kind(draft)
        // Others that it may be equal to are asked for anew.
        for other in kinds[NoteDraft.twin(of: draft.content)] ?? [] where other != kind { known[other] = nil }
        known[kind]?.append(id)
    }
}
