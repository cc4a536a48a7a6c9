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
