// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
public import AtriumStores
public import GRDB

/// A look for one kind of wrong rows in the tables of a store, and how they are mended.
public struct StoreCheck: Sendable {
    let damage: String
    let count: @Sendable (Database) throws -> Int
    let mend: (@Sendable (Database) throws -> Void)?
    /// The table that it repairs, if its rows are derived from others: it can be made again if it cannot be read.
    private(set) var derived: String?
    /// The statements behind the one that makes that table.
    private(set) var setting: [String] = []

    /// The same check, of a table whose rows are derived from others.
    ///
    /// - Parameters:
    ///   - table: The table, which is made again if it cannot be read.
    ///   - setting: The statements behind the one that makes it.
    public func making(_ table: String, setting: [String] = []) -> StoreCheck {
        var check = self
        (check.derived, check.setting) = (table, setting)
        return check
    }

    /// A check by code.
    ///
    /// - Parameters:
    ///   - damage: The name of the damage in a `StoreFinding`.
    ///   - count: The number of wrong rows; changes nothing.
    ///   - mend: Mends them without a loss; `nil` if that is impossible.
    public init(
        _ damage: String, count: @escaping @Sendable (Database) throws -> Int,
        mend: (@Sendable (Database) throws -> Void)? = nil
    ) {
        self.damage = damage
        self.count = count
        self.mend = mend
    }

    /// A check by queries.
    ///
    /// - Parameters:
    ///   - damage: The name of the damage in a `StoreFinding`.
    ///   - rows: The rest of a query behind `SELECT count(*) FROM`.
    ///   - statements: They mend the rows; none if that is impossible.
    public init(_ damage: String, rows: String, mending statements: String...) {
        let count: @Sendable (Database) throws -> Int = { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM " + rows) ?? 0
        }
        let mend: @Sendable (Database) throws -> Void = { database in
            for sql in statements { try database.execute(sql: sql) }
        }
        self.init(damage, count: count, mend: statements.isEmpty ? nil : mend)
    }

    /// A check that rows which belong to others do so: those that belong to none are removed.
    public init(_ damage: String, _ table: String, without other: String) {
        let condition = "WHERE NOT EXISTS (SELECT 1 FROM \(other))"
        self.init(damage, rows: "\(table) \(condition)", mending: "DELETE FROM \(table) \(condition)")
    }

    /// A check that bytes are those of their hash; only a backup has them otherwise.
    public init(_ damage: String, bytesOf table: String, hash: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.init(
            damage,
            count: { database in
                // One after the other: files are large.
                let rows = try Row.fetchCursor(database, sql: "SELECT digest, bytes FROM \(table)")
                var count = 0
                while let row = try rows.next() { if hash(row.bytes(1)) != row.bytes(0) { count += 1 } }
                return count
            })
    }

    /// A check that changes in a journal can be read; those that cannot are passed over from then on.
    ///
    /// - Parameters:
    ///   - damage: The name of the damage in a `StoreFinding`.
    ///   - table: The table of the journal.
    ///   - isWhole: Whether every line of an entry can be read.
    public init(_ damage: String, journal table: String, isWhole: @escaping @Sendable (JournalEntry) -> Bool) {
        let broken: @Sendable (Database) throws -> [(owner: Int64, id: Int64)] = { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT owner, id, state, changes, typeof(changes) FROM \(table) WHERE state <> 3")
            var broken: [(Int64, Int64)] = []
            while let row = try rows.next() {
                let entry = JournalEntry(
                    origin: Origin(command: "", time: .init(milliseconds: 0), process: 0, run: ""),
                    changes: row.bytes(3))
                let isKnown = (0...3).contains(row.number(2)) && row.text(4) == "blob"
                if !isKnown || !isWhole(entry) { broken.append((row.number(0), row.number(1))) }
            }
            return broken
        }
        self.init(
            damage, count: { try broken($0).count },
            mend: { database in
                for (owner, id) in try broken(database) {
                    try database.execute(
                        sql: "UPDATE \(table) SET state = 3 WHERE owner = ? AND id = ?", arguments: [owner, id])
                }
            })
    }

