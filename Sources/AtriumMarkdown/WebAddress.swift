// SPDX-License-Identifier: GPL-3.0-or-later

/// An address of the web or of mail that stands in a text and may be handed to another program.
public struct WebAddress: Hashable, Sendable {
    /// The address as it was written.
    public let text: String

    /// The schemes of addresses that only lead somewhere: any other one may run something.
    private static let schemes: [StaticString] = ["https://", "http://", "mailto:"]

    /// The address that a text is, all of it.
    ///
    /// `nil` for any other scheme, for nothing behind the scheme, and for blanks, controls and angle brackets, which no
    /// address has (RFC 3986, appendix A).
    public init?(_ text: String) {
        guard let scheme = Self.scheme(of: text.utf8), text.utf8.count > scheme.utf8CodeUnitCount,
            !text.unicodeScalars.contains(where: {
                MarkdownBytes.isWhitespace($0) || $0 == "<" || $0 == ">" || $0.value < 0x20
                    || (0x7F..<0xA0).contains($0.value)
            })
        else { return nil }
        self.text = text
    }

    /// Whether an address may begin at a place: a look at two bytes, since most letters begin none.
    static func mayBegin(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index + 1 < bytes.count else { return false }
        let next = bytes[index + 1] | 0x20
        return next == (bytes[index] | 0x20 == UInt8(ascii: "m") ? UInt8(ascii: "a") : UInt8(ascii: "t"))
    }

    /// The end of the bare address that begins at a place of a text in UTF-8; `nil` if there is none.
    ///
    /// Source: GFM 0.29, 6.9, with `http://localhost` as GitHub has it. Beyond it, punctuation that is not ASCII ends an
    /// address, since no blank follows it in Chinese.
    static func end(of bytes: [UInt8], from index: Int, before limit: Int? = nil) -> Int? {
        let text = bytes[index..<(limit ?? bytes.count)]
        guard let scheme = scheme(of: text) else { return nil }
        let rest = text.dropFirst(scheme.utf8CodeUnitCount)
        let isMail = scheme.utf8Start.pointee == UInt8(ascii: "m")
        return isMail ? mailEnd(rest) : hasDomain(rest) ? end(of: rest) : nil
    }

    /// Whether a text begins with a domain: a letter or digit first, and no `_` in its last two parts.
    private static func hasDomain(_ text: ArraySlice<UInt8>) -> Bool {
        var index = text.startIndex
        var hasLine = (last: false, before: false)
        while let (scalar, length) = MarkdownBytes.scalar(text, at: index) {
            let isWord = MarkdownBytes.isLetter(scalar) || MarkdownBytes.isNumber(scalar)
            if index == text.startIndex, !isWord { return false }
            if scalar == "." {
                // A domain that ends with a full stop has no part behind it.
                let next = MarkdownBytes.scalar(text, at: index + 1)?.scalar
                if let next, next == "_" || next == "-" || MarkdownBytes.isLetter(next) || MarkdownBytes.isNumber(next)
                {
                    hasLine = (false, hasLine.last)
                }
            } else if scalar == "_" {
                hasLine.last = true
            } else if !isWord, scalar != "-" {
                break
            }
            index += length
        }
        return index > text.startIndex && !hasLine.last && !hasLine.before
    }

    /// The end of an address whose beginning is one: punctuation at its end belongs to the sentence around it.
    private static func end(of text: ArraySlice<UInt8>) -> Int {
        var end = text.startIndex
        var open = (round: 0, square: 0)
        while let (scalar, length) = MarkdownBytes.scalar(text, at: end), !ends(text, at: end, scalar) {
            switch scalar {
            case "(": open.round += 1
            case ")": open.round -= 1
            case "[": open.square += 1
            case "]": open.square -= 1
            default: break
            }
            end += length
        }
        while end > text.startIndex {
            switch text[end - 1] {
            case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"),
                UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "'"), UInt8(ascii: "\""),
                UInt8(ascii: "\\"):
                break
            case UInt8(ascii: ")") where open.round < 0: open.round += 1
            case UInt8(ascii: "]") where open.square < 0: open.square += 1
            case UInt8(ascii: ";"):
                // `&amp;` and the like are no part of it.
                var name = end - 1
                while name > text.startIndex, MarkdownBytes.isASCIIWord(text[name - 1]) { name -= 1 }
                if name < end - 1, name > text.startIndex, text[name - 1] == UInt8(ascii: "&") { end = name }
            default: return end
            }
            end -= 1
        }
        return end
    }

    private static func ends(_ text: ArraySlice<UInt8>, at index: Int, _ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", "`": true
        case "[": index + 1 < text.endIndex && text[index + 1] == UInt8(ascii: "[")
        default:
            MarkdownBytes.isWhitespace(scalar) || MarkdownBytes.isForeignPunctuation(scalar)
        }
    }

    /// The end of the address of a mailbox that a text begins with.
    private static func mailEnd(_ text: ArraySlice<UInt8>) -> Int? {
        func isPlain(_ byte: UInt8) -> Bool {
            MarkdownBytes.isASCIIWord(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        let name = text.prefix { isPlain($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "+") }
        guard !name.isEmpty, text[name.endIndex...].first == UInt8(ascii: "@") else { return nil }
        var domain = text[name.endIndex...].dropFirst().prefix { isPlain($0) || $0 == UInt8(ascii: ".") }
        while domain.last == UInt8(ascii: ".") { domain = domain.dropLast() }
        guard let last = domain.last, last != UInt8(ascii: "-"), last != UInt8(ascii: "_"),
            domain.dropFirst().contains(UInt8(ascii: "."))
        else { return nil }
        return domain.endIndex
    }

    private static func scheme(of text: some Collection<UInt8>) -> StaticString? {
        // Most texts that are asked about are no addresses.
        guard let first = text.first.map({ $0 | 0x20 }), first == UInt8(ascii: "h") || first == UInt8(ascii: "m") else {
            return nil
        }
        return schemes.first { scheme in
            let bytes = UnsafeBufferPointer(start: scheme.utf8Start, count: scheme.utf8CodeUnitCount)
            // Letters in either case; of the signs, `:` and `/` have this bit already.
            return text.prefix(bytes.count).elementsEqual(bytes) { $0 | 0x20 == $1 }
        }
    }
}
