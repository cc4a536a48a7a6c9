// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// What SQLite was about as it failed, in the user’s language: its number says that to nobody.
enum SQLiteWork {
    /// A sentence that has the work in it.
    static func sentence(_ code: Int32, _ make: @escaping @Sendable (String) -> LocalizedText) -> LocalizedText {
        let work = text(code)
        return LocalizedText(make("").key) { language in
            make(work.string(in: language)).string(in: language)
        }
    }

    /// Whether a file was opened or read, and nothing changed.
    static func isReading(_ code: Int32) -> Bool {
        code & 0xFF == 14 || code & 0xFF == 10 && [1, 2, 22, 24, 33, 34].contains(code >> 8)
    }

    /// The work behind a result code, extended or not.
    ///
    /// Source: https://www.sqlite.org/rescode.html; of SQLITE_IOERR, 10, the second byte says what was done.
    static func text(_ code: Int32) -> LocalizedText {
        guard code & 0xFF == 10 else {
            return switch code & 0xFF {
            case 14: Strings.sqliteOpen
            case 19, 20: Strings.sqliteRule
            case 1, 2, 12, 21, 24, 25: Strings.sqliteUse
            default: Strings.sqliteUnknown
            }
        }
        return switch code >> 8 {
        case 1, 2, 22, 24, 32, 33, 34: Strings.sqliteRead
        case 3, 29, 30, 31: Strings.sqliteWrite
        case 4, 5: Strings.sqliteSync
        case 6: Strings.sqliteLength
        case 7, 13, 25, 26, 27: Strings.sqliteStatus
        case 8, 9, 14, 15: Strings.sqliteLock
        case 10, 11, 23: Strings.sqliteRemove
        case 16, 17, 28: Strings.sqliteOpen
        case 18, 19, 20, 21: Strings.sqliteShared
        default: Strings.sqliteUnknown
        }
    }
}
