// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Markdown
import NotesDomain
import NotesLogic
import Terminal

/// What stands within a line of Markdown, as text with marks: emphasis, code, links with the numbers under which `open` follows them.
struct MarkdownInline {
    /// What the text says.
    let document: MarkdownDocument
    /// The numbers of its links.
    let links: NumberedLinks

    /// The text of these spans.
    func text(_ spans: Range<Int>) -> StyledText {
        var rest: Rest? = Rest(spans)
        return text(&rest)
    }

    /// Spans of which the first may have been made into text in part.
    struct Rest {
        var spans: Range<Int>
        /// So many bytes of the first one are there already.
        var done = 0

        init(_ spans: Range<Int>) { self.spans = spans }
    }

    /// The text of spans, or the beginning of it.
    ///
    /// - Parameters:
    ///   - rest: The spans, and afterwards those that are left; nil for none.
    ///   - bytes: About how many bytes are enough.
    func text(_ rest: inout Rest?, bytes: Int = .max) -> StyledText {
        var result = StyledText()
        guard var part = rest else { return result }
        var bytes = bytes
        var tags = InlineHTML()
        // The link whose text is left out, since something else is shown for it.
        var replaced = part.spans.first.flatMap { replacedLink(around: $0) }
        for index in part.spans {
            part.spans = index..<part.spans.upperBound
            guard bytes > 0 else {
                rest = part
                return result
            }
            let span = document.spans[index]
            if span.link != replaced { replaced = nil }
            if replaced != nil, span.kind != .linkEnd { continue }
            if span.kind == .html, part.done == 0, let shown = tags.read(document.text(span)) {
                result.append(shown, marks(of: span))
                bytes -= span.range.count
                continue
            }
            let marks = marks(of: span).union(tags.marks)
            switch span.kind {
            case .text, .html, .code:
                let whole = span.range.lowerBound + part.done..<span.range.upperBound
                let piece = document.beginning(of: whole, bytes: bytes)
                let text = tags.placed(
                    span.kind == .text ? meantText(of: piece, link: span.link) : document.text(piece))
                if span.kind == .text, span.link == nil, text.utf8.contains(where: Self.beginsSign) {
                    result.append(signsIn: text, marks)
                } else {
                    result.append(text, span.kind == .code ? marks.union(.faint) : marks, link: link(of: span))
                }
                bytes -= piece.count
                part.done = piece.count < whole.count ? part.done + piece.count : 0
                if part.done > 0 {
                    rest = part
                    return result
                }
            case .blank: result.append(" ", marks, link: link(of: span))
            case .linkStart:
                bytes -= 1
                guard let link = span.link.map({ document.links[$0] }), link.isShownInPlace else { continue }
                guard let caption = caption(of: link) else {
                    result.append(link.label.isEmpty ? "▣" : "▣ ", .faint)
                    continue
                }
                replaced = span.link
                result.append("▣ ", .faint)
                result.append(caption, marks.union(.stressed), link: self.link(of: span))
            case .linkEnd:
                if let index = span.link {
                    let number = SpanLink(address: nil, number: links.number(at: index))
                    result.append(numberOrAddress(of: index), .faint, link: number)
                }
            }
        }
        rest = nil
        return result
    }

    private static func beginsSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "^") || byte == UInt8(ascii: "=") }

    /// What is shown for a picture instead of what stands in its link; nil: that is shown.
    private func caption(of link: MarkdownLink) -> String? { NamedFile(link, in: document)?.caption }

    /// The link in which a span stands whose text is left out.
    private func replacedLink(around index: Int) -> Int? {
        let span = document.spans[index]
        guard span.kind != .linkStart, let link = span.link, document.links[link].isShownInPlace else { return nil }
        return caption(of: document.links[link]) == nil ? nil : link
    }

    /// The pictures among these spans.
    func pictures(in spans: Range<Int>) -> [Block.Picture] {
        document.spans[spans].compactMap { span in
            guard span.kind == .linkStart, let index = span.link, document.links[index].isShownInPlace,
                let named = NamedFile(document.links[index], in: document), named.isPicture
            else { return nil }
            return Block.Picture(
                id: named.spelled, width: PictureLabel(named.label).width,
                link: SpanLink(address: nil, number: links.number(at: index)))
        }
    }

    /// How many columns the text of these spans takes.
    func width(of spans: Range<Int>) -> Int {
        var width = 0
        for span in document.spans[spans] {
            switch span.kind {
            case .text, .code:
                // Visible ASCII and no link, as mostly.
                let bytes = document.bytes[span.range]
                guard bytes.allSatisfy({ $0 &- 0x20 < 0x5F && $0 != UInt8(ascii: "&") && !Self.beginsSign($0) })
                else {
                    return text(spans).widestLine
                }
                width += span.range.count
            case .blank: width += 1
            case .html, .linkStart, .linkEnd: return text(spans).widestLine
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

    /// A piece of text with what references such as `&amp;` stand for; in an address they are a part of it, and an escaped
    /// sign is one.
    private func meantText(of piece: Range<Int>, link: Int?) -> String {
        guard document.bytes[piece].contains(UInt8(ascii: "&")), link.map({ document.links[$0].kind }) != .bare else {
            return document.text(piece)
        }
        let isEscaped =
            piece.lowerBound > 0 && document.bytes[piece.lowerBound - 1] == UInt8(ascii: "\\")
            && document.bytes[piece.lowerBound] == UInt8(ascii: "&")
        let start = piece.lowerBound + (isEscaped ? 1 : 0)
        // What they stand for may be anything.
        let text = Sanitizer.visible(HTMLEntity.decoded(document.text(start..<piece.upperBound)), keepingNewlines: true)
        return isEscaped ? "&" + text : text
    }

    /// Where what stands in a link leads.
    private func link(of span: MarkdownSpan) -> SpanLink? {
        span.link.flatMap { SpanLink(address: address(of: span), number: links.number(at: $0)) }
    }

    /// Where what stands in a link leads outside, for terminals that follow links.
    private func address(of span: MarkdownSpan) -> String? {
        guard let index = span.link else { return nil }
        switch document.links[index].kind {
        case .bare, .address(isPicture: false): return WebAddress(document.address(of: document.links[index]))?.text
        case .address, .title, .number: return nil
        }
    }

    private func marks(of span: MarkdownSpan) -> Marks {
        var marks: Marks = []
        if span.marks.contains(.strong) { marks.insert(.strong) }
        if span.marks.contains(.stressed) { marks.insert(.stressed) }
        if span.marks.contains(.struck) { marks.insert(.faint) }
        guard let index = span.link else { return marks }
        guard !document.links[index].isShownInPlace else { return marks.union(.stressed) }
        marks.insert(.underlined)
        if links.number(at: index) != nil { marks.insert(.accented) }
        return marks
    }
}

extension MarkdownDocument {
    /// The beginning of a part of the text: whole characters of Unicode, and at least one of them.
    func beginning(of range: Range<Int>, bytes count: Int) -> Range<Int> {
        guard count < range.count else { return range }
        var end = range.lowerBound + max(1, count)
        while end < range.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return range.lowerBound..<end
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
