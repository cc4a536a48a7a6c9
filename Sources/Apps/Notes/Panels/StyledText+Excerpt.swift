// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Terminal

extension StyledText {
    /// An excerpt with its matches marked, in a style of its own.
    ///
    /// - Parameters:
    ///   - accent: The colour of the matches, which are bold as well for those who see no colours.
    ///   - columns: The room there is: what stands before the first match is cut so that the match is seen.
    init(_ excerpt: MatchExcerpt, over base: Style, accent: Color, columns: Int) {
        let match = Style(foreground: accent, attributes: base.attributes.subtracting(.dim).union(.bold))
        let pieces = excerpt.pieces.map { (text: Sanitizer.visible($0.text), isMatch: $0.isMatch) }
        let width = pieces.reduce(0) { $0 + DisplayWidth.of($1.text) }
        for (index, piece) in pieces.enumerated() {
            var text = piece.text
            if index == 0, !piece.isMatch {
                text = String(text.drop(while: \.isWhitespace))
                if width > columns { text = Self.end(of: text, columns: columns / 3) }
            }
            append(text, piece.isMatch ? match : base)
        }
    }

    /// The end of a text that takes no more than so many columns, behind “…” where it is not all.
    private static func end(of text: String, columns: Int) -> String {
        guard DisplayWidth.of(text) > columns else { return text }
        var rest = text[...]
        while !rest.isEmpty, DisplayWidth.of(String(rest)) + 1 > columns { rest = rest.dropFirst() }
        return "…" + rest
    }
}
