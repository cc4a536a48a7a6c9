// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the signs of links stand in a line of Markdown given in UTF-8.
///
/// Asked from left to right. Each answer is kept until it is passed, so that all questions together go over the line a
/// few times, whatever stands in it; looking to the end of the line for each bracket would take a line of a megabyte hours.
package struct LineSigns: Sendable {
    /// What is looked for.
    package enum Sign: Int, CaseIterable, Sendable {
        /// `[`
        case open
        /// `![`
        case embed
        /// `]`
        case close
        /// `](`
        case middle
        /// `]]`
        case titleEnd
        /// `|`
        case bar
        /// `>`
        case angleEnd
        /// `)`
        case roundEnd
        /// A blank and `"`
        case quote

        fileprivate var bytes: (UInt8, UInt8?) {
            switch self {
            case .open: (UInt8(ascii: "["), nil)
            case .embed: (UInt8(ascii: "!"), UInt8(ascii: "["))
            case .close: (UInt8(ascii: "]"), nil)
            case .middle: (UInt8(ascii: "]"), UInt8(ascii: "("))
            case .titleEnd: (UInt8(ascii: "]"), UInt8(ascii: "]"))
            case .bar: (UInt8(ascii: "|"), nil)
            case .angleEnd: (UInt8(ascii: ">"), nil)
            case .roundEnd: (UInt8(ascii: ")"), nil)
            case .quote: (UInt8(ascii: " "), UInt8(ascii: "\""))
            }
        }
    }

    /// The line.
    package let bytes: [UInt8]
    /// How many bytes were looked at.
    package private(set) var steps = 0
    /// From where each sign was looked for, and where it was found: the end of the line where it was not.
    private var known = [(from: Int, found: Int)?](repeating: nil, count: Sign.allCases.count)
    /// The parenthesis that closes the one here, 0 for none; made when it is first needed.
    private var closing: [Int32] = []
    private var lastRound = -1
    private var blanks = (from: -1, end: -1)

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Where a sign stands next.
    package mutating func next(_ sign: Sign, from start: Int) -> Int? {
        if let known = known[sign.rawValue], known.from <= start, start <= known.found {
            return known.found < bytes.count ? known.found : nil
        }
        let (first, second) = sign.bytes
        var index = start
        while index < bytes.count {
            if bytes[index] == first, second == nil || index + 1 < bytes.count && bytes[index + 1] == second { break }
            index += 1
        }
        steps += index - start
        known[sign.rawValue] = (start, index)
        return index < bytes.count ? index : nil
    }

    /// The address that begins behind `](`: in angle brackets, or up to the closing parenthesis or a title; nil for none.
    package mutating func address(from start: Int) -> Range<Int>? {
        var first = start
        while first < bytes.count, bytes[first] == 0x20 { first += 1 }
        guard first < bytes.count else { return nil }
        if bytes[first] == UInt8(ascii: "<") {
            guard let close = next(.angleEnd, from: first + 1), close > first + 1 else { return nil }
            return (first + 1)..<close
        }
        matchRounds()
        let close = start > 0 ? Int(closing[start - 1]) : 0
        var end = close > 0 ? close : bytes.count
        // A title that no parenthesis follows belongs to no link.
        if let quote = next(.quote, from: first), quote < end, quote < lastRound { end = quote + 1 }
        guard end < bytes.count else { return nil }
        while end > first, bytes[end - 1] == 0x20 { end -= 1 }
        return end > first ? first..<end : nil
    }

    /// The end of the blanks and angle brackets that stand behind an address.
    package mutating func endOfBlanks(from start: Int) -> Int {
        guard blanks.from != start else { return blanks.end }
        var index = start
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == UInt8(ascii: ">") { index += 1 }
        steps += index - start
        blanks = (start, index)
        return index
    }

    private mutating func matchRounds() {
        guard closing.isEmpty, !bytes.isEmpty else { return }
        closing = [Int32](repeating: 0, count: bytes.count)
        var open: [Int] = []
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "(") { open.append(index) }
            guard byte == UInt8(ascii: ")") else { continue }
            lastRound = index
            if let last = open.popLast() { closing[last] = Int32(truncatingIfNeeded: index) }
        }
        steps += bytes.count
    }
}
