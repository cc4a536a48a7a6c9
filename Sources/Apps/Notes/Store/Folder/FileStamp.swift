// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc
import Session
import Stores

/// By what a file is known to be unchanged without being read.
struct FileStamp: Hashable, Sendable {
    /// When it was last written, in nanoseconds since 1970, as far as no program has said otherwise.
    let written: Int64
    /// Its size in bytes.
    let size: Int64
    /// Its number in the file system, which a new name does not change.
    let number: Int64
    /// When the file system last changed anything of it, its name too, in nanoseconds since 1970.
    let changed: Int64

    init(written: Int64, size: Int64, number: Int64, changed: Int64) {
        self.written = written
        self.size = size
        self.number = number
        self.changed = changed
    }

    /// Of what is a file; nil of anything else.
    init?(_ status: FileStatus) {
        guard status.kind == .regular else { return nil }
        self.init(
            written: status.written, size: Int64(status.size), number: Int64(bitPattern: status.number),
            changed: status.changed)
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
    func isRacy(seen: Int64) -> Bool { seen - changed < 50_000_000 }

    /// Whether a file of this stamp may be one of the other under a new name, which changes nothing else.
    func isRenamed(_ other: FileStamp) -> Bool {
        (written, size, number) == (other.written, other.size, other.number)
    }
}

/// A file that is written, but not in its place yet.
struct FileDraft: Hashable, Sendable {
    /// Where it is meanwhile.
    let name: String
    /// What it is known by there; its new name will change `changed`.
    let stamp: FileStamp
    /// What it holds.
    let digest: Digest
}
