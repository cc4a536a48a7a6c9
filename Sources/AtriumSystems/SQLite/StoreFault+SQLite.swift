// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores
import GRDB
import GRDBSQLite
import Glibc

extension StoreFault {
    /// The fault of an error in opening a file; a `StoreFault` stays as it is.
    init(_ error: any Error, path: String) {
        self = StoreFault.translating(error, path: path) as? StoreFault ?? .other(path: path, code: -1)
    }

    /// The fact behind a SQLite error; errors of the caller’s own pass unchanged.
    ///
    /// Result codes: https://www.sqlite.org/rescode.html
    ///
    /// - Parameters:
    ///   - number: The operating system’s error number of the last failure; 0 if it is unknown.
    ///   - isCommit: Whether all was done except the commit.
    static func translating(_ error: any Error, path: String, number: Int32 = 0, isCommit: Bool = false) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        let code = error.extendedResultCode.rawValue
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_SCHEMA: StoreFault.busy(path: path)
        case .SQLITE_FULL: StoreFault.full(path: path)
        case .SQLITE_CORRUPT where code == SQLITE_CORRUPT, .SQLITE_NOTADB:
            isDamaged(path) ? StoreFault.damaged(path: path) : .device(path: path, code: read)
        case .SQLITE_CORRUPT: StoreFault.damaged(path: path)
        case .SQLITE_READONLY where code == moved: StoreFault.moved(path: path)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: notWritable(path)
        case .SQLITE_TOOBIG, .SQLITE_NOLFS: StoreFault.tooLarge(path: path)
        case .SQLITE_NOMEM: StoreFault.outOfMemory(path: path)
        case .SQLITE_INTERRUPT, .SQLITE_ABORT: StoreFault.interrupted(path: path)
        case .SQLITE_IOERR: inputOutput(code, path: path, number: number, isCommit: isCommit)
        case .SQLITE_CANTOPEN where [ENOSPC, EDQUOT].contains(number): StoreFault.full(path: path)
        // On a disk that takes no changes SQLite finds no log and can make none.
        case .SQLITE_CANTOPEN where [0, ENOENT, EROFS, EACCES].contains(number) && isClosed(path):
            StoreFault.readOnly(path: path)
        // The number is that of the last call, which may have been about another file than the one that failed.
        case .SQLITE_CANTOPEN where [0, EIO].contains(number) || number == ENOENT && FileStatus(path) != nil:
            StoreFault.device(path: path, code: code)
        case .SQLITE_CANTOPEN: StoreFault.unreachable(path: path, reason: number)
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
        // SQLite forgets the operating system’s error of a partial write, as at a limit.
        let number = [Self.write, Self.sharedSize, Self.sharedOpen].contains(code) && isAtLimit(path) ? EFBIG : number
        // A log that was written to its end counts as committed when the next process finds it, even if this one
        // could not make sure that it is on the disk, or notify others. An incomplete one is never taken for whole.
        if isCommit, code != Self.write { return .unsure(path: path, code: code) }
        return switch (code, number) {
        case (Self.memory, _): .outOfMemory(path: path)
        // A checksum of a page. What SQLite calls a fault of the file system (SQLITE_IOERR_CORRUPTFS) is how it tells of
        // any read that the system refuses with EIO, which may go well the next time.
        case (Self.checksum, _): .damaged(path: path)
        case (_, ENOSPC), (_, EDQUOT): .full(path: path)
        case (_, EFBIG): .tooLarge(path: path)
        // Nothing else keeps the file that processes share from growing.
        case (Self.sharedSize, 0): .full(path: path)
        default: .device(path: path, code: code)
        }
    }

    /// A file that SQLite could open only for reading: it does so, too, if opening it for writing failed this once.
    static func notWritable(_ path: String) -> StoreFault {
        let isWritable = (try? FilePlace.checkWritable(path)) != nil && Folder.isWritable(Folder.split(path).folder)
        return isWritable ? .device(path: path, code: SQLITE_CANTOPEN) : .readOnly(path: path)
    }

    /// Whether there is a file that may not be written.
    private static func isClosed(_ path: String) -> Bool {
        FileStatus(path) != nil && (try? FilePlace.checkWritable(path)) == nil
    }

    /// Whether a file that SQLite reports as damaged is so: it reports a whole one, too, if it could not read the
    /// schema this once.
    private static func isDamaged(_ path: String) -> Bool {
        guard FileStatus(path, followingLinks: true)?.kind == .regular else { return true }
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        var statement: OpaquePointer?
        var code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil)
        if code == SQLITE_OK { code = sqlite3_prepare_v2(connection, "PRAGMA quick_check(1)", -1, &statement, nil) }
        defer { sqlite3_finalize(statement) }
        if code == SQLITE_OK { code = sqlite3_step(statement) }
        switch code & 0xFF {
        case SQLITE_ROW: return sqlite3_column_text(statement, 0).map { String(cString: $0) } != "ok"
        // It does not answer just now.
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_BUSY, SQLITE_NOMEM, SQLITE_INTERRUPT: return false
        default: return true
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

    /// A part of the file that processes share; no page is larger by default.
    private static let largestWrite = 32 << 10

    // Macros that Swift does not see: SQLITE_IOERR | (n << 8), SQLITE_READONLY_DBMOVED.
    private static let moved = SQLITE_READONLY | 4 << 8
    private static let read = SQLITE_IOERR | 1 << 8
    private static let write = SQLITE_IOERR | 3 << 8
    private static let memory = SQLITE_IOERR | 12 << 8
    private static let sharedOpen = SQLITE_IOERR | 18 << 8
    private static let sharedSize = SQLITE_IOERR | 19 << 8
    private static let checksum = SQLITE_IOERR | 32 << 8
}
