// SPDX-License-Identifier: GPL-3.0-or-later

/// A session script rewritten to say what really comes out.
public struct ScriptUpdate: Sendable, Equatable {
    /// The script's file as the caller named it.
    public let path: String
    /// The whole text, with every line that was right exactly as it was.
    public let bytes: [UInt8]
    /// How many lines are new or say something else; 0 if nothing had to be rewritten.
    public let newLines: Int
    /// Whether the text differs from the file.
    public let isChanged: Bool
    /// What an update cannot mend: missing or unread lines of input, settings that fail, steps after the shell was
    /// left.
    public let remaining: ScriptResult
}
