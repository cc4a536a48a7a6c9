// SPDX-License-Identifier: GPL-3.0-or-later

import Session
package import Systems

/// Opens the store of messages on an information system.
package enum MessageStore {
    /// The store on this system, its tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem) throws -> any MessageDAO {
        switch system {
        case .memory(let system): MemoryMessageDAO(system)
        case .sqlite(let system): try SQLiteMessageDAO(system)
        }
    }
}
