// SPDX-License-Identifier: GPL-3.0-or-later

/// A question for the candidates that could stand where the cursor is.
public struct CompletionRequest: Sendable, Hashable {
    /// The whole line.
    public var line: String
    /// The cursor’s place, in UTF-8 bytes from the start of the line.
    public var cursor: Int
    /// The word before the cursor, its quotes and backslashes taken away.
    public var word: String
    /// Where that word begins with its quotes, in UTF-8 bytes from the start of the line.
    public var start: Int

    /// The question for what stands before a cursor, at the end of the line unless told otherwise.
    public init(line: String, cursor: Int? = nil) {
        let cursor = cursor ?? line.utf8.count
        let word = CompletionWord(beforeCursor: String(decoding: line.utf8.prefix(cursor), as: UTF8.self))
        self.line = line
        self.cursor = cursor
        self.word = word.text
        start = word.start
    }

    /// The line before the cursor.
    public var typed: String { String(decoding: line.utf8.prefix(cursor), as: UTF8.self) }
}
