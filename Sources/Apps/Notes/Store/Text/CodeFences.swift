// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells line by line which of a text are a block of code: what stands there means itself.
///
/// Source: CommonMark 0.31, 4.5 “Fenced code blocks”, with blanks before a fence as in lists.
package struct CodeFences {
    /// What a line is.
    package enum Part: Hashable, Sendable {
        /// Text.
        case text
        /// The begin or the end of a block.
        case fence
        /// A line of a block.
        case code
    }

    private var open: (sign: UInt8, length: Int)?

    package init() {}

    /// What the next line is, given in UTF-8 without its end.
    package mutating func read(_ line: some Sequence<UInt8>) -> Part {
        var bytes = line.drop { $0 == 0x20 }.makeIterator()
        let sign = bytes.next()
        guard let sign, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else {
            return open == nil ? .text : .code
        }
        var length = 1
        var next = bytes.next()
        while next == sign {
            length += 1
            next = bytes.next()
        }
        var (hasTick, isBlank) = (false, true)
        while let byte = next {
            if byte == UInt8(ascii: "`") { hasTick = true }
            if byte != 0x20, byte != 0x09 { isBlank = false }
            next = bytes.next()
        }
        if let fence = open {
            guard sign == fence.sign, length >= fence.length, isBlank else { return .code }
            open = nil
            return .fence
        }
        // Behind backticks no other one may stand: that is code within a line.
        guard length >= 3, sign != UInt8(ascii: "`") || !hasTick else { return .text }
        open = (sign, length)
        return .fence
    }
}
