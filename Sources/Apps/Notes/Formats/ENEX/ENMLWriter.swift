// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumHypertext
import AtriumMarkdown
import NotesLogic

/// Writes a note’s Markdown in Evernote’s markup (https://dev.evernote.com/doc/articles/enml.php): a line each, as
/// Evernote itself does, so that a note from there has the same lines.
///
/// Text for which Evernote has no markup stays as it is: quotations, links to notes, addresses other than of web pages.
struct ENMLWriter {
    private let document: MarkdownDocument
    /// The replacements of the attachments in the text, by their names.
    private let media: [String: String]
    private var html = HTMLText()
    /// The open lists, and whether each has numbers.
    private var lists: [(list: Int, isOrdered: Bool)] = []
    /// The number of lists and quotations around the open block of code; `nil` if none is open.
    private var codeDepth: Int?
    private var isCell = false
    /// The link of the web whose text goes on with the next line.
    private var openLink: MarkdownLink?
    /// The number of blank lines since the last line.
    private var blanks = 0
    /// The names of the attachments that stand in the text.
    private var shown: Set<String> = []

    /// The markup of a text, and which attachments stand in it.
    static func markup(of text: String, media: [String: String]) -> (bytes: [UInt8], shown: Set<String>) {
        var writer = ENMLWriter(MarkdownDocument(text), media)
        for line in writer.document.lines { writer.write(line) }
        writer.endCode()
        writer.close(to: 0)
        return (writer.html.bytes, writer.shown)
    }

    /// Whether the first line of a text is not a line by itself, but a part of a list, of code, of a table.
    static func isOfBlock(_ text: String) -> Bool {
        let lines = MarkdownDocument(text).lines
        guard let first = lines.first else { return false }
        switch first.content {
        case .text, .heading: return first.depth > 0 && lines.dropFirst().first.map { $0.depth > 0 } ?? false
        default: return true
        }
    }

    /// The title of a note whose first line is a part of its text: that of code is its first line.
    static func title(of note: Note) -> String {
        guard note.title.hasPrefix("```") || note.title.hasPrefix("~~~") else { return note.title }
        let line = note.body.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
        return line.map { String($0.drop(while: \.isWhitespace)) } ?? note.title
    }

    private init(_ document: MarkdownDocument, _ media: [String: String]) {
        self.document = document
        self.media = media
    }

    private mutating func write(_ line: MarkdownLine) {
        if codeDepth != nil, !goesOn(line) { endCode() }
        if line.content != .blank { writeBlanks(before: line) }
        switch line.content {
        case .blank: blanks += 1
        case .heading(let level):
            begin(line)
            html += "<h\(level)>"
            write(line.spans)
            html += "</h\(level)>\n"
        case .text: writeLine(line) { $0.write(line.spans) }
        case .aside, .html: writeLine(line) { $0.html.text($0.document.bytes, in: line.range, keepingDirections: true) }
        case .fence:
            guard codeDepth == nil else { return endCode() }
            begin(line)
            startCode(line, language(of: line))
        case .code:
            if codeDepth == nil {
                begin(line)
                startCode(line, "")
            }
            let text = document.code(line)
            html.markup("<div>")
            if text.isEmpty { html.markup("<br/>") }
            html.text(text.replacing(" ", with: "\u{A0}"), keepingDirections: true)
            html.markup("</div>\n")
        case .rule:
            begin(line)
            html.markup("<hr/>\n")
        case .table(let rows):
            begin(line)
            writeTable(document.rows[rows])
        }
    }

    /// Whether a line belongs to the open block of code.
    private func goesOn(_ line: MarkdownLine) -> Bool {
        switch line.content {
        case .code: document.containers(of: line).count == codeDepth
        case .fence: line.goesOn && document.containers(of: line).count == codeDepth
        default: false
        }
    }

    private mutating func writeLine(_ line: MarkdownLine, _ body: (inout ENMLWriter) -> Void) {
        begin(line)
        html.markup("<div>")
        for container in document.containers(of: line) where container == .quote { html.markup("&gt; ") }
        body(&self)
        html.markup("</div>\n")
    }

    private mutating func startCode(_ line: MarkdownLine, _ language: Substring) {
        codeDepth = document.containers(of: line).count
        html.markup("<div style=\"-en-codeblock:true;")
        if !language.isEmpty {
            html += "--en-codeblockLanguage:\(String(language.filter { !$0.isWhitespace && $0 != ";" }));"
        }
        html.markup("\">")
    }

    /// The language after the signs of a fence.
    private func language(of line: MarkdownLine) -> Substring {
        let feed = UInt8(ascii: "\n")
        let place = min(line.range.lowerBound, document.bytes.count)
        let start = document.bytes[..<place].lastIndex(of: feed).map { $0 + 1 } ?? 0
        let end = document.bytes[place...].firstIndex(of: feed) ?? document.bytes.count
        let text = String(decoding: document.bytes[start..<end], as: UTF8.self)
        let fence = text.drop { $0 != "`" && $0 != "~" }
        return fence.drop { "`~ \r".contains($0) }.prefix { !$0.isWhitespace }
    }

    private mutating func endCode() {
        if codeDepth != nil { html.markup("</div>\n") }
        codeDepth = nil
    }

    private mutating func writeTable(_ rows: ArraySlice<MarkdownRow>) {
        html.markup("<table>")
        isCell = true
        defer { isCell = false }
        for row in rows {
            html.markup("<tr>")
            for cell in document.cells(of: row) {
                html.markup("<td>")
                write(cell)
                html.markup("</td>")
            }
            html.markup("</tr>\n")
        }
        html.markup("</table>\n")
    }
}

