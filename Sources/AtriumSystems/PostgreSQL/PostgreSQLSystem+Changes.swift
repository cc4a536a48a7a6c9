// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Synchronization

extension PostgreSQLSystem {
    /// Whether the server answered when it was last asked for the changes of others.
    public var isOnline: Bool { known.withLock { $0.isOnline } }

    /// Notifies every observer if another process, on any machine, has changed something since the last call.
    ///
    /// Numbers of changes are read, which costs the server a few microseconds. A notification by the server (NOTIFY) would
    /// hold up all commits of a database, and be lost with the connection.
    ///
    /// - Throws: `StoreFault`, once for each time that the server cannot be reached.
    public func noticeForeignChanges() async throws {
        let own = known.withLock { $0.own }
        let sum: Int64
        do {
            sum = try await read(of: Self.allOwners) { database in
                try Int64.fetchOne(database, "SELECT sum(number) FROM atrium_change") ?? 0
            }
        } catch {
            let isNews = known.withLock { known in
                defer { known.isOnline = false }
                return known.isOnline
            }
            if isNews { throw error }
            return
        }
        let isForeign = known.withLock { known in
            defer { (known.sum, known.ownThen, known.isOnline) = (sum, own, true) }
            return known.sum.map { $0 + own - known.ownThen != sum } ?? false
        }
        if isForeign { feeds.postUnknown() }
    }
}
