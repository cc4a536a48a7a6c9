// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import AtriumSystems

/// What is read of values that another program may have written.
struct StoredColumnsTests {
    /// The same of a row of a statement, of a copy of it, and of the statement itself, which read in different ways.
    private func read<Result: Equatable>(_ sql: String, _ body: (any StoredColumns) -> Result) throws -> Result {
        try DatabaseQueue().read { database in
            let row = try #require(try Row.fetchOne(database, sql: "SELECT " + sql))
            let rows = try Row.fetchCursor(database, sql: "SELECT " + sql)
            let read = body(try #require(try rows.next()))
            #expect(read == body(row), "\(sql)")
            let values = try SQLRow.fetchOne(SQLDatabase(database).cachedStatement(sql: "SELECT " + sql))
            #expect(read == body(try #require(values)), "\(sql)")
            let stored = try StoredRows(database, sql: "SELECT " + sql, [])
            #expect(read == body(try #require(try stored.next())), "\(sql)")
            #expect(try stored.next() == nil)
            #expect(try stored.next() == nil)
            return read
        }
    }

    private func bytes(_ sql: String) throws -> [UInt8]? {
        try DatabaseQueue().read { try Row.fetchOne($0, sql: "SELECT " + sql)?.optionalBytes(0) }
    }

    @Test(arguments: [
        ("7", 7), ("-7", -7), ("NULL", 0), ("'12'", 12), ("'12 apples'", 12), ("' -7.9e3'", -7),
        ("'apples'", 0), ("x'3132'", 12), ("x'FF'", 0), ("'99999999999999999999'", Int64.max), ("2.9", 2), ("-2.9", -2),
        ("9e999", Int64.max), ("-9e999", Int64.min), ("9223372036854775807", Int64.max), ("''", 0),
    ])
    func numbers(_ sql: String, _ number: Int64) throws {
        #expect(try read(sql) { $0.number(0) } == number)
        #expect(try read(sql) { $0.optionalNumber(0) } == (sql == "NULL" ? nil : number))
        #expect(try read(sql) { $0.number(0, within: -5...5) } == min(max(number, -5), 5))
        #expect(try read(sql) { $0.count(0) } == Int(min(max(number, 0), 1 << 40)))
    }

    @Test(arguments: [
        ("'text'", "text"), ("'你好'", "你好"), ("''", ""), ("7", "7"), ("2.5", "2.5"), ("x'6162'", "ab"), ("x''", ""),
        ("x'61FF62'", "a\u{FFFD}b"), ("x'6100'", "a\0"),
    ])
    func texts(_ sql: String, _ text: String) throws {
        #expect(try read(sql) { $0.text(0) } == text)
        #expect(try read(sql) { $0.optionalText(0) } == text)
        #expect(try (bytes(sql) ?? []).count >= text.utf8.count - 2)
    }

    @Test func `a text above the limit is refused, and nothing stands in its place`() throws {
        let text = String(repeating: "x", count: 2000)
        try DatabaseQueue().write { database in
            try database.execute(sql: "CREATE TABLE t (a)")
            sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, 1000)
            let insert = "INSERT INTO t VALUES (?)"
            let statement = try BulkStatement(database, sql: insert)
            statement.bind(text, at: 1)
            let refused = #expect(throws: DatabaseError.self) { try statement.run() }
            #expect(refused?.resultCode == .SQLITE_TOOBIG)
            #expect(throws: DatabaseError.self) { try statement.run(with: text, at: 1) }
            #expect(throws: DatabaseError.self) {
                try SQLDatabase(database).execute(sql: insert, arguments: [text])
            }
            #expect(throws: DatabaseError.self) {
                try SQLDatabase(database).execute(sql: insert, arguments: [Data(text.utf8)])
            }
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM t") == 0)
            statement.bind("fine", at: 1)
            try statement.run()
            #expect(try String.fetchAll(database, sql: "SELECT a FROM t") == ["fine"])
        }
    }

    @Test func `a text is read to its end, whatever is in it`() throws {
        try DatabaseQueue().read { database in
            let rows = try StoredRows(database, sql: "SELECT CAST(x'610062' AS TEXT)", [])
            #expect(try rows.next()?.text(0) == "a\0b")
        }
    }

    @Test func `values are bound as they are, and as many as there are parameters`() throws {
        try DatabaseQueue().write { database in
            let system = SQLDatabase(database)
            try database.execute(sql: "CREATE TABLE t(a, b, c, d, e, f)")
            let insertion = try system.cachedStatement(sql: "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)")
            try insertion.execute(arguments: [Int64.min, 2.5, "a\0b", "", Data([0, 255]), Data()])
            try insertion.execute(arguments: [nil, true, nil, nil, nil, nil])
            let types = "a, typeof(b), hex(c), typeof(d) || length(d), hex(e), typeof(f) || length(f)"
            let rows = try SQLRow.fetchAll(system.cachedStatement(sql: "SELECT \(types) FROM t"))
            let texts = rows.map { row in (0..<6).map { row.optionalText($0) } }
            #expect(
                texts == [
                    ["\(Int64.min)", "real", "610062", "text0", "00FF", "blob0"], [nil, "integer", "", nil, "", nil],
                ])
            for arguments in [[1], [1, 2, 3]] as [SQLArguments] {
                #expect(throws: DatabaseError.self) {
                    try SQLRow.fetchOne(system.cachedStatement(sql: "SELECT ?, ?"), arguments: arguments)
                }
            }
        }
    }

    @Test func `a statement that has failed is run again`() throws {
        try DatabaseQueue().write { database in
            let system = SQLDatabase(database)
            let sql = "SELECT abs(?)"
            for _ in 1...2 {
                #expect(throws: DatabaseError.self) {
                    try SQLRow.fetchOne(system.cachedStatement(sql: sql), arguments: [Int64.min])
                }
                let row = try SQLRow.fetchOne(system.cachedStatement(sql: sql), arguments: [-7])
                #expect(row?.number(0) == 7)
            }
        }
    }

    @Test func `nothing is nothing`() throws {
        #expect(try read("NULL") { $0.optionalText(0) } == nil)
        #expect(try read("NULL") { $0.text(0) } == "")
        #expect(try bytes("NULL") == nil)
    }
}
