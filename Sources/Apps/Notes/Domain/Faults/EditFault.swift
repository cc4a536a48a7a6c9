// SPDX-License-Identifier: GPL-3.0-or-later

/// Why what was written in an editor is not the note’s text, and where it is kept.
package enum EditFault: Error {
    /// The note was removed for good meanwhile; the text is an unfinished one.
    case gone(Int)
    /// The same of a protected note; the text is a protected note of its own.
    case goneProtected(Int, kept: Int)
    /// The note could not be changed; the text is an unfinished one.
    case notSaved(any Error)
}
