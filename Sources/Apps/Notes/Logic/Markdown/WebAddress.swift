/// An address of the web or of mail that stands in a text and may be handed to another program.
package struct WebAddress: Hashable, Sendable {
    /// The address as it was written.
    package let text: String

    /// The schemes of addresses that only lead somewhere: any other one may run something.
    private static let schemes: [StaticString] = ["https://", "http://", "mailto:"]

    /// The address that a text is, all of it.
    ///
    /// Nil for any other scheme, for nothing behind the scheme, and for blanks, controls and angle brackets, which no
    /// address has (RFC 3986, appendix A).
    package init?(_ text: String) {
        guard let scheme = Self.scheme(of: text[...]), text.utf8.count > scheme.utf8CodeUnitCount,
            !text.contains(where: { $0.isWhitespace || $0 == "<" || $0 == ">" }),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        else { return nil }
        self.text = text
    }

    /// The bare address that a text begins with; nil where it begins with none.
    ///
    /// Source: GFM 0.29, 6.9, with `http://localhost` as GitHub has it. Beyond it, punctuation that is not ASCII ends an
    /// address, since no blank follows it in Chinese.
    static func leading(_ text: Substring) -> WebAddress? {
        guard let scheme = scheme(of: text) else { return nil }
        let rest = text[text.utf8.index(text.startIndex, offsetBy: scheme.utf8CodeUnitCount)...]
        guard scheme.utf8Start.pointee != UInt8(ascii: "m") else {
            return mailEnd(rest).flatMap { WebAddress(String(text[..<$0])) }
        }
        let domain = rest.prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        let labels = domain.split(separator: ".")
        guard let first = domain.first, first.isLetter || first.isNumber,
            !labels.suffix(2).contains(where: { $0.contains("_") })
        else { return nil }
        let end = end(of: rest)
        return WebAddress(String(text[..<end]))
    }

    /// Where an address ends, whose beginning is one: punctuation at its end belongs to the sentence around it.
    private static func end(of text: Substring) -> Substring.Index {
        var end = text.startIndex
        while end < text.endIndex, !ends(text, at: end) { end = text.index(after: end) }
        var found = text[..<end]
        var open = (round: 0, square: 0)
        for character in found {
            switch character {
            case "(": open.round += 1
            case ")": open.round -= 1
            case "[": open.square += 1
            case "]": open.square -= 1
            default: break
            }
        }
        while let last = found.last {
            switch last {
            case "?", "!", ".", ",", ":", "*", "_", "~", "'", "\"", "\\": break
            case ")" where open.round < 0: open.round += 1
            case "]" where open.square < 0: open.square += 1
            case ";":
                let name = found.dropLast().reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.count
                if name > 0, found.dropLast(name + 1).last == "&" { found = found.dropLast(name + 1) }
            default: return found.endIndex
            }
            found = found.dropLast()
        }
        return found.endIndex
    }

    private static func ends(_ text: Substring, at index: Substring.Index) -> Bool {
        let character = text[index]
        switch character {
        case "<", ">", "`": return true
        case "[": return text[index...].hasPrefix("[[")
        default: return character.isWhitespace || !character.isASCII && character.isPunctuation
        }
    }

    /// Where the address of a mailbox ends that a text begins with.
    private static func mailEnd(_ text: Substring) -> Substring.Index? {
        func isPlain(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
        }
        let name = text.prefix { isPlain($0) || ".+".contains($0) }
        guard !name.isEmpty, text[name.endIndex...].first == "@" else { return nil }
        var domain = text[name.endIndex...].dropFirst().prefix { isPlain($0) || $0 == "." }
        while domain.last == "." { domain = domain.dropLast() }
        guard let last = domain.last, !"-_".contains(last), domain.dropFirst().contains(".") else { return nil }
        return domain.endIndex
    }

    private static func scheme(of text: Substring) -> StaticString? {
        schemes.first { scheme in
            let bytes = UnsafeBufferPointer(start: scheme.utf8Start, count: scheme.utf8CodeUnitCount)
            // Letters in either case; of the signs, `:` and `/` have this bit already.
            return text.utf8.prefix(bytes.count).elementsEqual(bytes) { $0 | 0x20 == $1 }
        }
    }
}
