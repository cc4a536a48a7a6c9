// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import GRDB
import Testing

@testable import AtriumSystems

/// What another process does not keep waiting that holds the store.
struct WaitingTests {
    @Test func `reading does not wait, nor does what can be written later`() async throws {
        let store = try StoreFolder()
        let (system, other) = (try store.open(), try store.open())
        defer {
            system.close()
            other.close()
        }
        try await store.add("before", to: system)
        // The other one stands still in its transaction.
        let seen = try await other.write { _ in
            try system.read { try String.fetchAll($0, sql: "SELECT name FROM thing") }
        }
        #expect(seen == ["before"])
        // GRDB minds a transaction that outlives an access, unless it is told of it.
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: store.path, configuration: configuration)
        try await queue.writeWithoutTransaction { database in
            try database.beginTransaction(.immediate)
        }
        await #expect(throws: StoreFault.busy(path: store.path)) {
            try await Waiting.$isOver.withValue(true) { try await store.add("later", to: system) }
        }
        #expect(try store.names(system) == ["before"])
        try await queue.writeWithoutTransaction { try $0.rollback() }
        try await store.add("after", to: system)
        #expect(try store.names(system) == ["before", "after"])
    }
}
