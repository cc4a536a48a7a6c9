// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of several commands, split one command at a time: the meaning of a command’s words is known only when those
/// before it are done.
///
/// `;` and `&&` separate commands where `>` and `|` would have a meaning: within quotation marks, after a backslash and
/// after `|`, where everything belongs to a program, they are ordinary characters.
package struct CommandSequence {
    /// The separator of two commands.
    package enum Separator: Hashable {
        /// `;`: the next one is performed in any case.
        case always
        /// `&&`: the next one is performed if this one went well.
        case onSuccess
    }

    /// The first command of the line.
    package let first: String
    /// The separator and the rest of the line; `nil` for the last command.
    package let next: (separator: Separator, line: String)?
    /// The start of the rest, in bytes of UTF-8 from the start of the line; `nil` for the last command.
    package let nextStart: Int?

    /// Splits the first command off a line.
    ///
    /// - Parameter takesText: Whether a command takes the rest of its line as text, which has no separators.
    package init(_ line: String, takesText: (_ command: String) -> Bool) {
        guard let place = Self.separator(in: line),
            !takesText(String(decoding: line.utf8.prefix(place.start), as: UTF8.self))
        else {
            (first, next, nextStart) = (line, nil, nil)
            return
        }
        first = String(decoding: line.utf8.prefix(place.start), as: UTF8.self)
        next = (place.separator, String(decoding: line.utf8.dropFirst(place.end), as: UTF8.self))
        nextStart = place.end
    }

    /// Splits a line after an app’s name, at the start of one of the app’s commands.
    ///
    /// - Parameter start: The place of that, in bytes of UTF-8.
    package init(_ line: String, partedAt start: Int) {
        first = String(decoding: line.utf8.prefix(start), as: UTF8.self)
        next = (.onSuccess, String(decoding: line.utf8.dropFirst(start), as: UTF8.self))
        nextStart = start
    }

    /// Whether a command is missing beside the sign behind the first one: nothing of such a line is performed.
    package var lacksCommand: Bool {
        guard let next else { return false }
        let rest = next.line.trimmingPrefix { $0 == " " || $0 == "\t" }
        if rest.isEmpty || rest.hasPrefix("#") { return next.separator == .onSuccess || isBlank }
        return isBlank || rest.hasPrefix(";") || rest.hasPrefix("&&")
    }

    private var isBlank: Bool { first.allSatisfy { $0 == " " || $0 == "\t" } }

    /// The first separator of a line, and its place in bytes of UTF-8.
    private static func separator(in line: String) -> (separator: Separator, start: Int, end: Int)? {
        // Nearly no line has one.
        let mayHaveOne = line.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "&") }
        }
        guard mayHaveOne ?? true else { return nil }
        var quote: UInt8?
        var isEscaped = false
        var previous: UInt8?
        for (offset, byte) in line.utf8.enumerated() {
            defer { previous = byte }
            if isEscaped {
                isEscaped = false
                continue
            }
            if let mark = quote {
                if byte == mark { quote = nil }
                if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") { isEscaped = true }
                continue
            }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "#") where line.utf8.prefix(offset).allSatisfy { $0 == 0x20 || $0 == 0x09 }: return nil
            case UInt8(ascii: "|"): return nil
            case UInt8(ascii: ";"): return (.always, offset, offset + 1)
            case UInt8(ascii: "&") where previous == UInt8(ascii: "&"): return (.onSuccess, offset - 1, offset + 1)
            default: break
            }
        }
        return nil
    }
}
