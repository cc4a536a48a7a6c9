// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumHypertext
import AtriumMarkdown
import NotesLogic

/// Writes a note’s Markdown as HTML.
///
/// No text becomes unintended markup: all of it is escaped, addresses that could run something stay
/// text, and pictures from elsewhere are links, since the page must not need anything else.
struct MarkdownPage {
    /// The open block within the containers.
    private enum Block: Hashable {
        case paragraph
        /// Text directly in an item or a quotation.
        case bare
        case code
        case heading(Int)
    }

    let note: Int
    let document: MarkdownDocument
    let attachments: [Attachment]
    /// The pages of other notes; `nil` if all stand on this one.
    let site: NoteSite?
    /// The numbers of the attachments that the text already shows as pictures.
    var shown: Set<Int> = []
    private var containers: [(what: MarkdownContainer, isOrdered: Bool)] = []
    private var block: Block?
    /// The number of the open link.
    var openLink: Int?
    /// The last requested target of a link, with its number: its begin and its end both request it.
    var lastTarget: (link: Int, target: String?)?
    /// The targets of links by title: many often have the same title.
    var anchors: [String: String] = [:]
    /// The output since the last of the pieces.
    var html = HTMLText()
    private(set) var pieces: [NotePage.Piece] = []

    init(_ document: MarkdownDocument, note: Int, attachments: [Attachment], site: NoteSite? = nil) {
        self.site = site
        self.document = document
        self.note = note
        self.attachments = attachments
    }

    mutating func write(_ line: MarkdownLine) {
        switch line.content {
        case .blank: return
        case .heading(let level):
            // The note’s title stands above all of its text.
            begin(line, .heading(min(6, level + 2)))
            write(line.spans)
        case .text:
            begin(line, .paragraph)
            write(line.spans)
        case .aside, .html:
            begin(line, .paragraph)
            html.text(document.bytes, in: line.range)
        case .fence: if line.goesOn { endBlock() } else { begin(line, .code) }
        case .code:
            begin(line, .code)
            html.text(document.code(line))
            html.markup("\n")
        case .rule:
            begin(line, nil)
            html.markup("<hr>\n")
        case .table(let rows):
            begin(line, nil)
            writeTable(document.rows[rows])
        }
    }

    /// Ends the text, and adds the attachments that are not pictures in it.
    mutating func finish() {
        close(to: 0)
        for attachment in attachments where !shown.contains(attachment.number) {
            html += "<p class=\"files\"><a id=\"\(anchor(of: attachment))\" download=\"\(attachment.name)\" href=\""
            write(attachment)
            html += "\">\(attachment.name)</a></p>\n"
        }
        html.markup("</article>\n")
        flush()
    }

    /// Leaves the place of the bytes of an attachment.
    mutating func write(_ attachment: Attachment) {
        flush()
        pieces.append(.bytes(attachment))
    }

    private mutating func flush() {
        if !html.bytes.isEmpty { pieces.append(.html(html.bytes)) }
        html = HTMLText()
    }
}

// Blocks.
extension MarkdownPage {
    /// Begins a block, or continues the open one.
    private mutating func begin(_ line: MarkdownLine, _ next: Block?) {
        if line.goesOn, let block, block == next || next == .paragraph && block == .bare {
            if block != .code { html.markup("<br>\n") }
            return
        }
        endBlock()
        if line.depth > 0 || !containers.isEmpty { openContainers(of: line) }
        guard let next else { return }
        // The first text of an item is beside its sign.
        let isBare = next == .paragraph && line.depth > 0 && line.kept < line.depth
        block = isBare ? .bare : next
        switch next {
        case .paragraph: if !isBare { html.markup("<p>") }
        case .bare: break
        case .code: html.markup("<pre><code>")
        case .heading(let level): html += "<h\(level)>"
        }
    }

    private mutating func endBlock() {
        switch block {
        case .paragraph: html.markup("</p>\n")
        case .code: html.markup("</code></pre>\n")
        case .heading(let level): html += "</h\(level)>\n"
        case .bare, nil: break
        }
        block = nil
    }

