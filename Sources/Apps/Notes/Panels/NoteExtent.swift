// SPDX-License-Identifier: GPL-3.0-or-later

/// How long a list of notes is, and where the loaded part of it stands.
struct NoteExtent: Hashable {
    /// How many notes are listed.
    var total = 0
    /// Whether there are that many, and not more.
    var isKnown = true
    /// How many of them come before the loaded ones, in the order of the question.
    var before = 0
}
