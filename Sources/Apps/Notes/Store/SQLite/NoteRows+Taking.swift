// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import GRDB
import Session
import Systems

/// Notes that come from elsewhere.
extension NoteRows {
    /// The note that a draft is already; nil for one that is new.
    func known(_ draft: NoteDraft, among twins: inout TwinNotes) throws -> TakenNote? {
        guard let origin = draft.origin else { return nil }
        let byOrigin = try database.cachedStatement(sql: "SELECT id FROM note WHERE owner = ? AND origin = ? LIMIT 1")
        for key in origin.keys {
            if let row = try Int64.fetchOne(byOrigin, arguments: [owner.rawValue, key]) {
                return TakenNote(id: RowKey(rawValue: row).number, kind: .imported)
            }
        }
        return origin.equal(among: try twins.ids(of: draft)).map { TakenNote(id: $0, kind: .equal) }
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
}
