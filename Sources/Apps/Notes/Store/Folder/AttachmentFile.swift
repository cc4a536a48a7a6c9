// SPDX-License-Identifier: GPL-3.0-or-later

import Stores

/// The file of an attachment, as the index knows it.
struct AttachmentFile: Hashable, Sendable {
    /// The attachment’s number within its note.
    let number: Int
    /// Its name below the folder.
    let path: String
    /// What it is known by.
    let stamp: FileStamp
    /// When that was looked at, in nanoseconds since 1970.
    let seen: Int64
    /// What its bytes are known by.
    let digest: Digest?

    /// Whether it surely is as it was, by its stamp alone.
    func isSurely(_ other: FileStamp?) -> Bool { stamp == other && !stamp.isRacy(seen: seen) }
}
