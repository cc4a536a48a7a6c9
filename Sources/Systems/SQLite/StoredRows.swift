// SPDX-License-Identifier: GPL-3.0-or-later

package import GRDB
import GRDBSQLite

/// The rows of a statement, one after the other.
///
/// They are read from the statement itself, by number. GRDB’s own rows find out the names of their columns whenever a
/// statement is run, which for one message takes longer than to read it. The statement comes out of the database’s cache:
/// so long as its rows are read, no other one with the same SQL may be.
package final class StoredRows {
    private let database: Database
    private let statement: Statement
    private var isOver = false

    /// Begins to run a statement.
    ///
    /// - Throws: `DatabaseError`.
    package init(_ database: Database, sql: String, _ arguments: StatementArguments) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
        try statement.setArguments(arguments)
    }

    deinit { sqlite3_reset(statement.sqliteStatement) }

    /// The next row, which is good until the one after it is asked for; nil behind the last one.
    ///
    /// - Throws: `DatabaseError`.
    package func next() throws -> StoredRow? {
        // SQLite would begin anew.
        guard !isOver else { return nil }
        isOver = try !database.step(statement.sqliteStatement)
        return isOver ? nil : StoredRow(statement: statement.sqliteStatement)
    }
}

/// The row at which a statement is.
package struct StoredRow: StoredColumns {
    fileprivate let statement: SQLiteStatement

    package func optionalNumber(_ index: Int) -> Int64? {
        let value = StoredValue(statement, CInt(index))
        return value.type == SQLITE_NULL ? nil : StoredNumber(value).number
    }

    package func number(_ index: Int) -> Int64 { sqlite3_column_int64(statement, CInt(index)) }

    /// Whether nothing stands there.
    package func isNull(_ index: Int) -> Bool { sqlite3_column_type(statement, CInt(index)) == SQLITE_NULL }

    package func optionalText(_ index: Int) -> String? {
        let value = StoredValue(statement, CInt(index))
        return value.type == SQLITE_NULL ? nil : StoredText(value).text
    }
}

extension Database {
    /// Has a statement go on to its next row, if there is one.
    func step(_ statement: SQLiteStatement) throws -> Bool {
        let code = sqlite3_step(statement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
        }
    }
}
