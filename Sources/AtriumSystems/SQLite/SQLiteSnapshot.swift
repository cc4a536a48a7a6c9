// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores
import GRDB
import GRDBSQLite

/// One state of a SQLite file, which other connections and processes go on reading and writing.
///
/// Used by one thread at a time. It must be opened by SQLite alone: a second look at the file by this process would
/// drop the locks of its other connections (“How To Corrupt”, https://www.sqlite.org/howtocorrupt.html, 2.2).
package final class SQLiteSnapshot {
    /// The pages copied between two looks at whether that is still wanted: some eight megabytes.
    private static let step: Int32 = 2048

    private let path: String
    private let source: BareConnection
    /// The way in which the file was opened.
    let access: SQLiteAccess

    /// Holds the present state of a file, until this object is gone, on a full disk and one mounted read-only as well.
    ///
    /// On a full disk other processes wait for that.
    ///
    /// - Throws: `StoreFault`.
    package init(path: String) throws {
        self.path = path
        (source, access) = try Self.held(path)
    }

    private static func held(_ path: String) throws -> (BareConnection, SQLiteAccess) {
        let shared = SQLiteAccess.shared(isWritable: (try? FilePlace.checkWritable(path)) != nil)
        do { return (try held(path, in: shared), shared) } catch StoreFault.full {
            do { return (try held(path, in: .alone), .alone) } catch StoreFault.busy {
                throw StoreFault.full(path: path)
            }
        } catch let fault as StoreFault {
            // Without write access SQLite makes no log, and calls that a fault of the disk or of the permissions.
            guard shared != .shared(isWritable: true), SQLiteFile.size(of: path + "-wal") == 0 else { throw fault }
            return (try held(path, in: .unchanging), .unchanging)
        }
    }

    /// A connection whose read transaction has begun.
    private static func held(_ path: String, in access: SQLiteAccess) throws -> BareConnection {
        let mode = access.isWritable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let source = try BareConnection(
            place: access.place(of: path), path: path, flags: mode | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
            patience: BusyTimeout.length)
        // It begins with the first look.
        let look = ["BEGIN", "SELECT count(*) FROM sqlite_schema"]
        for statement in access.preparation + look { try source.execute(statement) }
        return source
    }

    deinit {
        try? source.execute("COMMIT")
        source.close()
    }

    /// Copies the state to a new file, without the space of removed data if that is a waste, and checks the copy as
    /// SQLite does.
    ///
    /// - Parameters:
    ///   - isWanted: Whether to go on.
    ///   - progress: Receives the number of copied bytes, and of all.
    /// - Throws: `StoreFault`, with `damaged` if the file is; `CancellationError`.
    package func copy(
        to copy: String, isWanted: () -> Bool = { true }, progress: (Int, Int) -> Void = { _, _ in }
    ) throws {
        let target = try BareConnection(
            place: copy, path: copy, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX)
        defer { target.close() }
        // A copy that is not complete is thrown away.
        for pragma in ["synchronous = OFF", "journal_mode = OFF", "locking_mode = EXCLUSIVE"] {
            try target.execute("PRAGMA " + pragma)
        }
        try source.copy(to: target, step: Self.step, isWanted: isWanted, progress: progress)
        var isSound = false
        try target.rows("PRAGMA quick_check(1)") { if $0["quick_check"] == .text("ok") { isSound = true } }
        guard isSound else { throw StoreFault.damaged(path: path) }
        guard try target.wastedSpace() > 0 else { return }
        let small = copy + ".small"
        // Without room for another copy, the one with the free pages does as well.
        let isSmall = (try? target.execute("VACUUM INTO ?", [.text(small)])) != nil
        try isSmall ? FilePlace.move(small, to: copy) : FilePlace.remove(small)
    }

    /// Copies the state to an empty database.
    ///
    /// - Throws: `StoreFault`.
    func copy(into database: Database) throws { try source.copy(into: database.sqliteConnection) }

    /// Another process that has a store open; `nil` for none.
    ///
    /// - Parameter path: A file that this process does not have open.
    package static func user(of path: String) -> Int32? {
        // In write-ahead mode every connection keeps a shared lock: “File Locking And Concurrency In SQLite Version 3”,
        // os.h, PENDING_BYTE and SHARED_FIRST.
        FilePlace.holder(of: path, from: 0x4000_0002, count: 510)
    }
}

