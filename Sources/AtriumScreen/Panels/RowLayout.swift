// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumTerminal

extension Row {
    /// The name that the user knows: the text before its title, and the title.
    package var name: String { [lead, title.text].filter { !$0.isEmpty }.joined(separator: " ") }

    /// All that it says, also what a panel cuts or has no room for.
    package var fields: [Detail.Field] {
        let signs = "\(sign) \(badge.text)".split(separator: " ").joined(separator: " ")
        let parts = [
            ("signs", Strings.rowSigns, signs), ("details", Strings.rowDetails, detail.text),
            ("right", Strings.rowRight, trailing), ("below", Strings.rowBelow, excerpt.text),
        ]
        return [.init("selected", Strings.rowSelected, .text(name))]
            + parts.filter { !$0.2.isEmpty }.map { .init($0, $1, .text($2)) }
    }
}

/// The places of a row’s parts, and their visible texts: none reaches into another, at any width.
///
/// The text at the right is visible whole or not at all; a title that stands beside no details goes on below itself, and
/// details without much room beside it stand there. Other parts are cut. `Row.fields` has all of them.
struct RowLayout: Hashable {
    /// The kind of a part: the property of the row.
    enum Kind: CaseIterable {
        case lead, sign, title, badge, detail, trailing, excerpt
    }

    /// A part of the row, as it is seen.
    struct Part: Hashable {
        let kind: Kind
        /// The visible text.
        let text: StyledText
        /// The columns that it takes.
        let columns: Range<Int>
        /// The line of the row in which it stands.
        let line: Int
    }

    /// The visible parts; the first column is for the sign of the selection.
    private(set) var parts: [Part] = []
    /// The number of its lines.
    private(set) var height = 1

    /// The parts of a row of a list.
    ///
    /// - Parameters:
    ///   - lead: The columns of the texts before the titles of all rows.
    ///   - columns: The way in which rows share their width.
    ///   - isHigh: Whether there is room for lines below the first one.
    init(_ row: Row, lead: Int, columns: ListView.Columns, width: Int, isHigh: Bool) {
        let marks: Marks = row.isOpen ? [.accented, .strong] : []
        let (sign, title) = (StyledText(row.sign, marks).onOneLine, row.title.marked(marks).onOneLine)
        let (badge, trailing) = (row.badge.onOneLine, StyledText(row.trailing, .faint).onOneLine)
        let start = lead > 0 ? lead + 3 : 1
        if lead > 0 {
            let text = StyledText(row.lead, .faint).onOneLine
            add(.lead, text, from: max(1, min(1 + lead, width) - text.width), to: width)
        }
        var dateStart = width
        // The least width of a recognizable title.
        let least = sign.width + min(title.width, 8) + badge.width
        if case let date = width - trailing.width - 1, !trailing.spans.isEmpty, date - 1 - start >= least {
            add(.trailing, trailing, from: date, to: width)
            dateStart = date
        }
        let detail = columns == .title ? StyledText() : row.detail.onOneLine
        var titleEnd = dateStart - 1
        if !detail.spans.isEmpty {
            // A title is not cut for its badge: rather does the detail of that row begin further right.
            let share = max(16, width / 4)
            let needed = min(sign.width + title.width + badge.width, share + badge.width)
            let half = width / 2
            let isWide = width >= (isHigh ? Self.wide : Self.narrow)
            if columns == .titleAndDetail, isWide, dateStart - start - max(share, needed) > 10 {
                titleEnd = start + max(share, needed)
                add(.detail, detail, from: titleEnd + 2, to: dateStart - 2)
            } else if columns == .halves, half - start - sign.width > 4, dateStart - half > 4 {
                titleEnd = half - 1
                add(.detail, detail, from: half, to: dateStart == width ? width : dateStart - 1)
            }
        }
        var column = add(.sign, sign, from: start, to: titleEnd)
        var (line, rest) = (0, title)
        let isBeside = parts.contains { $0.kind == .detail }
        if isHigh, !isBeside, column < titleEnd, column + title.width + badge.width > titleEnd,
            case let lines = title.wrappedOnce(to: titleEnd - column), lines.count > 1
        {
            add(.title, lines[0], from: column, to: titleEnd)
            (line, rest, column, titleEnd) = (1, lines[1], start, width - 1)
        }
        let end = min(titleEnd, max(column + 1, titleEnd - badge.width))
        column = add(.title, rest, from: column, to: end, line: line)
        add(.badge, badge, from: column, to: titleEnd, line: line)
        guard isHigh else { return }
        let below = columns == .titleAndDetail && !isBeside && width >= Self.slim ? detail : StyledText()
        add(.detail, below, from: start, to: width - 1, line: line + 1)
        add(.excerpt, row.excerpt.marked(.faint).onOneLine, from: start, to: width - 1, line: height)
    }

    /// The columns of a list from which details stand beside titles; in fewer they stand below, if there are lines for it.
    private static let wide = 56
    /// The same where no line is below.
    private static let narrow = 44
    /// The columns from which details are shown at all.
    private static let slim = 30

    /// Adds the visible part of a text there, with the match in sight; returns the column after it.
    @discardableResult
    private mutating func add(_ kind: Kind, _ text: StyledText, from start: Int, to end: Int, line: Int = 0) -> Int {
        guard start < end else { return start }
        let seen = text.showingMatch(in: end - start).cut(to: end - start)
        guard !seen.spans.isEmpty else { return start }
        parts.append(Part(kind: kind, text: seen, columns: start..<start + seen.width, line: line))
        height = max(height, line + 1)
        return start + seen.width
    }
}
