import NotesLogic
import Terminal

/// Draws what stands within a line of Markdown: emphasis, code, links.
///
/// Links to notes get the numbers under which `open` follows them, in the order of `LinkText.targets`.
struct MarkdownInline {
    /// The colour of links.
    let accent: Color
    /// The number of the next link to a note.
    private(set) var nextLink: Int

    private static let marks: [(sign: String, attributes: Attributes)] = [
        ("**", .bold), ("__", .bold), ("~~", .dim), ("*", .italic), ("_", .italic),
    ]

    init(accent: Color, firstLink: Int = 1) {
        self.accent = accent
        nextLink = firstLink
    }

    /// The line as it is drawn, over a style of its own.
    mutating func styled(_ line: some StringProtocol, over base: Style = .plain) -> StyledText {
        var result = StyledText()
        var rest = Substring(line)
        var before: Character?
        while let first = rest.first {
            let length = rest.count
            if let (text, after) = piece(rest, first, before, base) {
                result.append(text)
                before = rest[rest.index(rest.startIndex, offsetBy: length - after.count - 1)]
                rest = after
            } else {
                result.append(String(first), base)
                before = first
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The marked piece that the text begins with, and what follows it.
    private mutating func piece(_ text: Substring, _ first: Character, _ before: Character?, _ base: Style)
        -> (StyledText, Substring)?
    {
        switch first {
        case "\\":
            let next = text.dropFirst().first
            guard let next, next.isPunctuation || next.isSymbol else { return nil }
            return (StyledText(String(next), base), text.dropFirst(2))
        case "`":
            guard let close = text.dropFirst().firstIndex(of: "`") else { return nil }
            var style = base
            style.attributes.insert(.dim)
            let code = text[text.index(after: text.startIndex)..<close]
            return (StyledText(String(code), style), text[text.index(after: close)...])
        case "[": return text.hasPrefix("[[") ? noteLink(text, base) : link(text, base)
        case "n" where before?.isLetter != true && text.hasPrefix("note:"):
            let digits = text.dropFirst(5).prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), number > 0 else { return nil }
            return (numbered("note:\(digits)", base), text.dropFirst(5 + digits.count))
        default: return emphasis(text, before, base)
        }
    }

    private mutating func noteLink(_ text: Substring, _ base: Style) -> (StyledText, Substring)? {
        let inner = text.dropFirst(2)
        guard let close = inner.firstRange(of: "]]") else { return nil }
        let parts = inner[..<close.lowerBound].split(separator: "|", maxSplits: 1)
        guard let title = parts.first, !title.allSatisfy(\.isWhitespace) else { return nil }
        return (numbered(String(parts.last ?? title), base), inner[close.upperBound...])
    }

    private mutating func numbered(_ text: String, _ base: Style) -> StyledText {
        var style = base
        style.foreground = accent
        style.attributes.insert(.underline)
        var result = StyledText(text, style)
        result.append("[\(nextLink)]", .dim)
        nextLink += 1
        return result
    }

    /// `[text](address)`: the address stays to be seen, since a terminal cannot follow it unseen.
    private mutating func link(_ text: Substring, _ base: Style) -> (StyledText, Substring)? {
        guard let middle = text.firstRange(of: "]("), let close = text[middle.upperBound...].firstIndex(of: ")"),
            !text.dropFirst()[..<middle.lowerBound].contains("[")
        else { return nil }
        var style = base
        style.attributes.insert(.underline)
        var result = styled(text[text.index(after: text.startIndex)..<middle.lowerBound], over: style)
        let address = text[middle.upperBound..<close]
        if !address.isEmpty { result.append(" <\(address)>", .dim) }
        return (result, text[text.index(after: close)...])
    }

    private mutating func emphasis(_ text: Substring, _ before: Character?, _ base: Style)
        -> (StyledText, Substring)?
    {
        for (sign, attributes) in Self.marks where text.hasPrefix(sign) {
            let inner = text.dropFirst(sign.count)
            // An underscore within a word is part of a name.
            guard let first = inner.first, !first.isWhitespace,
                sign.first != "_" || before.map({ $0.isLetter || $0.isNumber }) != true,
                let close = closing(sign, in: inner)
            else { continue }
            var style = base
            style.attributes.formUnion(attributes)
            return (styled(inner[..<close.lowerBound], over: style), inner[close.upperBound...])
        }
        return nil
    }

    private func closing(_ sign: String, in text: Substring) -> Range<Substring.Index>? {
        var rest = text
        while let found = rest.firstRange(of: sign) {
            if found.lowerBound > text.startIndex, !text[text.index(before: found.lowerBound)].isWhitespace {
                return found
            }
            rest = rest[found.upperBound...]
        }
        return nil
    }
}
