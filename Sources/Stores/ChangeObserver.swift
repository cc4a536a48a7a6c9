// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Hears of changes, and keeps them until they are asked for.
///
/// Either as a sequence, which waits for the next changes, or at once by `take()`. An observer that is slow gets
/// several changes as one; none is lost.
public final class ChangeObserver<Change: Hashable & Sendable>: Sendable, AsyncSequence {
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let pending = Mutex<Changes<Change>?>(nil)

    package init() {
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// What has changed since the last time; nil for nothing.
    public func take() -> Changes<Change>? {
        pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
    }

    /// A value whenever there is something to take; keeps the observer.
    public var isTold: AsyncStream<Void> {
        AsyncStream(unfolding: { [self] in
            for await _ in signals { return () }
            return nil
        })
    }

    func note(_ changes: Changes<Change>) {
        pending.withLock { $0 = $0?.union(changes) ?? changes }
    }

    func wake() { signal.yield() }

    /// The changes from now on, several of them as one where they come faster than they are taken.
    public func makeAsyncIterator() -> Iterator { Iterator(observer: self, signals: signals.makeAsyncIterator()) }

    /// Waits for changes.
    public struct Iterator: AsyncIteratorProtocol {
        let observer: ChangeObserver
        var signals: AsyncStream<Void>.Iterator

        /// The next changes; nil at the end of the task.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Changes<Change>? {
            while await signals.next(isolation: actor) != nil {
                if let changes = observer.take() { return changes }
            }
            return nil
        }
    }
}