    /// Ends what a line does not stand in, and begins what it does.
    private mutating func openContainers(of line: MarkdownLine) {
        var index = min(line.kept, containers.count)
        close(to: index + 1)
        if index < min(containers.count, line.depth), case .item(let list, _) = containers[index].what,
            case .item(list, let sign) = document.container(of: line, at: index)
        {
            endBlock()
            html.markup("</li>\n")
            writeItem(sign)
            containers[index].what = .item(list: list, sign)
            index += 1
        } else {
            close(to: index)
        }
        for depth in index..<max(index, line.depth) {
            let container = document.container(of: line, at: depth)
            switch container {
            case .quote:
                containers.append((container, false))
                html.markup("<blockquote>")
            case .item(_, let sign):
                let isOrdered = if case .number = sign { true } else { false }
                containers.append((container, isOrdered))
                html.markup(isOrdered ? "<ol>\n" : "<ul>\n")
                writeItem(sign)
            }
        }
    }

    private mutating func close(to count: Int) {
        if containers.count > count || count == 0 { endBlock() }
        while containers.count > count {
            let last = containers.removeLast()
            html.markup(last.what == .quote ? "</blockquote>\n" : last.isOrdered ? "</li></ol>\n" : "</li></ul>\n")
        }
    }

    private mutating func writeItem(_ sign: MarkdownContainer.Sign) {
        switch sign {
        case .bullet: html.markup("<li>")
        case .number(let number): html += "<li value=\"\(number)\">"
        case .box(let isTicked):
            html.markup("<li class=\"task\">")
            html.box(isTicked: isTicked)
        }
    }

    private mutating func writeTable(_ rows: ArraySlice<MarkdownRow>) {
        html.markup("<table>\n")
        for (index, row) in rows.enumerated() {
            let isHead = index == 0
            html.markup(isHead ? "<thead><tr>" : "<tr>")
            for cell in document.cells(of: row) {
                html.markup(isHead ? "<th>" : "<td>")
                write(cell)
                html.markup(isHead ? "</th>" : "</td>")
            }
            html.markup(isHead ? "</tr></thead>\n" : "</tr>\n")
        }
        html.markup("</table>\n")
    }
}

// The content of a line.
extension MarkdownPage {
    /// Writes spans within any open element.
    mutating func write(_ numbers: Range<Int>) {
        var number = numbers.lowerBound
        while number < numbers.upperBound {
            let span = document.spans[number]
            number += 1
            switch span.kind {
            case .text, .html:
                writeStarts(of: span.marks)
                html.text(document.bytes, in: span.range)
                writeEnds(of: span.marks)
            case .blank: html.markup(" ")
            case .code:
                writeStarts(of: span.marks)
                html.markup("<code>")
                html.text(document.bytes, in: span.range)
                html.markup("</code>")
                writeEnds(of: span.marks)
            case .linkStart:
                guard let index = span.link else { continue }
                let link = document.links[index]
                let embedded = embedded(link)
                guard link.kind != .address(isPicture: true), embedded == nil else {
                    let end = end(ofLink: index, from: number, before: numbers.upperBound)
                    writePicture(
                        embedded == nil ? (number..<end).map { document.text(document.spans[$0]) }.joined() : "",
                        embedded ?? document.address(of: link))
                    number = end
                    continue
                }
                startLink(index)
            case .linkEnd:
                guard let index = span.link else { continue }
                endLink(index)
            }
        }
    }

    private func end(ofLink index: Int, from start: Int, before limit: Int) -> Int {
        var number = start
        while number < limit, document.spans[number].kind != .linkEnd || document.spans[number].link != index {
            number += 1
        }
        return number
    }

    /// The attachment that is shown in the place of a link, `![[picture.png#part]]`.
    private func embedded(_ link: MarkdownLink) -> String? {
        guard !attachments.isEmpty, link.kind == .title(isEmbed: true) else { return nil }
        return attachment(at: document.address(of: link))?.name
    }

