// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import Synchronization

/// Writes the statements of stores, which are SQLite’s, as PostgreSQL has them.
///
/// Both understand nearly all that stores ask. Other are: the marks of parameters, names of types, `REPLACE`, `json_each`,
/// advice to SQLite’s planner, and a few functions. A statement is rewritten once.
final class SQLDialect: Sendable {
    private struct Known {
        var statements: [String: ServerSQL] = [:]
        /// The columns of each table’s primary key.
        var keys: [String: [String]] = [:]
    }

    private let known = Mutex(Known())

    /// A statement in PostgreSQL’s words.
    func statement(_ sql: String) -> ServerSQL {
        if let known = known.withLock({ $0.statements[sql] }) { return known }
        let rewritten = Self.numbered(rewritten(sql))
        known.withLock { $0.statements[sql] = rewritten }
        return rewritten
    }

    private func rewritten(_ sql: String) -> String {
        var text = Self.plain(sql)
        if let match = text.firstMatch(of: /^\s*(?:INSERT OR REPLACE|REPLACE) INTO (\w+) ?\(([^)]*)\)/) {
            let table = String(match.1)
            let key = known.withLock { $0.keys[table] ?? [] }
            let columns = match.2.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
            let others = columns.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
            text.replaceSubrange(match.range, with: "INSERT INTO \(table) (\(match.2))")
            text += " ON CONFLICT (\(key.joined(separator: ", "))) DO "
            text += others.isEmpty ? "NOTHING" : "UPDATE SET \(others.joined(separator: ", "))"
        } else if text.contains("INSERT OR IGNORE INTO") {
            text = text.replacing("INSERT OR IGNORE INTO", with: "INSERT INTO") + " ON CONFLICT DO NOTHING"
        }
        return text
    }

    /// The statement with PostgreSQL’s words in place of SQLite’s that mean the same.
    private static func plain(_ sql: String) -> String {
        sql.replacing(/\ INDEXED BY \w+/, with: "")
            .replacing("CROSS JOIN", with: "JOIN")
            .replacing("ifnull(", with: "coalesce(")
            .replacing("instr(", with: "strpos(")
            .replacing(/total\(([\w.]+(?:\([\w.]+\))?)\)/) { "coalesce(sum(\($0.1)), 0)" }
            .replacing("AS INTEGER)", with: "AS bigint)")
            .replacing(/\ IS \?/, with: " IS NOT DISTINCT FROM ?")
            .replacing(/SELECT CAST\(value AS TEXT\) FROM json_each\((\?\d*)\)/) {
                "SELECT value FROM json_array_elements_text(\($0.1)::json) AS list (value)"
            }
            .replacing(/SELECT value FROM json_each\((\?\d*)\)/) {
                "SELECT value::bigint FROM json_array_elements_text(\($0.1)::json) AS list (value)"
            }
    }

    /// Writes `$1` in place of `?1`, and a `?` alone as one more than the highest before it.
    ///
    /// A server takes no value that its statement does not name.
    private static func numbered(_ sql: String) -> ServerSQL {
        let bytes = Array(sql.utf8)
        var parts: [(text: ArraySlice<UInt8>, number: Int)] = []
        var (start, place, highest) = (0, 0, 0)
        var isQuoted = false
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "'") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "?"), !isQuoted else { continue }
            let text = bytes[start..<place - 1]
            var number = 0
            while place < bytes.count, 0x30...0x39 ~= bytes[place] {
                number = number * 10 + Int(bytes[place]) - 0x30
                place += 1
            }
            if number == 0 { number = highest + 1 }
            highest = max(highest, number)
            parts.append((text, number))
            start = place
        }
        let used = Set(parts.map(\.number)).sorted()
        let places = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0 + 1) })
        var text: [UInt8] = []
        for part in parts { text += part.text + "$\(places[part.number] ?? 0)".utf8 }
        text += bytes[start...]
        return ServerSQL(
            text: String(decoding: text, as: UTF8.self),
            order: used.count == highest && highest > 0 ? nil : used.map { $0 - 1 })
    }
}

/// A statement in a server’s words.
struct ServerSQL {
    let text: String
    /// The places of its values among all that are given; `nil` for all of them.
    let order: [Int]?

    /// Its values among all that are given.
    func values(_ all: [PostgreSQLValue]) -> [PostgreSQLValue] { order.map { $0.map { all[$0] } } ?? all }
}

// MARK: - Tables

extension SQLDialect {
    /// Notes the keys of a store’s tables.
    func learn(_ schema: SQLSchema) {
        for (table, key) in Self.keys(of: schema) { known.withLock { $0.keys[table] = key } }
    }

