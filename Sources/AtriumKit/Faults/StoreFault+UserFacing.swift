// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
public import Session
public import Stores

extension StoreFault: UserFacing {
    /// A stable word for programs.
    public var code: String {
        switch self {
        case .busy: "store.busy"
        case .full: "store.full"
        case .damaged: "store.damaged"
        case .empty: "store.empty"
        case .foreign: "store.foreign"
        case .newer: "store.newer"
        case .readOnly: "store.read-only"
        case .moved: "store.moved"
        case .refused: "store.refused"
        case .unreachable: "store.unreachable"
        case .failing: "store.failing"
        case .device: "store.device"
        case .unsure: "store.unsure"
        case .tooLarge: "store.too-large"
        case .outOfMemory: "store.memory"
        case .loginEnded: "login.ended"
        case .interrupted: "store.interrupted"
        case .other: "store.failed"
        }
    }

    /// What happened to which file, and what to do.
    public var sentence: LocalizedText {
        switch self {
        case .busy(let path): Self.naming(path) { Strings.faultStoreBusy(path: $0) }
        case .full(let path): Self.naming(path) { Strings.faultStoreFull(path: $0) }
        case .damaged(let path): Self.naming(path) { Strings.faultStoreDamaged(path: $0) }
        case .empty(let path): Self.naming(path) { Strings.faultStoreEmpty(path: $0) }
        case .foreign(let path): Self.naming(path) { Strings.faultStoreForeign(path: $0) }
        case .newer(let path, let schema, let found, let known):
            Self.naming(path) { Strings.faultStoreNewer(path: $0, schema: schema, found: found, known: known) }
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
        case .unsure(let path, let code):
            Self.naming(path) { path in
                SQLiteWork.sentence(code) { Strings.faultStoreUnsure(path: path, code: Int(code), work: $0) }
            }
        case .tooLarge(let path): Self.naming(path) { Strings.faultStoreTooLarge(path: $0) }
        case .outOfMemory(let path): Self.naming(path) { Strings.faultStoreMemory(path: $0) }
        case .loginEnded: Strings.faultLoginEnded
        case .interrupted(let path): Self.naming(path) { Strings.faultStoreInterrupted(path: $0) }
        case .other(let path, let code):
            Self.naming(path) { path in
                SQLiteWork.sentence(code) { Strings.faultStoreOther(path: path, code: Int(code), work: $0) }
            }
        }
    }

    /// 77 where the login has ended.
    public var status: ExitStatus { self == .loginEnded ? .login : .failure }

    /// A sentence that names the store: one in memory has no path that tells anybody anything.
    private static func naming(
        _ path: String, _ make: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        guard path == pathInMemory else { return make(path) }
        return LocalizedText(make("").key) { language in
            let text = make(Strings.storeInMemory.string(in: language)).string(in: language)
            return text.prefix(1).uppercased() + text.dropFirst()
        }
    }
}
