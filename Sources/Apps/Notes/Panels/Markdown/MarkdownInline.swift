// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import NotesLogic
import Terminal

/// Draws what stands within a line of Markdown: emphasis, code, links with the numbers under which `open` follows them.
struct MarkdownInline {
    /// The colour of links.
    let accent: Color
    /// What the text says.
    let document: MarkdownDocument
    /// The numbers of its links.
    let links: NumberedLinks

    /// The spans of these numbers as they are drawn, over a style of their own.
    func styled(_ spans: Range<Int>, over base: Style = .plain) -> StyledText {
        var rest = Int.max
        return styled(spans, over: base, bytes: &rest)
    }

    /// The beginning of the spans of these numbers.
    ///
    /// - Parameter bytes: How many bytes may still be drawn; less than none once something was left out.
    func styled(_ spans: Range<Int>, over base: Style, bytes rest: inout Int) -> StyledText {
        var result = StyledText()
        for span in document.spans[spans] {
            guard rest >= 0 else { break }
            switch span.kind {
            case .text, .html: result.append(document.text(span.range, bytes: &rest), style(of: span, over: base))
            case .blank: result.append(" ", style(of: span, over: base))
            case .code:
                var style = style(of: span, over: base)
                style.attributes.insert(.dim)
                result.append(document.text(span.range, bytes: &rest), style)
            case .linkStart:
                rest -= 1
                guard let link = span.link.map({ document.links[$0] }), link.isShownInPlace else { continue }
                result.append(link.label.isEmpty ? "▣" : "▣ ", .dim)
            case .linkEnd: if let index = span.link { append(numberOrAddress(of: index), to: &result) }
            }
        }
        return result
    }

    /// How many columns a few spans take that are visible ASCII and no links; nil for all others.
    func plainWidth(of spans: Range<Int>) -> Int? {
        var width = 0
        for span in document.spans[spans] {
            switch span.kind {
            case .text, .html, .code:
                guard document.bytes[span.range].allSatisfy({ $0 &- 0x20 < 0x5F }) else { return nil }
                width += span.range.count
            case .blank: width += 1
            case .linkStart, .linkEnd: return nil
            }
        }
        return width
    }

    /// The number of a link that can be followed; what has none keeps its address to be seen, since a terminal cannot
    /// follow it unseen.
    private func numberOrAddress(of index: Int) -> String {
        if let number = links.number(at: index) { return "[\(number)]" }
        let link = document.links[index]
        let address = document.address(of: link)
        guard case .address = link.kind, !address.isEmpty else { return "" }
        return link.label.isEmpty && !link.isShownInPlace ? "<\(address)>" : " <\(address)>"
    }

    private func append(_ text: String, to result: inout StyledText) { result.append(text, .dim) }

    private func style(of span: MarkdownSpan, over base: Style) -> Style {
        guard !span.marks.isEmpty || span.link != nil else { return base }
        var style = base
        if span.marks.contains(.strong) { style.attributes.insert(.bold) }
        if span.marks.contains(.stressed) { style.attributes.insert(.italic) }
        if span.marks.contains(.struck) { style.attributes.insert(.dim) }
        guard let index = span.link else { return style }
        if document.links[index].isShownInPlace {
            style.attributes.insert(.italic)
        } else {
            style.attributes.insert(.underline)
            if links.number(at: index) != nil { style.foreground = accent }
        }
        return style
    }
}

extension MarkdownDocument {
    /// A part of the text, or its beginning: in any case whole characters of Unicode.
    ///
    /// - Parameter bytes: How many bytes may still be drawn; less than none where something was left out.
    func text(_ range: Range<Int>, bytes rest: inout Int) -> String {
        rest -= range.count
        guard rest < 0 else { return text(range) }
        var end = range.upperBound + rest
        while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return text(range.lowerBound..<max(end, range.lowerBound))
    }
}

extension MarkdownLink {
    /// Whether what the link leads to is meant to be shown in its place.
    fileprivate var isShownInPlace: Bool {
        switch kind {
        case .address(let isPicture): isPicture
        case .title(let isEmbed): isEmbed
        case .number, .bare: false
        }
    }
}
