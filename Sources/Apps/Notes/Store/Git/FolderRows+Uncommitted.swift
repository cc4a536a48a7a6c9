// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Session
import Systems

/// What git does not have yet of the folder, in the order in which it changed.
extension FolderRows {
    func keep(_ files: [UncommittedFile]) throws {
        for file in files {
            try database.cachedStatement(
                sql: """
                    INSERT INTO note_uncommitted (owner, command, note, name, old, path) VALUES (?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [owner.rawValue, file.command, file.note, file.name, file.old, file.path])
        }
    }

    /// All of them, and the number of the last.
    func uncommitted() throws -> (files: [UncommittedFile], last: Int64) {
        let select = try database.cachedStatement(
            sql: """
                SELECT number, command, note, name, old, path FROM note_uncommitted WHERE owner = ? ORDER BY number
                """)
        let rows = try Row.fetchAll(select, arguments: [owner.rawValue])
        return (
            rows.map {
                UncommittedFile(
                    command: $0.text(1), note: $0.count(2), name: $0.text(3), old: $0.text(4), path: $0.text(5))
            }, rows.last?.number(0) ?? 0
        )
    }

    /// Where the file of a note is, or was last, and where git has not heard yet that it is no more.
    func places(of note: Int) throws -> [String] {
        let last = try page(of: note)?.path ?? ""
        return Set(try uncommitted().files.filter { $0.note == note }.map(\.path) + [last])
            .filter { !$0.isEmpty }.sorted()
    }

    /// Git has them by now, up to this number.
    func forgetUncommitted(upTo last: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM note_uncommitted WHERE owner = ? AND number <= ?")
            .execute(arguments: [owner.rawValue, last])
    }
}
