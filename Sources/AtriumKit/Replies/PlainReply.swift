// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// Writes a reply as lines of text: what a pipe, a script and a screen reader get.
struct PlainReply {
    let writing: ReplyWriting
    /// A column wider than this does not push the others of every row aside.
    private static let widestColumn = 48

    /// The lines; text from outside is made safe here.
    func lines(_ reply: Reply) -> [String] {
        switch reply.body {
        case .nothing: []
        case .message(let text, _): [safe(text.string(in: writing.language))]
        case .records(let records): lines(records)
        case .detail(let detail): lines(detail)
        case .lines(let lines): lines
        }
    }

    private func lines(_ records: Records) -> [String] {
        guard !records.rows.isEmpty else { return [safe(records.whenEmpty.string(in: writing.language))] }
        let shown = records.columns.indices.filter { !records.columns[$0].isHidden }
        let cells = records.rows.map { row in shown.map { safe(text(row[$0])) } }
        let widths = shown.indices.map { column in
            min(cells.lazy.map { DisplayWidth.of($0[column]) }.max() ?? 0, Self.widestColumn)
        }
        return cells.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where widths[column] > 0 {
                let isRight = records.columns[shown[column]].isRightAligned
                if !line.isEmpty || column > 0 { line += "  " }
                line +=
                    DisplayWidth.of(cell) >= widths[column]
                    ? cell : TextLayout.pad(cell, to: widths[column], alignment: isRight ? .right : .left)
            }
            return Self.withoutTrailingBlanks(line)
        }
    }

    private func lines(_ detail: Detail) -> [String] {
        let shown = detail.fields.filter { !$0.isHidden }
        let labels = shown.map { $0.title.string(in: writing.language) }
        let width = labels.map { DisplayWidth.of($0) }.max() ?? 0
        var lines = zip(shown, labels).map { field, label in
            Self.withoutTrailingBlanks(
                TextLayout.pad(label, to: width, alignment: .left) + "  " + safe(text(field.value, isFull: true)))
        }
        if let text = detail.text, case .text(let body) = text.value {
            if !lines.isEmpty { lines.append("") }
            lines += body.split(omittingEmptySubsequences: false) { $0.isNewline }.map { safe(String($0)) }
        }
        if case .list(let notes)? = detail.notes?.value, !notes.isEmpty {
            lines += [""] + notes.map { safe(text($0)) }
        }
        return lines
    }

    private static func withoutTrailingBlanks(_ line: String) -> String {
        guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
        return String(line[...last])
    }

    /// A value as a person reads it.
    private func text(_ value: Value, isFull: Bool = false) -> String {
        switch value {
        case .none: return ""
        case .number(let number): return String(number)
        case .text(let text): return text
        case .timestamp(let timestamp):
            let then = CivilTime(timestamp, in: writing.timeZone)
            if isFull { return then.full }
            return then.date == CivilTime(writing.now, in: writing.timeZone).date ? then.time : then.date
        case .flag(let flag): return (flag ? Strings.valueYes : Strings.valueNo).string(in: writing.language)
        case .mark(let isSet): return isSet ? "*" : ""
        case .word(_, let text): return text.string(in: writing.language)
        case .list(let values): return values.map { text($0) }.joined(separator: ", ")
        }
    }

    private func safe(_ text: String) -> String { Sanitizer.visible(text) }
}
