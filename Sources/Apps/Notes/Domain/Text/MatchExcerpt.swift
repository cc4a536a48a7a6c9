// SPDX-License-Identifier: GPL-3.0-or-later

import Search

/// The line of a note in which a query’s words stand, and where they stand in it.
package struct MatchExcerpt: Hashable, Sendable {
    /// A piece of the line.
    package struct Piece: Hashable, Sendable {
        /// The text.
        package let text: String
        /// Whether it is what was looked for.
        package let isMatch: Bool
    }

    /// The pieces of the line, in order, cut to the surroundings of the first match where the line is long.
    package let pieces: [Piece]

    /// The excerpt of the first line that has one of the words; nil where no line has.
    package init?(of content: String, finding filter: NoteFilter) {
        guard let found = MatchPieces.of(content, finding: filter.soughtWords) else { return nil }
        pieces = found.map { Piece(text: $0.text, isMatch: $0.isMatch) }
    }
}
