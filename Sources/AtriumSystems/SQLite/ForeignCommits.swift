// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Synchronization

/// The known commits of other processes.
///
/// SQLite does not report them. The state of the log changes with each commit, also of this process; `PRAGMA
/// data_version` of the writer changes only with those of others. So the log says if there is anything to check, and
/// the writer, once it is open, which process it was: before that all were others’.
final class ForeignCommits: Sendable {
    private struct Known {
        var state: LogState?
        /// The writer’s version; `nil` until it is open, and if others may have committed before that.
        var version: Int64?
    }

    private let log: LogIndex?
    private let known: Mutex<Known>

    /// Begins with what there is now.
    ///
    /// - Parameter log: `nil` for a database without one.
    init(_ log: LogIndex?) {
        self.log = log
        known = Mutex(Known(state: log?.state))
    }

    /// Continues with a writer that has just been opened and has committed nothing.
    func begin(with writer: Database) throws {
        let version = try Self.version(writer)
        known.withLock { known in
            // The next look finds the commits since the last one.
            if log?.state == known.state { known.version = version }
        }
    }

    /// Whether there are new ones since the last look.
    ///
    /// - Parameter writer: Returns the writer, if it is open.
    /// - Throws: The error of SQLite.
    func look(from writer: () -> DatabaseQueue?) async throws -> Bool {
        // Read first: the next look finds simultaneous commits.
        let state = log?.state
        let last = known.withLock { $0.state }
        // A log may be gone once all is closed.
        guard state == nil ? last == nil : state != last else { return false }
        guard let queue = writer() else {
            return known.withLock { known in
                defer { known.state = state }
                return known.state != state
            }
        }
        let version = try await queue.writeWithoutTransaction { try Self.version($0) }
        return known.withLock { known in
            defer { known = Known(state: state, version: version) }
            return known.version != version
        }
    }

    private static func version(_ database: Database) throws -> Int64? {
        try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version"))
    }
}

/// The state of a file’s write-ahead log: the header of its index, which changes with every commit of any
/// process.
///
/// The header is 48 bytes long: version, change counter, number of pages, checksums and salts
/// (<https://www.sqlite.org/walformat.html>, “The WAL-Index File Format”).
public struct LogState: Equatable, Sendable {
    // Not one larger vector: where that lives across an `await`, Swift 6.3 frees the memory of the task out of order.
    private let first: SIMD2<UInt64>
    private let second: SIMD2<UInt64>
    private let third: SIMD2<UInt64>

    /// The number of commits, up to the largest number.
    var change: UInt32 { withUnsafeBytes(of: first) { $0.load(fromByteOffset: 8, as: UInt32.self) } }

    /// The number of pages in the log.
    var length: UInt32 { withUnsafeBytes(of: second) { $0.load(as: UInt32.self) } }

    /// - Parameter header: The header’s bytes, in memory that other processes write.
    fileprivate init(_ header: UnsafeRawPointer) {
        first = header.load(as: SIMD2<UInt64>.self)
        second = header.load(fromByteOffset: 16, as: SIMD2<UInt64>.self)
        third = header.load(fromByteOffset: 32, as: SIMD2<UInt64>.self)
    }
}

/// Reads the state of a file’s write-ahead log without a system call: SQLite has its index in memory that
/// all processes share.
///
/// A look at the same moment as a commit may see the state before it or half of it, and half of one equals no other: a
/// comparison with a later state never misses a change, except one that was under way.
final class LogIndex: Sendable {
    /// The address of the header; 0 once it is closed.
    private let header: Mutex<UInt>

    /// - Parameter address: The address of the header until `close()`.
    init(at address: UnsafeRawPointer) { header = Mutex(UInt(bitPattern: address)) }

    /// The present state of the log; `nil` if it cannot be read.
    var state: LogState? {
        header.withLock { UnsafeRawPointer(bitPattern: $0).map(LogState.init) }
    }

    /// Ends all looks, before the connection is closed and the memory goes with it.
    func close() { header.withLock { $0 = 0 } }
}

/// The length of a file’s write-ahead log.
enum LogLength {
    /// The number of pages of 4 KiB that stay; more is given back to the disk.
    private static let kept = 1024
    /// The number of pages that are written back at once during bulk changes: each time there is a disk wait, and a page
    /// that all of them change is written once.
    private static let long = 8192
    /// The number of rows in a change that is mostly followed by another.
    private static let many = 1000

    /// Sets the limit in SQLite.
    static func limit(_ database: Database) throws {
        try database.execute(sql: "PRAGMA journal_size_limit = \(kept << 12)")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(long)")
    }

    /// Writes back a log of this length if it is long, and a change of these rows is probably the last of its kind.
    ///
    /// The next change begins the log anew. The file of the log stays as it is, unless large changes have made it: to
    /// write over a page costs less than to make the file longer, whose length has to reach the disk too.
    static func shorten(_ length: UInt32, after rows: Int, in database: Database) throws {
        guard rows < many, length > kept else { return }
        try database.execute(sql: "PRAGMA wal_checkpoint(\(length > 2 * kept ? "TRUNCATE" : "PASSIVE"))")
    }
}
