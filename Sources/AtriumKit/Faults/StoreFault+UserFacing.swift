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
        case .refused: "store.refused"
        case .unreachable: "store.unreachable"
        case .device: "store.device"
        case .unsure: "store.unsure"
        case .tooLarge: "store.too-large"
        case .outOfMemory: "store.memory"
        case .interrupted: "store.interrupted"
        case .other: "store.failed"
        }
    }

    /// What happened to which file, and what to do.
    public var sentence: LocalizedText {
        switch self {
        case .busy(let path): Strings.faultStoreBusy(path: path)
        case .full(let path): Strings.faultStoreFull(path: path)
        case .damaged(let path): Strings.faultStoreDamaged(path: path)
        case .empty(let path): Strings.faultStoreEmpty(path: path)
        case .foreign(let path): Strings.faultStoreForeign(path: path)
        case .newer(let path, let schema, let found, let known):
            Strings.faultStoreNewer(path: path, schema: schema, found: found, known: known)
        case .readOnly(let path): Strings.faultStoreReadOnly(path: path)
        case .unreachable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultStoreUnreachable(path: path, reason: $0) }
        case .refused(let fault):
            SystemReason.sentence(fault.reason) { Strings.faultStoreUnreachable(path: fault.path, reason: $0) }
        case .device(let path, let code):
            SQLiteWork.sentence(code) { Strings.faultStoreDevice(path: path, code: Int(code), work: $0) }
        case .unsure(let path, let code):
            SQLiteWork.sentence(code) { Strings.faultStoreUnsure(path: path, code: Int(code), work: $0) }
        case .tooLarge(let path): Strings.faultStoreTooLarge(path: path)
        case .outOfMemory(let path): Strings.faultStoreMemory(path: path)
        case .interrupted(let path): Strings.faultStoreInterrupted(path: path)
        case .other(let path, let code):
            SQLiteWork.sentence(code) { Strings.faultStoreOther(path: path, code: Int(code), work: $0) }
        }
    }
}
