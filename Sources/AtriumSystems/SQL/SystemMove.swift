// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumPostgreSQL
import AtriumStores
import Foundation
import GRDB

/// Copies all that one system keeps into another one, and changes nothing in the first; one of them at least is a server.
///
/// Rows come in the order of their keys, some in each transaction, so that a copy that was interrupted goes on behind the last
/// row of each table. In the end the rows of both are counted and hashed, in one state of the source. A table that another
/// program has changed meanwhile is copied once more.
///
/// A mark in the target keeps everything but a copy from opening it until `finish()`.
package struct SystemMove: Sendable {
    /// The rows of one table that both systems have in the end.
    package struct Table: Sendable, Hashable {
        package let name: String
        package let rows: Int
    }

    /// All stores of both systems: those of a server are known once they were opened there.
    private let parts: [Part]
    /// The source, as users know it.
    package let source: String
    private let target: Side

    /// Tables of the same names in two systems.
    fileprivate struct Part: Sendable {
        let name: String
        let source: Side
        let target: Side
        let schemas: [SQLSchema]
    }

    /// A copy of one system in another one.
    ///
    /// - Throws: `MoveFault.noServer`; `StoreFault` if a file cannot be opened.
    package init(from source: InformationSystem, to target: InformationSystem) throws {
        switch (source, target) {
        case (.sqlite(let file), .postgreSQL(let server)):
            let beside = try server.opened.compactMap { name, companion -> Part? in
                // Beside the file lies what the server has in a schema beside its own.
                let path = "\(file.folder)/\(name).sqlite"
                guard FileStatus(path, followingLinks: true) != nil else { return nil }
                return Part(
                    name: name + ".", source: .file(try file.openCompanion(at: path)), target: .server(companion),
                    schemas: companion.schemas)
            }
            parts = [Part(name: "", source: .file(file), target: .server(server), schemas: server.schemas)] + beside
            (self.source, self.target) = (file.path, .server(server))
        case (.postgreSQL(let server), .sqlite(let file)):
            let beside = try server.opened.map { name, companion in
                let other = try file.openCompanion(at: "\(file.folder)/\(name).sqlite")
                for schema in companion.schemas { try other.prepare(schema.sqlite) }
                return Part(
                    name: name + ".", source: .server(companion), target: .file(other), schemas: companion.schemas)
            }
            for schema in server.schemas { try file.prepare(schema.sqlite) }
            parts = [Part(name: "", source: .server(server), target: .file(file), schemas: server.schemas)] + beside
            (self.source, self.target) = (server.place, .file(file))
        case (.postgreSQL(let from), .postgreSQL(let to)):
            let others = Dictionary(uniqueKeysWithValues: from.opened.map { ($0.key, $0.value) })
            let beside = to.opened.compactMap { name, companion in
                others[name].map {
                    Part(
                        name: name + ".", source: .server($0), target: .server(companion),
                        schemas: companion.schemas)
                }
            }
            parts = [Part(name: "", source: .server(from), target: .server(to), schemas: to.schemas)] + beside
            (self.source, self.target) = (from.place, .server(to))
        default: throw MoveFault.noServer
        }
    }

    /// Copies all rows that are not there yet, and compares; it blocks its thread.
    ///
    /// - Parameter progress: Receives the number of rows that are there, and of all.
    /// - Throws: `MoveFault`; `StoreFault`: the next call goes on where this one ended.
    package func run(_ progress: (_ done: Int, _ all: Int) -> Void) throws -> [Table] {
        try begin()
        var all = 0
        for part in parts { all += try part.source.read { try part.count(in: $0) } }
        var done = 0
        for part in parts {
            try part.source.read { source in
                for table in part.tables {
                    try part.copy(table, from: source) { count in
                        done += count
                        progress(min(done, all), all)
                    }
                }
            }
        }
        for _ in 0..<Self.tries {
            let state = try parts.map { try $0.source.state }
            let moved = try parts.flatMap { part in try part.source.read { try part.settle(from: $0) } }
            if try parts.map({ try $0.source.state }) == state { return moved }
        }
        throw MoveFault.restless(source: source)
    }

    /// Ends the copy: from then on the target can be used.
    ///
    /// - Throws: `StoreFault`.
    package func finish() throws { try target.write { try $0.execute(sql: "DROP TABLE \(Self.mark)") } }

    /// How often a source that changes meanwhile is compared.
    private static let tries = 4

    /// The table that an unfinished copy has in its target, with the name of its source.
    static let mark = "atrium_move"

    private static func markedSource(_ database: SQLDatabase) throws -> String? {
        try String.fetchOne(database, "SELECT source FROM \(mark)")
    }

    /// The fault of opening an unfinished copy.
    static func unfinished(_ database: SQLDatabase, at place: String) throws -> StoreFault {
        .unfinished(path: place, source: try markedSource(database) ?? "")
    }

    /// Notes the source in the target, unless that is there from an earlier call.
    private func begin() throws {
        if let first = parts.first?.source {
            let fault = try first.read { try $0.hasTable(Self.mark) ? Self.unfinished($0, at: source) : nil }
            if let fault { throw fault }
        }
        let isMarked = try target.read { try $0.hasTable(Self.mark) }
        if isMarked {
            let former = try target.read(Self.markedSource)
            guard former == source else { throw MoveFault.otherSource(target: target.place, source: former ?? "") }
            return
        }
        for part in parts {
            guard try part.target.read({ try part.count(in: $0) }) == 0 else {
                throw MoveFault.occupied(target: target.place)
            }
        }
        try target.write { database in
            try database.execute(sql: "CREATE TABLE \(Self.mark) (source TEXT NOT NULL)")
            try database.execute(sql: "INSERT INTO \(Self.mark) (source) VALUES (?)", arguments: [source])
        }
    }
}

