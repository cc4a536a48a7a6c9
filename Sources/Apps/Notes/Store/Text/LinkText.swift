// SPDX-License-Identifier: GPL-3.0-or-later

/// Links that stand in a text: `[[title]]`, `[[title|shown]]` and `note:12`.
package enum LinkText {
    /// What the links point at, in order, doubles included.
    package static func targets(in text: String) -> [LinkTarget] {
        var found = titles(in: text).map { ($0.lowerBound, LinkTarget(titled: text[$0])) }
        found += numberLinks(in: text).map { ($0.place.lowerBound, .number($0.number)) }
        return found.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The numbers of the notes that links by number point at, in order, doubles included.
    package static func numbers(in text: String) -> [Int] { numberLinks(in: text).map(\.number) }

    /// The text whose links by number have these numbers, in order; a link whose number stays is spelled as it was.
    package static func renumbering(_ text: String, to numbers: [Int]) -> String {
        text.replacing(
            zip(numberLinks(in: text), numbers).filter { $0.number != $1 }.map { ($0.place, String($1)) })
    }

    /// The text with 0 in the place of all numbers of links by number.
    package static func unnumbered(_ text: String) -> String {
        renumbering(text, to: numbers(in: text).map { _ in 0 })
    }

    /// Whether a title can stand in a link: whether `]]` and `|` would not end it.
    package static func canPoint(at title: String) -> Bool { !title.contains("]]") && !title.contains("|") }

    /// The text with other targets in its links between notes.
    ///
    /// - Parameter target: Told what stands between `[[` and `|` or `]]`; nil leaves it as it is.
    static func retargeting(_ text: String, _ target: (Substring) -> String?) -> String {
        text.replacing(titles(in: text).compactMap { range in target(text[range]).map { (range, $0) } })
    }

    /// Where an ASCII text stands first; by bytes, since every line with a bracket passes here.
    private static func place(of sought: StaticString, in text: Substring) -> Range<String.Index>? {
        let bytes = UnsafeBufferPointer(start: sought.utf8Start, count: sought.utf8CodeUnitCount)
        var from = text.utf8.startIndex
        while let start = text.utf8[from...].firstIndex(of: bytes[0]) {
            let rest = text.utf8[start...]
            if rest.starts(with: bytes) { return start..<rest.index(start, offsetBy: bytes.count) }
            from = text.utf8.index(after: start)
        }
        return nil
    }

    /// The numbers behind `note:`, and the places of their digits.
    private static func numberLinks(in text: String) -> [(place: Range<String.Index>, number: Int)] {
        var found: [(place: Range<String.Index>, number: Int)] = []
        for range in CodeSpans.outside(text, having: ":") {
            var rest = text[range]
            while let match = place(of: "note:", in: rest) {
                let digits = rest[match.upperBound...].prefix { $0.isASCII && $0.isNumber }
                let isWord =
                    match.lowerBound > text.startIndex && text[text.index(before: match.lowerBound)].isLetter
                if !isWord, let number = Int(digits), number > 0 {
                    found.append((digits.startIndex..<digits.endIndex, number))
                }
                rest = rest[match.upperBound...]
            }
        }
        return found
    }

    /// The places of the titles within `[[` and `]]` or `|`.
    private static func titles(in text: String) -> [Range<String.Index>] {
        var places: [Range<String.Index>] = []
        for range in CodeSpans.outside(text, having: "[") {
            var rest = text[range]
            while let open = place(of: "[[", in: rest),
                let close = place(of: "]]", in: rest[open.upperBound...])
            {
                let inner = open.upperBound..<close.lowerBound
                var end = text[inner].firstIndex(of: "|") ?? inner.upperBound
                // Within a table the sign is escaped.
                if end < inner.upperBound, text[inner.lowerBound..<end].last == "\\" { end = text.index(before: end) }
                if !text[inner.lowerBound..<end].allSatisfy(\.isWhitespace) {
                    places.append(inner.lowerBound..<end)
                }
                rest = rest[close.upperBound...]
            }
        }
        return places
    }
}
