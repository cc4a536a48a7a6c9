// SPDX-License-Identifier: GPL-3.0-or-later

/// A word of a command line.
public struct CommandWord: Hashable, Sendable {
    /// The word without its quotes.
    public let text: String
    /// Whether it was in quotation marks, which say that it is whole as it stands.
    public let isQuoted: Bool

    /// A word of these facts.
    public init(_ text: String, isQuoted: Bool = false) {
        self.text = text
        self.isQuoted = isQuoted
    }

    /// The word as it must be typed: in quotation marks where it has a character that a command line reads as something
    /// else.
    public static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "+-_./:@~".utf8.contains(byte)
        }
        if isPlain, !word.isEmpty { return word }
        return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
