// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB

/// How long the write-ahead log of a file becomes.
enum LogLength {
    /// What stays of it, in bytes; more is given back to the disk.
    private static let kept = 4 << 20
    /// So many pages of 4 KiB are written back at once while rows come in great numbers: each time the disk is waited for,
    /// and a page that all of them change is written once.
    private static let long = 8192
    /// A change of so many rows is mostly followed by another.
    private static let many = 1000

    /// Tells SQLite so.
    static func limit(_ database: Database) throws {
        try database.execute(sql: "PRAGMA journal_size_limit = \(kept)")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(long)")
    }

    /// Whether the log of a file has become long, and a change of so many rows is probably the last of its kind.
    static func isTooLong(at path: String, after rows: Int) -> Bool {
        rows < many && SQLiteFile.size(of: path + "-wal") > 2 * kept
    }
}
