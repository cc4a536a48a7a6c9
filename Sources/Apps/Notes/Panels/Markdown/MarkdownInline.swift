// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumHypertext
import AtriumKit
import AtriumMarkdown
import AtriumTerminal
import NotesLogic

/// The content of a line of Markdown as text with marks: emphasis, code, links with the numbers by which `open` follows them.
struct MarkdownInline {
    /// The text as it was read.
    let document: MarkdownDocument
    /// The numbers of its links.
    let links: NumberedLinks

    /// The text of these spans.
    func text(_ spans: Range<Int>) -> StyledText {
        var rest: Rest? = Rest(spans)
        return text(&rest)
    }

    /// Spans, the first of which may have become text in part.
    struct Rest {
        var spans: Range<Int>
        /// The number of bytes of the first one that are text already.
        var done = 0

        init(_ spans: Range<Int>) { self.spans = spans }
    }

    /// The text of spans, or the beginning of it.
    ///
    /// - Parameters:
    ///   - rest: The spans, and afterwards the remaining ones; `nil` for none.
    ///   - bytes: The approximate number of bytes that are enough.
    func text(_ rest: inout Rest?, bytes: Int = .max) -> StyledText {
        var result = StyledText()
        guard var part = rest else { return result }
        var bytes = bytes
        var tags = InlineHTML()
        // The link whose text is replaced by a caption.
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

    /// The caption shown for a picture instead of its link’s text; `nil` to show that.
    private func caption(of link: MarkdownLink) -> String? { Reference(link, in: document)?.caption }

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
                let named = Reference(document.links[index], in: document), named.isPicture
            else { return nil }
            return Block.Picture(
                id: named.spelled, width: PictureLabel(named.label).width,
                link: SpanLink(address: nil, number: links.number(at: index)))
        }
    }

    /// The number of columns of the text of these spans.
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

    /// The number of a link that can be followed, or else its address, which a terminal could not follow unseen.
    private func numberOrAddress(of index: Int) -> String {
        if let number = links.number(at: index) { return "[\(number)]" }
        let link = document.links[index]
        let address = document.address(of: link)
        guard case .address = link.kind, !address.isEmpty else { return "" }
        return link.label.isEmpty && !link.isShownInPlace ? "<\(address)>" : " <\(address)>"
    }

    /// A piece of text with the characters for references such as `&amp;`; those in an address stay, and so does an escaped
    /// sign.
    private func meantText(of piece: Range<Int>, link: Int?) -> String {
        guard document.bytes[piece].contains(UInt8(ascii: "&")), link.map({ document.links[$0].kind }) != .bare else {
            return document.text(piece)
        }
        let isEscaped =
            piece.lowerBound > 0 && document.bytes[piece.lowerBound - 1] == UInt8(ascii: "\\")
            && document.bytes[piece.lowerBound] == UInt8(ascii: "&")
        let start = piece.lowerBound + (isEscaped ? 1 : 0)
        // The characters may be anything.
        let text = Sanitizer.visible(HTMLEntity.decoded(document.text(start..<piece.upperBound)), keepingNewlines: true)
        return isEscaped ? "&" + text : text
    }

    /// The target of the link around a span.
    private func link(of span: MarkdownSpan) -> SpanLink? {
        span.link.flatMap { SpanLink(address: address(of: span), number: links.number(at: $0)) }
    }

    /// The address outside Atrium of the link around a span, for terminals that follow links.
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
    /// Whether the target is shown in place of the link.
    fileprivate var isShownInPlace: Bool {
        switch kind {
        case .address(let isPicture): isPicture
        case .title(let isEmbed): isEmbed
        case .number, .bare: false
        }
    }
}

/// The tags of HTML within a line with the meaning of signs of Markdown: `<b>`, `<i>`, `<br>` and the like.
struct InlineHTML {
    /// The number of open tags of each kind.
    private var open: [String: Int] = [:]

    /// The marks of text within the open tags.
    var marks: Marks { open.reduce(into: []) { if $1.value > 0 { $0.formUnion(Self.meanings[$1.key] ?? []) } } }

