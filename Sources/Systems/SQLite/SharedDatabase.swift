// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import GRDBSQLite
import Glibc
import Stores

/// A database that another program keeps, and that both read and write while the other one runs.
///
/// It is never made, and neither its schema nor how it writes is changed. Whoever finds it locked waits up to five
/// seconds; nobody keeps it locked beyond one call. Used by one task at a time.
package final class SharedDatabase {
    private let connection: BareConnection

    /// Opens a file that is there.
    ///
    /// - Throws: `StoreFault`.
    package init(path: String) throws {
        guard let status = FileStatus(path, followingLinks: true) else {
            throw StoreFault.unreachable(path: path, reason: ENOENT)
        }
        // What is no file might not answer.
        guard status.kind == .regular else { throw StoreFault.foreign(path: path) }
        connection = try BareConnection(
            place: path, path: path, flags: SQLITE_OPEN_READWRITE, patience: BusyTimeout.length)
    }

    /// The names of a table’s columns; empty where there is no table of this name.
    package func columns(of table: String) throws -> Set<String> { try connection.columns(of: table) }

    /// All rows that a query finds; while they are read the other program cannot write.
    ///
    /// - Throws: `StoreFault`.
    package func rows(_ query: String, _ arguments: [ForeignValue] = []) throws -> [[String: ForeignValue]] {
        var found: [[String: ForeignValue]] = []
        try connection.rows(query, arguments) { found.append($0) }
        return found
    }

    /// Changes rows within `transaction`.
    ///
    /// - Throws: `StoreFault`.
    package func execute(_ query: String, _ arguments: [ForeignValue] = []) throws {
        try connection.execute(query, arguments)
    }

    /// The number of the row that was inserted last.
    package var lastInserted: Int { connection.lastInserted }

    /// Runs `body` in a transaction that is kept as a whole or not at all, while the other program cannot write.
    ///
    /// - Throws: `StoreFault`, of which `unsure` alone says that it may have been kept; what `body` throws.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result { try connection.transaction(body) }
}
