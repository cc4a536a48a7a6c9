// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
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

    @Test func `a text is read to its end, whatever is in it`() throws {
        try DatabaseQueue().read { database in
            let rows = try StoredRows(database, sql: "SELECT CAST(x'610062' AS TEXT)", [])
            #expect(try rows.next()?.text(0) == "a\0b")
        }
    }

    @Test func `nothing is nothing`() throws {
        #expect(try read("NULL") { $0.optionalText(0) } == nil)
        #expect(try read("NULL") { $0.text(0) } == "")
        #expect(try bytes("NULL") == nil)
    }
}
