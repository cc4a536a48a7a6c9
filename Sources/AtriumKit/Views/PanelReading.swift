// SPDX-License-Identifier: GPL-3.0-or-later

import Session
public import Stores

/// What an app’s panels have read, and what has changed since: what no change has touched is not read again.
///
/// A model listens before it loads what its panels show, and tells when it has; what could not be read is still changed
/// the next time. `revision` and `asking` belong to the list, as `ListSource` has them.
///
/// ```swift
/// let changes = reading.listen { service.changes() }
/// guard !changes.isEmpty else { return }
/// count = try await service.count()
/// reading.touchList()
/// reading.didRead()
/// ```
public struct PanelReading<Change: Hashable & Sendable, Item: Sendable> {
    private var observer: ChangeObserver<Change>?
    private var heard = Changes<Change>.unknown
    /// What the list is about to ask for; nil where it is not.
    public var asking: ListRequest<Item>?
    /// The state of the list.
    public private(set) var revision = 0
    private var readRevision = 0

    /// Panels for which nothing is read yet.
    public init() {}

    /// What has changed since something was read; at first, everything has.
    public mutating func listen(_ observe: () -> ChangeObserver<Change>) -> Changes<Change> {
        let observer = observer ?? observe()
        self.observer = observer
        if let changes = observer.take() { heard = heard.union(changes) }
        return heard
    }

    /// The list is another one by now.
    public mutating func touchList() { revision += 1 }

    /// What the list is about to read, where it has not read that already.
    public var unread: ListRequest<Item>? {
        guard let asking, !asking.isLoaded || readRevision != revision else { return nil }
        return asking
    }

    /// Everything that has changed has been read.
    public mutating func didRead() {
        heard = .these([])
        if asking != nil { readRevision = revision }
        asking = nil
    }
}
