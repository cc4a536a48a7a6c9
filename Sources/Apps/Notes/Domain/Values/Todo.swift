// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What there is to do about a note.
package struct Todo: Hashable, Sendable {
    /// The day by which it should be done; nil for any.
    package var due: Day?
    /// When it was done; nil while it is not.
    package var doneAt: Timestamp?

    package init(due: Day? = nil, doneAt: Timestamp? = nil) {
        self.due = due
        self.doneAt = doneAt
    }
}
