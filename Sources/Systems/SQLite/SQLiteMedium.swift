// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import GRDBSQLite
import Stores

/// Where a database is.
enum SQLiteMedium {
    case durableFile
    case file
    case unnamedFile
    case memory

    /// Whether a database there has a write-ahead log.
    var hasLog: Bool { self == .durableFile || self == .file }

    /// What faults call a database there that has this path.
    func place(of path: String) -> String {
        switch self {
        case .durableFile, .file: path
        case .unnamedFile: SQLiteFile.temporaryFolder
        case .memory: StoreFault.pathInMemory
        }
    }

    /// Has nothing of a database in memory come to the disk, and lets it grow as large as the memory.
    static func keepInMemory(_ database: Database) throws {
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
        var limit = sqlite3_int64.max
        sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_SIZE_LIMIT, &limit)
    }
}
