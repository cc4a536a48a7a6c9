// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic
import Terminal

/// Draws what stands within a line of Markdown: emphasis, code, links with the numbers under which `open` follows them.
struct MarkdownInline {
    /// The colour of links.
    let accent: Color
    /// The numbers of the links.
    let links: NumberedLinks

    /// The spans of a line as they are drawn, over a style of its own.
    func styled(_ spans: [MarkdownSpan], over base: Style = .plain) -> StyledText {
        var result = StyledText()
        for span in spans {
            switch span {
            case .text(let text): result.append(text, base)
            case .code(let code): result.append(code, marked(base, .dim))
            case .emphasis(let emphasis, let inner):
                result.append(styled(inner, over: marked(base, Self.attributes(of: emphasis))))
            case .note(_, let shown):
                result.append(shown, link(base))
                result.append(number(of: span), .dim)
            case .link(let inner, let address):
                let number = number(of: span)
                result.append(styled(inner, over: number.isEmpty ? marked(base, .underline) : link(base)))
                append(number, or: address, to: &result)
            case .picture(let shown, let address):
                result.append("▣", .dim)
                if !shown.isEmpty { result.append(" " + shown, marked(base, .italic)) }
                append(number(of: span), or: address, to: &result)
            }
        }
        return result
    }

    /// The number of a link that can be followed, as it stands behind it; empty for any other.
    private func number(of span: MarkdownSpan) -> String {
        span.link.flatMap { links.number(of: $0) }.map { "[\($0)]" } ?? ""
    }

    /// What has no number keeps its address to be seen, since a terminal cannot follow it unseen.
    private func append(_ number: String, or address: String, to text: inout StyledText) {
        text.append(number.isEmpty && !address.isEmpty ? " <\(address)>" : number, .dim)
    }

    private func link(_ base: Style) -> Style {
        var style = marked(base, .underline)
        style.foreground = accent
        return style
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
