// SPDX-License-Identifier: GPL-3.0-or-later

import GRDBSQLite
import Stores
import Synchronization

/// The connection that holds a file from the first moment to the last: SQLite removes the log when the last one is closed
/// that may write.
///
/// It reads no table, and so takes a tenth of the time of one that does.
final class LastConnection: Sendable {
    private let connection: Mutex<BareConnection?>
    /// Where the log of the file stands.
    let log: LogIndex

    /// Opens a file that is there, and lets it have a write-ahead log, where it has none yet.
    ///
    /// - Parameter isDurable: Whether that has reached the disk when this returns.
    /// - Throws: `StoreFault`.
    init(path: String, isDurable: Bool) throws {
        let connection = try BareConnection(
            place: path, path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, patience: BusyTimeout.length)
        // Setting the mode looks at the schema, and is done once.
        if try connection.logIndex() == nil {
            if !isDurable { try connection.execute("PRAGMA synchronous = OFF") }
            try connection.execute("PRAGMA journal_mode = WAL")
        }
        guard let index = try connection.logIndex() else { throw StoreFault.notWritable(path) }
        log = LogIndex(at: index)
        self.connection = Mutex(connection)
    }

    /// Whether the path leads to another file by now, or to none; false once all is closed.
    var hasMoved: Bool { connection.withLock { $0?.hasMoved ?? false } }

    func close() {
        log.close()
        connection.withLock {
            $0?.close()
            $0 = nil
        }
    }
}
