// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Notifies any number of observers of the changes in a store.
public final class ChangeFeed<Change: Hashable & Sendable>: Sendable {
    /// A reference that does not keep an observer alive after its last owner.
    private struct Reference: Sendable {
        weak let observer: ChangeObserver<Change>?
    }

    private let observers = Mutex<[Reference]>([])

    /// A feed without observers.
    public init() {}

    /// An observer, which receives changes as long as it exists.
    public func observe() -> ChangeObserver<Change> {
        let observer = ChangeObserver<Change>()
        observers.withLock { observers in
            observers.removeAll { $0.observer == nil }
            observers.append(Reference(observer: observer))
        }
        return observer
    }

    /// Notifies the observers, unless `changes` is empty.
    public func post(_ changes: Changes<Change>) {
        guard !changes.isEmpty else { return }
        // Not by key path, which would be looked up at run time for each kind of change.
        let observers = observers.withLock { $0 }.compactMap { $0.observer }
        for observer in observers { observer.note(changes) }
        // Only now: an observer that wakes up may read, for others, changes that are for them too.
        for observer in observers { observer.wake() }
    }
}

/// Receives changes, and keeps them until they are taken.
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

    /// The changes since the last time; `nil` for none.
    public func take() -> Changes<Change>? {
        pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
    }

    /// A value whenever there are changes to take, until the task ends; keeps the observer.
    public var notices: AsyncStream<Void> {
        AsyncStream(unfolding: { [self] in
            for await _ in signals { return () }
            return nil
        })
    }

    func note(_ changes: Changes<Change>) {
        pending.withLock { $0 = $0?.union(changes) ?? changes }
    }

    func wake() { signal.yield() }

    /// The changes from now on, several of them as one if they come faster than they are taken.
    public func makeAsyncIterator() -> Iterator { Iterator(observer: self, signals: signals.makeAsyncIterator()) }

    /// Waits for changes.
    public struct Iterator: AsyncIteratorProtocol {
        let observer: ChangeObserver
        var signals: AsyncStream<Void>.Iterator

        /// The next changes; `nil` at the end of the task.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Changes<Change>? {
            while await signals.next(isolation: actor) != nil {
                if let changes = observer.take() { return changes }
            }
            return nil
        }
    }
}

/// The changes in a store since the last notification.
public enum Changes<Change: Hashable & Sendable>: Hashable, Sendable {
    /// These things, each once, in the order in which they first changed.
    case these([Change])
    /// Any change: another process has written, or there are too many changes to list.
    case unknown

    /// More changes than these are posted as `unknown`: an observer of this many loads everything anyway.
    static var most: Int { 1000 }

    /// Both changes together.
    public func union(_ later: Changes) -> Changes {
        guard case .these(let first) = self, case .these(let second) = later,
            first.count + second.count <= Self.most
        else { return .unknown }
        var known = Set(first)
        return .these(first + second.filter { known.insert($0).inserted })
    }

    /// Whether nothing is said to have changed.
    public var isEmpty: Bool { self == .these([]) }

    /// Whether there may be a change for which this is true.
    public func mayHave(_ isMeant: (Change) -> Bool) -> Bool {
        if case .these(let changes) = self { changes.contains(where: isMeant) } else { true }
    }
}

/// The changes of one transaction.
public struct ChangeLog<Change: Hashable & Sendable>: Sendable {
    private var all: [Change] = []
    private var known: Set<Change> = []
    private var isUnknown = false
    /// Whether deleted data is erased from the file and its log on commit.
    public var erases = false

    /// A log in which nothing has changed.
    public init() {}

    /// The changes to post once the transaction is done.
    public var changes: Changes<Change> { isUnknown ? .unknown : .these(all) }

    /// Notes a change, once.
    public mutating func add(_ change: Change) {
        guard !isUnknown, known.insert(change).inserted else { return }
        all.append(change)
        if all.count > Changes<Change>.most { addUnknown() }
    }

    /// Adds changes that are not listed.
    public mutating func addUnknown() { (all, known, isUnknown) = ([], [], true) }
}
