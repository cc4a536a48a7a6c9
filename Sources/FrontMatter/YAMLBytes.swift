// SPDX-License-Identifier: GPL-3.0-or-later

/// Where parts of YAML end that are written on one line or in brackets (YAML 1.2, 7.3 and 7.4).
enum YAMLBytes {
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    static func endsWord(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0A || byte == 0x0D }

    /// The end of a line, before what ends it.
    static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
        bytes[min(start, bytes.count)...].firstIndex(of: 0x0A) ?? bytes.count
    }

    /// The end of a line’s text, before a carriage return too.
    static func textEnd(_ bytes: [UInt8], from start: Int) -> Int {
        let end = lineEnd(bytes, from: start)
        return end > start && bytes[end - 1] == 0x0D ? end - 1 : end
    }

    static func skipBlanks(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
        bytes[start..<end].firstIndex { !isBlank($0) } ?? end
    }

    /// The end, with its line, of the last line that says something: that is neither blank nor a comment.
    static func lastContent(_ bytes: [UInt8], from start: Int) -> Int {
        var (last, index) = (start, start)
        while index < bytes.count {
            let end = lineEnd(bytes, from: index)
            let first = bytes[index..<end].first { !isBlank($0) && $0 != 0x0D }
            index = min(end + 1, bytes.count)
            if let first, first != UInt8(ascii: "#") { last = index }
        }
        return last
    }

    /// A place behind a line’s end, as one before it.
    static func withoutLineEnd(_ bytes: [UInt8], _ end: Int) -> Int {
        var end = end
        while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return end
    }

    /// The end of a text without quotation marks: before a comment and the blanks at its end.
    static func plainEnd(_ bytes: [UInt8], from start: Int, to line: Int) -> Int {
        var end = line
        for index in start..<line where bytes[index] == UInt8(ascii: "#") && index > start && isBlank(bytes[index - 1])
        {
            end = index
            break
        }
        while end > start, isBlank(bytes[end - 1]) || bytes[end - 1] == 0x0D { end -= 1 }
        return end
    }

    /// The end of a text in quotation marks; nil where they are open.
    static func quoteEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        let mark = bytes[start]
        var index = start + 1
        while index < bytes.count {
            if mark == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if bytes[index] == mark {
                // Two single ones stand for one.
                guard mark == UInt8(ascii: "'"), index + 1 < bytes.count, bytes[index + 1] == mark else {
                    return index + 1
                }
                index += 2
            } else {
                index += 1
            }
        }
        return nil
    }

    /// The end of a list in brackets; nil where they are open.
    ///
    /// - Parameter comma: Told of each comma that parts two items, by its place.
    static func flowEnd(_ bytes: [UInt8], from start: Int, comma: (Int) -> Void = { _ in }) -> Int? {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: ","): if depth == 1 { comma(index) }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                // Within a word the mark means itself.
                let before = bytes[..<index].last { !endsWord($0) }
                guard before.map({ "[{,:".utf8.contains($0) }) == true || index > 0 && endsWord(bytes[index - 1]),
                    let end = quoteEnd(bytes, from: index)
                else { break }
                index = end - 1
            case UInt8(ascii: "#"):
                if index > 0, endsWord(bytes[index - 1]) { index = lineEnd(bytes, from: index) }
            default: break
            }
            index += 1
        }
        return nil
    }
}
