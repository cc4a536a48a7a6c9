// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Markdown

/// Writes a note’s Markdown as HTML.
///
/// Nothing of a text becomes markup that is not meant: all of it is escaped, addresses that could run something stay
/// text, and pictures from elsewhere are links, since the page is to need nothing else.
struct MarkdownPage {
    /// What is open within the containers.
    private enum Block: Hashable {
        case paragraph
        /// Text directly in an item or a quotation.
        case bare
        case code
        case heading(Int)
    }

    private let note: Int
    private let attachments: [Attachment]
    /// The numbers of the attachments that are pictures in the text already.
    private var shown: Set<Int> = []
    private var containers: [(what: MarkdownContainer, isOrdered: Bool)] = []
    private var block: Block?
    private var isInLink = false
    private var html = ""
    private(set) var pieces: [NotePage.Piece] = []

    init(note: Int, attachments: [Attachment]) {
        self.note = note
        self.attachments = attachments
    }

    mutating func write(_ html: String) { self.html += html }

    /// Writes a line.
    mutating func write(_ line: MarkdownLine, of document: MarkdownDocument) {
        switch line.content {
        case .blank: return
        case .heading(let level):
            // The note’s title stands above all of its text.
            begin(line, .heading(min(6, level + 2)))
            write(line.spans, of: document)
        case .text:
            begin(line, .paragraph)
            write(line.spans, of: document)
        case .aside, .html:
            begin(line, .paragraph)
            html += HTML.escaped(document.text(line.range))
        case .fence: if line.goesOn { endBlock() } else { begin(line, .code) }
        case .code:
            begin(line, .code)
            html += HTML.escaped(document.code(line)) + "\n"
        case .rule:
            begin(line, nil)
            html += "<hr>\n"
        case .table(let rows):
            begin(line, nil)
            writeTable(document.rows[rows], of: document)
        }
    }

