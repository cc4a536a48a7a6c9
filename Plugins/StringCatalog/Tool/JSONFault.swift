// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a text is no JSON, with the line at which reading stopped.
enum JSONFault: Error, Equatable {
    /// Something else than the grammar wants stands here.
    case unexpected(line: Int)
    /// An object has two members of this name, one of which would be lost.
    case repeatedName(String, line: Int)
    /// Objects and arrays are nested more than 64 deep.
    case tooDeep(line: Int)

    /// The line at which reading stopped, counted from one.
    var line: Int {
        switch self {
        case .unexpected(let line), .repeatedName(_, let line), .tooDeep(let line): line
        }
    }
}
