// SPDX-License-Identifier: GPL-3.0-or-later

/// A file that a command has changed and git does not have yet.
struct UncommittedFile: Hashable, Sendable {
    /// The command’s name.
    let command: String
    /// The number of the note that it belongs to.
    let note: Int
    /// The note’s name; empty for one that is protected, of which git is told nothing.
    var name: String
    /// The name that the note had, where that was another.
    var old = ""
    /// Relative to the folder of notes.
    let path: String
}
