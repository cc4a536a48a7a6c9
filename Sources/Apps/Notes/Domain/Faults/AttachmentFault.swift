// SPDX-License-Identifier: GPL-3.0-or-later

/// What cannot be done with an attachment.
package enum AttachmentFault: Error, Hashable, Sendable {
    /// The note has no attachment of this name.
    case unknown(String, note: Int)
    /// The file cannot be read; the operating system’s error number.
    case unreadable(path: String, reason: Int32)
    /// The file is larger than an attachment may be; bytes.
    case tooLarge(path: String, limit: Int)
    /// There is a file of this name already, which is not written over.
    case exists(path: String)
    /// The file lies in the folder of the notes, and the note only names it.
    case linked(path: String, note: Int)
    /// The note has a link to a file that is not there.
    case missing(String, note: Int)
    /// The note shows no such picture; nil: none at all.
    case noPicture(String?, note: Int)
    /// The attachment lies in the store, and is no file that another program could open.
    case inside(String, note: Int)
}
