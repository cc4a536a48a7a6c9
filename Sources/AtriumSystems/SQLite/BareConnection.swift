// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import GRDB
import GRDBSQLite

/// A connection through SQLite’s C interface that reads the schema only on demand, and runs nothing in it with the
/// rights of this program: for databases of others, and for operations on a whole file.
///
/// Used by one task at a time.
final class BareConnection {
    /// A longer value is refused, in bytes.
    private static let longest: Int32 = 64 << 20

    /// The most statements that are kept for reuse.
    private static let mostKept = 32

    private let path: String
    private var connection: OpaquePointer?
    /// Unused statements, with the names of their columns: an archive runs the same query for each of its messages.
    private var kept: [String: Prepared] = [:]

    private struct Prepared {
        let statement: OpaquePointer?
        let names: [String]
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - place: The path, or an address if `flags` say so.
    ///   - path: The name in faults.
    ///   - patience: The time to wait if another process has it locked, in milliseconds.
    /// - Throws: `StoreFault`.
    init(place: String, path: String, flags: Int32, patience: Int32 = 0) throws {
        self.path = path
        do {
            try check(sqlite3_open_v2(place, &connection, flags, nil))
            sqlite3_extended_result_codes(connection, 1)
            sqlite3_busy_timeout(connection, patience)
            sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longest)
            for pragma in ["trusted_schema = OFF", "cell_size_check = ON"] { try execute("PRAGMA " + pragma) }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Closes it, once.
    func close() {
        for prepared in kept.values { sqlite3_finalize(prepared.statement) }
        kept = [:]
        sqlite3_close_v2(connection)
        connection = nil
    }

    /// Whether the path now leads to another file, or to none.
    var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// The address of the header of the write-ahead log’s index, which stays where it is as long as the connection is
    /// open; `nil` if the file has no such log.
    ///
    /// - Throws: `StoreFault` if the file cannot be read.
    func logIndex() throws -> UnsafeRawPointer? {
        // During a read the mode cannot change. Reading makes the files beside it that readers need.
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        try execute("PRAGMA schema_version")
        var file: UnsafeMutablePointer<sqlite3_file>?
        let found = withUnsafeMutablePointer(to: &file) {
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
        }
        guard found == SQLITE_OK, let file, let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2,
            let read = methods.pointee.xRead, let map = methods.pointee.xShmMap
        else { return nil }
        // SQLite would make the index of a file without a log, and another process would not know of it.
        var versions: [UInt8] = [0, 0]
        try check(read(file, &versions, 2, SQLiteHeader.versions))
        guard versions == SQLiteHeader.withLog else { return nil }
        var region: UnsafeMutableRawPointer?
        // The first region, as SQLite itself maps it, and only if it exists.
        let mapping = map(file, 0, 32_768, 0, &region)
        if mapping & 0xFF == SQLITE_IOERR { try check(mapping) }
        return mapping == SQLITE_OK ? UnsafeRawPointer(region) : nil
    }

    /// The number of the last inserted row.
    var lastInserted: Int { Int(sqlite3_last_insert_rowid(connection)) }

    /// The names of a table’s columns; empty if there is no table of this name.
    func columns(of table: String) throws -> Set<String> {
        var isTable = false
        try rows("SELECT 1 AS x FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(table)]) { _ in
            isTable = true
        }
        guard isTable else { return [] }
        var names: Set<String> = []
        try rows("SELECT name FROM pragma_table_info(?)", [.text(table)]) { row in
            if case .text(let name)? = row["name"] { names.insert(name) }
        }
        return names
    }

    /// Runs a statement without rows.
    ///
    /// - Throws: `StoreFault`.
    func execute(_ query: String, _ arguments: [ForeignValue] = []) throws { try rows(query, arguments) { _ in } }

    /// Passes each row that a query finds to `body`.
    ///
    /// - Throws: `StoreFault` if the file cannot be read on, after the rows before it.
    func rows(_ query: String, _ arguments: [ForeignValue] = [], _ body: (ForeignRow) -> Void) throws {
        let prepared = try kept.removeValue(forKey: query) ?? prepare(query)
        let (statement, names) = (prepared.statement, prepared.names)
        defer {
            if sqlite3_reset(statement) == SQLITE_OK, sqlite3_clear_bindings(statement) == SQLITE_OK,
                kept.count < Self.mostKept, kept[query] == nil
            {
                kept[query] = prepared
            } else {
                sqlite3_finalize(statement)
            }
        }
        for (argument, place) in zip(arguments, Int32(1)...) { try bind(argument, at: place, of: statement) }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { return try check(code) }
            body(ForeignRow(names, names.indices.map { Self.value(Int32($0), of: statement) }))
        }
    }

