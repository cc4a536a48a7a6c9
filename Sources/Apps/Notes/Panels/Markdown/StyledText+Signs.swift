// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// Signs that CommonMark does not know and many write: footnotes, and `==what is highlighted==`.
extension StyledText {
    /// Adds a text in which what such signs mean stands out.
    mutating func append(signsIn text: String, _ marks: Marks) {
        var rest = text[...]
        while let start = rest.firstRange(of: "=="), let end = Self.endOfHighlight(rest[start.upperBound...]) {
            append(footnotesIn: rest[..<start.lowerBound], marks)
            append(footnotesIn: rest[start.upperBound..<end.lowerBound], marks.union(.accented))
            rest = rest[end.upperBound...]
        }
        append(footnotesIn: rest, marks)
    }

    /// The signs that end what is highlighted: it neither begins nor ends with a blank, so that `a == b` is none.
    private static func endOfHighlight(_ text: Substring) -> Range<Substring.Index>? {
        guard let first = text.first, !first.isWhitespace, first != "=", let end = text.firstRange(of: "=="),
            let last = text[..<end.lowerBound].last, !last.isWhitespace
        else { return nil }
        return end
    }

    /// Adds a text in which the signs of footnotes stand as a reader knows them: `[^1]` as ¹, and `[^note]` as ^note,
    /// where they are named and, without their colon, where they begin a line.
    private mutating func append(footnotesIn text: Substring, _ marks: Marks) {
        var rest = text
        while let start = rest.firstRange(of: "[^")?.lowerBound, let end = rest[start...].firstIndex(of: "]") {
            let label = rest[start..<end].dropFirst(2)
            let isLabel = !label.isEmpty && !label.contains { $0.isWhitespace || $0 == "[" || $0 == "^" }
            append(String(rest[..<start]), marks)
            guard isLabel else {
                // What is none begins none: the next one may begin within it.
                append(String(rest[start]), marks)
                rest = rest[rest.index(after: start)...]
                continue
            }
            let beginsLine = spans.isEmpty
            append(Self.sign(ofFootnote: label), marks.union([.accented, .strong]))
            rest = rest[rest.index(after: end)...]
            if beginsLine, rest.first == ":" { rest = rest.dropFirst() }
        }
        append(String(rest), marks)
    }

    private static func sign(ofFootnote label: Substring) -> String {
        let digits = label.compactMap { $0.isASCII ? $0.wholeNumberValue.map { superscripts[$0] } : nil }
        return digits.count == label.count ? String(digits) : "^" + label
    }

    private static let superscripts: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
