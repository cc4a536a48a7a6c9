// SPDX-License-Identifier: GPL-3.0-or-later

/// What came of an export.
package struct ExportReport: Hashable, Sendable {
    /// How many notes were written.
    package var written = 0
    /// How many of these are protected, and were written as sealed files.
    package var sealed = 0
    /// How many are protected, and were left out.
    package var protected = 0
    /// The protected notes that something else has changed, and that nobody can open; they were left out.
    package var damaged: [Int] = []
    /// The files below the folder that an earlier export, or somebody else, has left of protected notes in the clear.
    package var clear: [String] = []
    /// How many are in the trash, and were left out.
    package var trashed = 0
    /// How many attachments were left out, since the format has no place for them.
    package var leftFiles = 0
    /// Whether an earlier export into the same folder came to no end.
    package var followsUnfinished = false
}
