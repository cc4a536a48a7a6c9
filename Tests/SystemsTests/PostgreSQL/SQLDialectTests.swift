// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import Testing

@testable import AtriumSystems

/// The statements of stores in a server’s words.
struct SQLDialectTests {
    @Test(arguments: [
        ("SELECT a FROM t WHERE b = ? AND c = ?", "SELECT a FROM t WHERE b = $1 AND c = $2"),
        ("SELECT '?' FROM t WHERE b = ?", "SELECT '?' FROM t WHERE b = $1"),
        ("SELECT a / ?1, a % ?1 FROM t WHERE b = ?", "SELECT a / $1, a % $1 FROM t WHERE b = $2"),
        ("INSERT OR IGNORE INTO t (a) VALUES (?)", "INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING"),
        (
            "REPLACE INTO t (a, b, c) VALUES (?, ?, ?)",
            "INSERT INTO t (a, b, c) VALUES ($1, $2, $3) ON CONFLICT (a, b) DO UPDATE SET c = excluded.c"
        ),
        ("SELECT a FROM t INDEXED BY i WHERE a IS ?", "SELECT a FROM t WHERE a IS NOT DISTINCT FROM $1"),
        ("SELECT CAST(total(length(t.a)) AS INTEGER)", "SELECT CAST(coalesce(sum(length(t.a)), 0) AS bigint)"),
        (
            "a IN (SELECT value FROM json_each(?))",
            "a IN (SELECT value::bigint FROM json_array_elements_text($1::json) AS list (value))"
        ),
    ])
    func `statements keep their meaning`(sqlite: String, server: String) {
        let dialect = SQLDialect()
        dialect.learn(SQLSchema("t", sql: "CREATE TABLE t (a TEXT, b TEXT, c TEXT, PRIMARY KEY (a, b));"))
        #expect(dialect.statement(sqlite).text == server)
    }

    @Test func `a server gets the values that a statement names, each once`() {
        let statement = SQLDialect().statement("SELECT a FROM t WHERE b = ?3 AND c = ?1 AND d = ?3")
        #expect(statement.text == "SELECT a FROM t WHERE b = $2 AND c = $1 AND d = $2")
        #expect(statement.values([.integer(1), .integer(2), .integer(3)]) == [.integer(1), .integer(3)])
    }

    @Test(arguments: [
        ("\"milk\"", true, 1), ("\"oat milk\"", false, 2), ("\"milk\" AND \"oat\" *", true, 2),
        ("(\"a\" OR \"b\") NOT (\"c\")", true, 3), ("\"a\" NOT \"b c\"", false, 1), ("\"\"", true, 0),
    ])
    func `a query of words is exact unless words must stand side by side`(match: String, isExact: Bool, words: Int) {
        let condition = SQLTextMatch(match, in: "t", key: "m.id", within: 0...9)
        #expect(condition.isExact == isExact)
        #expect(condition.condition.split(separator: "w.word").count - 1 == words + (match.contains("*") ? 1 : 0))
        #expect(condition.condition.count { $0 == "?" } == condition.values.count)
    }

    @Test(arguments: [
        ("\"milk\"", true), ("\"milk\" AND \"oat\"", true), ("\"milk\" NOT \"oat\" *", true), ("\"milk\" *", false),
        ("\"milk\" OR \"oat\"", false), ("\"milk\" AND (\"a\" OR \"b\")", false),
    ])
    func `the rows of whole words come in their order`(match: String, isInOrder: Bool) {
        #expect(SQLTextMatch.isInOrder(match) == isInOrder)
    }

    @Test func `words are FTS5's`() {
        #expect(SQLWords.of("It’s OAT-milk, oat 你好") == ["it’s", "oat", "milk", "你好"])
        #expect(SQLWords.of(String(repeating: "é", count: 300)).first?.utf8.count == 400)
    }
}
