import GRDB

extension SystemFault {
    /// What an error of opening a file says; a `SystemFault` stays what it is.
    init(_ error: any Error, path: String) {
        self = SystemFault.translating(error, path: path) as? SystemFault ?? .other(path: path, code: -1)
    }

    /// The fact behind a SQLite error; errors of the caller’s own pass as they are.
    ///
    /// Result codes: https://www.sqlite.org/rescode.html
    static func translating(_ error: any Error, path: String) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: SystemFault.busy(path: path)
        case .SQLITE_FULL: SystemFault.full(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: SystemFault.damaged(path: path)
        case .SQLITE_READONLY, .SQLITE_PERM: SystemFault.readOnly(path: path)
        case .SQLITE_CANTOPEN: SystemFault.unreachable(path: path, reason: error.extendedResultCode.rawValue)
        default: SystemFault.other(path: path, code: error.extendedResultCode.rawValue)
        }
    }
}
