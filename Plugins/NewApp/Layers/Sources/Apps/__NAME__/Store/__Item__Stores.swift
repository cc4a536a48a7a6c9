// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
internal import AtriumStores
package import AtriumSystems
package import __NAME__Logic

/// Opens the stores of __things__ on an information system.
package enum __Item__Stores {
    /// The __things__ of a user, their tables created if there are none.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem, for owner: UserID) throws -> __Item__Store {
        switch system {
        case .memory(let system):
            MemoryStore<Memory__Items__, any __Item__Reader, any __Item__DAO, __Item__Change>(
                on: system, named: "__ID__", of: owner, empty: Memory__Items__()
            ) { rows in
                let __items__ = Memory__Item__DAO(rows)
                return .init(reader: __items__, writer: __items__) { (rows: __items__.state, log: __items__.log) }
            }
        case .sqlite(let system):
            try SQLiteStore<any __Item__Reader, any __Item__DAO, __Item__Change>(
                on: system, named: "__ID__", schema: SQLSchema.__items__.sqlite,
                reader: { SQL__Item__DAO(SQLDatabase($0), owner: owner) },
                writer: { SQL__Item__DAO(SQLDatabase($0), owner: owner) }, finish: { $0.log })
        case .postgreSQL(let system):
            try PostgreSQLStore<any __Item__Reader, any __Item__DAO, __Item__Change>(
                on: system, named: "__ID__", of: owner, schema: .__items__,
                reader: { SQL__Item__DAO($0, owner: owner) }, writer: { SQL__Item__DAO($0, owner: owner) },
                finish: { $0.log })
        }
    }
}
