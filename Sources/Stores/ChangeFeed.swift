// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Tells any number of observers what has changed in a store.
public final class ChangeFeed<Change: Hashable & Sendable>: Sendable {
    /// A reference that does not keep an observer, whom nobody else may hear any more.
    private struct Reference: Sendable {
        weak let observer: ChangeObserver<Change>?
    }

    private let observers = Mutex<[Reference]>([])

    package init() {}

    /// An observer, who hears of changes until nobody has it any more.
    public func observe() -> ChangeObserver<Change> {
        let observer = ChangeObserver<Change>()
        observers.withLock { observers in
            observers.removeAll { $0.observer == nil }
            observers.append(Reference(observer: observer))
        }
        return observer
    }

    /// Tells the observers; of nothing they are not told.
    public func post(_ changes: Changes<Change>) {
        guard !changes.isEmpty else { return }
        // Not by key path, which would be looked up at run time for each kind of change.
        let observers = observers.withLock { $0 }.compactMap { $0.observer }
        for observer in observers { observer.note(changes) }
        // Only now: whoever wakes up may have others look whom this is for too.
        for observer in observers { observer.wake() }
    }
}