    /// A check that an index of words has what the rows say.
    ///
    /// - Parameters:
    ///   - damage: The name of the damage in a `StoreFinding`.
    ///   - index: An FTS5 table without content.
    ///   - texts: Passes the number and the text of each indexed row.
    public init(
        _ damage: String, index: String,
        texts: @escaping @Sendable (Database, _ take: (Int64, String) throws -> Void) throws -> Void
    ) {
        self.init(
            damage,
            count: { database in
                var (said, meant) = (WordSum(), WordSum())
                try texts(database) { meant.add($1) }
                try database.execute(
                    sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(index)_words USING fts5vocab(main, \(index), row)")
                let rows = try Row.fetchCursor(database, sql: "SELECT term, cnt FROM temp.\(index)_words")
                while let row = try rows.next() { said.add(Array(row.text(0).utf8)[...], times: row.count(1)) }
                return said == meant ? 0 : max(1, abs(said.words - meant.words))
            },
            mend: { database in
                try database.execute(sql: "INSERT INTO \(index)(\(index)) VALUES ('delete-all')")
                try texts(database) { key, text in
                    try database.cachedStatement(sql: "INSERT INTO \(index)(rowid, text) VALUES (?, ?)")
                        .execute(arguments: [key, text])
                }
            })
    }
}

/// The words of an index as one number, whatever their order, and how many there are.
struct WordSum: Equatable {
    private var sum: UInt64 = 0
    private(set) var words = 0

    /// Adds a word as often as it occurs.
    mutating func add(_ word: ArraySlice<UInt8>, times: Int = 1) {
        // FNV-1a, with a last step that mixes all bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in word { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 31)) &* 0x7FB5_D329_728E_A185
        sum = sum &+ (hash ^ (hash >> 27)) &* UInt64(times)
        words += times
    }

    /// Adds the words of a text, as the tokenizer `ascii` separates them.
    ///
    /// Source: “FTS5 Extension”, 4.3.2, https://www.sqlite.org/fts5.html
    mutating func add(_ text: String) {
        var word: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x80...0xFF: word.append(byte)
            case 0x41...0x5A: word.append(byte | 0x20)
            default:
                if !word.isEmpty { add(word[...]) }
                word.removeAll(keepingCapacity: true)
            }
        }
        if !word.isEmpty { add(word[...]) }
    }
}

