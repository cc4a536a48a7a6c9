// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import GRDB

/// The tables of one store, as SQLite has them; `SQLDialect` says what they are on a server.
public struct SQLSchema: Sendable {
    /// The index of words of a store.
    public struct Words: Sendable {
        /// Passes the key and the text of each row that the index has; keys may be others on a server.
        public typealias Texts =
            @Sendable (
                _ database: SQLDatabase, _ isForServer: Bool, _ take: (Int64, String) throws -> Void
            ) throws -> Void

        /// The table.
        public let table: String
        /// The number of bits below the owner in the key of a row on a server.
        public let ownerShift: Int
        /// Its texts, with which it is made anew in another system.
        let texts: Texts?

        /// The index in a table.
        public init(_ table: String, ownerShift: Int = RowKey.ownerShift, texts: Texts? = nil) {
            self.table = table
            self.ownerShift = ownerShift
            self.texts = texts
        }
    }

    /// The rows that a member’s role has in a table without owners; see `PostgreSQLSystem.grant(_:to:)`.
    public struct MemberRows: Sendable {
        let table: String
        let rights: String
        let seen: @Sendable (_ user: String) -> String
        let written: (@Sendable (_ user: String) -> String)?

        /// The rows of a table that satisfy a condition.
        ///
        /// - Parameters:
        ///   - table: The name of the table.
        ///   - rights: What the role may do with them, as GRANT names it.
        ///   - seen: The condition, in which `user` stands for the number of the member’s user.
        ///   - written: The condition for rows that are written; `nil`: the same.
        public init(
            _ table: String, _ rights: String, seen: @escaping @Sendable (_ user: String) -> String,
            written: (@Sendable (_ user: String) -> String)? = nil
        ) {
            (self.table, self.rights, self.seen, self.written) = (table, rights, seen, written)
        }
    }

    /// Names the store.
    public let name: String
    /// The statements that make the tables, each with a semicolon behind it.
    let sql: String
    let words: Words?
    /// Whether each row is an owner’s, which a server then guards.
    let hasOwners: Bool
    /// Tables in which rows are neither changed nor removed: each system refuses that.
    let growing: [String]
    /// Tables whose rows need not last: on a disk that takes no changes they are kept in memory.
    let passing: [String]
    /// The rows of members in tables without owners.
    let memberRows: [MemberRows]
    /// Statements for a server, each of which may be repeated, before members get rights.
    let memberStatements: [String]
    /// Whether the role of a machine that sends has the rows of all owners.
    let isForWorkers: Bool

    /// Tables of this SQL.
    ///
    /// - Parameters:
    ///   - name: The name of the store.
    ///   - sql: The statements that make the tables, each with a semicolon behind it.
    ///   - words: The index of words; `nil` if there is none.
    ///   - hasOwners: Whether each table has a column `owner`, or a first column that is a `RowKey`.
    ///   - growing: Tables in which rows are neither changed nor removed.
    ///   - passing: Tables whose rows need not last; see `passing`.
    ///   - memberRows: The rows that a member’s role has in tables without owners; none in a table that is not named.
    ///   - memberStatements: Statements for a server, each of which may be repeated, before members get rights.
    ///   - isForWorkers: Whether the role of a machine that sends has the rows of all owners.
    public init(
        _ name: String, sql: String, words: Words? = nil, hasOwners: Bool = true, growing: [String] = [],
        passing: [String] = [], memberRows: [MemberRows] = [], memberStatements: [String] = [],
        isForWorkers: Bool = false
    ) {
        self.name = name
        self.sql = sql
        self.words = words
        self.hasOwners = hasOwners
        self.growing = growing
        self.passing = passing
        self.memberRows = memberRows
        self.memberStatements = memberStatements
        self.isForWorkers = isForWorkers
    }

    /// The version that this program knows.
    public var version: Int { sqlite.version }

    /// The same for a SQLite file.
    public var sqlite: SQLiteSchema {
        // Put together when a file gets the tables, not at each start.
        SQLiteSchema(
            name, steps: [{ try $0.execute(sql: sql + growing.map(Self.guarding).joined()) }], passing: passing)
    }

    /// The triggers of a table that only grows, in SQLite; see `SQLDialect.guarding(_:)`.
    private static func guarding(_ table: String) -> String {
        """

        CREATE TRIGGER \(table)_is_not_changed BEFORE UPDATE ON \(table)
            BEGIN SELECT RAISE(ABORT, '\(table) only grows'); END;
        CREATE TRIGGER \(table)_is_not_cut BEFORE DELETE ON \(table)
            BEGIN SELECT RAISE(ABORT, '\(table) only grows'); END;
        """
    }

    /// The names of the tables.
    var tables: [String] { statements.compactMap { $0.firstMatch(of: /^CREATE TABLE (\w+)/).map { String($0.1) } } }

    /// The statements, without comments around them.
    var statements: [String] {
        sql.split(separator: ";").map { String($0.trimmed(where: \.isWhitespace)) }.filter { !$0.isEmpty }
    }
}
