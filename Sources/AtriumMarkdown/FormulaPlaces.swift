// SPDX-License-Identifier: GPL-3.0-or-later

/// The places of `$$` around formulas in a text.
enum FormulaPlaces {
    /// The starts and ends of formulas, in turn.
    ///
    /// The start of one is first in its line, or has its end in the same line: elsewhere two signs are what they are.
    static func pairs(of places: [Int], in bytes: [UInt8]) -> [Int] {
        var pairs: [Int] = []
        var index = 0
        while index + 1 < places.count {
            let (start, end) = (places[index], places[index + 1])
            if isFirst(start, in: bytes) || !bytes[start..<end].contains(0x0A) {
                pairs += [start, end]
                index += 2
            } else {
                index += 1
            }
        }
        return pairs
    }

    /// All formulas with their signs, in order: those between two `$$`, and those between two `$` of one line.
    static func all(ones: [Int], twos: [Int], in bytes: [UInt8]) -> [Range<Int>] {
        let pairs = pairs(of: twos, in: bytes)
        let blocks = stride(from: 0, to: pairs.count, by: 2).map { pairs[$0]..<(pairs[$0 + 1] + 2) }
        var next = 0
        let free = ones.filter { place in
            while next < blocks.count, blocks[next].upperBound <= place { next += 1 }
            return next == blocks.count || place < blocks[next].lowerBound
        }
        var found: [Range<Int>] = []
        var open: Int?
        for place in free {
            if let start = open, place > start + 1, bytes[place - 1] > 0x20,
                place + 1 >= bytes.count || !(0x30...0x39).contains(bytes[place + 1]),
                !bytes[start..<place].contains(0x0A)
            {
                found.append(start..<(place + 1))
                open = nil
            } else {
                open = place + 1 < bytes.count && bytes[place + 1] > 0x20 ? place : nil
            }
        }
        return (found + blocks).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Whether nothing but blanks, and the signs of lists and quotations, stand before a place in its line.
    private static func isFirst(_ place: Int, in bytes: [UInt8]) -> Bool {
        var index = place
        while index > 0, bytes[index - 1] != 0x0A {
            index -= 1
            guard " \t>-*+".utf8.contains(bytes[index]) else { return false }
        }
        return true
    }
}

extension MarkdownReader {
    /// Takes links for text: some by their numbers, and those that stand in formulas.
    ///
    /// - Parameter formulas: The places of these, in order.
    mutating func removeLinks(_ numbers: Set<Int>, in formulas: [Range<Int>]) {
        guard !formulas.isEmpty || !numbers.isEmpty else { return }
        let isLink = links.enumerated().map { number, link in
            guard !numbers.contains(number) else { return false }
            // Only the last formula that begins before it may have it.
            let before = formulas.count(ofFirst: { $0.lowerBound <= link.whole.lowerBound })
            return before == 0 || formulas[before - 1].upperBound < link.whole.upperBound
        }
        guard isLink.contains(false) else { return }
        if hasLines {
            var numbers: [Int?] = []
            var count = 0
            for isLink in isLink {
                numbers.append(isLink ? count : nil)
                if isLink { count += 1 }
            }
            spans = spans.map { span in
                guard let old = span.link else { return span }
                var (kind, range) = (span.kind, span.range)
                if numbers[old] == nil {
                    let link = links[old]
                    if kind == .linkStart { (kind, range) = (.text, link.whole.lowerBound..<link.label.lowerBound) }
                    if kind == .linkEnd { (kind, range) = (.text, link.label.upperBound..<link.whole.upperBound) }
                }
                return MarkdownSpan(kind: kind, marks: span.marks, link: numbers[old], range: range)
            }
        }
        links = zip(links, isLink).filter(\.1).map(\.0)
    }
}
