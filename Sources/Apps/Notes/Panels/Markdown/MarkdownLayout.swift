import Terminal

/// Lays Markdown out as text of a given width: headings, lists, check boxes, code, tables, quotes, links.
///
/// A pure function of its input. What is no Markdown is drawn as it is: a note is never unreadable for a missing sign.
/// Source of the syntax: CommonMark 0.31, and GitHub’s tables and task lists, as far as lines go.
struct MarkdownLayout {
    private let columns: Int
    private var inline: MarkdownInline
    private var result: [StyledText] = []
    private var isInCode = false

    /// The lines of a text; links to notes are numbered from `firstLink`.
    static func lines(_ text: String, columns: Int, accent: Color, firstLink: Int = 1) -> [StyledText] {
        guard columns > 0 else { return [] }
        var layout = MarkdownLayout(columns: columns, inline: MarkdownInline(accent: accent, firstLink: firstLink))
        layout.read(
            Sanitizer.visible(text, keepingNewlines: true).split(
                omittingEmptySubsequences: false, whereSeparator: \.isNewline))
        return layout.result
    }

    private init(columns: Int, inline: MarkdownInline) {
        self.columns = columns
        self.inline = inline
    }

    private mutating func read(_ lines: [Substring]) {
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            let start = line.drop { $0 == " " }
            if start.hasPrefix("```") || start.hasPrefix("~~~") {
                isInCode.toggle()
                result.append(StyledText(String(repeating: "╌", count: min(columns, 12)), .dim))
            } else if isInCode {
                add(StyledText(String(line)), indent: "  ")
            } else if MarkdownTable.starts(line, index < lines.count ? lines[index] : nil) {
                var rows = [line]
                while index < lines.count, lines[index].contains("|") {
                    rows.append(lines[index])
                    index += 1
                }
                result += MarkdownTable(rows, &inline).lines(columns: columns)
            } else {
                add(line, start)
            }
        }
    }

    /// A line outside of code and tables.
    private mutating func add(_ line: Substring, _ start: Substring) {
        let depth = line.count - start.count
        if let (level, title) = Self.heading(start) {
            var style = Style(foreground: inline.accent, attributes: .bold)
            if level > 2 { style.foreground = nil }
            if level == 1 { style.attributes.insert(.underline) }
            add(inline.styled(title, over: style))
        } else if Self.isRule(start) {
            result.append(StyledText(String(repeating: "─", count: columns), .dim))
        } else if start.first == ">" {
            var levels = 0
            var rest = start
            while rest.first == ">" {
                levels += 1
                rest = rest.dropFirst().drop { $0 == " " }
            }
            let bar = String(repeating: "▏ ", count: levels)
            add(inline.styled(rest, over: Style(attributes: .italic)), lead: StyledText(bar, .dim), indent: bar)
        } else if let (sign, rest) = Self.item(start) {
            let lead = String(repeating: " ", count: depth) + sign + " "
            add(
                inline.styled(rest, over: sign == "☑" ? .dim : .plain), lead: StyledText(lead),
                indent: String(repeating: " ", count: DisplayWidth.of(lead)))
        } else {
            add(inline.styled(line))
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

    private static func heading(_ line: Substring) -> (level: Int, title: Substring)? {
        let signs = line.prefix { $0 == "#" }
        let rest = line.dropFirst(signs.count)
        guard (1...6).contains(signs.count), rest.first == " " else { return nil }
        return (signs.count, rest.drop { $0 == " " })
    }

    private static func isRule(_ line: Substring) -> Bool {
        let signs = line.filter { $0 != " " }
        guard signs.count >= 3, let first = signs.first, "-*_".contains(first) else { return false }
        return signs.allSatisfy { $0 == first }
    }

    /// The sign and the text of a list’s item.
    private static func item(_ line: Substring) -> (sign: String, text: Substring)? {
        if let first = line.first, "-*+".contains(first), line.dropFirst().first == " " {
            let rest = line.dropFirst(2)
            for (box, sign) in [("[ ] ", "☐"), ("[x] ", "☑"), ("[X] ", "☑")] where rest.hasPrefix(box) {
                return (sign, rest.dropFirst(box.count))
            }
            return ("•", rest)
        }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line.dropFirst(digits.count)
        guard (1...9).contains(digits.count), rest.hasPrefix(". ") || rest.hasPrefix(") ") else { return nil }
        return (String(digits) + ".", rest.dropFirst(2))
    }
}
