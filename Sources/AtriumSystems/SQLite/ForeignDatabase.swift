// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores
import Foundation
import GRDBSQLite
import Glibc

/// A database of another program, which is read and never changed; no file is made beside it.
///
/// A database with a log beside it that was not merged is copied with it to a folder that is removed with this value:
/// SQLite has to write to read both. Nothing in the schema of the file runs with the rights of this program. Used by
/// one task at a time.
public final class ForeignDatabase {
    /// Whether the file ends within a page: SQLite takes zeros for the bytes that it lacks, and says nothing.
    public let isCut: Bool
    private let copy: String?
    private let connection: BareConnection

    /// Opens a file.
    ///
    /// - Throws: `StoreFault`.
    public init(path: String) throws {
        // Beside the file itself, if the path is a link to it.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let logs = ["-wal", "-journal"].filter { (FileStatus(file + $0)?.size ?? 0) > 0 }
        let copy = logs.isEmpty ? nil : try Self.copied(file, with: logs)
        do {
            let connection = try Self.connect(to: file, copy, path: path)
            var page = 1
            try connection.rows("PRAGMA page_size") { row in
                if case .integer(let size)? = row["page_size"] { page = max(1, size) }
            }
            isCut = (FileStatus(file)?.size ?? 0) % page != 0
            self.connection = connection
        } catch {
            if let copy { Folder.discard(copy) }
            throw error
        }
        self.copy = copy
    }

    deinit {
        connection.close()
        if let copy { Folder.discard(copy) }
    }

    private static func connect(to file: String, _ copy: String?, path: String) throws -> BareConnection {
        if let copy {
            return try BareConnection(place: copy + "/database", path: path, flags: SQLITE_OPEN_READWRITE)
        }
        let plain = CharacterSet(charactersIn: "/-_.~").union(.alphanumerics)
        guard let name = file.addingPercentEncoding(withAllowedCharacters: plain) else {
            throw StoreFault.unreachable(path: path, reason: EINVAL)
        }
        // Without a log no process is writing, and only so SQLite makes no file beside one in write-ahead mode.
        return try BareConnection(
            place: "file:" + name + "?immutable=1", path: path, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    /// The names of a table’s columns; empty if there is no table of this name.
    public func columns(of table: String) throws -> Set<String> { try connection.columns(of: table) }

    /// Passes each row that a query finds to `body`.
    ///
    /// - Throws: `StoreFault` if the file cannot be read on, after the rows before it.
    public func rows(
        _ query: String, _ arguments: [ForeignValue] = [], _ body: (ForeignRow) -> Void
    ) throws { try connection.rows(query, arguments, body) }

    /// Copies a database and the files beside it to a folder that only this user may read.
    private static func copied(_ file: String, with logs: [String]) throws -> String {
        do {
            let folder = try Folder.makeTemporary("database-copy-")
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

/// A value of a row in a database of another program.
public enum ForeignValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
}

/// A row in a database of another program.
public struct ForeignRow: Hashable, Sendable {
    private let columns: [String]
    private let values: [ForeignValue]

    /// - Parameters:
    ///   - columns: The names of the columns.
    ///   - values: Their values, in the same order.
    public init(_ columns: [String] = [], _ values: [ForeignValue] = []) {
        (self.columns, self.values) = (columns, values)
    }

    /// The value of a column; `nil` if it is `NULL`, or there is no such column.
    public subscript(_ column: String) -> ForeignValue? {
        // A row has few columns: a dictionary would be built for each row, and cost more than it saves.
        guard let place = columns.firstIndex(of: column), values[place] != .null else { return nil }
        return values[place]
    }
}

/// A database of another program that both programs read and write at the same time.
///
/// It is never made, and its schema and mode stay unchanged. A program that finds it locked waits up to five
/// seconds; neither keeps it locked beyond one call. Used by one task at a time.
public final class SharedDatabase {
    private let connection: BareConnection

    /// Opens an existing file.
    ///
    /// - Throws: `StoreFault`.
    public init(path: String) throws {
        guard let status = FileStatus(path, followingLinks: true) else {
            throw StoreFault.unreachable(path: path, reason: ENOENT)
        }
        // Anything other than a file might not answer.
        guard status.kind == .regular else { throw StoreFault.foreign(path: path) }
        connection = try BareConnection(
            place: path, path: path, flags: SQLITE_OPEN_READWRITE, patience: BusyTimeout.length)
    }

    /// The names of a table’s columns; empty if there is no table of this name.
    public func columns(of table: String) throws -> Set<String> { try connection.columns(of: table) }

    /// All rows that a query finds; while they are read the other program cannot write.
    ///
    /// - Throws: `StoreFault`.
    public func rows(_ query: String, _ arguments: [ForeignValue] = []) throws -> [ForeignRow] {
        var found: [ForeignRow] = []
        try connection.rows(query, arguments) { found.append($0) }
        return found
    }

    /// Changes rows within `transaction`.
    ///
    /// - Throws: `StoreFault`.
    public func execute(_ query: String, _ arguments: [ForeignValue] = []) throws {
        try connection.execute(query, arguments)
    }

    /// The number of the last inserted row.
    public var lastInserted: Int { connection.lastInserted }

    /// Runs `body` in a transaction that is kept as a whole or not at all, while the other program cannot write.
    ///
    /// - Throws: `StoreFault`, of which only `unsure` means that it may have been kept; the errors of `body`.
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result { try connection.transaction(body) }
}
