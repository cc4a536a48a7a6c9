// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumSession
public import AtriumStores
import Foundation

extension StoreFault: UserFacing {
    /// The first word of its codes.
    public static var area: String { "store" }

    /// The event, its file, and the remedy.
    public var sentence: LocalizedText {
        switch self {
        case .busy(let path) where Self.isServer(path): Strings.faultStoreHeld(path: path)
        case .busy(let path): Self.naming(path) { Strings.faultStoreBusy(path: $0) }
        case .full(let path): Self.naming(path) { Strings.faultStoreFull(path: $0) }
        case .damaged(let path): Self.naming(path) { Strings.faultStoreDamaged(path: $0) }
        case .empty(let path): Self.naming(path) { Strings.faultStoreEmpty(path: $0) }
        case .foreign(let path): Self.naming(path) { Strings.faultStoreForeign(path: $0) }
        case .newer(let path, let schema, let found, let known):
            Self.naming(path) { Strings.faultStoreNewer(path: $0, schema: schema, found: found, known: known) }
        case .unprepared(let path):
            // As the program was called, so that the line can be typed.
            Strings.faultStoreUnprepared(
                path: path, program: CommandLine.arguments.first.map { Folder.split($0).name } ?? "atrium")
        case .readOnly(let path) where Self.isServer(path): Strings.faultStoreStandby(path: path)
        case .readOnly(let path): Self.naming(path) { Strings.faultStoreReadOnly(path: $0) }
        case .moved(let path): Self.naming(path) { Strings.faultStoreMoved(path: $0) }
        case .unreachable(let path, let reason):
            Self.naming(path) { path in
                SystemReason.sentence(reason) { Strings.faultStoreUnreachable(path: path, reason: $0) }
            }
        case .failing(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultStoreFailing(path: path, reason: $0) }
        case .refused(let fault):
            SystemReason.sentence(fault.reason) { Strings.faultStoreUnreachable(path: fault.path, reason: $0) }
        case .device(let path, let code) where SQLiteWork.isReading(code):
            Self.naming(path) { path in
                SQLiteWork.sentence(code) { Strings.faultStoreUnread(path: path, code: Int(code), work: $0) }
            }
        case .device(let path, let code):
            Self.naming(path) { path in
                SQLiteWork.sentence(code) { Strings.faultStoreDevice(path: path, code: Int(code), work: $0) }
            }
        case .unsure(let path, 0): Strings.faultStoreUnsettled(path: path)
        case .unsure(let path, let code):
            Self.naming(path) { path in
                SQLiteWork.sentence(code) { Strings.faultStoreUnsure(path: path, code: Int(code), work: $0) }
            }
        case .tooLarge(let path): Self.naming(path) { Strings.faultStoreTooLarge(path: $0) }
        case .outOfMemory(let path): Self.naming(path) { Strings.faultStoreMemory(path: $0) }
        case .offline(let path, ""): Strings.faultStoreLost(path: path)
        case .interrupted(let path): Self.naming(path) { Strings.faultStoreInterrupted(path: $0) }
        case .other(let path, let code):
            Self.naming(path) { path in
                SQLiteWork.sentence(code) { Strings.faultStoreFailed(path: path, code: Int(code), work: $0) }
            }
        default: Strings.sentence(of: self)
        }
    }

    /// 77 if the login has ended.
    public var status: ExitStatus { self == .loginEnded ? .login : .failure }

    private static func isServer(_ path: String) -> Bool { path.contains("://") }

    /// A sentence that names the store; one in memory has no path to name.
    private static func naming(
        _ path: String, _ make: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        guard path == pathInMemory else { return make(path) }
        return LocalizedText(as: make("")) { language in
            let text = make(Strings.storeInMemory.string(in: language)).string(in: language)
            return text.prefix(1).uppercased() + text.dropFirst()
        }
    }
}

/// SQLite’s operation at the time of failure, in the user’s language: its number has no meaning for users.
enum SQLiteWork {
    /// A sentence that contains the operation.
    static func sentence(_ code: Int32, _ make: @escaping @Sendable (String) -> LocalizedText) -> LocalizedText {
        let work = text(code)
        return LocalizedText { make(work.string(in: $0)) }
    }

    /// Whether a file was opened or read, and nothing changed.
    static func isReading(_ code: Int32) -> Bool {
        code & 0xFF == 14 || code & 0xFF == 10 && [1, 2, 22, 24, 33, 34].contains(code >> 8)
    }

    /// The operation behind a result code, extended or not.
    ///
    /// Source: https://www.sqlite.org/rescode.html; the second byte of SQLITE_IOERR, 10, is the operation.
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
