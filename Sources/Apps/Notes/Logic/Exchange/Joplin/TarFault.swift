// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a tar archive could not be read to its end.
enum TarFault: Error, Hashable {
    /// The file cannot be read; the operating system’s error number.
    case unreadable(Int32)
    /// What stands at this place, in bytes from the start, is no header of an entry.
    case malformed(Int)
    /// The archive breaks off within an entry.
    case truncated
}
