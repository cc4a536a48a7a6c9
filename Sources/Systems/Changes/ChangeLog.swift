// SPDX-License-Identifier: GPL-3.0-or-later

/// The changes of one transaction.
package struct ChangeLog<Change: Hashable & Sendable>: Sendable {
    private var all: [Change] = []
    private var known: Set<Change> = []
    private var isUnknown = false

    package init() {}

    /// What to tell once the transaction is done.
    package var changes: Changes<Change> { isUnknown ? .unknown : .these(all) }

    package mutating func add(_ change: Change) {
        guard !isUnknown, known.insert(change).inserted else { return }
        all.append(change)
        if all.count > Changes<Change>.most { addUnknown() }
    }

    /// More has changed than is told one by one.
    package mutating func addUnknown() { self = ChangeLog(isUnknown: true) }

    private init(isUnknown: Bool) { self.isUnknown = isUnknown }
}
