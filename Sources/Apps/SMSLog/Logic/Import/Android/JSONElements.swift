// SPDX-License-Identifier: GPL-3.0-or-later

/// The elements of an array of JSON as they are written, so that what is broken in one costs that one alone.
struct JSONElements: Sequence, IteratorProtocol {
    private let text: [UInt8]
    private var index: Int
    private var line: Int
    /// Whether the end of the array was seen.
    private(set) var isClosed = false

    /// - Parameters:
    ///   - text: An array, from its bracket or the blanks before it on.
    ///   - line: The line on which that begins.
    init(_ text: [UInt8], line: Int) {
        self.text = text
        self.line = line
        let bracket = text.firstIndex(of: UInt8(ascii: "["))
        index = bracket.map { $0 + 1 } ?? text.count
    }

    /// The next element and the line on which it begins; nil behind the last one.
    mutating func next() -> (text: ArraySlice<UInt8>, line: Int)? {
        while index < text.count, text[index] <= 0x20 || text[index] == UInt8(ascii: ",") { pass() }
        guard index < text.count, text[index] != UInt8(ascii: "]") else {
            isClosed = index < text.count
            return nil
        }
        let (start, first) = (index, line)
        passElement()
        return (text[start..<index], first)
    }

    private mutating func pass() {
        if text[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
    }

    private mutating func passElement() {
        var depth = 0
        var isText = false
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "\\") where isText && index + 1 < text.count: pass()
            case _ where isText: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0: return
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = Swift.max(0, depth - 1)
            default: break
            }
            pass()
        }
    }
}