/// The failures of a copy, as facts.
package enum MoveFault: Error, Hashable, Sendable {
    /// Neither system is a server.
    case noServer
    /// The target has data of its own.
    case occupied(target: String)
    /// The target has an unfinished copy of another source.
    case otherSource(target: String, source: String)
    /// The rows of a table differ after a second try: another program changes the target, or has.
    case differing(table: String, target: String)
    /// Another program changes the source again and again.
    case restless(source: String)
}

// MARK: - Sides

extension SystemMove {
    /// A system, used on the caller’s thread.
    fileprivate enum Side: Sendable {
        case file(SQLiteSystem)
        case server(PostgreSQLSystem)

        var place: String {
            switch self {
            case .file(let system): system.path
            case .server(let system): system.place
            }
        }

        /// Reads one consistent state.
        func read<Result>(_ body: (SQLDatabase) throws -> Result) throws -> Result {
            switch self {
            case .file(let system): try system.read { try body(SQLDatabase($0)) }
            case .server(let system):
                try system.reading { database in
                    // It waits for the other side, which may take longer than a server lets a transaction wait.
                    try database.execute(sql: "SET LOCAL idle_in_transaction_session_timeout = 0")
                    return try body(database)
                }
            }
        }

        /// A value that any change of the data changes.
        var state: State {
            get throws {
                switch self {
                case .file(let system): .file(system.state)
                case .server(let system):
                    .server(
                        try system.reading {
                            try Int64.fetchOne($0.cachedStatement(sql: "SELECT sum(number) FROM atrium_change")) ?? 0
                        })
                }
            }
        }

        enum State: Equatable {
            case file(LogState?)
            case server(Int64)
        }

        /// Writes one transaction.
        func write(_ body: (SQLDatabase) throws -> Void) throws {
            switch self {
            case .file(let system):
                try system.writing { database in
                    try database.inTransaction(.immediate) {
                        try body(SQLDatabase(database))
                        return .commit
                    }
                }
            case .server(let system): try system.writing(body)
            }
        }
    }
}

// MARK: - Tables

extension SystemMove {
    /// A table with a key.
    fileprivate struct KeyedTable {
        let name: String
        let key: [String]
        /// Whether its rows can only become more.
        let grows: Bool

        var order: String { key.joined(separator: ", ") }

        /// The number of its rows.
        func count(in database: SQLDatabase) throws -> Int {
            try Int.fetchOne(database, "SELECT count(*) FROM \(name)") ?? 0
        }

        /// A server’s sequence that gives the values of a column; `nil` if there is none.
        func sequence(of column: String, in database: SQLDatabase) throws -> String? {
            try String.fetchOne(database, "SELECT pg_get_serial_sequence(?, ?)", [name, column.filter { $0 != "\"" }])
        }
    }
}

