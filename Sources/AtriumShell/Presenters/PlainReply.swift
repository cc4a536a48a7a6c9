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
        case .records(let records): text(records).lines
        case .detail(let detail): text(detail).lines
        case .lines(let lines): lines.map(safe)
        }
    }

    /// The same as one text, each line with its end: of a long text no line is a string of its own.
    func text(_ reply: Reply) -> VisibleText {
        switch reply.body {
        case .message(let message, _): words(message) + "\n"
        case .detail(let detail): text(detail)
        case .records(let records): text(records)
        default:
            lines(reply).reduce(into: "") { text, line in
                text += line
                text += "\n"
            }
        }
    }

    private func text(_ records: Records) -> VisibleText {
        guard records.count > 0 else { return words(records.whenEmpty) + "\n" }
        let shown = records.columns.indices.filter { !records.columns[$0].isHidden }
        let days = records.days.flatMap { key in records.columns.firstIndex { $0.key == key } }
        var table = PlainTable(alignments: shown.map { records.columns[$0].isRightAligned ? .right : .left })
        var sections: [Int: VisibleText] = [:]
        var last: Day?
        for row in 0..<records.count {
            records.values(of: row, in: shown) { column, value in
                guard column == days, case .timestamp(let moment) = value else {
                    return table.add(value.text(in: context, isShort: true))
                }
                let time = CivilTime(moment, in: context.timeZone)
                let day = Day(time)
                if day != last { sections[row] = safe(day.text) }
                last = day
                table.add(time.time)
            }
        }
        if hasHeadings || records.hasHeadings {
            table.addHeadings(shown.map { records.columns[$0].title.string(in: context.language) })
        }
        return table.text(sections: sections)
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