    private mutating func writeStarts(of marks: MarkdownSpan.Marks) {
        guard !marks.isEmpty else { return }
        if marks.contains(.strong) { html.markup("<strong>") }
        if marks.contains(.stressed) { html.markup("<em>") }
        if marks.contains(.struck) { html.markup("<del>") }
    }

    private mutating func writeEnds(of marks: MarkdownSpan.Marks) {
        guard !marks.isEmpty else { return }
        if marks.contains(.struck) { html.markup("</del>") }
        if marks.contains(.stressed) { html.markup("</em>") }
        if marks.contains(.strong) { html.markup("</strong>") }
    }

    private mutating func startLink(_ index: Int) {
        guard openLink == nil, let target = target(ofLink: index) else { return }
        openLink = index
        html += "<a href=\"\(target)\">"
    }

    private mutating func endLink(_ index: Int) {
        guard openLink != index else {
            html.markup("</a>")
            return openLink = nil
        }
        let link = document.links[index]
        guard case .address(isPicture: false) = link.kind, target(ofLink: index) == nil else { return }
        writeAddress(document.address(of: link))
    }

    /// Writes an address behind the text that does not lead to it.
    private mutating func writeAddress(_ address: String) { if !address.isEmpty { html += " &lt;\(address)&gt;" } }

    /// The target of a link on the page or out of it; `nil` if it is not allowed.
    private mutating func target(ofLink index: Int) -> String? {
        if let lastTarget, lastTarget.link == index { return lastTarget.target }
        let link = document.links[index]
        let address = document.address(of: link)
        let target =
            switch link.kind {
            case .title: anchor(ofTitle: address)
            case .number(let number): target(.number(number))
            case .bare, .address: target(of: address)
            }
        lastTarget = (index, target)
        return target
    }

    private mutating func anchor(ofTitle address: String) -> String? {
        if let anchor = anchors[address] { return anchor }
        let anchor = target(LinkTarget(titled: address[...]))
        anchors[address] = anchor
        return anchor
    }

    /// The address of a note; `nil` if it has no page.
    private func target(_ target: LinkTarget) -> String? {
        if let site { return site.address(target) }
        return switch target {
        case .number(let number): "#note-\(number)"
        case .title(let title), .path(let title): "#" + NotePage.anchor(of: LinkPath(title).name)
        }
    }

    private func target(of address: String) -> String? {
        if case .note(.number(let number))? = NoteLink(address: address) { return target(.number(number)) }
        if let attachment = attachment(at: address) { return "#" + anchor(of: attachment) }
        if let parts = LinkTarget(address: address)?.parts, !FilePath(parts.path).ending.isEmpty {
            return target(.path(parts.path))
        }
        return HTML.isSafe(address) ? address : nil
    }

    private mutating func writePicture(_ text: String, _ address: String) {
        guard let attachment = attachment(at: address), MediaType.isPicture(attachment.type),
            shown.insert(attachment.number).inserted
        else {
            // Not a picture, or one whose bytes are on the page already.
            return writeLink(text.isEmpty ? address : text, address)
        }
        html += "<img id=\"\(anchor(of: attachment))\" alt=\"\(text)\" src=\""
        write(attachment)
        html.markup("\">")
    }

    private mutating func writeLink(_ text: String, _ address: String) {
        let target = openLink == nil ? target(of: address) : nil
        if let target { return html += "<a href=\"\(target)\">\(text)</a>" }
        html.text(text)
        if openLink == nil { writeAddress(address) }
    }

    private func attachment(at address: String) -> Attachment? {
        guard !attachments.isEmpty else { return nil }
        for meaning in LinkAddress.meanings(of: address) {
            if let attachment = attachments.first(where: { $0.name == meaning }) { return attachment }
        }
        return nil
    }

    func anchor(of attachment: Attachment) -> String { "file-\(note)-\(attachment.number)" }
}
