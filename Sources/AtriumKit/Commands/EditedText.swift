// SPDX-License-Identifier: GPL-3.0-or-later

/// A text that somebody edits.
public struct EditedText: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The version that the text was made from, as its app counts.
    public var base: Int
    /// Whether it may not lie on a disk as it is.
    public let isSecret: Bool
    /// The command that edits it, as somebody would type it, by which an edit that was broken off is found again.
    public let command: String
    /// The command that changes it without an editor.
    public let otherwise: String

    /// A text of these facts.
    public init(_ text: String, base: Int, isSecret: Bool = false, command: String, otherwise: String) {
        self.text = text
        self.base = base
        self.isSecret = isSecret
        self.command = command
        self.otherwise = otherwise
    }
}