/// A way to open a file whose disk may take no changes.
enum SQLiteAccess: Hashable {
    /// With the log that processes share.
    case shared(isWritable: Bool)
    /// By one process, which has the index of the log in memory instead of a file that all share: “Write-Ahead
    /// Logging”, https://www.sqlite.org/wal.html, 8.
    case alone
    /// A file that does not change and whose log is empty: everything is in the file itself.
    case unchanging

    var isWritable: Bool { self == .alone || self == .shared(isWritable: true) }

    /// SQLite’s address of a file.
    func place(of path: String) -> String {
        self == .unchanging ? "file:\(EscapedBytes.path(path))?immutable=1" : path
    }

    /// The statements before the first look at the file.
    var preparation: [String] { self == .alone ? ["PRAGMA locking_mode = EXCLUSIVE"] : [] }
}

/// SQLite’s own examination of a file.
package enum SQLiteIntegrity {
    /// The most faults that are listed.
    private static let most = 20

    /// SQLite’s findings about a file.
    package struct Report: Hashable, Sendable {
        /// Whether the file is marked as a store of this program.
        package let isOurs: Bool
        /// Its sentences; none if all is well.
        package let faults: [String]
        /// The wasted bytes of removed data; 0 if they are few.
        package var wasted = 0

        /// Whether only indices of words are wrong, which the examination of the rows makes anew.
        package var isOfWords: Bool {
            !faults.isEmpty
                && faults.allSatisfy { fault in
                    fault.contains("FTS5 table") || fault.contains("fts5:")
                        || fault.contains("vtable constructor failed")
                }
        }

        /// Whether only indices are wrong, which SQLite makes anew of the rows.
        package var isOfIndices: Bool {
            !faults.isEmpty
                && faults.allSatisfy { fault in
                    ["missing from index", "wrong # of entries in index", "non-unique entry in index"].contains {
                        fault.contains($0)
                    }
                }
        }
    }

    /// Examines a file: pages, indices and references.
    ///
    /// - Throws: `StoreFault`, with `damaged` for a file that SQLite does not read.
    package static func report(on path: String) throws -> Report {
        let file = try BareConnection(
            place: path, path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, patience: BusyTimeout.length)
        defer { file.close() }
        var isOurs = false
        try file.rows("PRAGMA application_id") {
            isOurs = $0["application_id"] == .integer(Int(SQLiteSystem.applicationID))
        }
        guard isOurs else { return Report(isOurs: false, faults: []) }
        var faults: [String] = []
        try file.rows("PRAGMA integrity_check(\(most))") { row in
            if case .text(let text)? = row["integrity_check"], text != "ok" { faults.append(text) }
        }
        try file.rows("PRAGMA foreign_key_check") { row in
            if case .text(let table)? = row["table"], faults.count < most { faults.append("foreign key: \(table)") }
        }
        return Report(isOurs: true, faults: faults, wasted: try file.wastedSpace())
    }

    /// Gives the space of removed data back to the disk.
    ///
    /// - Throws: `StoreFault`.
    package static func shrink(_ path: String) throws {
        let file = try BareConnection(
            place: path, path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, patience: BusyTimeout.length)
        defer { file.close() }
        try file.execute("VACUUM")
        // The file gets shorter only with this.
        try file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Makes all indices anew.
    ///
    /// - Throws: `StoreFault`.
    package static func remakeIndices(of path: String) throws {
        let file = try BareConnection(
            place: path, path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, patience: BusyTimeout.length)
        defer { file.close() }
        try file.execute("REINDEX")
    }
}

extension BareConnection {
    /// The bytes of removed data in the file: 0 up to ten megabytes, or a quarter of the file, which is soon used again.
    fileprivate func wastedSpace() throws -> Int {
        func number(_ pragma: String) throws -> Int {
            var found = 0
            try rows("PRAGMA " + pragma) { if case .integer(let number)? = $0[pragma] { found = number } }
            return found
        }
        let (free, all) = (try number("freelist_count"), try number("page_count"))
        let bytes = try free * number("page_size")
        return bytes > 10 << 20 && free > all / 4 ? bytes : 0
    }
}
