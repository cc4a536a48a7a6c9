// SPDX-License-Identifier: GPL-3.0-or-later

/// The elements of arrays of JSON as they are written, so that a broken one costs that one alone.
///
/// Behind the end of an array each line is an element, or begins another array.
struct JSONElements: Sequence, IteratorProtocol {
    private let text: [UInt8]
    private var index = 0
    private var line: Int
    private var isOpen = false
    /// Whether the end of every array was seen.
    var isClosed: Bool { !isOpen }

    /// - Parameters:
    ///   - text: An array, from its bracket or the blanks before it on, and all behind it.
    ///   - line: The line on which that begins.
    init(_ text: [UInt8], line: Int) {
        self.text = text
        self.line = line
    }

    /// The next element and the line on which it begins; `nil` behind the last one.
    mutating func next() -> (text: ArraySlice<UInt8>, line: Int)? {
        while index < text.count {
            switch text[index] {
            case 0...0x20, UInt8(ascii: ","): break
            case UInt8(ascii: "[") where !isOpen: isOpen = true
            case UInt8(ascii: "]") where isOpen: isOpen = false
            default:
                let (start, first) = (index, line)
                if isOpen { passElement() } else { passLine() }
                return (text[start..<index], first)
            }
            pass()
        }
        return nil
    }

    private mutating func passLine() { index = text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count }

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
