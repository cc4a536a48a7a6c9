// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import SMSLogLogic
import SMSLogStore

/// The stores on which the contract suites run.
enum MessageTestStore: CaseIterable, Sendable {
    case memory, sqlite, lines, postgreSQL

    static var allCases: [MessageTestStore] {
        [.memory, .sqlite, .lines] + (PostgreSQLCluster.isInstalled ? [.postgreSQL] : [])
    }

    /// Creates an empty store, and the system that must live as long as it.
    func make() throws -> (dao: any MessageStores, system: TemporarySystem) {
        switch self {
        case .memory: return try TestStore.memory.make()
        case .sqlite: return try TestStore.sqlite.make()
        case .postgreSQL: return try TestStore.postgreSQL.make()
        case .lines:
            let system = try TestStore.sqlite.open()
            return (JSONLinesStores((system.folder ?? "") + "/messages.jsonl"), system)
        }
    }
}
