// SPDX-License-Identifier: GPL-3.0-or-later

/// A text that is broken into lines, piece by piece.
struct ParagraphLayout {
    /// What is not broken into lines yet, how many bytes it has, and how many it had when it was tried last.
    private var text: StyledText
    private var size = 0
    private var triedSize = 0
    private var lead: StyledText
    private let indent: StyledText
    private let columns: Int
    private let isCode: Bool

    /// - Parameter isCode: Whether it keeps its form, and breaks only where the lines end.
    init(_ margin: BlockMargin, columns: Int, isCode: Bool = false) {
        self.isCode = isCode
        let hasMargin = margin.hasRoom(in: columns)
        text = hasMargin ? StyledText() : margin.lead
        lead = hasMargin ? margin.lead : StyledText()
        indent = hasMargin ? StyledText(margin.indent, .faint) : StyledText()
        self.columns = hasMargin ? columns - margin.width : columns
    }

    mutating func append(_ more: StyledText) {
        text.append(more)
        size += more.size
    }

    /// The next lines, and with `goesOn` only those that stay whatever comes behind.
    mutating func takeLines(goesOn: Bool) -> [StyledText] {
        // A megabyte of blanks makes no line: each piece of it must not be tried again with each other.
        guard !goesOn || size >= 2 * triedSize else { return [] }
        let (lines, end) =
            goesOn
            ? text.visible.wrappedBeginning(to: columns, isCode: isCode)
            : (isCode ? text.visible.wrappedCode(to: columns) : text.visible.wrapped(to: columns), StyledText())
        text = end
        size = end.size
        triedSize = size
        guard !indent.spans.isEmpty else { return lines }
        return lines.map { line in
            var whole = lead
            whole.append(line)
            lead = indent
            return whole
        }
    }
}

extension StyledText {
    /// How many bytes it has.
    fileprivate var size: Int { spans.reduce(0) { $0 + $1.text.utf8.count } }
}
