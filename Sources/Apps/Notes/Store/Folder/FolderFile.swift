// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Stores

/// A file of the folder, as the index knows it.
struct FolderFile: Hashable, Sendable {
    /// Its name below the folder.
    var path: String
    /// The note that it holds; nil for a file that never was one.
    var note: Int?
    /// What it is known by.
    var stamp: FileStamp
    /// When that was looked at, in nanoseconds since 1970.
    var seen: Int64
    /// Why what it holds now is no note; nil where it is one.
    var skipped: SkippedFile.Reason?
    /// What its bytes are known by, as the index has taken them in or given them out; nil if it has not.
    var digest: Digest?

    /// Whether it surely is as it was, by its stamp alone.
    func isSurely(_ other: FileStamp) -> Bool { stamp == other && !stamp.isRacy(seen: seen) }
}