extension SystemMove.Part {
    fileprivate var tables: [SystemMove.KeyedTable] {
        schemas.flatMap { schema in
            var tables = SQLDialect.keys(of: schema).map { name, key in
                SystemMove.KeyedTable(name: name, key: key, grows: schema.growing.contains(name))
            }
            // Between servers the index is a table like any other.
            if case (.server, .server) = (source, target), let words = schema.words {
                tables.append(.init(name: words.table, key: ["word", "rowid"], grows: false))
            }
            return tables
        }
    }

    /// The number of rows of all tables; a file may lack those of an app that was never used.
    fileprivate func count(in database: SQLDatabase) throws -> Int {
        try tables.reduce(0) { sum, table in
            guard try database.hasTable(table.name) else { return sum }
            return try sum + table.count(in: database)
        }
    }

    private func columns(of table: String, in database: SQLDatabase) throws -> [String] {
        // Without those that the system makes of others.
        let sql =
            database.isServer
            ? """
            SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()
                AND table_name = ? AND is_generated = 'NEVER' ORDER BY ordinal_position
            """ : "SELECT name FROM pragma_table_info(?)"
        return try String.fetchAll(database, sql, [table]).map { "\"\($0)\"" }
    }

    private static let (mostRows, mostBytes) = (512, 1 << 21)

    /// About the number of bytes of a value.
    private static func size(of value: (any SQLValue)?) -> Int {
        switch value?.databaseValue.storage {
        case .string(let text): text.utf8.count
        case .blob(let data): data.count
        default: 8
        }
    }

    /// Copies the rows behind the last one that is there.
    fileprivate func copy(
        _ table: SystemMove.KeyedTable, from source: SQLDatabase, _ note: (_ rows: Int) -> Void
    ) throws {
        guard try source.hasTable(table.name) else { return }
        let columns = try columns(of: table.name, in: source)
        let (last, count) = try target.read { database in
            let last = try database.row(
                """
                SELECT \(table.order) FROM \(table.name)
                ORDER BY \(table.key.map { "\($0) DESC" }.joined(separator: ", ")) LIMIT 1
                """)
            return (last?.values, try table.count(in: database))
        }
        note(count)
        let marks = { (count: Int) in repeatElement("?", count: count).joined(separator: ", ") }
        let rest = last == nil ? "" : "WHERE (\(table.order)) > (\(marks(table.key.count)))"
        let list = columns.joined(separator: ", ")
        let rows = try source.cursor(
            "SELECT \(list) FROM \(table.name) \(rest) ORDER BY \(table.order)", SQLArguments(last ?? []))
        let insertion = "INSERT INTO \(table.name) (\(list)) VALUES (\(marks(columns.count)))"
        var (batch, bytes): ([[(any SQLValue)?]], Int) = ([], 0)
        func write() throws {
            guard !batch.isEmpty else { return }
            try target.write { database in
                for row in batch {
                    try database.run(insertion, SQLArguments(row))
                }
            }
            note(batch.count)
            (batch, bytes) = ([], 0)
        }
        while let row = try rows.next() {
            let values = row.values
            bytes += values.reduce(0) { $0 + Self.size(of: $1) }
            batch.append(values)
            if batch.count == Self.mostRows || bytes >= Self.mostBytes { try write() }
        }
        try write()
        try copyCounter(of: table, from: source)
    }

