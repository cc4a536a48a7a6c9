// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a line of input cannot be used.
///
/// The lines after it still can, except after `failed`.
public enum InputFault: Error, Equatable, Sendable {
    /// The line has more bytes than allowed.
    case lineTooLong(line: Int, limit: Int)
    /// The line contains a NUL byte.
    case nul(line: Int)
    /// The line is not UTF-8.
    case invalidUTF8(line: Int)
    /// Reading failed, with the system's error number.
    case failed(errno: Int32)
}