    /// Copies the pages of the database into another connection’s file.
    ///
    /// - Parameter step: The number of pages between two calls of `progress`.
    /// - Throws: `StoreFault`; `CancellationError` once it is not wanted.
    func copy(
        to target: BareConnection, step: Int32, isWanted: () -> Bool, progress: (_ bytes: Int, _ all: Int) -> Void
    ) throws {
        var size = 0
        try rows("PRAGMA page_size") { if case .integer(let bytes)? = $0["page_size"] { size = bytes } }
        guard let backup = sqlite3_backup_init(target.connection, "main", connection, "main") else {
            return try target.check(sqlite3_extended_errcode(target.connection))
        }
        var code = SQLITE_OK
        while code == SQLITE_OK, isWanted() {
            code = sqlite3_backup_step(backup, step)
            let (left, all) = (Int(sqlite3_backup_remaining(backup)), Int(sqlite3_backup_pagecount(backup)))
            progress((all - left) * size, all * size)
        }
        let end = sqlite3_backup_finish(backup)
        if code == SQLITE_OK { throw CancellationError() }
        // A page that cannot be read is a fault of this file, one that cannot be written one of the other.
        if code != SQLITE_DONE {
            try [SQLITE_FULL, SQLITE_CANTOPEN].contains(code & 0xFF) ? target.check(code) : check(code)
        }
        try target.check(end)
    }

    /// Copies all pages of the database into another connection’s at once.
    ///
    /// - Throws: `StoreFault`.
    func copy(into target: OpaquePointer?) throws {
        guard let backup = sqlite3_backup_init(target, "main", connection, "main") else {
            return try check(sqlite3_extended_errcode(target))
        }
        sqlite3_backup_step(backup, -1)
        try check(sqlite3_backup_finish(backup))
    }

    private func prepare(_ query: String) throws -> Prepared {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(connection, query, -1, &statement, nil))
        let names = (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
        }
        return Prepared(statement: statement, names: names)
    }

    /// Runs `body` in a transaction that is kept as a whole or not at all.
    ///
    /// - Throws: `StoreFault`, of which only `unsure` may mean that it was kept; the errors of `body`.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        let result: Result
        do {
            result = try body()
            try check(sqlite3_exec(connection, "COMMIT", nil, nil, nil), isCommit: true)
        } catch {
            // If SQLite has rolled it back by itself there is nothing to roll back.
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            throw error
        }
        return result
    }

    private func bind(_ value: ForeignValue, at place: Int32, of statement: OpaquePointer?) throws {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: try check(sqlite3_bind_null(statement, place))
        case .integer(let number): try check(sqlite3_bind_int64(statement, place, Int64(number)))
        case .real(let number): try check(sqlite3_bind_double(statement, place, number))
        case .text(let text):
            try check(sqlite3_bind_text(statement, place, text, Int32(clamping: text.utf8.count), transient))
        case .bytes(let bytes):
            try check(sqlite3_bind_blob(statement, place, bytes, Int32(clamping: bytes.count), transient))
        }
    }

    private static func value(_ column: Int32, of statement: OpaquePointer?) -> ForeignValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, column)))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(statement, column) else { return .null }
            let count = Int(sqlite3_column_bytes(statement, column))
            let bytes = UnsafeBufferPointer(start: start, count: count)
            // SQLite does not check text: invalid UTF-8 is returned as bytes.
            return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(Array(bytes))
        case SQLITE_BLOB:
            guard let start = sqlite3_column_blob(statement, column) else { return .bytes([]) }
            let count = Int(sqlite3_column_bytes(statement, column))
            return .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    /// - Parameter isCommit: Whether all was done but the commit.
    private func check(_ code: Int32, isCommit: Bool = false) throws {
        guard code != SQLITE_OK else { return }
        let number = sqlite3_system_errno(connection)
        throw switch code & 0xFF {
        case SQLITE_IOERR where isCommit: StoreFault.unsure(path: path, code: code)
        case SQLITE_TOOBIG, SQLITE_ERROR: StoreFault.damaged(path: path)
        default:
            StoreFault.translating(
                DatabaseError(resultCode: ResultCode(rawValue: code)), path: path, number: number)
        }
    }
}
