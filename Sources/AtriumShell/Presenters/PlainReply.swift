// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Writes a reply as lines of text: what a pipe, a script and a screen reader get.
struct PlainReply {
    let context: ViewContext
    /// Whether all tables begin with the titles of their columns.
    var hasHeadings = false
    /// A column wider than this does not push the others of every row aside.
    private static let widestColumn = 48

    /// The lines; text from outside is made safe here.
    func lines(_ reply: Reply) -> [VisibleText] {
        switch reply.body {
        case .nothing: []
        case .message(let text, _): [safe(text.string(in: context.language))]
        case .records(let records): lines(records)
        case .detail(let detail): text(detail).lines
        case .lines(let lines): lines.map(safe)
        }
    }

    /// The same as one text, each line with its end: of a long text no line is a string of its own.
    func text(_ reply: Reply) -> VisibleText {
        if case .detail(let detail) = reply.body { return text(detail) }
        return lines(reply).reduce(into: "") { text, line in
            text += line
            text += "\n"
        }
    }

    private func lines(_ records: Records) -> [VisibleText] {
        guard !records.rows.isEmpty else { return [safe(records.whenEmpty.string(in: context.language))] }
        let hasHeadings = hasHeadings || records.hasHeadings
        let shown = records.columns.indices.filter { !records.columns[$0].isHidden }
        let days = records.days.flatMap { key in records.columns.firstIndex { $0.key == key } }
        var widths = [Int](repeating: 0, count: shown.count)
        let cells = records.rows.map { row in
            shown.enumerated().map { column, index in
                let text = safe(index == days ? time(row[index]) : row[index].text(in: context, isShort: true))
                let width = text.columns
                widths[column] = max(widths[column], min(width, Self.widestColumn))
                return (text: text, width: width)
            }
        }
        let titles = shown.map { safe(records.columns[$0].title.string(in: context.language)) }
        if hasHeadings {
            for (column, title) in titles.enumerated() where widths[column] > 0 {
                widths[column] = max(widths[column], title.columns)
            }
        }
        func line(_ cells: [(text: VisibleText, width: Int)]) -> VisibleText {
            var line: VisibleText = ""
            for (column, cell) in cells.enumerated() where widths[column] > 0 {
                if !line.isEmpty || column > 0 { line += "  " }
                let gap = VisibleText.blanks(widths[column] - cell.width)
                line += records.columns[shown[column]].isRightAligned ? gap + cell.text : cell.text + gap
            }
            return line.withoutTrailingBlanks
        }
        let headings = hasHeadings ? [line(titles.map { ($0, $0.columns) })] : []
        let lines = cells.map(line)
        guard let days else { return headings + lines }
        return headings + parted(lines, by: records.rows.map { day($0[days]) })
    }

    /// Lines below the days that they are of.
    private func parted(_ lines: [VisibleText], by days: [String]) -> [VisibleText] {
        var parted: [VisibleText] = []
        var last: String?
        for (line, day) in zip(lines, days) {
            if day != last { parted.append(safe(day)) }
            last = day
            parted.append(line)
        }
        return parted
    }

    private func day(_ value: Value) -> String {
        if case .timestamp(let time) = value { CivilTime(time, in: context.timeZone).date } else { "" }
    }

    private func time(_ value: Value) -> String {
        if case .timestamp(let time) = value { CivilTime(time, in: context.timeZone).time } else { "" }
    }

    private func text(_ detail: Detail) -> VisibleText {
        let shown = detail.fields.filter { !$0.isHidden }
        let labels = shown.map { safe($0.title.string(in: context.language)) }
        let width = labels.map(\.columns).max() ?? 0
        var all: VisibleText = ""
        for (field, label) in zip(shown, labels) {
            all += (label.padded(to: width) + "  " + safe(field.value.text(in: context))).withoutTrailingBlanks
            all += "\n"
        }
        if let text = detail.text, case .text(let body) = text.value {
            if !all.isEmpty { all += "\n" }
            all += VisibleText(body, keepingNewlines: true)
            all += "\n"
        }
        if case .list(let notes)? = detail.notes?.value, !notes.isEmpty {
            all += "\n"
            for note in notes {
                all += safe(note.text(in: context))
                all += "\n"
            }
        }
        return all
    }

    private func safe(_ text: String) -> VisibleText { VisibleText(text) }
}
