// SPDX-License-Identifier: GPL-3.0-or-later

import GRDBSQLite

/// The beginning of a file of SQLite, whoever has written it.
///
/// Source: “The database header”, https://www.sqlite.org/fileformat2.html
package enum SQLiteHeader {
    /// How many bytes it has.
    package static let size = 100
    /// Where the versions of the format for writing and reading are, a byte each.
    static let versions: sqlite3_int64 = 18
    /// Those of a file with a write-ahead log.
    static let withLog: [UInt8] = [2, 2]
    private static let mark = Array("SQLite format 3\0".utf8)

    /// Whether a file of SQLite begins with these bytes, or a part of one.
    package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }
}
