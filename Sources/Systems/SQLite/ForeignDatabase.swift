// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import GRDBSQLite
import Stores

/// A database of another program, which is read and never changed; nothing is made beside it.
///
/// A database with a log beside it that was not merged is copied with it to a folder that goes with this value: SQLite
/// has to write to read both. Nothing in the schema of the file runs with the rights of this program. Used by one task
/// at a time.
package final class ForeignDatabase {
    /// A value of a row.
    package enum Value: Hashable, Sendable {
        case null
        case integer(Int)
        case real(Double)
        case text(String)
        case bytes([UInt8])
    }

    /// A longer value is refused, in bytes.
    private static let longest: Int32 = 64 << 20

    private let path: String
    private let copy: String?
    private var connection: OpaquePointer?

    /// Opens a file.
    ///
    /// - Throws: `StoreFault`.
    package init(path: String) throws {
        self.path = path
        // Beside the file itself, where a link leads to it.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let logs = ["-wal", "-journal"].filter { (FileStatus(file + $0)?.size ?? 0) > 0 }
        copy = logs.isEmpty ? nil : try Self.copied(file, with: logs)
        do {
            try connect(to: file)
        } catch {
            disconnect()
            throw error
        }
    }

    deinit { disconnect() }

    private func disconnect() {
        sqlite3_close_v2(connection)
        connection = nil
        if let copy { Folder.discard(copy) }
    }

    private func connect(to file: String) throws {
        let place: String
        let flags: Int32
        if let copy {
            place = copy + "/database"
            flags = SQLITE_OPEN_READWRITE
        } else {
            let plain = CharacterSet(charactersIn: "/-_.~").union(.alphanumerics)
            guard let name = file.addingPercentEncoding(withAllowedCharacters: plain) else {
                throw StoreFault.unreachable(path: path, reason: EINVAL)
            }
            // Without a log nobody is writing, and only so SQLite makes no file beside one in write-ahead mode.
            place = "file:" + name + "?immutable=1"
            flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        }
        try check(sqlite3_open_v2(place, &connection, flags, nil))
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longest)
        for pragma in ["trusted_schema = OFF", "cell_size_check = ON"] {
            try check(sqlite3_exec(connection, "PRAGMA " + pragma, nil, nil, nil))
        }
    }

    /// The names of a table’s columns; empty where there is no table of this name.
    package func columns(of table: String) throws -> Set<String> {
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

    /// Hands over each row that a query finds, its values by the names of its columns.
    ///
    /// - Throws: `StoreFault` where the file cannot be read on, after the rows before it.
    package func rows(_ query: String, _ arguments: [Value] = [], _ body: ([String: Value]) -> Void) throws {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(connection, query, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        for (argument, place) in zip(arguments, Int32(1)...) { try bind(argument, at: place, of: statement) }
        let names = (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
        }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { return try check(code) }
            var row: [String: Value] = [:]
            for (name, column) in zip(names, Int32(0)...) { row[name] = Self.value(column, of: statement) }
            body(row)
        }
    }

    private func bind(_ value: Value, at place: Int32, of statement: OpaquePointer?) throws {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: try check(sqlite3_bind_null(statement, place))
        case .integer(let number): try check(sqlite3_bind_int64(statement, place, Int64(number)))
        case .real(let number): try check(sqlite3_bind_double(statement, place, number))
        case .text(let text): try check(sqlite3_bind_text(statement, place, text, -1, transient))
        case .bytes(let bytes):
            try check(sqlite3_bind_blob(statement, place, bytes, Int32(clamping: bytes.count), transient))
        }
    }

    private static func value(_ column: Int32, of statement: OpaquePointer?) -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, column)))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(statement, column) else { return .null }
            let count = Int(sqlite3_column_bytes(statement, column))
            return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let start = sqlite3_column_blob(statement, column) else { return .bytes([]) }
            let count = Int(sqlite3_column_bytes(statement, column))
            return .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    private func check(_ code: Int32) throws {
        guard code != SQLITE_OK else { return }
        let number = sqlite3_system_errno(connection)
        throw switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG, SQLITE_ERROR: StoreFault.damaged(path: path)
        case SQLITE_NOMEM: StoreFault.outOfMemory(path: path)
        case SQLITE_FULL: StoreFault.full(path: path)
        case SQLITE_CANTOPEN where number != 0: StoreFault.unreachable(path: path, reason: number)
        case SQLITE_IOERR: StoreFault.device(path: path, code: code)
        default: StoreFault.other(path: path, code: code)
        }
    }

    /// Copies a database and what lies beside it to a folder that nobody else may read.
    private static func copied(_ file: String, with logs: [String]) throws -> String {
        do {
            let folder = try Folder.makeNew(FileManager.default.temporaryDirectory.path + "/atrium-database-")
            do {
                for end in [""] + logs { try copy(file + end, to: folder + "/database" + end) }
            } catch {
                Folder.discard(folder)
                throw error
            }
            return folder
        } catch let fault as FileFault {
            throw fault.reason == .system(ENOSPC)
                ? StoreFault.full(path: fault.path)
                : StoreFault.unreachable(path: fault.path, reason: fault.reason.number)
        }
    }

    private static func copy(_ file: String, to place: String) throws {
        let reader = try FileReader(file)
        let draft = try DraftFile(for: place, replacing: false)
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = try piece.withUnsafeMutableBytes({ buffer in try reader.read(into: buffer) }), count > 0
        {
            try draft.write(Array(piece[..<count]))
        }
        try draft.finish(waits: false)
    }
}
