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
    /// The number of the link that is open.
    private var openLink: Int?
    private var html: [UInt8] = []
    /// Where titles stand on the page: links of the same title are often many.
    private var anchors: [String: String] = [:]
    private(set) var pieces: [NotePage.Piece] = []

    init(note: Int, attachments: [Attachment]) {
        self.note = note
        self.attachments = attachments
    }

    mutating func write(_ html: String) { self.html += html.utf8 }

    /// Writes a line.
    mutating func write(_ line: MarkdownLine, of document: MarkdownDocument) {
        switch line.content {
        case .blank: return
        case .heading(let level):
            // The note’s title stands above all of its text.
            begin(line, of: document, .heading(min(6, level + 2)))
            write(line.spans, of: document)
        case .text:
            begin(line, of: document, .paragraph)
            write(line.spans, of: document)
        case .aside, .html:
            begin(line, of: document, .paragraph)
            HTML.append(document.bytes[line.range], to: &html)
        case .fence: if line.goesOn { endBlock() } else { begin(line, of: document, .code) }
        case .code:
            begin(line, of: document, .code)
            HTML.append(document.code(line), to: &html)
            write("\n")
        case .rule:
            begin(line, of: document, nil)
            write("<hr>\n")
        case .table(let rows):
            begin(line, of: document, nil)
            writeTable(document.rows[rows], of: document)
        }
    }

    /// Ends the text, and adds the attachments that are not pictures in it.
    mutating func finish() {
        close(to: 0)
        for attachment in attachments where !shown.contains(attachment.number) {
            let name = HTML.escaped(attachment.name)
            write("<p class=\"files\"><a id=\"\(anchor(of: attachment))\" download=\"\(name)\" href=\"")
            write(attachment)
            write("\">\(name)</a></p>\n")
        }
        write("</article>\n")
        flush()
    }
}

// Blocks.
extension MarkdownPage {
    /// Begins a block, or goes on with the one that is open.
    private mutating func begin(_ line: MarkdownLine, of document: MarkdownDocument, _ next: Block?) {
        if line.goesOn, let block, block == next || next == .paragraph && block == .bare {
            if block != .code { write("<br>\n") }
            return
        }
        endBlock()
        open(line, document.containers(of: line))
        guard let next else { return }
        // The first text of an item stands beside its sign.
        let isBare = next == .paragraph && line.depth > 0 && line.kept < line.depth
        block = isBare ? .bare : next
        switch next {
        case .paragraph: if !isBare { write("<p>") }
        case .bare: break
        case .code: write("<pre><code>")
        case .heading(let level): write("<h\(level)>")
        }
    }

    private mutating func endBlock() {
        switch block {
        case .paragraph: write("</p>\n")
        case .code: write("</code></pre>\n")
        case .heading(let level): write("</h\(level)>\n")
        case .bare, nil: break
        }
        block = nil
    }

    /// Ends what a line does not stand in, and begins what it does.
    private mutating func open(_ line: MarkdownLine, _ all: [MarkdownContainer]) {
        let kept = min(line.kept, containers.count)
        var next = all[kept...]
        close(to: kept + 1)
        if case .item(let list, _)? = containers.dropFirst(kept).first?.what, case .item(list, let sign)? = next.first {
            endBlock()
            write("</li>\n")
            writeItem(sign)
            containers[kept].what = next.removeFirst()
        } else {
            close(to: kept)
        }
        for container in next {
            switch container {
            case .quote:
                containers.append((container, false))
                write("<blockquote>")
            case .item(_, let sign):
                let isOrdered = if case .number = sign { true } else { false }
                containers.append((container, isOrdered))
                write(isOrdered ? "<ol>\n" : "<ul>\n")
                writeItem(sign)
            }
        }
    }

    private mutating func close(to count: Int) {
        if containers.count > count || count == 0 { endBlock() }
        while containers.count > count {
            let last = containers.removeLast()
            write(last.what == .quote ? "</blockquote>\n" : last.isOrdered ? "</li></ol>\n" : "</li></ul>\n")
        }
    }

    private mutating func writeItem(_ sign: MarkdownContainer.Sign) {
        switch sign {
        case .bullet: write("<li>")
        case .number(let number): write("<li value=\"\(number)\">")
        case .box(let isTicked):
            write("<li class=\"task\"><input type=\"checkbox\" disabled\(isTicked ? " checked" : "")> ")
        }
    }

