// SPDX-License-Identifier: GPL-3.0-or-later

/// The changes of one transaction.
public struct ChangeLog<Change: Hashable & Sendable>: Sendable {
    private var all: [Change] = []
    private var known: Set<Change> = []
    private var isUnknown = false

    /// A log in which nothing has changed.
    public init() {}

    /// What to tell once the transaction is done.
    public var changes: Changes<Change> { isUnknown ? .unknown : .these(all) }

    /// Notes a change, once.
    public mutating func add(_ change: Change) {
        guard !isUnknown, known.insert(change).inserted else { return }
        all.append(change)
        if all.count > Changes<Change>.most { addUnknown() }
    }

    /// More has changed than is told one by one.
    public mutating func addUnknown() { self = ChangeLog(isUnknown: true) }

    private init(isUnknown: Bool) { self.isUnknown = isUnknown }
}
