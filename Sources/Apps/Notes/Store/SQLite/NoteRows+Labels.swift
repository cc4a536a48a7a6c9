// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import NotesDomain
import Session
import Systems

/// The counts of notebooks and tags.
extension NoteRows {
    func labels(_ kind: NoteLabel.Kind) throws -> [NoteLabel] {
        let select = try database.cachedStatement(
            sql: "SELECT name, count FROM note_label WHERE owner = ? AND kind = ? ORDER BY key")
        return try Row.fetchAll(select, arguments: [owner.rawValue, kind.rawValue]).map {
            NoteLabel(name: $0.text(0), count: $0.count(1))
        }
    }

    /// Counts a note’s labels out as it was and in as it is; one in the trash has none.
    func countLabels(out old: Note?, in new: Note?) throws {
        for kind in NoteLabel.Kind.allCases {
            let before = old?.trashedAt == nil ? old?.labels(kind) ?? [] : []
            let after = new?.trashedAt == nil ? new?.labels(kind) ?? [] : []
            guard before != after else { continue }
            for name in before { try count(kind, name, by: -1) }
            for name in after { try count(kind, name, by: 1) }
        }
    }

    private func count(_ kind: NoteLabel.Kind, _ name: String, by difference: Int) throws {
        let key = NameKey.of(name)
        try database.cachedStatement(
            sql: """
                INSERT INTO note_label (owner, kind, key, name, count) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (owner, kind, key) DO UPDATE SET count = count + excluded.count
                """
        ).execute(arguments: [owner.rawValue, kind.rawValue, key, name, difference])
        guard difference < 0 else { return }
        try database.cachedStatement(
            sql: "DELETE FROM note_label WHERE owner = ? AND kind = ? AND key = ? AND count <= 0"
        ).execute(arguments: [owner.rawValue, kind.rawValue, key])
        try respell(kind, name, key)
    }

    /// Spells a label as one of its notes does, where the note that had it so may have been the last one.
    private func respell(_ kind: NoteLabel.Kind, _ name: String, _ key: String) throws {
        let isSpelledSo = try Bool.fetchOne(
            database.cachedStatement(
                sql: "SELECT 1 FROM note_label WHERE owner = ? AND kind = ? AND key = ? AND name = ?"),
            arguments: [owner.rawValue, kind.rawValue, key, name])
        let filter = kind == .tag ? NoteFilter.tag(name) : .notebook(name)
        guard isSpelledSo == true, let note = try first(filter),
            let spelling = note.labels(kind).first(where: { NameKey.of($0) == key }), spelling != name
        else { return }
        try database.cachedStatement(
            sql: "UPDATE note_label SET name = ? WHERE owner = ? AND kind = ? AND key = ?"
        ).execute(arguments: [spelling, owner.rawValue, kind.rawValue, key])
    }
}
