// SPDX-License-Identifier: GPL-3.0-or-later

import Stores

/// What commands of this login have changed and `undo` takes back, the last change first.
@MainActor
package final class UndoHistory<Change> {
    /// A change, and what was marked for the command that made it.
    private struct Step {
        let change: Change
        let marked: MarkedThings?
    }

    private var steps: [Step] = []
    /// What was made or taken back last, which is selected then: how often there was such a thing, by which change, and
    /// what had been marked for it; the change is nil as soon as the user has turned to something else.
    package private(set) var latest: (count: Int, change: Change?, marked: [String]) = (0, nil, [])
    /// More changes than these are not remembered.
    private let most = 100

    package init() {}

    /// Remembers a change.
    ///
    /// - Parameter isMade: Whether it has made what is selected from then on.
    package func add(_ change: Change, isMade: Bool = false) {
        steps.append(Step(change: change, marked: .current))
        steps.removeFirst(max(0, steps.count - most))
        if isMade { latest = (latest.count + 1, change, []) }
    }

    /// Notes that the user has turned to something else than what was made or taken back last.
    package func turnAway() { (latest.change, latest.marked) = (nil, []) }

    /// Forgets all changes: they are of what is not here any more.
    package func forget() {
        steps = []
        turnAway()
    }

    /// Takes back what was done last: one change, or all that a command has made which was for several marked things.
    ///
    /// - Returns: The changes, the last one first; none where there is nothing to take back.
    /// - Throws: What taking one back throws; the change is passed over then, unless only the store failed.
    package func takeBack(_ body: @MainActor (Change) async throws -> Void) async throws -> [Change] {
        var undone: [Change] = []
        let marked = steps.last?.marked
        while let step = steps.last, undone.isEmpty || marked != nil && step.marked == marked {
            steps.removeLast()
            do { try await body(step.change) } catch let fault as StoreFault {
                steps.append(step)
                throw fault
            }
            undone.append(step.change)
        }
        if let last = undone.last { latest = (latest.count + 1, last, marked?.ids ?? []) }
        return undone
    }
}
