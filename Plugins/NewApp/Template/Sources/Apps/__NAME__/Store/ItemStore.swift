// SPDX-License-Identifier: GPL-3.0-or-later

import Session
package import Systems

/// Opens the store of items on an information system.
package enum ItemStore {
    /// The store on this system, its tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem) throws -> any ItemDAO {
        switch system {
        case .memory(let system): MemoryItemDAO(system)
        case .sqlite(let system): try SQLiteItemDAO(system)
        }
    }
}
