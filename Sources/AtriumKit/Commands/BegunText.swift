// SPDX-License-Identifier: GPL-3.0-or-later

/// A text that somebody types behind a command, as far as it has come.
public struct BegunText: Sendable, Hashable {
    /// The name of the command.
    public let command: String
    /// The words between the command and the text, without quotation marks.
    public let words: [String]
    /// The options before the text, with their dashes.
    public let options: Set<String>
    /// The text so far.
    public let text: String

    /// A text behind a command and these words.
    public init(command: String, words: [String] = [], options: Set<String> = [], text: String) {
        self.command = command
        self.words = words
        self.options = options
        self.text = text
    }
}
