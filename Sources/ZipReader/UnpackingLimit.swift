// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// How much of an archive is unpacked before it is taken for one that is made to fill a disk.
///
/// Text is seldom a tenth of its size, and what is made to fill a disk is a thousandth
/// (https://www.bamsoftware.com/hacks/zipbomb).
package struct UnpackingLimit {
    /// How much larger than itself an archive may be when it is unpacked.
    private static let largestRatio = 200
    private static let always = 64 << 20

    private var left: UInt64

    /// The limit for an archive.
    package init(ofArchive path: String) {
        left = UInt64(Self.always + Self.largestRatio * (FileStatus(path, followingLinks: true)?.size ?? 0))
    }

    /// Counts a file in; false, and nothing is counted, where it is too large for what is left.
    package mutating func take(_ entry: ZipEntry) -> Bool { take(entry.size) }

    /// Counts bytes in; false if they are more than what is left.
    mutating func take(bytes: Int) -> Bool { take(UInt64(bytes)) }

    private mutating func take(_ size: UInt64) -> Bool {
        guard size <= left else { return false }
        left -= size
        return true
    }
}
