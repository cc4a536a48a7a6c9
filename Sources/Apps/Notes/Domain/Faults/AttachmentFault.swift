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
}
