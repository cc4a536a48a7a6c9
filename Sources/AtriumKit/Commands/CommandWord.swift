// SPDX-License-Identifier: GPL-3.0-or-later

/// A word as it must be typed in a command.
public enum CommandWord {
    /// The word, in quotation marks where it has a character that a command line reads as something else.
    public static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "+-_./:@~".utf8.contains(byte)
        }
        if isPlain, !word.isEmpty { return word }
        return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
