// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Foundation
import GRDB
import Testing

@testable import AtriumSystems

/// A database in a file that has no name.
struct TemporaryDatabaseTests {
    private struct Stop: Error {}

    private let schema = SQLiteSchema(
        "kept",
        steps: [
            {
                try $0.execute(
                    sql: """
                        CREATE TABLE kept_row(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                        CREATE UNIQUE INDEX kept_row_name ON kept_row(name);
                        CREATE TABLE kept_data(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
                        CREATE TABLE kept_sum(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER AS (a + 1) VIRTUAL);
                        CREATE VIRTUAL TABLE kept_text USING fts5(text, content = '');
                        """)
            }
        ])

    private func make(_ system: SQLiteSystem) throws -> SQLiteSystem {
        try system.prepare(schema)
        return system
    }

    private func names(_ system: SQLiteSystem) throws -> [String] {
        try system.read { try String.fetchAll($0, sql: "SELECT name FROM kept_row ORDER BY id") }
    }

    @Test func `it has no name, reads what it writes, and closes twice`() async throws {
        let system = try make(.temporary())
        try await system.write { try $0.execute(sql: "INSERT INTO kept_row(name) VALUES ('a')") }
        await #expect(throws: Stop.self) {
            try await system.write { database in
                try database.execute(sql: "INSERT INTO kept_row(name) VALUES ('b')")
                throw Stop()
            }
        }
        #expect(try names(system) == ["a"])
        #expect(try system.read { try String.fetchOne($0, sql: "SELECT file FROM pragma_database_list") } == "")
        #expect(system.state == nil)
        await #expect(throws: StoreFault.other(path: SQLiteFile.temporaryFolder, code: 1)) {
            try await system.write { try $0.execute(sql: "DELETE FROM nothing") }
        }
        system.close()
        system.close()
    }

    @Test func `it takes over the rows of another one, and changes nothing there`() async throws {
        let folder = NSTemporaryDirectory() + "atrium-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try make(SQLiteSystem(path: folder + "/it's one.sqlite"))
        try await file.write { database in
            try database.execute(
                sql: """
                    INSERT INTO kept_row(id, name) VALUES (7, 'a'), (9, 'b');
                    INSERT INTO kept_data VALUES (1, x'0102');
                    INSERT INTO kept_sum(id, a) VALUES (1, 4);
                    INSERT INTO kept_text(rowid, text) VALUES (7, 'a');
                    """)
        }
        let state = file.state
        let system = try make(.temporary())
        try await system.takeTables("kept_", but: "kept_text", leavingOut: ["kept_data": "bytes"], of: file)
        #expect(file.state == state)
        #expect(try names(system) == ["a", "b"])
        let rest = try system.read { database in
            [
                try Int.fetchOne(database, sql: "SELECT count(*) FROM kept_data WHERE bytes = x''"),
                try Int.fetchOne(database, sql: "SELECT b FROM kept_sum"),
                try Int.fetchOne(database, sql: "SELECT id FROM kept_row INDEXED BY kept_row_name WHERE name = 'b'"),
                try Int.fetchOne(database, sql: "SELECT count(*) FROM kept_text WHERE kept_text MATCH 'a'"),
            ]
        }
        #expect(rest == [1, 5, 9, 0])
        // What is written here stays here.
        try await system.write { try $0.execute(sql: "DELETE FROM kept_row") }
        #expect(try names(file) == ["a", "b"])
        system.close()
        file.close()
    }
}