    private mutating func writeTable(_ rows: ArraySlice<MarkdownRow>, of document: MarkdownDocument) {
        write("<table>\n")
        for (index, row) in rows.enumerated() {
            let name = index == 0 ? "th" : "td"
            write(index == 0 ? "<thead><tr>" : "<tr>")
            for cell in document.cells(of: row) {
                write("<\(name)>")
                write(cell, of: document)
                write("</\(name)>")
            }
            write(index == 0 ? "</tr></thead>\n" : "</tr>\n")
        }
        write("</table>\n")
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
            case .text, .html: writeMarked(document.bytes[span.range], span.marks)
            case .blank: write(" ")
            case .code:
                writeTags(of: span.marks, isEnd: false)
                write("<code>")
                HTML.append(document.bytes[span.range], to: &html)
                write("</code>")
                writeTags(of: span.marks, isEnd: true)
            case .linkStart:
                guard let index = span.link else { continue }
                let link = document.links[index]
                let embedded = embedded(link, in: document)
                guard link.kind != .address(isPicture: true), embedded == nil else {
                    let inner = document.spans[number..<numbers.upperBound].prefix {
                        $0.kind != .linkEnd || $0.link != index
                    }
                    writePicture(
                        embedded == nil ? inner.map(document.text).joined() : "",
                        embedded ?? document.address(of: link))
                    number = inner.endIndex
                    continue
                }
                startLink(index, of: document)
            case .linkEnd:
                guard let index = span.link else { continue }
                endLink(index, of: document)
            }
        }
    }

    /// The attachment that is shown in the place of a link, `![[picture.png#part]]`.
    private func embedded(_ link: MarkdownLink, in document: MarkdownDocument) -> String? {
        guard link.kind == .title(isEmbed: true), !attachments.isEmpty else { return nil }
        return attachment(at: String(document.address(of: link).prefix { $0 != "#" }))?.name
    }

    private mutating func writeMarked(_ text: ArraySlice<UInt8>, _ marks: MarkdownSpan.Marks) {
        writeTags(of: marks, isEnd: false)
        HTML.append(text, to: &html)
        writeTags(of: marks, isEnd: true)
    }

    private mutating func writeTags(of marks: MarkdownSpan.Marks, isEnd: Bool) {
        guard !marks.isEmpty else { return }
        for (mark, name) in isEnd ? Self.names.reversed() : Self.names where marks.contains(mark) {
            write(isEnd ? "</\(name)>" : "<\(name)>")
        }
    }

    private static let names: [(mark: MarkdownSpan.Marks, name: String)] = [
        (.strong, "strong"), (.stressed, "em"), (.struck, "del"),
    ]

    private mutating func startLink(_ index: Int, of document: MarkdownDocument) {
        guard openLink == nil, let target = target(of: document.links[index], in: document) else { return }
        openLink = index
        write("<a href=\"\(target)\">")
    }

    private mutating func endLink(_ index: Int, of document: MarkdownDocument) {
        guard openLink != index else {
            write("</a>")
            return openLink = nil
        }
        let link = document.links[index]
        guard case .address(isPicture: false) = link.kind, target(of: link, in: document) == nil else { return }
        let address = document.address(of: link)
        if !address.isEmpty { write(" &lt;\(HTML.escaped(address))&gt;") }
    }

    /// Where a link leads on the page or out of it, as it stands in an attribute; nil where it may not.
    private mutating func target(of link: MarkdownLink, in document: MarkdownDocument) -> String? {
        switch NoteLink(link, in: document) {
        case .note(.number(let number)): return "#note-\(number)"
        case .note(.title(let title)):
            let anchor = anchors[title] ?? NotePage.anchor(of: title)
            anchors[title] = anchor
            return "#" + anchor
        case .web, nil: return target(of: document.address(of: link))
        }
    }

    private func target(of address: String) -> String? {
        if let attachment = attachment(at: address) { return "#" + anchor(of: attachment) }
        return HTML.isSafe(address) ? HTML.escaped(address) : nil
    }

    private mutating func writeLink(_ text: String, _ address: String) {
        let text = HTML.escaped(text)
        if openLink != nil {
            write(text)
        } else if let target = target(of: address) {
            write("<a href=\"\(target)\">\(text)</a>")
        } else {
            write(text + (address.isEmpty ? "" : " &lt;\(HTML.escaped(address))&gt;"))
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
        write("<img id=\"\(anchor(of: attachment))\" alt=\"\(HTML.escaped(text))\" src=\"")
        write(attachment)
        write("\">")
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
        if !html.isEmpty { pieces.append(.html(String(decoding: html, as: UTF8.self))) }
        html = []
    }
}