extension SQLiteSystem {
    /// Examines the tables of a store.
    ///
    /// - Parameters:
    ///   - schema: The schema of the tables, in the version that this program knows.
    ///   - prefix: The beginning of the names of its tables.
    ///   - checks: The checks of the rows, in the order in which they run.
    ///   - mends: Whether to mend what can be; otherwise nothing is changed, and missing tables stay missing.
    /// - Throws: `StoreFault`, for instance if a newer version has written the tables.
    public func examine(
        _ schema: SQLiteSchema, tables prefix: String, _ checks: [StoreCheck], mends: Bool
    ) async throws -> [StoreFinding] {
        let (version, isUnfinished) = try read(schema.state(in:))
        guard !isUnfinished else { throw try read { try SystemMove.unfinished(SQLDatabase($0), at: path) } }
        guard version > 0 else { return [] }
        guard version <= schema.version else {
            throw StoreFault.newer(
                path: path, schema: schema.name, found: String(version), known: String(schema.version))
        }
        let wanted = try Self.definitions(of: schema, prefix)
        var found: [StoreFinding] = []
        /// Makes a table anew that has nothing but what other rows say.
        func remake(_ check: StoreCheck, _ table: String, with sql: String) async throws -> Bool {
            do {
                try await write { database in
                    try database.execute(sql: "DROP TABLE IF EXISTS \(table)")
                    for statement in [sql] + check.setting { try database.execute(sql: statement) }
                    try check.mend?(database)
                }
                feeds.postUnknown()
                return try read(check.count) == 0
            } catch let fault as StoreFault {
                if case .damaged = fault { return false }
                throw fault
            }
        }
        func look(_ check: StoreCheck) async throws {
            let count: Int
            do { count = try read(check.count) } catch let fault as StoreFault {
                guard case .damaged = fault else { throw fault }
                // Any other table that cannot be read is damaged as a whole, which SQLite’s own check says.
                guard let table = check.derived, let sql = wanted[table] else {
                    return found.append(StoreFinding(check.damage, count: 1, .lost))
                }
                let outcome: StoreFinding.Outcome =
                    try await !mends ? .mendable : remake(check, table, with: sql) ? .mended : .lost
                return found.append(StoreFinding(check.damage, count: 1, outcome))
            }
            guard count > 0 else { return }
            guard let mend = check.mend else { return found.append(StoreFinding(check.damage, count: count, .lost)) }
            guard mends else { return found.append(StoreFinding(check.damage, count: count, .mendable)) }
            try await write(mend)
            // Observers have to read everything again.
            feeds.postUnknown()
            let left = try read(check.count)
            found.append(StoreFinding(check.damage, count: count, left == 0 ? .mended : .lost))
        }
        // Tables that other rows can make anew, with those that the index of words keeps for itself.
        let there = try read { Set(try Self.definitions($0, prefix).keys) }
        for check in checks {
            guard let table = check.derived, let sql = wanted[table] else { continue }
            let own = wanted.keys.filter { $0 == table || $0.hasPrefix(table + "_") && sql.contains("VIRTUAL") }
            guard !there.isSuperset(of: own) else { continue }
            let outcome: StoreFinding.Outcome =
                try await !mends ? .mendable : remake(check, table, with: sql) ? .mended : .lost
            found.append(StoreFinding(check.damage, count: 1, outcome))
        }
        if found.contains(where: { $0.outcome != .mended }) { return found }
        let parts = try Self.parts(of: wanted, prefix)
        try await look(parts.tables)
        try await look(parts.indices)
        // The others would fail on tables and indices that are not there.
        if found.contains(where: { $0.outcome != .mended }) { return found }
        for check in [parts.triggers] + checks { try await look(check) }
        return found
    }

    /// The checks that all tables, indices and triggers are there, as the schema makes them.
    private static func parts(of wanted: [String: String], _ prefix: String) throws -> (
        tables: StoreCheck, indices: StoreCheck, triggers: StoreCheck
    ) {
        let missing: @Sendable (Database) throws -> [String] = { database in
            let there = try definitions(database, prefix)
            return wanted.filter { there[$0.key] == nil }.sorted { $0.key < $1.key }.map(\.value)
        }
        func check(_ isMeant: @escaping @Sendable (String) -> Bool, isMade: Bool) -> StoreCheck {
            let count: @Sendable (Database) throws -> Int = { try missing($0).count(where: isMeant) }
            let mend: @Sendable (Database) throws -> Void = { database in
                for sql in try missing(database) where isMeant(sql) { try database.execute(sql: sql) }
            }
            return StoreCheck("tables", count: count, mend: isMade ? mend : nil)
        }
        let isIndex: @Sendable (String) -> Bool = { $0.hasPrefix("CREATE INDEX") || $0.hasPrefix("CREATE UNIQUE") }
        let isTrigger: @Sendable (String) -> Bool = { $0.hasPrefix("CREATE TRIGGER") }
        // The contents of a table are lost; an index is made of the rows.
        return (
            check({ !isIndex($0) && !isTrigger($0) }, isMade: false), check(isIndex, isMade: true),
            check(isTrigger, isMade: true)
        )
    }

    /// The tables, indices and triggers that a schema makes, by name.
    private static func definitions(of schema: SQLiteSchema, _ prefix: String) throws -> [String: String] {
        let model = try SQLiteSystem.inMemory()
        defer { model.close() }
        try model.prepare(schema)
        return try model.read { try definitions($0, prefix) }
    }

    private static func definitions(_ database: Database, _ prefix: String) throws -> [String: String] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT name, sql FROM sqlite_schema WHERE name GLOB ? || '*' AND sql IS NOT NULL",
            arguments: [prefix])
        return Dictionary(rows.map { ($0.text(0), $0.text(1)) }, uniquingKeysWith: { first, _ in first })
    }
}
