// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumStores

/// The data that an app’s panels have read, and the changes since: unaffected data is not read again.
///
/// A model listens before it loads the data of its panels, and reports when it has; unread data counts as
/// changed the next time. `revision` and `asking` belong to the list, as in `ListSource`.
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
    /// The next request of the list; `nil` if there is none.
    public var asking: ListRequest<Item>?
    /// The state of the list.
    public private(set) var revision = 0
    private var readRevision = 0

    /// Panels for which nothing is read yet.
    public init() {}

    /// The changes since the last reading; at first, everything.
    public mutating func listen(_ observe: () -> ChangeObserver<Change>) -> Changes<Change> {
        let observer = observer ?? observe()
        self.observer = observer
        if let changes = observer.take() { heard = heard.union(changes) }
        return heard
    }

    /// Marks the list as changed.
    public mutating func touchList() { revision += 1 }

    /// The next request of the list, if it has not been read already.
    public var unread: ListRequest<Item>? {
        guard let asking, !asking.isLoaded || readRevision != revision else { return nil }
        return asking
    }

    /// Notes that all changes have been read.
    public mutating func didRead() {
        heard = .these([])
        if asking != nil { readRevision = revision }
        asking = nil
    }
}