    /// Ends the text, and adds the attachments that are not pictures in it.
    mutating func finish() {
        close(to: 0)
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

// Blocks.
extension MarkdownPage {
    /// Begins a block, or goes on with the one that is open.
    private mutating func begin(_ line: MarkdownLine, _ next: Block?) {
        if line.goesOn, let block, block == next || next == .paragraph && block == .bare {
            if block != .code { html += "<br>\n" }
            return
        }
        endBlock()
        open(line)
        guard let next else { return }
        // The first text of an item stands beside its sign.
        let isBare = next == .paragraph && !line.containers.isEmpty && line.kept < line.containers.count
        block = isBare ? .bare : next
        switch next {
        case .paragraph: html += isBare ? "" : "<p>"
        case .bare: break
        case .code: html += "<pre><code>"
        case .heading(let level): html += "<h\(level)>"
        }
    }

    private mutating func endBlock() {
        switch block {
        case .paragraph: html += "</p>\n"
        case .code: html += "</code></pre>\n"
        case .heading(let level): html += "</h\(level)>\n"
        case .bare, nil: break
        }
        block = nil
    }

    /// Ends what a line does not stand in, and begins what it does.
    private mutating func open(_ line: MarkdownLine) {
        let kept = min(line.kept, containers.count)
        var next = line.containers[kept...]
        close(to: kept + 1)
        if case .item(let list, _)? = containers.dropFirst(kept).first?.what, case .item(list, let sign)? = next.first {
            endBlock()
            html += "</li>\n"
            writeItem(sign)
            containers[kept].what = next.removeFirst()
        } else {
            close(to: kept)
        }
        for container in next {
            switch container {
            case .quote:
                containers.append((container, false))
                html += "<blockquote>"
            case .item(_, let sign):
                let isOrdered = if case .number = sign { true } else { false }
                containers.append((container, isOrdered))
                html += isOrdered ? "<ol>\n" : "<ul>\n"
                writeItem(sign)
            }
        }
    }

    private mutating func close(to count: Int) {
        if containers.count > count || count == 0 { endBlock() }
        while containers.count > count {
            let last = containers.removeLast()
            html += last.what == .quote ? "</blockquote>\n" : last.isOrdered ? "</li></ol>\n" : "</li></ul>\n"
        }
    }

    private mutating func writeItem(_ sign: MarkdownContainer.Sign) {
        switch sign {
        case .bullet: html += "<li>"
        case .number(let number): html += "<li value=\"\(number)\">"
        case .box(let isTicked):
            html += "<li class=\"task\"><input type=\"checkbox\" disabled\(isTicked ? " checked" : "")> "
        }
    }

    private mutating func writeTable(_ rows: ArraySlice<MarkdownRow>, of document: MarkdownDocument) {
        html += "<table>\n"
        for (index, row) in rows.enumerated() {
            let name = index == 0 ? "th" : "td"
            html += index == 0 ? "<thead><tr>" : "<tr>"
            for cell in row.cells {
                html += "<\(name)>"
                write(cell, of: document)
                html += "</\(name)>"
            }
            html += index == 0 ? "</tr></thead>\n" : "</tr>\n"
        }
        html += "</table>\n"
    }
}

// What stands within a line.
extension MarkdownPage {
    /// Writes spans within whatever is open.
    mutating func write(_ numbers: Range<Int>, of document: MarkdownDocument) {
        var number = numbers.lowerBound
        while number < numbers.upperBound {
            let span = document.spans[number]
            number += 1
            switch span.kind {
            case .text, .html, .blank: writeMarked(HTML.escaped(document.text(span)), span.marks)
            case .code: writeMarked("<code>\(HTML.escaped(document.text(span)))</code>", span.marks)
            case .linkStart:
                guard let index = span.link else { continue }
                let link = document.links[index]
                guard link.kind != .address(isPicture: true) else {
                    let inner = document.spans[number..<numbers.upperBound].prefix {
                        $0.kind != .linkEnd || $0.link != index
                    }
                    writePicture(inner.map(document.text).joined(), document.address(of: link))
                    number = inner.endIndex
                    continue
                }
                startLink(link, of: document)
            case .linkEnd:
                guard let index = span.link else { continue }
                endLink(document.links[index], of: document)
            }
        }
    }

    private mutating func writeMarked(_ text: String, _ marks: MarkdownSpan.Marks) {
        let names = Self.names.filter { marks.contains($0.mark) }.map(\.name)
        html += names.map { "<\($0)>" }.joined() + text + names.reversed().map { "</\($0)>" }.joined()
    }

    private static let names: [(mark: MarkdownSpan.Marks, name: String)] = [
        (.strong, "strong"), (.stressed, "em"), (.struck, "del"),
    ]

    private mutating func startLink(_ link: MarkdownLink, of document: MarkdownDocument) {
        guard !isInLink, let target = target(of: link, in: document) else { return }
        isInLink = true
        html += "<a href=\"\(target)\">"
    }

    private mutating func endLink(_ link: MarkdownLink, of document: MarkdownDocument) {
        if target(of: link, in: document) != nil {
            if isInLink { html += "</a>" }
            isInLink = false
        } else if case .address(isPicture: false) = link.kind {
            let address = document.address(of: link)
            if !address.isEmpty { html += " &lt;\(HTML.escaped(address))&gt;" }
        }
    }

    /// Where a link leads on the page or out of it, as it stands in an attribute; nil where it may not.
    private func target(of link: MarkdownLink, in document: MarkdownDocument) -> String? {
        switch NoteLink(link, in: document) {
        case .note(.number(let number)): return "#note-\(number)"
        case .note(.title(let title)): return "#" + NotePage.anchor(of: title)
        case .web, nil: return target(of: document.address(of: link))
        }
    }

    private func target(of address: String) -> String? {
        if let attachment = attachment(at: address) { return "#" + anchor(of: attachment) }
        return HTML.isSafe(address) ? HTML.escaped(address) : nil
    }

    private mutating func writeLink(_ text: String, _ address: String) {
        let text = HTML.escaped(text)
        if isInLink {
            html += text
        } else if let target = target(of: address) {
            html += "<a href=\"\(target)\">\(text)</a>"
        } else {
            html += text + (address.isEmpty ? "" : " &lt;\(HTML.escaped(address))&gt;")
        }
    }

    private mutating func writePicture(_ text: String, _ address: String) {
        guard let attachment = attachment(at: address), MediaType.isPicture(attachment.type),
            shown.insert(attachment.number).inserted
        else {
            // Not a picture, or one whose bytes are on the page already.
            writeLink(text.isEmpty ? address : text, address)
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

    private mutating func flush() {
        if !html.isEmpty { pieces.append(.html(html)) }
        html = ""
    }
}
