// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import NotesLogic
import Terminal

/// Lays Markdown out as text of a given width: headings, lists, check boxes, code, tables, quotes, links, and at the end
/// where those lead of which the text does not say so.
///
/// What is no Markdown is drawn as it is: a note is never unreadable for a missing sign. Lines are laid out as they are
/// asked for, from the first on; which ones have been so far makes no difference to any of them.
struct MarkdownLayout {
    /// So many bytes of a line are laid out first, and as many again each time that is not enough.
    private static let piece = 1 << 14

    private let columns: Int
    private let inline: MarkdownInline
    private let first: Int
    /// The lines that are laid out.
    private(set) var lines: [StyledText] = []
    /// The number of the line of the text that comes next.
    private var next: Int
    /// Where the lines of the one that comes next begin, of which a part is there, and how many bytes that was made of.
    private var part: (start: Int, bytes: Int)?
    /// The table that is being drawn, and its next line.
    private var table: (lines: MarkdownTable, next: Int)?
    private var linksAreAdded = false

    /// All lines of a note’s text.
    static func lines(_ text: String, titleEnd: Int = 0, columns: Int, accent: Color) -> [StyledText] {
        var layout = MarkdownLayout(text, titleEnd: titleEnd, columns: columns, accent: accent)
        layout.layOut(.max)
        return layout.lines
    }

    /// A layout of a note’s text of which no line is laid out yet.
    ///
    /// - Parameter titleEnd: Where what is safe to show of the note’s title ends, in bytes. The title is left out, but its
    ///   links are numbered before those of the text.
    init(_ text: String, titleEnd: Int = 0, columns: Int, accent: Color) {
        let document = MarkdownDocument(Sanitizer.visible(text, keepingNewlines: true))
        self.columns = columns
        inline = MarkdownInline(
            accent: accent, document: document, links: NumberedLinks(document, titleEnd: titleEnd))
        // The title and the blank lines below it.
        first =
            titleEnd == 0
            ? 0
            : document.lines.firstIndex { $0.range.upperBound > titleEnd && $0.content != .blank }
                ?? document.lines.count
        next = columns > 0 ? first : document.lines.count
        linksAreAdded = columns <= 0
    }

    /// What the text says.
    var document: MarkdownDocument { inline.document }

    /// Whether all lines are laid out.
    var isWhole: Bool { next == document.lines.count && linksAreAdded }

    /// Lays out lines until there are so many, or all.
    mutating func layOut(_ count: Int) {
        while lines.count < count, !isWhole {
            guard next < document.lines.count else {
                addLinks()
                linksAreAdded = true
                return
            }
            let line = document.lines[next]
            if case .table(let rows) = line.content {
                addTable(rows, of: line, to: count)
            } else if add(line, all: count == .max) {
                next += 1
            }
        }
    }

    /// Adds lines of a table until there are so many, or all of it.
    private mutating func addTable(_ rows: Range<Int>, of line: MarkdownLine, to count: Int) {
        let (lead, indent) = margin(of: line)
        var (table, row) =
            self.table ?? (MarkdownTable(rows, inline, columns: max(1, columns - DisplayWidth.of(indent))), 0)
        while row < table.count, lines.count < count {
            var whole = row == 0 ? lead : StyledText(indent, .dim)
            whole.append(table.line(row))
            lines.append(whole)
            row += 1
        }
        self.table = row < table.count ? (table, row) : nil
        if row == table.count { next += 1 }
    }

    /// Adds the lines in which one of the text is drawn, or a part of them.
    ///
    /// A line of a megabyte is drawn a piece at a time: where it is broken does not depend on what comes later, but for
    /// its last two lines.
    private mutating func add(_ line: MarkdownLine, all: Bool) -> Bool {
        let start = part?.start ?? lines.count
        let bytes = all ? Int.max : part.map { $0.bytes * 4 } ?? Self.piece
        lines.removeSubrange(start...)
        var rest = bytes
        add(line, bytes: &rest)
        guard rest < 0 else {
            part = nil
            return true
        }
        lines.removeLast(min(2, lines.count - start))
        part = (start, bytes)
        return false
    }

    private mutating func add(_ line: MarkdownLine, bytes rest: inout Int) {
        let (lead, indent) = margin(of: line)
        switch line.content {
        case .blank: lines.append(lead)
        case .heading(let level):
            var style = Style(foreground: inline.accent, attributes: .bold)
            if level > 2 { style.foreground = nil }
            if level == 1 { style.attributes.insert(.underline) }
            add(inline.styled(line.spans, over: style, bytes: &rest), lead: lead, indent: indent)
        case .rule: addAcross("─", columns, lead: lead, indent: indent)
        case .fence: addAcross("╌", 12, lead: lead, indent: indent)
        case .code(let blanks):
            var lead = lead
            lead.append("  ", .dim)
            var text = StyledText(String(repeating: " ", count: blanks))
            text.append(document.text(line.range, bytes: &rest))
            add(text, lead: lead, indent: indent + "  ")
        case .aside: add(StyledText(document.text(line.range, bytes: &rest), .dim), lead: lead, indent: indent)
        case .html: add(StyledText(document.text(line.range, bytes: &rest)), lead: lead, indent: indent)
        case .text:
            var text = StyledText(String(repeating: " ", count: line.indent))
            text.append(inline.styled(line.spans, over: style(of: line), bytes: &rest))
            add(text, lead: lead, indent: indent)
        // Row by row.
        case .table: break
        }
    }

    /// What stands before a line and before those in which it goes on: bars of quotations and signs of items.
    private func margin(of line: MarkdownLine) -> (lead: StyledText, indent: String) {
        var lead = StyledText()
        var indent = ""
        guard line.depth > 0 else { return (lead, indent) }
        for (index, container) in document.containers(of: line).enumerated() {
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

    private func style(of line: MarkdownLine) -> Style {
        var style = Style.plain
        guard line.depth > 0 else { return style }
        for container in document.containers(of: line) {
            switch container {
            case .quote: style.attributes.insert(.italic)
            case .item(_, .box(isTicked: true)): style.attributes.insert(.dim)
            case .item: break
            }
        }
        return style
    }

    /// Where the links lead of which the text does not say so, each on a line.
    private mutating func addLinks() {
        let links = inline.links
        let untold = links.untold
        guard !untold.isEmpty else { return }
        if lines.last?.runs.isEmpty == false { lines.append(StyledText("")) }
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
        lines.append(whole)
    }

    /// Adds a text in as many lines as it takes; `lead` begins the first, `indent` the others.
    private mutating func add(_ text: StyledText, lead: StyledText, indent: String) {
        guard !indent.isEmpty else {
            lines += text.wrapped(to: columns)
            return
        }
        let room = columns - DisplayWidth.of(indent)
        // Too narrow for an indentation: the text counts more.
        guard room >= 8 else {
            var whole = lead
            whole.append(text)
            lines += whole.wrapped(to: columns)
            return
        }
        for (index, line) in text.wrapped(to: room).enumerated() {
            var whole = index == 0 ? lead : StyledText(indent, .dim)
            whole.append(line)
            lines.append(whole)
        }
    }
}
