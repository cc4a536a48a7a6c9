// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import AtriumSession
import AtriumStores
import AtriumTesting
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AtriumSystems

/// Copies from a file to a server and back; skipped where PostgreSQL is not installed.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL is not installed"))
struct SystemMoveTests {
    private static let schema = schema { database, _, take in
        let rows = try SQLRow.fetchCursor(database.cachedStatement(sql: "SELECT id, text FROM text ORDER BY id"))
        while let row = try rows.next() { try take(row.number(0), row.text(1)) }
    }

    private static func schema(_ texts: @escaping SQLSchema.Words.Texts) -> SQLSchema {
        SQLSchema("test", sql: sql, words: SQLSchema.Words("words", texts: texts), growing: ["log"])
    }

    private static let sql = """
        CREATE TABLE text (id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER NOT NULL, text TEXT NOT NULL);
        CREATE TABLE part (
            text INTEGER NOT NULL, name TEXT NOT NULL, number INTEGER, bytes BLOB, PRIMARY KEY (text, name)) WITHOUT ROWID;
        CREATE TABLE log (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, line TEXT NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5(text, content = '');
        """
    private static let count = 1_500
    private static let texts = ["plain", "zero \0 within", "émoji 🙂 你好", "'\"\\{}?$1"]

    private static func key(_ number: Int) -> Int64 { RowKey(owner: 1, number: number).rawValue }

    private let folder = NSTemporaryDirectory() + "atrium-move-\(UUID().uuidString)"

    private func file(_ name: String) throws -> SQLiteSystem { try SQLiteSystem(path: "\(folder)/\(name)/all.sqlite") }

    private func server(_ schema: SQLSchema = schema) throws -> PostgreSQLSystem {
        let server = try PostgreSQLCluster.shared().system(folder: folder)
        try server.prepare(schema)
        return server
    }

    /// The same server for a copy, as another process sees it.
    private func copy(at server: PostgreSQLSystem) throws -> PostgreSQLSystem {
        let copy = PostgreSQLSystem(copyAt: server.address, folder: folder, schema: server.schema)
        try copy.prepare(Self.schema)
        return copy
    }

    /// Copies all.
    private func move(
        from source: InformationSystem, to target: InformationSystem, _ progress: (Int, Int) -> Void = { _, _ in }
    ) throws -> [SystemMove.Table] {
        let move = try SystemMove(from: source, to: target)
        let moved = try move.run(progress)
        try move.finish()
        return moved
    }

    /// A file with rows of every kind.
    private func filled(_ name: String) async throws -> SQLiteSystem {
        let file = try file(name)
        try file.prepare(Self.schema.sqlite)
        try await file.write { database in
            for number in 1...Self.count {
                let key = Self.key(number)
                try database.execute(
                    sql: "INSERT INTO text (id, owner, text) VALUES (?, 1, ?)",
                    arguments: [key, "\(Self.texts[number % 4]) \(number)"])
                try database.execute(
                    sql: "INSERT INTO part (text, name, number, bytes) VALUES (?, ?, ?, ?)",
                    arguments: [
                        key, "name \(number % 7)", number % 3 == 0 ? nil : number,
                        Data(repeating: 0, count: number % 50),
                    ])
            }
            try database.execute(sql: "INSERT INTO log (id, owner, line) VALUES (1, 1, 'first')")
            // The number of a removed row is not given again.
            try database.execute(
                sql: "INSERT INTO text (id, owner, text) VALUES (?, 1, 'gone')", arguments: [Self.key(9_999)])
            try database.execute(sql: "DELETE FROM text WHERE id = ?", arguments: [Self.key(9_999)])
        }
        return file
    }

    private func rows(_ file: SQLiteSystem) throws -> [[DatabaseValue]] {
        try file.read { database in
            try ["text", "part", "log"].flatMap {
                try Row.fetchAll(database, sql: "SELECT * FROM \($0) ORDER BY 1, 2").map { Array($0.databaseValues) }
            }
        }
    }

    @Test func `everything comes to a server and back`() async throws {
        let (source, server, target) = (try await filled("source"), try server(), try file("target"))
        let before = try rows(source)
        let last = Mutex(0)
        let moved = try move(from: .sqlite(source), to: .postgreSQL(server)) { done, all in
            last.withLock { $0 = all == done ? all : 0 }
        }
        #expect(moved.map(\.rows) == [Self.count, Self.count, 1])
        #expect(last.withLock { $0 } == Self.count * 2 + 1)
        #expect(try rows(source) == before)
        // The index finds what is there, and the next number is none that was given.
        let found = try await server.read(of: UserID(rawValue: 1)) { database in
            try SQLTextMatch("\"1234\"", in: "words", within: RowKey.range(owner: 1)).count(in: database, limit: 9)
        }
        #expect(found == 1)
        let next = try await server.write("test", of: UserID(rawValue: 1)) { database in
            try database.insertedKey("id", sql: "INSERT INTO text (owner, text) VALUES (1, 'new')", arguments: [])
        }
        #expect(next == Self.key(10_000))
        try await server.write("test", of: UserID(rawValue: 1)) {
            try $0.execute(sql: "DELETE FROM text WHERE id = ?", arguments: [next])
        }
        _ = try move(from: .postgreSQL(server), to: .sqlite(target))
        #expect(try rows(target) == before)
        let again = try target.read {
            try Int64.fetchAll($0, sql: "SELECT rowid FROM words WHERE words MATCH '\"1234\"'")
        }
        #expect(again == [Self.key(1_234)])
        for system in [source, target] { system.close() }
    }