// Lists.
extension ENMLWriter {
    private func items(of line: MarkdownLine) -> [(list: Int, sign: MarkdownContainer.Sign)] {
        document.containers(of: line).compactMap { container in
            if case .item(let list, let sign) = container { (list, sign) } else { nil }
        }
    }

    /// Writes the blank lines before a line: within the lists that go on with it.
    private mutating func writeBlanks(before line: MarkdownLine) {
        guard blanks > 0 else { return }
        close(to: zip(lists, items(of: line)).prefix { $0.list == $1.list }.count)
        for _ in 0..<blanks { html.markup("<div><br/></div>\n") }
        blanks = 0
    }

    /// Ends the lists that a line does not stand in, and begins those that it does.
    private mutating func begin(_ line: MarkdownLine) {
        let items = items(of: line)
        let kept = document.containers(of: line).prefix(line.kept).count { $0 != .quote }
        close(to: min(items.count, kept + 1))
        for (depth, item) in items.enumerated() where depth >= kept {
            if depth < lists.count, lists[depth].list == item.list {
                html.markup("</li>\n")
            } else {
                close(to: depth)
                let isOrdered = if case .number = item.sign { true } else { false }
                if case .number(let number) = item.sign, number != 1 {
                    html += "<ol start=\"\(number)\">"
                } else {
                    html.markup(isOrdered ? "<ol>" : "<ul>")
                }
                lists.append((item.list, isOrdered))
            }
            html.markup("<li>")
            if case .box(let isTicked) = item.sign {
                html.markup(isTicked ? "<en-todo checked=\"true\"/>" : "<en-todo/>")
            }
        }
    }

    private mutating func close(to count: Int) {
        while lists.count > count { html.markup(lists.removeLast().isOrdered ? "</li></ol>\n" : "</li></ul>\n") }
    }
}

// The content of a line.
extension ENMLWriter {
    private mutating func write(_ numbers: Range<Int>) {
        var number = numbers.lowerBound
        // A line has all of its markup.
        if let openLink { begin(openLink) }
        defer { if openLink != nil { html.markup("</a>") } }
        while number < numbers.upperBound {
            let span = document.spans[number]
            number += 1
            switch span.kind {
            case .text, .html:
                writeMarked(span) { $0.html.text($0.document.bytes, in: span.range, keepingDirections: true) }
            case .blank: html.markup(" ")
            case .code:
                writeMarked(span) {
                    $0.html.markup("<code>")
                    $0.html.text($0.document.bytes, in: span.range, keepingDirections: true)
                    $0.html.markup("</code>")
                }
            case .linkStart:
                guard let index = span.link else { continue }
                let end = end(ofLink: index, from: number, before: numbers.upperBound)
                if write(document.links[index], number..<end) { number = end }
            case .linkEnd:
                guard let index = span.link, isWeb(document.links[index]) else { continue }
                html.markup("</a>")
                openLink = nil
            }
        }
    }

    private mutating func writeMarked(_ span: MarkdownSpan, _ body: (inout ENMLWriter) -> Void) {
        if span.marks.contains(.strong) { html.markup("<b>") }
        if span.marks.contains(.stressed) { html.markup("<i>") }
        if span.marks.contains(.struck) { html.markup("<s>") }
        body(&self)
        if span.marks.contains(.struck) { html.markup("</s>") }
        if span.marks.contains(.stressed) { html.markup("</i>") }
        if span.marks.contains(.strong) { html.markup("</b>") }
    }

    private func end(ofLink index: Int, from start: Int, before limit: Int) -> Int {
        var number = start
        while number < limit, document.spans[number].kind != .linkEnd || document.spans[number].link != index {
            number += 1
        }
        return min(number + 1, limit)
    }

    /// Writes an attachment in the place of its link; `false` for any other link.
    private mutating func writeAttachment(_ link: MarkdownLink) -> Bool {
        guard let reference = Reference(link, in: document), reference.isAddress || reference.isTitle,
            let name = reference.meanings.first(where: { media[$0] != nil }), let tag = media[name]
        else { return false }
        shown.insert(name)
        let spelled = document.text(link.whole)
        let isUsual = [true, false].contains { Attachment.link(to: name, isPicture: $0) == spelled }
        if isUsual {
            html.raw(tag)
        } else {
            html.raw(String(tag.dropLast(2)))
            html += " title=\"\(directed: spelled)\"/>"
        }
        return true
    }

    /// Writes a link whole, or its begin; says whether it was all of it.
    private mutating func write(_ link: MarkdownLink, _ spans: Range<Int>) -> Bool {
        if !media.isEmpty, writeAttachment(link) { return true }
        if case .address(let isPicture) = link.kind {
            let address = document.address(of: link)
            if !isPicture, isWeb(link) {
                begin(link)
                openLink = link
                return false
            }
            if isPicture, HTML.isSafe(address) {
                html += "<img src=\"\(address)\" alt=\""
                for span in spans where [.text, .code].contains(document.spans[span].kind) {
                    html.text(document.text(document.spans[span]), keepingDirections: true)
                }
                html.markup("\"/>")
                return true
            }
        }
        // The sign before a line between cells is the table’s.
        if isCell {
            html.text(document.text(link.whole).replacing("\\|", with: "|"), keepingDirections: true)
        } else {
            html.text(document.bytes, in: link.whole, keepingDirections: true)
        }
        return true
    }

    private mutating func begin(_ link: MarkdownLink) {
        html += "<a href=\"\(document.address(of: link))\">"
    }

    private func isWeb(_ link: MarkdownLink) -> Bool {
        guard link.kind == .address(isPicture: false) else { return false }
        let address = document.address(of: link)
        return HTML.isSafe(address) && !LinkAddress.meanings(of: address).contains { media[$0] != nil }
    }
}
