// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
package import AtriumSystems
package import ListsLogic

/// The stores of lists: one for each information system.
package enum ItemStore {
    /// The lists of a system, their tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem) throws -> any ItemDAO {
        switch system {
        case .memory(let memory): MemoryItemDAO(on: memory)
        case .sqlite(let sqlite): try SQLiteItemDAO(on: sqlite)
        case .postgreSQL(let server):
            // The code of the SQL standard for what a server does not do.
            throw StoreFault.server(path: server.place, state: "0A000", reason: "lists have no tables there")
        }
    }
}
