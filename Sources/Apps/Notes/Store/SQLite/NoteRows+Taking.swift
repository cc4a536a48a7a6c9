import GRDB
import Session
import Systems

/// Notes that come from elsewhere.
extension NoteRows {
    /// The note that a draft is already; nil for one that is new.
    func known(_ draft: NoteDraft) throws -> TakenNote? {
        guard let origin = draft.origin else { return nil }
        let byOrigin = try database.cachedStatement(sql: "SELECT id FROM note WHERE owner = ? AND origin = ? LIMIT 1")
        for key in origin.keys {
            if let row = try Int64.fetchOne(byOrigin, arguments: [owner.rawValue, key]) {
                return TakenNote(id: RowKey(rawValue: row).number, kind: .imported)
            }
        }
        // Most texts can be compared where they are.
        let equal =
            try draft.attachments.isEmpty && origin.links.isEmpty ? equal(to: draft) : same(as: draft)
        return origin.equal(among: equal).map { TakenNote(id: $0, kind: .equal) }
    }

    /// Puts texts right; returns the numbers of the notes that it did so for.
    func amend(_ texts: [Amendment]) throws -> [Int] {
        try texts.compactMap { text in
            guard let old = try find(text.id), !old.isProtected, old.version == 1, old.content == text.old else {
                return nil
            }
            var new = old
            new.content = text.new
            try replace(old, with: new)
            return text.id
        }
    }

    // Twice the table, since each index of dates is of one side of the trash.
    private static let dated = """
        SELECT id, content FROM note WHERE owner = ?1 AND created = ?2 AND trashed IS NULL
        UNION ALL SELECT id, content FROM note WHERE owner = ?1 AND created = ?2 AND trashed IS NOT NULL
        """

    /// The notes of the draft’s date and text, by number.
    private func equal(to draft: NoteDraft) throws -> [Int] {
        let select = try database.cachedStatement(
            sql: "SELECT id FROM (\(Self.dated)) WHERE content = ?3 ORDER BY id")
        return try Int64.fetchAll(
            select, arguments: [owner.rawValue, draft.createdAt.milliseconds, draft.content]
        ).map { RowKey(rawValue: $0).number }
    }

    /// The notes of the draft’s date and, but for what each store says in its own way, text, by number.
    private func same(as draft: NoteDraft) throws -> [Int] {
        let select = try database.cachedStatement(sql: "SELECT id, content FROM (\(Self.dated)) ORDER BY id")
        let rows = try Row.fetchCursor(select, arguments: [owner.rawValue, draft.createdAt.milliseconds])
        var found: [Int] = []
        while let row = try rows.next() {
            if draft.isSame(as: row[1]) { found.append(RowKey(rawValue: row[0]).number) }
        }
        return found
    }
}
