// SPDX-License-Identifier: GPL-3.0-or-later

/// A file that a session script carries with it.
public struct ScriptFixture: Sendable, Equatable {
    /// The line of the text that names the file, counted from 1.
    public let line: Int
    /// Its path below the session's folder: relative, without `.` and `..`, with `/` between folders.
    public let name: String
    /// Its bytes exactly as they stand in the script, the last newline included if there is one.
    public let bytes: [UInt8]
}
