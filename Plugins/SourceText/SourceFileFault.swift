// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a build tool could not read or write a file.
package enum SourceFileFault: Error, Equatable {
    /// The file cannot be opened or read; `errno` is the system's reason.
    case unreadable(path: String, errno: Int32)
    /// The file cannot be created or written; `errno` is the system's reason.
    case unwritable(path: String, errno: Int32)
}
