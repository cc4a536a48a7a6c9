// SPDX-License-Identifier: GPL-3.0-or-later

/// Takes a line apart as a POSIX shell would: words, quotes, `\`, the redirections `>`, `>>` and `|`,
/// and `&` at the end; elsewhere `&` is a character like others.
///
/// Source of the quoting rules: POSIX.1-2017, Shell Command Language, 2.2. Nothing is expanded.
package struct WordScanner {
    /// A quotation mark that is not closed.
    package struct OpenQuote: Error {
        package let mark: Character
    }

    package enum Token: Equatable {
        /// A word without its quotes; `isQuoted` tells that it had some, so that `"--all"` is no option.
        case word(String, isQuoted: Bool)
        /// `>` or, appending, `>>`.
        case toFile(appending: Bool)
        /// `|`.
        case toProgram
        /// `&` at the end of the line.
        case toBackground
    }

    private let line: String.UTF8View
    package private(set) var position: String.Index

    package init(_ line: String) {
        self.line = line.utf8
        position = line.utf8.startIndex
    }

    package init(_ line: String, at position: String.Index) {
        self.line = line.utf8
        self.position = position
    }

    /// The rest without scanned text, without the blanks around it.
    package var rest: String {
        var start = position
        var end = line.endIndex
        while start < end, Self.isBlank(line[start]) { start = line.index(after: start) }
        while end > start, Self.isBlank(line[line.index(before: end)]) { end = line.index(before: end) }
        return String(Substring(line[start..<end]))
    }

    /// The scanned text, without the blanks after it.
    package var passed: String {
        var end = position
        while end > line.startIndex, Self.isBlank(line[line.index(before: end)]) { end = line.index(before: end) }
        return String(Substring(line[..<end]))
    }

    /// Whether a word is a whole number above 0, or a span of two: `3`, `5-7`.
    package static func isOfNumbers(_ word: String) -> Bool {
        let ends = word.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return ends.count <= 2
            && ends.allSatisfy { end in
                end.allSatisfy { (0x30...0x39).contains($0) } && Int(Substring(end)).map { $0 > 0 } ?? false
            }
    }

    /// The next word if it is of numbers and not the last word: of `1 2-4 x`, the `2-4`.
    ///
    /// - Parameter isLast: Whether no other parameter can follow, so that the last word may be one of them.
    package mutating func nextOfSeveralNumbers(isLast: Bool = false) -> String? {
        var ahead = self
        guard case .word(let word, isQuoted: false)? = try? ahead.next(),
            Self.isOfNumbers(word)
        else { return nil }
        var behind = ahead
        behind.skipBlanks()
        if !isLast {
            guard behind.position > ahead.position, case .word? = try? behind.next() else { return nil }
        }
        self = ahead
        return word
    }

    package mutating func skipBlanks() {
        while position < line.endIndex, Self.isBlank(line[position]) { position = line.index(after: position) }
    }

    /// The next word or redirection; `nil` at the end of the line.
    package mutating func next() throws(OpenQuote) -> Token? {
        skipBlanks()
        guard position < line.endIndex else { return nil }
        if let token = redirection() { return token }
        if let word = plainWord() { return .word(word, isQuoted: false) }
        var bytes: [UInt8] = []
        var isQuoted = false
        while position < line.endIndex {
            let byte = line[position]
            if Self.isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "|") || isBackground { break }
            position = line.index(after: position)
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                isQuoted = true
                try quoted(by: byte, into: &bytes)
            case UInt8(ascii: "\\") where position < line.endIndex:
                isQuoted = true
                bytes.append(line[position])
                position = line.index(after: position)
            default: bytes.append(byte)
            }
        }
        return .word(String(decoding: bytes, as: UTF8.self), isQuoted: isQuoted)
    }

    /// The next word, up to a blank or the end of the line, if nothing in it has a special meaning, as in nearly all.
    private mutating func plainWord() -> String? {
        var end = position
        while end < line.endIndex, !Self.isBlank(line[end]) {
            if Self.isSpecial(line[end]) { return nil }
            end = line.index(after: end)
        }
        let word = String(Substring(line[position..<end]))
        position = end
        return word
    }

    /// The rest of the line up to a redirection, as typed: quotes stay, since they are part of a query.
    ///
    /// An unclosed quotation mark is an ordinary character: a search for `"` is no mistake. A word without
    /// quotes that `ends` it, such as an option, is left to be scanned.
    package mutating func query(endingAt ends: (String) -> Bool) -> String {
        skipBlanks()
        let start = position
        while position < line.endIndex {
            let byte = line[position]
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "|") || isBackground { break }
            if position > start, !Self.isBlank(byte), Self.isBlank(line[line.index(before: position)]) {
                var ahead = self
                if case .word(let word, isQuoted: false)? = try? ahead.next(), ends(word) { break }
            }
            position = line.index(after: position)
            guard byte == UInt8(ascii: "\"") else { continue }
            if let end = line[position...].firstIndex(of: byte) { position = line.index(after: end) }
        }
        var end = position
        while end > start, Self.isBlank(line[line.index(before: end)]) { end = line.index(before: end) }
        return String(Substring(line[start..<end]))
    }

    /// The rest of a query in parentheses, `(milk OR "oat milk")` or `-(done)`, as typed; `nil` if the next word begins
    /// none, or it is not closed.
    package mutating func group() -> String? {
        skipBlanks()
        let rest = line[position...]
        guard rest.starts(with: "(".utf8) || rest.starts(with: "-(".utf8) else { return nil }
        var depth = 0
        var index = position
        while index < line.endIndex {
            let byte = line[index]
            index = line.index(after: index)
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "\""):
                guard let end = line[index...].firstIndex(of: byte) else { return nil }
                index = line.index(after: end)
            default: break
            }
            guard depth == 0, byte == UInt8(ascii: ")") else { continue }
            guard index == line.endIndex || Self.isBlank(line[index]) else { return nil }
            defer { position = index }
            return String(Substring(line[position..<index]))
        }
        return nil
    }

    /// Text without the quotation marks around it, if they enclose all of it; any other text as it is.
    package static func unquoted(_ text: String) -> String {
        guard text.hasPrefix("\"") || text.hasPrefix("'") else { return text }
        let mark = text.utf8.first
        var scanner = WordScanner(text)
        scanner.position = text.utf8.index(after: text.startIndex)
        var bytes: [UInt8] = []
        guard let mark, (try? scanner.quoted(by: mark, into: &bytes)) != nil, scanner.position == text.endIndex else {
            return text
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func redirection() -> Token? {
        switch line[position] {
        case UInt8(ascii: ">"):
            position = line.index(after: position)
            guard position < line.endIndex, line[position] == UInt8(ascii: ">") else {
                return .toFile(appending: false)
            }
            position = line.index(after: position)
            return .toFile(appending: true)
        case UInt8(ascii: "|"):
            position = line.index(after: position)
            return .toProgram
        case UInt8(ascii: "&") where isBackground:
            position = line.endIndex
            return .toBackground
        default: return nil
        }
    }

    /// Whether the next character is an `&` behind which the line ends.
    private var isBackground: Bool {
        guard line[position] == UInt8(ascii: "&") else { return false }
        return line[line.index(after: position)...].allSatisfy(Self.isBlank)
    }

    private mutating func quoted(by mark: UInt8, into bytes: inout [UInt8]) throws(OpenQuote) {
        while position < line.endIndex {
            var byte = line[position]
            position = line.index(after: position)
            if byte == mark { return }
            if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\""), position < line.endIndex,
                line[position] == UInt8(ascii: "\"") || line[position] == UInt8(ascii: "\\")
            {
                byte = line[position]
                position = line.index(after: position)
            }
            bytes.append(byte)
        }
        throw OpenQuote(mark: Character(Unicode.Scalar(mark)))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Whether a byte may mean more than itself within a word.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "\""),
            UInt8(ascii: "\\"):
            true
        default: false
        }
    }
}
