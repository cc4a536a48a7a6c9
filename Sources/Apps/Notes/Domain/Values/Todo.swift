// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What there is to do about a note.
package struct Todo: Hashable, Sendable {
    /// By when it should be done; nil for any time.
    package var due: DueTime?
    /// When it was done; nil while it is not.
    package var doneAt: Timestamp?
    /// How often it is to be done again; nil: once.
    package var recurrence: Recurrence?
    /// When it was done before, the first time first.
    package var completions: [Timestamp]

    package init(
        due: DueTime? = nil, doneAt: Timestamp? = nil, recurrence: Recurrence? = nil, completions: [Timestamp] = []
    ) {
        self.due = due
        self.doneAt = doneAt
        self.recurrence = recurrence
        self.completions = completions
    }

    /// The last time at which it was done.
    package var lastDone: Timestamp? { doneAt ?? completions.last }

    /// The same after it was done: what is done again is due again.
    package func finished(at now: Timestamp, in zone: Zone) -> Todo {
        var todo = self
        guard doneAt == nil, let recurrence, let due else {
            todo.doneAt = doneAt ?? now
            return todo
        }
        let next = recurrence.next(after: recurrence.isAfterDone ? Day(now, in: zone) : due.day)
        todo.due?.day = next
        // A shorter month comes between: the day is remembered.
        if next.day < due.day.day, recurrence.day == nil { todo.recurrence = recurrence.anchored(at: due.day) }
        todo.completions.append(now)
        return todo
    }

    /// Whether it should have been done by now.
    package func isOverdue(at now: DueTime) -> Bool { doneAt == nil && due.map { $0.isOver(at: now) } ?? false }
}
