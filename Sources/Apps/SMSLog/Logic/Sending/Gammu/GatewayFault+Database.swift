// SPDX-License-Identifier: GPL-3.0-or-later

import Gateways
import Glibc
import Stores

extension GatewayFault {
    /// What is wrong with a gateway whose database cannot be used: it may come back.
    init(ofDatabase error: any Error, at path: String) {
        self =
            switch error {
            case let fault as GatewayFault: fault
            // It may have been written all the same.
            case StoreFault.unsure(let path, let code): .lost(reason: .said("\(path): SQLite \(code)"))
            case StoreFault.busy(let path): .unreachable(reason: .fact(.locked, path))
            case StoreFault.readOnly(let path): .unreachable(reason: .fact(.readOnly, path))
            case StoreFault.damaged(let path), StoreFault.foreign(let path), StoreFault.empty(let path):
                .unreachable(reason: .fact(.otherDatabase, path))
            case StoreFault.unreachable(let path, let number): .unreachable(reason: .said(Self.said(path, number)))
            case StoreFault.full(let path): .unreachable(reason: .said(Self.said(path, ENOSPC)))
            case StoreFault.outOfMemory(let path): .unreachable(reason: .said(Self.said(path, ENOMEM)))
            case StoreFault.device(let path, let code), StoreFault.other(let path, let code):
                .unreachable(reason: .said("\(path): SQLite \(code)"))
            default: .unreachable(reason: .said(path))
            }
    }

    private static func said(_ path: String, _ number: Int32) -> String {
        "\(path): \(String(cString: strerror(number)))"
    }
}
