// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import GRDB
import GRDBSQLite
import Glibc
import Stores

extension StoreFault {
    /// What an error of opening a file says; a `StoreFault` stays what it is.
    init(_ error: any Error, path: String) {
        self = StoreFault.translating(error, path: path) as? StoreFault ?? .other(path: path, code: -1)
    }

    /// The fact behind a SQLite error; errors of the caller’s own pass as they are.
    ///
    /// Result codes: https://www.sqlite.org/rescode.html
    ///
    /// - Parameters:
    ///   - number: The operating system’s error number of what failed last; 0 where it is not known.
    ///   - isCommit: Whether all was done but the commit.
    static func translating(_ error: any Error, path: String, number: Int32 = 0, isCommit: Bool = false) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        let code = error.extendedResultCode.rawValue
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_SCHEMA: StoreFault.busy(path: path)
        case .SQLITE_FULL: StoreFault.full(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: StoreFault.damaged(path: path)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: StoreFault.readOnly(path: path)
        case .SQLITE_TOOBIG, .SQLITE_NOLFS: StoreFault.tooLarge(path: path)
        case .SQLITE_NOMEM: StoreFault.outOfMemory(path: path)
        case .SQLITE_INTERRUPT, .SQLITE_ABORT: StoreFault.interrupted(path: path)
        case .SQLITE_IOERR: inputOutput(code, path: path, number: number, isCommit: isCommit)
        case .SQLITE_CANTOPEN where [ENOSPC, EDQUOT].contains(number): StoreFault.full(path: path)
        case .SQLITE_CANTOPEN where number == EIO: StoreFault.device(path: path, code: code)
        case .SQLITE_CANTOPEN where number != 0: StoreFault.unreachable(path: path, reason: number)
        default: StoreFault.other(path: path, code: code)
        }
    }

    /// The fact behind a SQLite error on a connection that has done nothing since.
    static func translating(
        _ error: any Error, path: String, in database: Database, isCommit: Bool = false
    ) -> any Error {
        guard error is DatabaseError else { return error }
        let number = sqlite3_system_errno(database.sqliteConnection)
        return translating(error, path: path, number: number, isCommit: isCommit)
    }

    private static func inputOutput(_ code: Int32, path: String, number: Int32, isCommit: Bool) -> StoreFault {
        // SQLite forgets what the operating system said of a write that was done in part, as one is that meets a limit.
        let number = [Self.write, Self.sharedSize, Self.sharedOpen].contains(code) && isAtLimit(path) ? EFBIG : number
        // A log that was written to its end counts as committed when the next process finds it, whether or not this one
        // could make sure that it is on the disk, or tell others of it. One that was not is never taken for whole.
        if isCommit, code != Self.write { return .unsure(path: path, code: code) }
        return switch (code, number) {
        case (Self.memory, _): .outOfMemory(path: path)
        // Checks of the file system, or of pages, that have failed.
        case (Self.fileSystem, _), (Self.checksum, _): .damaged(path: path)
        case (_, ENOSPC), (_, EDQUOT): .full(path: path)
        case (_, EFBIG): .tooLarge(path: path)
        // Nothing else keeps the file that processes share from growing.
        case (Self.sharedSize, 0): .full(path: path)
        default: .device(path: path, code: code)
        }
    }

    /// Whether one of a store’s files can hardly grow, since the process may write no larger ones.
    private static func isAtLimit(_ path: String) -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, limit.rlim_cur < Int.max else {
            return false
        }
        let size = ["", "-wal", "-shm"].compactMap { FileStatus(path + $0)?.size }.max() ?? 0
        return size + largestWrite > Int(limit.rlim_cur)
    }

    /// A part of the file that processes share; no page is larger but where somebody has made it so.
    private static let largestWrite = 32 << 10

    // Macros that Swift does not see: SQLITE_IOERR | (n << 8).
    private static let write = SQLITE_IOERR | 3 << 8
    private static let memory = SQLITE_IOERR | 12 << 8
    private static let sharedOpen = SQLITE_IOERR | 18 << 8
    private static let sharedSize = SQLITE_IOERR | 19 << 8
    private static let checksum = SQLITE_IOERR | 32 << 8
    private static let fileSystem = SQLITE_IOERR | 33 << 8
}
