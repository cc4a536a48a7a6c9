// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a zip archive, or a file in it, cannot be read.
package enum ZipFault: Error, Hashable, Sendable {
    /// There is no list of files at its end, as in an archive that was cut off.
    case truncated
    /// The list of files, or the bytes of one, are not what they should be.
    case damaged
    /// The file is encrypted.
    case encrypted
    /// The file is compressed in a way that is not known here; its number (APPNOTE.TXT 6.3.10, 4.4.5).
    case unknownMethod(Int)
}
