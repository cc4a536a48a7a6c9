// SPDX-License-Identifier: GPL-3.0-or-later

/// The candidates for a place in a line, and which part of the line one of them takes the place of.
public struct CompletionAnswer: Sendable, Hashable {
    /// The candidates, the likeliest first.
    public var candidates: [Completion]
    /// Where the part begins that a candidate replaces, in UTF-8 bytes from the line’s start; it ends at the cursor.
    public var start: Int
    /// Whether candidates go into the line as they are, because no quotes are read there: in free text, in a query.
    public var isLiteral: Bool

    /// Candidates for the part of a line that begins at `start`.
    public init(_ candidates: [Completion], start: Int, isLiteral: Bool = false) {
        self.candidates = candidates
        self.start = start
        self.isLiteral = isLiteral
    }

    /// Nothing to complete.
    public static let nothing = CompletionAnswer([], start: 0)
}
