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

    init(accent: Color, firstLink: Int = 1) {
        self.accent = accent
        nextLink = firstLink
    }

    /// The spans of a line as they are drawn, over a style of its own.
    mutating func styled(_ spans: [MarkdownSpan], over base: Style = .plain) -> StyledText {
        var result = StyledText()
        for span in spans {
            switch span {
            case .text(let text): result.append(text, base)
            case .code(let code): result.append(code, marked(base, .dim))
            case .emphasis(let emphasis, let inner):
                result.append(styled(inner, over: marked(base, Self.attributes(of: emphasis))))
            case .note(_, let shown): result.append(numbered(shown, base))
            case .link(let inner, let address):
                result.append(styled(inner, over: marked(base, .underline)))
                append(address, to: &result)
            case .picture(let shown, let address):
                result.append("▣", .dim)
                if !shown.isEmpty { result.append(" " + shown, marked(base, .italic)) }
                append(address, to: &result)
            }
        }
        return result
    }

    /// The address stays to be seen, since a terminal cannot follow it unseen.
    private func append(_ address: String, to text: inout StyledText) {
        if !address.isEmpty { text.append(" <\(address)>", .dim) }
    }

    private mutating func numbered(_ text: String, _ base: Style) -> StyledText {
        var style = marked(base, .underline)
        style.foreground = accent
        var result = StyledText(text, style)
        result.append("[\(nextLink)]", .dim)
        nextLink += 1
        return result
    }

    private func marked(_ base: Style, _ attributes: Attributes) -> Style {
        var style = base
        style.attributes.formUnion(attributes)
        return style
    }

    private static func attributes(of emphasis: MarkdownSpan.Emphasis) -> Attributes {
        switch emphasis {
        case .strong: .bold
        case .stressed: .italic
        case .struck: .dim
        }
    }
}
