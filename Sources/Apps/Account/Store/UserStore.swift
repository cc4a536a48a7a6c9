// SPDX-License-Identifier: GPL-3.0-or-later

import Session
package import Systems

/// The account stores: one for each information system.
package enum UserStore {
    /// The accounts of a system, their tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem) throws -> any AccountDAO {
        switch system {
        case .memory(let memory): MemoryAccountDAO(on: memory)
        case .sqlite(let sqlite): try SQLiteAccountDAO(on: sqlite)
        }
    }

    /// Where a login is kept for later processes that use the same system.
    package static func tokens(on system: InformationSystem) -> any TokenStore {
        switch system {
        case .memory(let memory): MemoryTokenStore(on: memory)
        case .sqlite(let sqlite): FileTokenStore(path: sqlite.folder + "/login")
        }
    }
}
