// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import GRDBSQLite
import Synchronization

/// Where the write-ahead log of a file stands: the header of its index, which changes with every commit, whoever makes
/// it.
///
/// The header is 48 bytes long: version, change counter, number of pages, checksums and salts
/// (<https://www.sqlite.org/walformat.html>, “The WAL-Index File Format”).
package struct LogState: Equatable, Sendable {
    private let first: SIMD4<UInt64>
    private let rest: SIMD2<UInt64>

    /// - Parameter header: The header’s bytes, in memory that other processes write.
    fileprivate init(_ header: UnsafeRawPointer) {
        first = header.load(as: SIMD4<UInt64>.self)
        rest = header.load(fromByteOffset: 32, as: SIMD2<UInt64>.self)
    }
}

/// Looks where the write-ahead log of a file stands, without a call of the system: SQLite has its index in memory that
/// all processes share.
///
/// A look at the same moment as a commit may see the state before it or half of it, and half of one is no other’s: who
/// compares a state with a later one takes no change for none, but for one that was under way.
final class LogIndex: Sendable {
    /// The header; nil where there is none, or any more.
    private let header: Mutex<UInt>

    /// - Parameter database: A connection in write-ahead mode that has read; it stays open until `close()`. Nil for one in
    ///   another mode, which SQLite must not be asked for an index.
    init(of database: Database?) {
        header = Mutex(database.map(Self.header) ?? 0)
    }

    /// Where the log stands now; nil where that cannot be seen.
    var state: LogState? {
        header.withLock { UnsafeRawPointer(bitPattern: $0).map(LogState.init) }
    }

    /// Ends all looks, before the connection is closed and the memory goes with it.
    func close() { header.withLock { $0 = 0 } }

    /// The address of the header, which stays where it is as long as the connection is open.
    private static func header(of database: Database) -> UInt {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let found = withUnsafeMutablePointer(to: &file) {
            sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
        }
        guard found == SQLITE_OK, let file, let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2,
            let map = methods.pointee.xShmMap
        else { return 0 }
        var region: UnsafeMutableRawPointer?
        // The first region, as SQLite itself maps it, and only if it is there.
        guard map(file, 0, 32_768, 0, &region) == SQLITE_OK else { return 0 }
        return UInt(bitPattern: region)
    }
}
