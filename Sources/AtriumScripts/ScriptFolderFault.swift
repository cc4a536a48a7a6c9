// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a session script has no folder.
enum ScriptFolderFault: Error, Equatable {
    /// No folder could be made in this place; `code` is the system's `errno`.
    case notMade(place: String, code: Int32)
    /// The fixture of this name could not be written.
    case notWritten(String)
}
