// SPDX-License-Identifier: GPL-3.0-or-later

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
    /// - Parameter title: The note’s first line: its links are numbered before those of the text.
    static func lines(_ text: String, title: String = "", columns: Int, accent: Color) -> [StyledText] {
        guard columns > 0 else { return [] }
        let lines = MarkdownLine.lines(of: Sanitizer.visible(text, keepingNewlines: true))
        let links = NumberedLinks(title: Sanitizer.visible(title), lines: lines)
        var layout = MarkdownLayout(columns: columns, inline: MarkdownInline(accent: accent, links: links))
        for line in lines { layout.add(line) }
        layout.add(links)
        return layout.result
    }

    private init(columns: Int, inline: MarkdownInline) {
        self.columns = columns
        self.inline = inline
    }

    private mutating func add(_ line: MarkdownLine) {
        switch line {
        case .heading(let level, let title):
            var style = Style(foreground: inline.accent, attributes: .bold)
            if level > 2 { style.foreground = nil }
            if level == 1 { style.attributes.insert(.underline) }
            add(inline.styled(title, over: style))
        case .rule: result.append(StyledText(String(repeating: "─", count: columns), .dim))
        case .fence: result.append(StyledText(String(repeating: "╌", count: min(columns, 12)), .dim))
        case .code(let code): add(StyledText(code), indent: "  ")
        case .quote(let level, let text):
            let bar = String(repeating: "▏ ", count: level)
            add(inline.styled(text, over: Style(attributes: .italic)), lead: StyledText(bar, .dim), indent: bar)
        case .item(let depth, let sign, let text):
            let lead = String(repeating: " ", count: depth) + Self.text(of: sign) + " "
            add(
                inline.styled(text, over: sign == .box(isTicked: true) ? .dim : .plain), lead: StyledText(lead),
                indent: String(repeating: " ", count: DisplayWidth.of(lead)))
        case .table(let rows): result += MarkdownTable(rows, inline).lines(columns: columns)
        case .text(let text): add(inline.styled(text))
        }
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

    private static func text(of sign: MarkdownLine.Sign) -> String {
        switch sign {
        case .bullet: "•"
        case .number(let number): number + "."
        case .box(let isTicked): isTicked ? "☑" : "☐"
        }
    }

    /// Adds a text in as many lines as it takes; `lead` begins the first, `indent` the others.
    private mutating func add(_ text: StyledText, lead: StyledText? = nil, indent: String = "") {
        let lead = lead ?? StyledText(indent)
        let room = columns - DisplayWidth.of(indent)
        // Too narrow for an indentation: the text counts more.
        guard room >= 8 || indent.isEmpty else {
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
