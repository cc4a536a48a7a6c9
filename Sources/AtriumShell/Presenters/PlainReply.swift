// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Writes a reply as lines of text: what a pipe, a script and a screen reader get.
struct PlainReply {
    let context: ViewContext
    /// Whether all tables begin with the titles of their columns.
    var hasHeadings = false

    /// The lines; text from outside is made safe here.
    func lines(_ reply: Reply) -> [VisibleText] {
        switch reply.body {
        case .nothing: []
        case .message(let message, _): [words(message)]
        case .records(let records): text(records).text.lines
        case .detail(let detail): text(detail).lines
        case .lines(let lines): lines.map(safe)
        }
    }

    /// The same as one text, each line with its end: of a long text no line is a string of its own.
    func text(_ reply: Reply) -> VisibleTextBuilder {
        switch reply.body {
        case .records(let records): return text(records)
        case .detail(let detail):
            var text = VisibleTextBuilder()
            text.append(self.text(detail))
            return text
        default: return text(lines(reply))
        }
    }

    private func text(_ lines: [VisibleText]) -> VisibleTextBuilder {
        var text = VisibleTextBuilder()
        for line in lines {
            text.append(line)
            text.endLine()
        }
        return text
    }

    private func text(_ records: Records) -> VisibleTextBuilder {
        guard records.count > 0 else { return text([words(records.whenEmpty)]) }
        let shown = records.columns.indices.filter { !records.columns[$0].isHidden }
        let days = records.days.flatMap { key in records.columns.firstIndex { $0.key == key } }
        var table = PlainTable(
            alignments: shown.map { records.columns[$0].isRightAligned ? .right : .left }, rows: records.count)
        var last: Day?
        for row in 0..<records.count {
            records.values(of: row, in: shown) { column, value in
                // As `Value.text` says it, but for the day: the most frequent values go into the table without a string.
                switch value {
                case .none: table.addNothing()
                case .number(let number): table.add(number)
                case .text(let text): table.add(text)
                case .timestamp(let moment) where column == days:
                    let time = CivilTime(moment, in: context.timeZone)
                    let day = Day(time)
                    if day != last {
                        if (0...9999).contains(day.year) {
                            table.addSection(year: day.year, month: day.month, day: day.day)
                        } else {
                            table.addSection(day.text)
                        }
                    }
                    last = day
                    table.add(hour: time.hour, minute: time.minute)
                case .word(_, let word): table.add(word.string(in: context.language))
                default: table.add(value.text(in: context, isShort: true))
                }
            }
        }
        if hasHeadings || records.hasHeadings {
            table.addHeadings(shown.map { records.columns[$0].title.string(in: context.language) })
        }
        var text = VisibleTextBuilder()
        text.append(table)
        return text
    }

    private func text(_ detail: Detail) -> VisibleText {
        let shown = detail.fields.filter { !$0.isHidden }
        let labels = shown.map { words($0.title) }
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

    private func words(_ text: LocalizedText) -> VisibleText { safe(text.string(in: context.language)) }

    private func safe(_ text: String) -> VisibleText { VisibleText(text) }
}
