// SPDX-License-Identifier: GPL-3.0-or-later

package import ListsLogic
import Session
package import Systems

/// The stores of lists: one for each information system.
package enum ItemStore {
    /// The lists of a system, their tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem) throws -> any ItemDAO {
        switch system {
        case .memory(let memory): MemoryItemDAO(on: memory)
        case .sqlite(let sqlite): try SQLiteItemDAO(on: sqlite)
        }
    }
}
