// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a line of input cannot be used.
///
/// The lines after it still can, except after `failed`.
public enum InputFault: Error, Hashable, Sendable {
    /// The line has more bytes than allowed.
    case lineTooLong(line: Int, limit: Int)
    /// The line contains a NUL byte.
    case nul(line: Int)
    /// The line is not UTF-8.
    case invalidUTF8(line: Int)
    /// Reading failed, with the system's error number.
    case failed(errno: Int32)

    /// Which line it is; nil where it is no line.
    public var line: Int? {
        switch self {
        case .lineTooLong(let line, _), .nul(let line), .invalidUTF8(let line): line
        case .failed: nil
        }
    }
}
