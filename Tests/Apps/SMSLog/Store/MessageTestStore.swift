// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Dice
import SMSLogLogic
import SMSLogStore

/// The stores on which the contract suites run.
enum MessageTestStore: CaseIterable, Sendable {
    case memory, sqlite, lines, postgreSQL
    /// A server on which each user has a role: the same statements, so only a thorough run has it.
    case members

    static var allCases: [MessageTestStore] {
        let servers: [Self] = isThorough ? [.postgreSQL, .members] : [.postgreSQL]
        return [.memory, .sqlite, .lines] + (PostgreSQLCluster.isInstalled ? servers : [])
    }

    /// Creates an empty store, and the system that must live as long as it.
    func make() throws -> (dao: any MessageStores, system: TemporarySystem) {
        switch self {
        case .memory: return try TestStore.memory.make()
        case .sqlite: return try TestStore.sqlite.make()
        case .postgreSQL: return try TestStore.postgreSQL.make()
        case .members:
            let (_, system) = try TestStore.postgreSQL.make()
            return (OpenedMessages { try SystemMessages(on: system.member($0)).store(of: $0) }, system)
        case .lines:
            let system = try TestStore.sqlite.open()
            return (JSONLinesStores((system.folder ?? "") + "/messages.jsonl"), system)
        }
    }
}
