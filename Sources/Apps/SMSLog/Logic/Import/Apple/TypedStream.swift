// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the text of an attributed string that NSArchiver has written, which is all that a conversation shows of it.
///
/// The first string of such a stream is the text: the name of its class, the mark of a string of bytes (`84 01 2B`), the
/// number of bytes (one byte; `81` and two; `82` and four, the lowest first), and UTF-8. Nothing within is trusted: what
/// does not fit is no text. Source of the format: https://github.com/ReagentX/crabstep
enum TypedStream {
    private static let className = Array("NSString".utf8)
    /// `84`: something new; `01 2B`: its type, “+”, for bytes.
    private static let mark: [UInt8] = [0x84, 0x01, 0x2B]
    /// What may stand between the name of the class and the mark: its version, and that its ancestors are known or none.
    private static let longestGap = 32

    /// The text; nil for bytes that hold none.
    ///
    /// What is no UTF-8 becomes U+FFFD.
    static func text(of bytes: [UInt8]) -> String? {
        guard let name = place(of: className, in: bytes[...]) else { return nil }
        let behind = name + className.count
        let near = bytes[behind..<min(bytes.count, behind + longestGap + mark.count)]
        guard let found = place(of: mark, in: near) else { return nil }
        var rest = bytes[(found + mark.count)...]
        guard let count = count(&rest), count <= rest.count else { return nil }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    private static func count(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        let width: Int
        switch first {
        case 0x81: width = 2
        case 0x82: width = 4
        case ..<0x80: return Int(first)
        // The other ones are marks, and numbers below zero.
        default: return nil
        }
        guard rest.count >= width else { return nil }
        let number = rest.prefix(width).reversed().reduce(0) { $0 << 8 | Int($1) }
        rest.removeFirst(width)
        return number
    }

    private static func place(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= pattern.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - pattern.count)).first { start in
            bytes[start] == pattern[0] && bytes[start..<(start + pattern.count)].elementsEqual(pattern)
        }
    }
}
