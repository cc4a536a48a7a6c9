// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB

/// Collects the tables that a transaction touches and tells them once it is committed.
///
/// GRDB calls an observer on the writer’s queue only, one call at a time.
final class CommitObserver: TransactionObserver {
    private var touched: Set<String> = []
    private let told: @Sendable (Set<String>) -> Void

    init(_ told: @escaping @Sendable (Set<String>) -> Void) {
        self.told = told
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

    func databaseDidChange(with event: DatabaseEvent) {
        touched.insert(event.tableName)
    }

    func databaseDidCommit(_ database: Database) {
        guard !touched.isEmpty else { return }
        told(touched)
        touched = []
    }

    func databaseDidRollback(_ database: Database) { touched = [] }
}
