// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import NotesLogic
import Terminal

/// Lays Markdown out as text of a given width: headings, lists, check boxes, code, tables, quotes, links, and at the end
/// where those lead of which the text does not say so.
///
/// A pure function of its input. What is no Markdown is drawn as it is: a note is never unreadable for a missing sign.
struct MarkdownLayout {
    private let columns: Int
    private let inline: MarkdownInline
    private var result: [StyledText] = []

    /// The lines of a note’s text.
    ///
    /// - Parameter titleEnd: Where what is safe to show of the note’s title ends, in bytes. The title is left out, but its
    ///   links are numbered before those of the text.
    static func lines(_ text: String, titleEnd: Int = 0, columns: Int, accent: Color) -> [StyledText] {
        guard columns > 0 else { return [] }
        let document = MarkdownDocument(Sanitizer.visible(text, keepingNewlines: true))
        let links = NumberedLinks(document, titleEnd: titleEnd)
        var layout = MarkdownLayout(
            columns: columns, inline: MarkdownInline(accent: accent, document: document, links: links))
        // The title and the blank lines below it.
        let text = document.lines.drop { titleEnd > 0 && ($0.range.upperBound <= titleEnd || $0.content == .blank) }
        for line in text { layout.add(line) }
        layout.add(links)
        return layout.result
    }

    private init(columns: Int, inline: MarkdownInline) {
        self.columns = columns
        self.inline = inline
    }

    private mutating func add(_ line: MarkdownLine) {
        let document = inline.document
        let (lead, indent) = margin(of: line)
        switch line.content {
        case .blank: result.append(lead)
        case .heading(let level):
            var style = Style(foreground: inline.accent, attributes: .bold)
            if level > 2 { style.foreground = nil }
            if level == 1 { style.attributes.insert(.underline) }
            add(inline.styled(line.spans, over: style), lead: lead, indent: indent)
        case .rule: addAcross("─", columns, lead: lead, indent: indent)
        case .fence: addAcross("╌", 12, lead: lead, indent: indent)
        case .code:
            var lead = lead
            lead.append("  ", .dim)
            add(StyledText(document.code(line)), lead: lead, indent: indent + "  ")
        case .table(let rows):
            let table = MarkdownTable(document.rows[rows], inline)
            for (index, row) in table.lines(columns: max(1, columns - DisplayWidth.of(indent))).enumerated() {
                var whole = index == 0 ? lead : StyledText(indent, .dim)
                whole.append(row)
                result.append(whole)
            }
        case .aside: add(StyledText(document.text(line.range), .dim), lead: lead, indent: indent)
        case .html: add(StyledText(document.text(line.range)), lead: lead, indent: indent)
        case .text:
            var text = StyledText(String(repeating: " ", count: line.indent))
            text.append(inline.styled(line.spans, over: Self.style(in: line.containers)))
            add(text, lead: lead, indent: indent)
        }
    }

    /// What stands before a line and before those in which it goes on: bars of quotations and signs of items.
    private func margin(of line: MarkdownLine) -> (lead: StyledText, indent: String) {
        var lead = StyledText()
        var indent = ""
        for (index, container) in line.containers.enumerated() {
            switch container {
            case .quote:
                lead.append("▏ ", .dim)
                indent += "▏ "
            case .item(_, let sign):
                let text = Self.text(of: sign) + " "
                let blanks = String(repeating: " ", count: DisplayWidth.of(text))
                lead.append(index < line.kept ? blanks : text)
                indent += blanks
            }
        }
        return (lead, indent)
    }

    private static func style(in containers: [MarkdownContainer]) -> Style {
        var style = Style.plain
        for container in containers {
            switch container {
            case .quote: style.attributes.insert(.italic)
            case .item(_, .box(isTicked: true)): style.attributes.insert(.dim)
            case .item: break
            }
        }
        return style
    }

    /// Where the links lead of which the text does not say so, each on a line.
    private mutating func add(_ links: NumberedLinks) {
        let untold = links.untold
        guard !untold.isEmpty else { return }
        if result.last?.runs.isEmpty == false { result.append(StyledText("")) }
        for number in untold {
            let lead = "[\(number)] "
            add(
                StyledText(links[number]?.text ?? ""), lead: StyledText(lead, .dim),
                indent: String(repeating: " ", count: DisplayWidth.of(lead)))
        }
    }

    private static func text(of sign: MarkdownContainer.Sign) -> String {
        switch sign {
        case .bullet: "•"
        case .number(let number): "\(number)."
        case .box(let isTicked): isTicked ? "☑" : "☐"
        }
    }

    private mutating func addAcross(_ sign: String, _ count: Int, lead: StyledText, indent: String) {
        var whole = lead
        whole.append(String(repeating: sign, count: max(1, min(count, columns - DisplayWidth.of(indent)))), .dim)
        result.append(whole)
    }

    /// Adds a text in as many lines as it takes; `lead` begins the first, `indent` the others.
    private mutating func add(_ text: StyledText, lead: StyledText, indent: String) {
        guard !indent.isEmpty else {
            result += text.wrapped(to: columns)
            return
        }
        let room = columns - DisplayWidth.of(indent)
        // Too narrow for an indentation: the text counts more.
        guard room >= 8 else {
            var whole = lead
            whole.append(text)
            result += whole.wrapped(to: columns)
            return
        }
        for (index, line) in text.wrapped(to: room).enumerated() {
            var whole = index == 0 ? lead : StyledText(indent, .dim)
            whole.append(line)
            result.append(whole)
        }
    }
}
