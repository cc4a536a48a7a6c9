// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// Where code stands in a text, in which signs of other programs mean nothing.
package struct CodePlaces {
    private let text: String
    private let places: [Range<Int>]

    package init(in text: String) {
        self.text = text
        let mayHaveSome = text.utf8.contains { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }
        places = mayHaveSome ? MarkdownDocument(text).code : []
    }

    /// Whether a part of the text begins within code.
    package func contains(_ part: Substring) -> Bool {
        let start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        let place = first(endingBehind: start)
        return place < places.count && places[place].contains(start)
    }

    /// The number of the first piece of code that ends behind an offset: a page may have thousands.
    private func first(endingBehind offset: Int) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

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
