// SPDX-License-Identifier: GPL-3.0-or-later

/// What a key does to what is selected on the screen: an app names the command behind it.
public enum SelectionKey: String, CaseIterable, Sendable {
    /// Changes the text of it.
    case edit
    /// Removes it.
    case remove
    /// Marks it as done.
    case done
    /// Takes it out of sight, without removing it; its key is `done`’s, in an app that marks nothing as done.
    case archive
    /// Labels it.
    case tag
    /// Answers it; in an app that answers nothing its key is `rename`’s.
    case reply
    /// Gives it another name.
    case rename
    /// Looks for words in everything, whatever is selected.
    case find
    /// Takes back what was changed last, whatever is selected.
    case undo
}
