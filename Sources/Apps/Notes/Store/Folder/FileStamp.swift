// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc
import Session

/// By what a file is known to be unchanged without being read.
struct FileStamp: Hashable, Sendable {
    /// When it was last written, in nanoseconds since 1970.
    let written: Int64
    /// Its size in bytes.
    let size: Int64
    /// Its number in the file system, which a new name does not change.
    let number: Int64

    init(written: Int64, size: Int64, number: Int64) {
        self.written = written
        self.size = size
        self.number = number
    }

    /// Of what is a file; nil of anything else.
    init?(_ status: FileStatus) {
        guard status.kind == .regular else { return nil }
        self.init(
            written: status.written, size: Int64(status.size), number: Int64(bitPattern: status.number))
    }

    /// When it was last written.
    var time: Timestamp { Timestamp(milliseconds: written / 1_000_000) }

    /// The time of the clock that file systems use, in nanoseconds.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Whether a write at once after `seen` could leave the stamp as it is: file systems count in steps of some
    /// milliseconds.
    func isRacy(seen: Int64) -> Bool { seen - written < 50_000_000 }
}

/// A file that is written, but not in its place yet.
struct FileDraft: Hashable, Sendable {
    /// Where it is meanwhile.
    let name: String
    /// What it will be known by.
    let stamp: FileStamp
}