    /// Keeps numbers that were given once from being given again.
    private func copyCounter(of table: SystemMove.KeyedTable, from source: SQLDatabase) throws {
        guard table.key.count == 1, let key = table.key.first else { return }
        var last: Int64?
        if source.isServer {
            if let sequence = try table.sequence(of: key, in: source) {
                last = try Int64.fetchOne(source, "SELECT last_value FROM \(sequence) WHERE is_called")
            }
        } else if try source.hasTable("sqlite_sequence") {
            last = try Int64.fetchOne(source, "SELECT seq FROM sqlite_sequence WHERE name = ?", [table.name])
        }
        try target.write { target in
            if target.isServer {
                guard let sequence = try table.sequence(of: key, in: target) else { return }
                let highest = try Int64.fetchOne(target, "SELECT max(\(key)) FROM \(table.name)")
                guard let number = [last, highest].compactMap(\.self).max(), number > 0 else { return }
                _ = try Int64.fetchOne(target, "SELECT setval(?, ?)", [sequence, number])
            } else if let last, try target.hasTable("sqlite_sequence") {
                try target.execute(
                    sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", arguments: [last, table.name])
            }
        }
    }

    /// Compares all tables with one state of the source, copies those that differ once more, and makes the index.
    fileprivate func settle(from source: SQLDatabase) throws -> [SystemMove.Table] {
        let settled = try tables.map { table in
            SystemMove.Table(name: name + table.name, rows: try settle(table, from: source))
        }
        try index(from: source)
        return settled
    }

    /// - Returns: The number of its rows.
    private func settle(_ table: SystemMove.KeyedTable, from source: SQLDatabase) throws -> Int {
        let here = try digest(of: table, in: source)
        for attempt in 0...2 {
            if try target.read({ try digest(of: table, in: $0) }) == here { return here.rows }
            // Rows that were added are behind the last one; others may have changed.
            if attempt == 1, table.grows { break }
            if attempt == 1 { try target.write { try $0.execute(sql: "DELETE FROM \(table.name)") } }
            if attempt < 2 { try copy(table, from: source) { _ in } }
        }
        throw MoveFault.differing(table: name + table.name, target: target.place)
    }

    /// The number of rows, and a hash of all their values.
    private struct Digest: Hashable {
        var rows = 0
        var hash = 0
    }

    private func digest(of table: SystemMove.KeyedTable, in database: SQLDatabase) throws -> Digest {
        guard try database.hasTable(table.name) else { return Digest() }
        let columns = try columns(of: table.name, in: database).sorted().joined(separator: ", ")
        let rows = try database.cursor("SELECT \(columns) FROM \(table.name) ORDER BY \(table.order)")
        var digest = Digest()
        var hasher = Hasher()
        while let row = try rows.next() {
            digest.rows += 1
            row.hash(into: &hasher)
        }
        if digest.rows > 0 { digest.hash = hasher.finalize() }
        return digest
    }

    /// Makes the index of words anew: each system has its own form of it.
    private func index(from database: SQLDatabase) throws {
        if case (.server, .server) = (source, target) { return }
        for words in schemas.compactMap(\.words) {
            guard let texts = words.texts else { continue }
            let isForServer = if case .server = target { true } else { false }
            try target.write { try SQLTextIndex($0, words.table).deleteAll() }
            guard try schemas.allSatisfy({ try isWhole($0, in: database) }) else { return }
            var batch: [(key: Int64, text: String)] = []
            func write() throws {
                try target.write { try SQLTextIndex($0, words.table).insert(batch) }
                batch = []
            }
            try texts(database, isForServer) { key, text in
                batch.append((key, text))
                if batch.count == Self.mostRows { try write() }
            }
            try write()
            var isMore = true
            while isMore { try target.write { isMore = try SQLTextIndex($0, words.table).merge() } }
        }
    }

    private func isWhole(_ schema: SQLSchema, in database: SQLDatabase) throws -> Bool {
        try SQLDialect.keys(of: schema).allSatisfy { try database.hasTable($0.table) }
    }
}

// MARK: - Values

extension SQLRow {
    /// All values, as a statement takes them.
    fileprivate var values: [(any SQLValue)?] {
        switch base {
        case .sqlite(let row): row.databaseValues.map { value -> (any SQLValue)? in value }
        case .values(let values): values.map { value -> (any SQLValue)? in value }
        case .postgreSQL(let row):
            (0..<row.width).map { column in
                if row.isOfBytes(column) { return row.bytes(column).map { Data($0) } }
                return row.isOfNumber(column) ? row.number(column) : row.text(column)
            }
        }
    }

    /// The same for the same values in either system.
    fileprivate func hash(into hasher: inout Hasher) {
        for value in values {
            switch value?.databaseValue.storage {
            case nil, .null: hasher.combine(0)
            case .int64(let number): hasher.combine(number)
            case .double(let number): hasher.combine(number)
            case .string(let text): hasher.combine(Array(text.utf8))
            case .blob(let data): hasher.combine(Array(data))
            }
        }
    }
}
