// SPDX-License-Identifier: GPL-3.0-or-later

/// A question for the candidates that could stand where the cursor is.
public struct CompletionRequest: Sendable, Hashable {
    /// The whole line.
    public var line: String
    /// The cursor's place, in UTF-8 bytes from the start of the line.
    public var cursor: Int
    /// The word before the cursor, its quotes and backslashes taken away; the candidates begin with it.
    public var word: String

    /// Makes a request.
    public init(line: String, cursor: Int, word: String) {
        self.line = line
        self.cursor = cursor
        self.word = word
    }
}
