// SPDX-License-Identifier: GPL-3.0-or-later

/// Splits Swift source into tokens, leaving out comments and the text of strings.
///
/// Comments nest; strings may be raw, span lines and hold interpolated code, which is scanned as code; regular
/// expression literals are skipped. Where the grammar needs more than tokens to tell a bare regular expression from
/// a division, the token before the slash decides. Source that does not compile gives some tokens, never a trap.
package struct SourceScanner: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    private var previous: SourceToken?
    /// The strings whose interpolations are being scanned, innermost last.
    private var openStrings: [OpenString] = []

    /// Starts at the first byte of UTF-8 source.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next token, or nil at the end.
    package mutating func next() -> SourceToken? {
        skipTrivia()
        guard position < bytes.count else { return nil }
        let token = scanToken()
        previous = token
        return token
    }
}

extension SourceScanner {
    /// A string that has begun and not ended.
    private struct OpenString {
        var hashes: Int
        var isMultiline: Bool
        /// Parentheses opened by the interpolated code itself.
        var depth = 0
    }

    private func byte(at offset: Int) -> UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    private func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<offset + text.utf8CodeUnitCount]) }
    }

    private func count(of wanted: UInt8, at offset: Int) -> Int {
        var end = offset
        while byte(at: end) == wanted { end += 1 }
        return end - offset
    }

    private func isLineEnd(at offset: Int) -> Bool {
        byte(at: offset) == UInt8(ascii: "\n") || byte(at: offset) == UInt8(ascii: "\r")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default:
            false
        }
    }

    // MARK: Trivia

    private mutating func skipTrivia() {
        while let next = byte(at: position) {
            switch next {
            case ...UInt8(ascii: " "), 0x7F:
                position += 1
            case 0xEF where has("\u{FEFF}", at: position):
                position += 3
            case UInt8(ascii: "/") where byte(at: position + 1) == next,
                UInt8(ascii: "#") where position == 0 && has("#!", at: 0):
                while let byte = byte(at: position), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
                    position += 1
                }
            case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "*"):
                skipBlockComment()
            default:
                return
            }
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if has("/*", at: position) {
                depth += 1
                position += 2
            } else if has("*/", at: position) {
                depth -= 1
                position += 2
            } else {
                position += 1
            }
        } while depth > 0 && position < bytes.count
    }

    // MARK: Tokens

    private mutating func scanToken() -> SourceToken {
        let start = position
        let hashes = count(of: UInt8(ascii: "#"), at: start)
        switch bytes[start + hashes < bytes.count ? start + hashes : start] {
        case UInt8(ascii: "\""):
            return scanString(hashes: hashes)
        case UInt8(ascii: "/") where hashes > 0:
            return scanExtendedRegex(hashes: hashes)
        case UInt8(ascii: "/"):
            if let end = endOfBareRegex() { return token(.literal, until: end) }
            return token(.symbol(bytes[start]), until: start + 1)
        case UInt8(ascii: "`") where hashes == 0:
            return scanQuotedWord()
        case let first where hashes == 0 && Self.isWord(first):
            var end = start + 1
            while let next = byte(at: end), Self.isWord(next) { end += 1 }
            return token(.word, until: end)
        default:
            return scanSymbol()
        }
    }

    private mutating func token(_ kind: SourceToken.Kind, until end: Int) -> SourceToken {
        defer { position = end }
        return SourceToken(kind: kind, range: position..<end)
    }

    private mutating func scanQuotedWord() -> SourceToken {
        let start = position + 1
        var end = start
        while let next = byte(at: end), next != UInt8(ascii: "`"), !isLineEnd(at: end) { end += 1 }
        position = byte(at: end) == UInt8(ascii: "`") ? end + 1 : end
        return SourceToken(kind: .quotedWord, range: start..<end)
    }

    /// A symbol; the parenthesis that ends an interpolation goes on with the string around it.
    private mutating func scanSymbol() -> SourceToken {
        let symbol = bytes[position]
        guard let string = openStrings.last else { return token(.symbol(symbol), until: position + 1) }
        if symbol == UInt8(ascii: "(") {
            openStrings[openStrings.count - 1].depth += 1
        } else if symbol == UInt8(ascii: ")") {
            if string.depth == 0 {
                openStrings.removeLast()
                let start = position
                position += 1
                return scanStringText(of: string, from: start)
            }
            openStrings[openStrings.count - 1].depth -= 1
        }
        return token(.symbol(symbol), until: position + 1)
    }

    // MARK: Strings

    private mutating func scanString(hashes: Int) -> SourceToken {
        let start = position
        position += hashes
        var isMultiline = has("\"\"\"", at: position)
        if isMultiline, hashes > 0 {
            // #"""# is a quotation mark on one line: only a line end makes three of them a multi-line opening.
            var end = position + 3
            while byte(at: end) == UInt8(ascii: " ") || byte(at: end) == UInt8(ascii: "\t") { end += 1 }
            isMultiline = isLineEnd(at: end)
        }
        position += isMultiline ? 3 : 1
        return scanStringText(of: OpenString(hashes: hashes, isMultiline: isMultiline), from: start)
    }

    /// Skips text up to the string's end, or up to an interpolation, whose code comes next.
    private mutating func scanStringText(of string: OpenString, from start: Int) -> SourceToken {
        while let next = byte(at: position) {
            switch next {
            case UInt8(ascii: "\"") where closes(string):
                position += (string.isMultiline ? 3 : 1) + string.hashes
                return SourceToken(kind: .literal, range: start..<position)
            case UInt8(ascii: "\\") where count(of: UInt8(ascii: "#"), at: position + 1) >= string.hashes:
                position += 1 + string.hashes
                let isInterpolation = byte(at: position) == UInt8(ascii: "(")
                position = Swift.min(position + 1, bytes.count)
                if isInterpolation {
                    openStrings.append(OpenString(hashes: string.hashes, isMultiline: string.isMultiline))
                    return SourceToken(kind: .literal, range: start..<position)
                }
            case UInt8(ascii: "\n") where !string.isMultiline, UInt8(ascii: "\r") where !string.isMultiline:
                // An unterminated string ends with its line, so that one mistake does not hide the rest of the file.
                return SourceToken(kind: .literal, range: start..<position)
            default:
                position += 1
            }
        }
        return SourceToken(kind: .literal, range: start..<position)
    }

    private func closes(_ string: OpenString) -> Bool {
        if string.isMultiline, !has("\"\"\"", at: position) { return false }
        let end = position + (string.isMultiline ? 3 : 1)
        return count(of: UInt8(ascii: "#"), at: end) >= string.hashes
    }

    // MARK: Regular expressions

    private mutating func scanExtendedRegex(hashes: Int) -> SourceToken {
        var end = position + hashes + 1
        while end < bytes.count {
            if byte(at: end) == UInt8(ascii: "\\") {
                end += 2
            } else if byte(at: end) == UInt8(ascii: "/"), count(of: UInt8(ascii: "#"), at: end + 1) >= hashes {
                return token(.literal, until: end + 1 + hashes)
            } else {
                end += 1
            }
        }
        return token(.literal, until: bytes.count)
    }

    private func endOfBareRegex() -> Int? {
        guard previousAllowsRegex, let first = byte(at: position + 1), first > UInt8(ascii: " ") else { return nil }
        var end = position + 1
        while end < bytes.count, !isLineEnd(at: end) {
            if bytes[end] == UInt8(ascii: "/") { return end + 1 }
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private var previousAllowsRegex: Bool {
        guard let previous else { return true }
        switch previous.kind {
        case .symbol(let symbol) where previous.range.upperBound == position:
            // Right behind an operand's last symbol, as in `size!/2`, it divides.
            return ![
                UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "!"),
                UInt8(ascii: "?"), UInt8(ascii: ">"),
            ].contains(symbol)
        case .symbol(let symbol):
            return ![UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "/")].contains(symbol)
        case .word:
            let words: [StaticString] = [
                "return", "in", "case", "where", "if", "while", "guard", "else", "try", "await", "throw",
            ]
            return words.contains {
                previous.range.count == $0.utf8CodeUnitCount && has($0, at: previous.range.lowerBound)
            }
        case .quotedWord, .literal:
            return false
        }
    }
}
