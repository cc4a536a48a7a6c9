import NotesStore

/// Reads what stands within a line of Markdown: emphasis, code, links, pictures.
///
/// What is no Markdown is text: nothing of a line is lost. Source of the syntax: CommonMark 0.31, as far as lines go,
/// and GitHub’s `~~` and bare addresses.
package enum MarkdownSpans {
    private static let marks: [(sign: String, emphasis: MarkdownSpan.Emphasis)] = [
        ("**", .strong), ("__", .strong), ("~~", .struck), ("*", .stressed), ("_", .stressed),
    ]

    /// The spans of a line; two texts are never neighbours.
    package static func of(_ line: some StringProtocol) -> [MarkdownSpan] { of(line, MarkdownReferences()) }

    /// The spans of a line in a text with these references.
    static func of(_ line: some StringProtocol, _ references: MarkdownReferences) -> [MarkdownSpan] {
        var spans: [MarkdownSpan] = []
        var plain = ""
        var rest = Substring(line)
        var before: Character?
        func add(_ span: MarkdownSpan) {
            if case .text(let text) = span {
                plain += text
                return
            }
            if !plain.isEmpty { spans.append(.text(plain)) }
            plain = ""
            spans.append(span)
        }
        while let first = rest.first {
            if let (span, after) = piece(rest, first, before, references) {
                add(span)
                before = rest[rest.startIndex..<after.startIndex].last
                rest = after
            } else {
                add(.text(String(first)))
                before = first
                rest = rest.dropFirst()
            }
        }
        if !plain.isEmpty { spans.append(.text(plain)) }
        return spans
    }

    /// The marked piece that the text begins with, and what follows it.
    private static func piece(
        _ text: Substring, _ first: Character, _ before: Character?, _ references: MarkdownReferences
    ) -> (MarkdownSpan, Substring)? {
        switch first {
        case "\\":
            let next = text.dropFirst().first
            guard let next, next.isPunctuation || next.isSymbol else { return nil }
            return (.text(String(next)), text.dropFirst(2))
        case "`":
            guard let close = text.dropFirst().firstIndex(of: "`") else { return nil }
            let code = text[text.index(after: text.startIndex)..<close]
            return (.code(String(code)), text[text.index(after: close)...])
        case "!" where text.hasPrefix("![") && !text.hasPrefix("![["):
            guard let (label, address, after) = link(text.dropFirst()) else { return nil }
            return (.picture(String(label), address: address), after)
        case "[" where references.isInLink: return nil
        case "[" where text.hasPrefix("[["): return noteLink(text)
        case "[":
            guard let (label, address, after) = link(text) ?? references.link(text) else { return nil }
            var references = references
            references.isInLink = true
            return (.link(of(label, references), address: address), after)
        case "<" where !references.isInLink:
            let inner = text.dropFirst().prefix { $0 != ">" && $0 != "<" && !$0.isWhitespace }
            let after = text[inner.endIndex...]
            guard after.first == ">", let address = WebAddress(String(inner)) else { return nil }
            return (.link([.text(address.text)], address: address.text), after.dropFirst())
        case "h", "H", "m", "M":
            let isWord = before.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false
            guard !isWord, !references.isInLink, let address = WebAddress.leading(text) else { return nil }
            return (.link([.text(address.text)], address: address.text), text.dropFirst(address.text.count))
        case "n" where before?.isLetter != true && !references.isInLink && text.hasPrefix("note:"):
            let digits = text.dropFirst(5).prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), number > 0 else { return nil }
            return (.note(.number(number), shown: "note:\(digits)"), text.dropFirst(5 + digits.count))
        default: return emphasis(text, before, references)
        }
    }

    private static func noteLink(_ text: Substring) -> (MarkdownSpan, Substring)? {
        let inner = text.dropFirst(2)
        guard let close = inner.firstRange(of: "]]") else { return nil }
        let parts = inner[..<close.lowerBound].split(separator: "|", maxSplits: 1)
        guard let title = parts.first, !title.allSatisfy(\.isWhitespace) else { return nil }
        return (.note(LinkTarget(titled: title), shown: String(parts.last ?? title)), inner[close.upperBound...])
    }

    /// `[label](address)`.
    private static func link(_ text: Substring) -> (label: Substring, address: String, after: Substring)? {
        guard let middle = text.firstRange(of: "]("),
            !text.dropFirst()[..<middle.lowerBound].contains("[")
        else { return nil }
        let label = text[text.index(after: text.startIndex)..<middle.lowerBound]
        let address = FileLinkText.address(in: text[middle.upperBound...])
        guard let close = text[(address?.upperBound ?? middle.upperBound)...].firstIndex(of: ")") else { return nil }
        // Between the address and the parenthesis stands its title or nothing: anything else would be lost.
        let between = text[(address?.upperBound ?? middle.upperBound)..<close].drop { $0 == ">" || $0 == " " }
        guard between.isEmpty || address != nil && between.first == "\"" else { return nil }
        return (label, address.map { String(text[$0]) } ?? "", text[text.index(after: close)...])
    }

    private static func emphasis(_ text: Substring, _ before: Character?, _ references: MarkdownReferences)
        -> (MarkdownSpan, Substring)?
    {
        for (sign, emphasis) in marks where text.hasPrefix(sign) {
            let inner = text.dropFirst(sign.count)
            // An underscore within a word is part of a name.
            guard let first = inner.first, !first.isWhitespace,
                sign.first != "_" || before.map({ $0.isLetter || $0.isNumber }) != true,
                let close = closing(sign, in: inner)
            else { continue }
            return (.emphasis(emphasis, of(inner[..<close.lowerBound], references)), inner[close.upperBound...])
        }
        return nil
    }

    private static func closing(_ sign: String, in text: Substring) -> Range<Substring.Index>? {
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
