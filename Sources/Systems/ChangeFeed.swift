// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Tells any number of observers that tables have changed.
///
/// An observer that is slow gets one value for several changes: the value says “look again”, it carries no data.
package final class ChangeFeed: Sendable {
    private struct Observer: Sendable {
        let tables: Set<String>
        let continuation: AsyncStream<Void>.Continuation
    }

    private let observers = Mutex<(next: Int, all: [Int: Observer])>((0, [:]))

    package init() {}

    /// A stream of changes to any of these tables, which ends only when its reader stops reading.
    package func changes(of tables: Set<String>) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = observers.withLock { observers in
            observers.next += 1
            observers.all[observers.next] = Observer(tables: tables, continuation: continuation)
            return observers.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.observers.withLock { _ = $0.all.removeValue(forKey: number) }
        }
        return stream
    }

    /// Tells the observers of these tables; nil stands for every table.
    package func post(_ tables: Set<String>?) {
        // Yielding outside the lock: a reader may run at once and start observing again.
        let told = observers.withLock { $0.all.values.filter { tables?.isDisjoint(with: $0.tables) != true } }
        for observer in told { observer.continuation.yield() }
    }
}
