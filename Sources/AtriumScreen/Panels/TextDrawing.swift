// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumTerminal

extension Canvas {
    /// Writes one line of a text, and returns the columns it took.
    @discardableResult
    package mutating func write(_ text: StyledText, at point: Point, accent: Color? = nil) -> Int {
        var column = point.column
        for span in text.spans {
            let start = Point(column: column, row: point.row)
            column += write(span.text, at: start, style: span.marks.style(accent: accent))
            if let link = span.link?.address.flatMap(LinkAddress.init) {
                self.link(from: start, columns: column - start.column, to: link)
            }
        }
        return column - point.column
    }
}

extension StyledText {
    /// The target of the text at a column of its one line; `nil` for none.
    func link(at column: Int) -> SpanLink? {
        var end = 0
        for span in spans {
            end += DisplayWidth.of(span.text)
            if column < end { return column < 0 ? nil : span.link }
        }
        return nil
    }

    /// A text with a match, cut before the first match if that would be invisible otherwise.
    func showingMatch(in columns: Int) -> StyledText {
        guard let first = spans.first, !first.marks.contains(.match),
            spans.contains(where: { $0.marks.contains(.match) })
        else { return self }
        var text = String(first.text.drop(while: \.isWhitespace))
        if width > columns { text = Self.end(of: text, columns: columns / 3) }
        var result = StyledText(text, first.marks, link: first.link)
        for span in spans.dropFirst() { result.append(span.text, span.marks, link: span.link) }
        return result
    }

    /// The end of a text within this many columns, after “…” if it is not all.
    private static func end(of text: String, columns: Int) -> String {
        guard DisplayWidth.of(text) > columns else { return text }
        var rest = text[...]
        while !rest.isEmpty, DisplayWidth.of(String(rest)) + 1 > columns { rest = rest.dropFirst() }
        return "…" + rest
    }

    /// The text with more marks on some of its characters, given in order.
    func marked(_ places: [(characters: Range<Int>, marks: Marks)]) -> StyledText {
        guard !places.isEmpty else { return self }
        var result = StyledText()
        var places = places[...]
        var number = 0
        for span in spans {
            var piece = ""
            var marks = Marks()
            for character in span.text {
                while let place = places.first, place.characters.upperBound <= number { places = places.dropFirst() }
                let more = places.first.flatMap { $0.characters.contains(number) ? $0.marks : nil } ?? []
                if more != marks {
                    result.append(piece, span.marks.union(marks), link: span.link)
                    (piece, marks) = ("", more)
                }
                piece.append(character)
                number += 1
            }
            result.append(piece, span.marks.union(marks), link: span.link)
        }
        return result
    }
}

extension Marks {
    /// The style of them, in an app’s colour, or in none.
    func style(accent: Color?) -> Style {
        var attributes: Attributes = []
        if !isDisjoint(with: [.strong, .match, .warning]) { attributes.insert(.bold) }
        if contains(.stressed) { attributes.insert(.italic) }
        if contains(.faint), !contains(.match) { attributes.insert(.dim) }
        if contains(.underlined) { attributes.insert(.underline) }
        if contains(.reversed) { attributes.insert(.reverse) }
        let color = isDisjoint(with: [.accented, .match]) ? nil : accent
        return Style(foreground: contains(.warning) ? .warning : color, attributes: attributes)
    }
}
