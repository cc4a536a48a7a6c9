// SPDX-License-Identifier: GPL-3.0-or-later

import Stores

/// What commands of this login have changed and `undo` takes back, the last change first.
@MainActor
package final class UndoHistory<Change> {
    private var changes: [Change] = []
    /// How many changes were taken back, and which was so last.
    package private(set) var takenBack: (count: Int, last: Change?) = (0, nil)
    /// More changes than these are not remembered.
    private let most = 100

    package init() {}

    /// Remembers a change.
    package func add(_ change: Change) {
        changes.append(change)
        changes.removeFirst(max(0, changes.count - most))
    }

    /// Forgets all changes: they are of what is not here any more.
    package func forget() {
        changes = []
        takenBack.last = nil
    }

    /// Takes back the change that was made last.
    ///
    /// - Returns: The change; nil where none is left.
    /// - Throws: What taking it back throws; the change is passed over then, unless only the store failed.
    package func takeBack(_ body: @MainActor (Change) async throws -> Void) async throws -> Change? {
        guard let last = changes.popLast() else { return nil }
        do { try await body(last) } catch let fault as StoreFault {
            changes.append(last)
            throw fault
        }
        takenBack = (takenBack.count + 1, last)
        return last
    }
}
