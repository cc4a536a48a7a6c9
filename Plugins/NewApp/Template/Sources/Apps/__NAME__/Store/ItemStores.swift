// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
import Stores
package import Systems
package import __NAME__Logic

/// Opens the stores of items on an information system.
package enum ItemStores {
    /// The items of a user, their tables created if there are none.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem, for owner: UserID) throws -> ItemStore {
        switch system {
        case .memory(let system):
            MemoryStore<MemoryItems, any ItemReader, any ItemDAO, ItemChange>(
                on: system, named: "__ID__", of: owner, empty: MemoryItems()
            ) { rows in
                let items = MemoryItemDAO(rows)
                return .init(reader: items, writer: items) { (rows: items.state, log: items.log) }
            }
        case .sqlite(let system):
            try SQLiteStore<any ItemReader, any ItemDAO, ItemChange>(
                on: system, named: "__ID__", schema: SQLSchema.items.sqlite,
                reader: { SQLiteItemDAO(SQLDatabase($0), owner: owner) },
                writer: { SQLiteItemDAO(SQLDatabase($0), owner: owner) }, finish: { $0.log })
        case .postgreSQL(let system):
            try PostgreSQLStore<any ItemReader, any ItemDAO, ItemChange>(
                on: system, named: "__ID__", of: owner, schema: .items,
                reader: { SQLiteItemDAO($0, owner: owner) }, writer: { SQLiteItemDAO($0, owner: owner) },
                finish: { $0.log })
        }
    }
}
