// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// One change of what is kept beside a note’s text.
package enum MarkChange: Hashable, Sendable {
    /// Moves the note to a notebook; an empty name takes it out of its own.
    case notebook(String)
    /// Pins the note or lets it go.
    case pinned(Bool)
    /// Makes the note a task, changes the task, or with nil makes it a plain note again.
    case todo(Todo?)
    /// Says when the note was made.
    case created(Timestamp)
    /// Gives the note these tags and no others.
    case tags([String])
    /// Gives the note a tag, unless it has it.
    case addTag(String)
    /// Takes a given tag away; one that stands in the text stays.
    case removeTag(String)
}