    @Test func `from server to server`() async throws {
        let (source, first, second) = (try await filled("source"), try server(), try server())
        _ = try move(from: .sqlite(source), to: .postgreSQL(first))
        let moved = try move(from: .postgreSQL(first), to: .postgreSQL(second))
        #expect(moved.map(\.name) == ["text", "part", "log", "words"])
        #expect(moved.prefix(3).map(\.rows) == [Self.count, Self.count, 1])
        source.close()
    }

    @Test func `what another program changes meanwhile is copied once more`() async throws {
        let (source, server, target) = (try await filled("source"), try server(), try file("target"))
        let isChanged = Mutex(false)
        _ = try move(from: .sqlite(source), to: .postgreSQL(server)) { done, _ in
            let isFirst = isChanged.withLock { isChanged in
                defer { isChanged = true }
                return !isChanged
            }
            guard isFirst, done >= 0 else { return }
            try? source.writing { database in
                try database.execute(sql: "UPDATE text SET text = 'changed' WHERE id = ?", arguments: [Self.key(3)])
                try database.execute(sql: "INSERT INTO log (id, owner, line) VALUES (2, 1, 'second')")
            }
        }
        _ = try move(from: .postgreSQL(server), to: .sqlite(target))
        #expect(try rows(target) == rows(source))
        for system in [source, target] { system.close() }
    }

    @Test func `a copy that was interrupted goes on, and no other takes its place`() async throws {
        let (source, other, server) = (try await filled("source"), try await filled("other"), try server())
        // As a process leaves it that was killed: the mark, and the first rows.
        try server.writing { database in
            try database.execute(sql: "CREATE TABLE atrium_move (source TEXT NOT NULL)")
            try database.execute(sql: "INSERT INTO atrium_move (source) VALUES (?)", arguments: [source.path])
            for number in 1...700 {
                try database.execute(
                    sql: "INSERT INTO text (id, owner, text) VALUES (?, 1, ?)",
                    arguments: [Self.key(number), "\(Self.texts[number % 4]) \(number)"])
            }
        }
        #expect(throws: MoveFault.otherSource(target: server.place, source: source.path)) {
            _ = try move(from: .sqlite(other), to: .postgreSQL(server))
        }
        let first = Mutex<Int?>(nil)
        let moved = try move(from: .sqlite(source), to: .postgreSQL(server)) { done, _ in
            first.withLock { $0 = $0 ?? done }
        }
        #expect(first.withLock { $0 } == 700)
        #expect(moved.map(\.rows) == [Self.count, Self.count, 1])
        #expect(throws: MoveFault.occupied(target: server.place)) {
            _ = try move(from: .sqlite(source), to: .postgreSQL(server))
        }
        for system in [source, other] { system.close() }
    }

    @Test func `an unfinished copy is not opened, except to be finished`() async throws {
        let (source, server) = (try await filled("source"), try server())
        let unfinished = try SystemMove(from: .sqlite(source), to: .postgreSQL(server))
        _ = try unfinished.run { _, _ in }
        let other = PostgreSQLSystem(server.address, folder: folder, schema: server.schema)
        let fault = StoreFault.unfinished(path: server.place, source: source.path)
        #expect(throws: fault) { try other.prepare(Self.schema) }
        // Neither does it become the source of another copy.
        let second = try self.server()
        #expect(throws: fault) { _ = try move(from: .postgreSQL(server), to: .postgreSQL(second)) }
        _ = try move(from: .sqlite(source), to: .postgreSQL(copy(at: server)))
        try other.prepare(Self.schema)
        let path = "\(folder)/target/all.sqlite"
        let target = try SQLiteSystem(path: path, takesCopy: true)
        _ = try SystemMove(from: .postgreSQL(server), to: .sqlite(target)).run { _, _ in }
        target.close()
        let opened = try SQLiteSystem(path: path)
        #expect(throws: StoreFault.unfinished(path: path, source: server.place)) {
            try opened.prepare(Self.schema.sqlite)
        }
        opened.close()
        let again = try SQLiteSystem(path: path, takesCopy: true)
        _ = try move(from: .postgreSQL(server), to: .sqlite(again))
        again.close()
        let whole = try SQLiteSystem(path: path)
        try whole.prepare(Self.schema.sqlite)
        #expect(try rows(whole) == rows(source))
        for system in [source, whole] { system.close() }
    }

    @Test func `a source that is changed all the time is not said to be copied`() async throws {
        let source = try await filled("source")
        let count = Mutex(Self.count)
        // The index is made when all was compared.
        let server = try server(
            Self.schema { _, _, _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                try source.writing {
                    try $0.execute(
                        sql: "INSERT INTO text (id, owner, text) VALUES (?, 1, 'late')", arguments: [Self.key(number)])
                }
            })
        #expect(throws: MoveFault.restless(source: source.path)) {
            _ = try SystemMove(from: .sqlite(source), to: .postgreSQL(server)).run { _, _ in }
        }
        let copy = try copy(at: server)
        #expect(try copy.reading { try $0.hasTable("atrium_move") })
        let moved = try move(from: .sqlite(source), to: .postgreSQL(copy))
        #expect(moved.map(\.rows) == [count.withLock { $0 }, Self.count, 1])
        source.close()
    }

    @Test func `two files are not copied`() throws {
        let (one, two) = (try file("one"), try file("two"))
        #expect(throws: MoveFault.noServer) { _ = try SystemMove(from: .sqlite(one), to: .sqlite(two)) }
        for system in [one, two] { system.close() }
    }
}
