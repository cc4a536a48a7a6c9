// SPDX-License-Identifier: GPL-3.0-or-later

/// A file or a folder in a zip archive.
package struct ZipEntry: Hashable, Sendable {
    /// Where it lies, between slashes, as the archive says: it may lead anywhere.
    package let path: String
    /// How many bytes it has, as the archive says.
    package let size: UInt64
    /// When it was last changed, in the zone of who made the archive: year, month, day, hour, minute, second.
    package let changed: [Int]
    /// Whether its bytes are encrypted.
    package let isEncrypted: Bool
    /// Whether it is a link of the file system rather than a file.
    package let isLink: Bool

    /// Whether it is a folder.
    package var isFolder: Bool { path.hasSuffix("/") }
}
