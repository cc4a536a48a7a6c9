// SPDX-License-Identifier: GPL-3.0-or-later

/// Which of the places of `$$` in a text stand around formulas.
enum FormulaPlaces {
    /// Where formulas begin and end, in turn.
    ///
    /// What begins one stands first in its line, or has its end in the same line: elsewhere two signs are what they are.
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