    private static let meanings: [String: Marks] = [
        "b": .strong, "strong": .strong, "i": .stressed, "em": .stressed, "cite": .stressed, "var": .stressed,
        "u": .underlined, "ins": .underlined, "s": .faint, "del": .faint, "strike": .faint, "code": .faint,
        "kbd": .strong, "samp": .faint, "tt": .faint, "mark": .accented, "small": .faint, "sub": [], "sup": [],
    ]
    /// The characters that Unicode has as subscripts and superscripts, and that common fonts show (The Unicode Standard,
    /// block Superscripts and Subscripts).
    private static let low = Dictionary(uniqueKeysWithValues: zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"))
    private static let high = Dictionary(uniqueKeysWithValues: zip("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"))
    /// A longer piece is no such tag.
    private static let longest = 400

    /// A subscript or superscript: in characters of that kind, or else behind the sign of TeX for it.
    func placed(_ text: String) -> String {
        for (name, characters, sign) in [("sub", Self.low, "_"), ("sup", Self.high, "^")]
        where open[name, default: 0] > 0 {
            let placed = text.compactMap { characters[$0] }
            return placed.count == text.count ? String(placed) : sign + text
        }
        return text
    }

    /// Reads consecutive tags.
    ///
    /// - Returns: The text for them; `nil` if one has no meaning here, and all stay as they are.
    mutating func read(_ text: String) -> String? {
        guard text.utf8.count <= Self.longest else { return nil }
        var next = self
        var shown = ""
        var rest = text[...]
        while !rest.isEmpty {
            guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
            guard let sign = next.take(rest[rest.index(after: rest.startIndex)..<end]) else { return nil }
            shown += sign
            rest = rest[rest.index(after: end)...]
        }
        self = next
        return shown
    }

    /// Reads the text between the brackets of a tag.
    private mutating func take(_ tag: Substring) -> String? {
        let isEnd = tag.first == "/"
        let name = (isEnd ? tag.dropFirst() : tag).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
        if name == "br" { return "\n" }
        guard Self.meanings[name] != nil else { return nil }
        open[name] = max(0, open[name, default: 0] + (isEnd ? -1 : 1))
        return ""
    }
}

/// Common signs beyond CommonMark: footnotes, and `==highlights==`.
extension StyledText {
    /// Adds a text with the marks for such signs.
    mutating func append(signsIn text: String, _ marks: Marks) {
        var rest = text[...]
        while let start = rest.firstRange(of: "=="), let end = Self.endOfHighlight(rest[start.upperBound...]) {
            append(footnotesIn: rest[..<start.lowerBound], marks)
            append(footnotesIn: rest[start.upperBound..<end.lowerBound], marks.union(.accented))
            rest = rest[end.upperBound...]
        }
        append(footnotesIn: rest, marks)
    }

    /// The signs that end a highlight, which neither begins nor ends with a blank: `a == b` is none.
    private static func endOfHighlight(_ text: Substring) -> Range<Substring.Index>? {
        guard let first = text.first, !first.isWhitespace, first != "=", let end = text.firstRange(of: "=="),
            let last = text[..<end.lowerBound].last, !last.isWhitespace
        else { return nil }
        return end
    }

    /// Adds a text with footnotes in readable form: `[^1]` as ¹, and `[^note]` as ^note, both in references and, without the
    /// colon, at the beginning of a line.
    private mutating func append(footnotesIn text: Substring, _ marks: Marks) {
        var rest = text
        while let start = rest.firstRange(of: "[^")?.lowerBound, let end = rest[start...].firstIndex(of: "]") {
            let label = rest[start..<end].dropFirst(2)
            let isLabel = !label.isEmpty && !label.contains { $0.isWhitespace || $0 == "[" || $0 == "^" }
            append(String(rest[..<start]), marks)
            guard isLabel else {
                // This is no footnote; the next one may begin within it.
                append(String(rest[start]), marks)
                rest = rest[rest.index(after: start)...]
                continue
            }
            let beginsLine = spans.isEmpty
            append(Self.sign(ofFootnote: label), marks.union([.accented, .strong]))
            rest = rest[rest.index(after: end)...]
            if beginsLine, rest.first == ":" { rest = rest.dropFirst() }
        }
        append(String(rest), marks)
    }

    private static func sign(ofFootnote label: Substring) -> String {
        let digits = label.compactMap { $0.isASCII ? $0.wholeNumberValue.map { superscripts[$0] } : nil }
        return digits.count == label.count ? String(digits) : "^" + label
    }

    private static let superscripts: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