    /// The columns of each table’s primary key.
    static func keys(of schema: SQLSchema) -> [(table: String, key: [String])] {
        schema.statements.compactMap { statement in
            guard let table = statement.firstMatch(of: /^CREATE TABLE (\w+)/)?.1 else { return nil }
            let key =
                statement.firstMatch(of: /PRIMARY KEY \(([^)]*)\)/).map { match in
                    match.1.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
                } ?? statement.firstMatch(of: /(\w+) INTEGER PRIMARY KEY/).map { [String($0.1)] } ?? []
            return (String(table), key)
        }
    }

    /// The statements that make a store’s tables on a server.
    static func tables(of schema: SQLSchema) -> [String] {
        let tables = schema.statements.flatMap { statement -> [String] in
            if statement.hasPrefix("CREATE VIRTUAL TABLE"), let words = schema.words {
                // By words and then by rows: the rows of a word come in their order, newest last.
                return [
                    """
                    CREATE TABLE \(words.table) (
                        word text COLLATE "C" NOT NULL, rowid bigint NOT NULL, PRIMARY KEY (word, rowid))
                    """
                ]
            }
            // Settings of SQLite’s index of words.
            guard statement.hasPrefix("CREATE TABLE") else { return statement.hasPrefix("INSERT") ? [] : [statement] }
            let made = statement.replacing("INTEGER PRIMARY KEY AUTOINCREMENT", with: "INTEGER PRIMARY KEY")
                .replacing("INTEGER PRIMARY KEY", with: "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY")
                .replacing(/\bINTEGER\b/, with: "bigint").replacing(/\bBLOB\b/, with: "bytea")
                .replacing(/\bTEXT\b/, with: #"text COLLATE "C""#).replacing(" VIRTUAL", with: " STORED")
                .replacing(/\)\s*(STRICT)?,?\s*(WITHOUT ROWID)?$/, with: ")")
            return [made]
        }
        return tables + owners(in: schema).flatMap(policy) + schema.growing.flatMap(guarding)
    }

    /// The tables whose rows are an owner’s, and where they say whose.
    static func owners(in schema: SQLSchema) -> [(table: String, owner: Owner)] {
        guard schema.hasOwners else { return [] }
        let tables = schema.statements.compactMap { statement -> (table: String, owner: Owner)? in
            guard let table = statement.firstMatch(of: /^CREATE TABLE (\w+)\s*\(\s*"?(\w+)/) else { return nil }
            return (
                String(table.1),
                statement.contains(/\bowner INTEGER/)
                    ? .column("owner") : .above(RowKey.ownerShift, bitsOf: String(table.2))
            )
        }
        return tables + (schema.words.map { [($0.table, .above($0.ownerShift, bitsOf: "rowid"))] } ?? [])
    }

    /// The triggers of a table that only grows.
    private static func guarding(_ table: String) -> [String] {
        [
            """
            CREATE FUNCTION \(table)_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION '\(table) only grows' USING ERRCODE = 'integrity_constraint_violation'; END $$
            """,
            """
            CREATE TRIGGER \(table)_is_not_changed BEFORE UPDATE OR DELETE ON \(table)
            FOR EACH ROW EXECUTE FUNCTION \(table)_only_grows()
            """,
            """
            CREATE TRIGGER \(table)_is_not_cut BEFORE TRUNCATE ON \(table)
            FOR EACH STATEMENT EXECUTE FUNCTION \(table)_only_grows()
            """,
        ]
    }

    /// Hides the rows of others, also from the role that has made the table.
    ///
    /// As a range, whose size the server knows: it would take rows of one computed owner for very few, and sort all that
    /// it finds.
    private static func policy(_ table: String, _ owner: Owner) -> [String] {
        func asked(_ setting: String) -> String { "nullif(current_setting('\(setting)', true), '')::bigint" }
        let (first, last) = (asked(OwnerSetting.first), asked(OwnerSetting.last))
        let condition =
            switch owner {
            case .column(let name): "\(name) BETWEEN \(first) AND \(last)"
            case .above(let shift, let key): "\(key) BETWEEN \(first) << \(shift) AND ((\(last) + 1) << \(shift)) - 1"
            }
        return [
            "ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY", "ALTER TABLE \(table) FORCE ROW LEVEL SECURITY",
            "CREATE POLICY own ON \(table) USING (\(condition))",
        ]
    }

    /// Where a table says whose a row is.
    enum Owner {
        case column(String)
        case above(Int, bitsOf: String)

        /// The owner of a row.
        var number: String {
            switch self {
            case .column(let name): name
            case .above(let shift, let key): "\(key) >> \(shift)"
            }
        }
    }
}

/// The settings of a transaction that say whose rows it may see.
enum OwnerSetting {
    static let (first, last) = ("atrium.first", "atrium.last")
    /// The last owner whose keys are numbers with any shift.
    static let highest: Int64 = 1 << 21 - 2
}
