// SPDX-License-Identifier: GPL-3.0-or-later

import NotesStore

/// Writes a note’s Markdown as HTML.
///
/// Nothing of a text becomes markup that is not meant: all of it is escaped, addresses that could run something stay
/// text, and pictures from elsewhere are links, since the page is to need nothing else.
struct MarkdownPage {
    private enum Block: Hashable {
        case paragraph
        case code
        case quote
        case list(depth: Int, isOrdered: Bool)
    }

    private let note: Int
    private let attachments: [Attachment]
    /// The numbers of the attachments that are pictures in the text already.
    private var shown: Set<Int> = []
    private var blocks: [Block] = []
    private var html = ""
    private(set) var pieces: [NotePage.Piece] = []

    init(note: Int, attachments: [Attachment]) {
        self.note = note
        self.attachments = attachments
    }

    mutating func write(_ html: String) { self.html += html }

    /// Writes spans within whatever is open.
    mutating func write(_ spans: [MarkdownSpan]) {
        for span in spans {
            switch span {
            case .text(let text): html += HTML.escaped(text)
            case .code(let code): html += "<code>\(HTML.escaped(code))</code>"
            case .emphasis(let emphasis, let inner):
                let name = Self.name(of: emphasis)
                html += "<\(name)>"
                write(inner)
                html += "</\(name)>"
            case .note(.number(let number), let shown): html += "<a href=\"#note-\(number)\">\(HTML.escaped(shown))</a>"
            case .note(.title(let title), let shown):
                html += "<a href=\"#\(NotePage.anchor(of: title))\">\(HTML.escaped(shown))</a>"
            case .link(let inner, let address): writeLink(inner, address)
            case .picture(let text, let address): writePicture(text, address)
            }
        }
    }

    /// Writes a line.
    mutating func write(_ line: MarkdownLine) {
        switch line {
        case .heading(let level, let title):
            close()
            // The note’s title stands above all of its text.
            let name = "h\(min(6, level + 2))"
            html += "<\(name)>"
            write(title)
            html += "</\(name)>\n"
        case .rule:
            close()
            html += "<hr>\n"
        case .fence:
            if blocks.last == .code { close() } else { open(.code, "<pre><code>") }
        case .code(let code): html += HTML.escaped(code) + "\n"
        case .quote(let level, let text): writeQuote(level, text)
        case .item(let depth, let sign, let text): writeItem(depth, sign, text)
        case .table(let rows): writeTable(rows)
        case .text(let spans): writeText(spans)
        }
    }

    /// Ends the text, and adds the attachments that are not pictures in it.
    mutating func finish() {
        close()
        for attachment in attachments where !shown.contains(attachment.number) {
            let name = HTML.escaped(attachment.name)
            html += "<p class=\"files\"><a id=\"\(anchor(of: attachment))\" download=\"\(name)\" href=\""
            write(attachment)
            html += "\">\(name)</a></p>\n"
        }
        html += "</article>\n"
        flush()
    }
}

extension MarkdownPage {
    private mutating func writeText(_ spans: [MarkdownSpan]) {
        guard !spans.allSatisfy({ if case .text(let text) = $0 { text.allSatisfy(\.isWhitespace) } else { false } })
        else {
            // Items of a list go on behind a blank line.
            if blocks == [.paragraph] || blocks.first == .quote { close() }
            return
        }
        if blocks == [.paragraph] {
            html += "<br>\n"
        } else {
            close()
            open(.paragraph, "<p>")
        }
        write(spans)
    }

    private mutating func writeQuote(_ level: Int, _ text: [MarkdownSpan]) {
        if blocks.contains(where: { $0 != .quote }) { close() }
        while blocks.count > level { closeLast() }
        if blocks.count == level { html += "<br>\n" }
        // No deeper than anybody reads.
        while blocks.count < min(level, 20) { open(.quote, "<blockquote>") }
        write(text)
    }

    private mutating func writeItem(_ depth: Int, _ sign: MarkdownLine.Sign, _ text: [MarkdownSpan]) {
        var number: String?
        if case .number(let digits) = sign { number = digits }
        if !blocks.allSatisfy({ if case .list = $0 { true } else { false } }) { close() }
        while case .list(let last, let isOrdered)? = blocks.last,
            last > depth || last == depth && isOrdered != (number != nil)
        {
            closeLast()
        }
        if case .list(let last, _)? = blocks.last, last == depth {
            html += "</li>\n"
        } else {
            open(.list(depth: depth, isOrdered: number != nil), number == nil ? "<ul>\n" : "<ol>\n")
        }
        switch sign {
        case .bullet: html += "<li>"
        case .number(let digits): html += "<li value=\"\(digits)\">"
        case .box(let isTicked):
            html += "<li class=\"task\"><input type=\"checkbox\" disabled\(isTicked ? " checked" : "")> "
        }
        write(text)
    }

    private mutating func writeTable(_ rows: [[[MarkdownSpan]]]) {
        close()
        html += "<table>\n"
        for (index, row) in rows.enumerated() {
            let name = index == 0 ? "th" : "td"
            html += index == 0 ? "<thead><tr>" : "<tr>"
            for cell in row {
                html += "<\(name)>"
                write(cell)
                html += "</\(name)>"
            }
            html += index == 0 ? "</tr></thead>\n" : "</tr>\n"
        }
        html += "</table>\n"
    }

    private mutating func writeLink(_ text: [MarkdownSpan], _ address: String) {
        if let attachment = attachment(at: address) {
            html += "<a href=\"#\(anchor(of: attachment))\">"
        } else if HTML.isSafe(address) {
            html += "<a href=\"\(HTML.escaped(address))\">"
        } else {
            write(text)
            if !address.isEmpty { html += " &lt;\(HTML.escaped(address))&gt;" }
            return
        }
        write(text)
        html += "</a>"
    }

    private mutating func writePicture(_ text: String, _ address: String) {
        guard let attachment = attachment(at: address), MediaType.isPicture(attachment.type),
            shown.insert(attachment.number).inserted
        else {
            // Not a picture, or one whose bytes are on the page already.
            writeLink([.text(text.isEmpty ? address : text)], address)
            return
        }
        html += "<img id=\"\(anchor(of: attachment))\" alt=\"\(HTML.escaped(text))\" src=\""
        write(attachment)
        html += "\">"
    }

    private mutating func write(_ attachment: Attachment) {
        flush()
        pieces.append(.bytes(attachment))
    }

    private func attachment(at address: String) -> Attachment? {
        attachments.first { $0.name == address } ?? attachments.first { $0.name == FileLinkText.decoded(address) }
    }

    private func anchor(of attachment: Attachment) -> String { "file-\(note)-\(attachment.number)" }

    private static func name(of emphasis: MarkdownSpan.Emphasis) -> String {
        switch emphasis {
        case .strong: "strong"
        case .stressed: "em"
        case .struck: "del"
        }
    }

    private mutating func open(_ block: Block, _ tag: String) {
        if block == .code { close() }
        blocks.append(block)
        html += tag
    }

    private mutating func closeLast() {
        switch blocks.popLast() {
        case .paragraph: html += "</p>\n"
        case .code: html += "</code></pre>\n"
        case .quote: html += "</blockquote>\n"
        case .list(_, let isOrdered): html += isOrdered ? "</li></ol>\n" : "</li></ul>\n"
        case nil: break
        }
    }

    private mutating func close() { while !blocks.isEmpty { closeLast() } }

    private mutating func flush() {
        if !html.isEmpty { pieces.append(.html(html)) }
        html = ""
    }
}
