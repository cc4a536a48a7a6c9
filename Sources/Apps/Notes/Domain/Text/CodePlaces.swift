// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// Where code stands in an outline, in which signs of other programs mean nothing.
package struct CodePlaces {
    private let text: String
    private let places: [Range<Int>]

    package init(in text: String) {
        self.text = text
        let mayHaveSome = text.utf8.contains { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }
        places = mayHaveSome ? Self.code(in: text) : []
    }

    /// Where code stands in an outline: tabs before its blocks are levels, of two blanks each, and make no code.
    private static func code(in text: String) -> [Range<Int>] {
        var levelled: [UInt8] = []
        var lines: [(start: Int, added: Int)] = []
        var added = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let tabs = line.prefix { $0 == UInt8(ascii: "\t") }.count
            added += tabs
            lines.append((levelled.count, added))
            levelled +=
                [UInt8](repeating: UInt8(ascii: " "), count: tabs * 2) + line.dropFirst(tabs) + [UInt8(ascii: "\n")]
        }
        return MarkdownDocument(String(decoding: levelled, as: UTF8.self)).code.map { place in
            let line = lines[lines.count(ofFirst: { $0.start <= place.lowerBound }) - 1]
            return place.lowerBound - line.added..<place.upperBound - line.added
        }
    }

    /// Whether a part of the text begins within code.
    package func contains(_ part: Substring) -> Bool {
        let start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        let place = first(endingBehind: start)
        return place < places.count && places[place].contains(start)
    }

    /// The number of the first piece of code that ends behind an offset: a page may have thousands.
    private func first(endingBehind offset: Int) -> Int { places.count(ofFirst: { $0.upperBound <= offset }) }

    /// The parts of a line of the text that are code, in order.
    package func parts(of line: Substring) -> [Substring] {
        let start = text.utf8.distance(from: text.startIndex, to: line.startIndex)
        let range = start..<start + line.utf8.count
        let rest = places[first(endingBehind: range.lowerBound)...]
        return rest.prefix { $0.lowerBound < range.upperBound }.map { place in
            let part = place.clamped(to: range)
            let first = text.utf8.index(text.startIndex, offsetBy: part.lowerBound)
            return text[first..<text.utf8.index(first, offsetBy: part.count)]
        }
    }
}
