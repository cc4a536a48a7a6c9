// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session
import Terminal

/// The messages of a page of a conversation, the newest at the bottom.
@MainActor
struct ThreadView {
    /// A line of the panel.
    struct Line {
        let text: String
        let style: Style
        /// The message that it belongs to.
        var message: Message?
    }

    /// All lines; the name stands above the messages where the border of the panel cuts it.
    private(set) var lines: [Line] = []

    /// The lines of a conversation, the oldest message first.
    init(name: String, messages: [Message], width: Int, in context: DrawingContext) {
        let title = Sanitizer.visible(name)
        if DisplayWidth.of(title) > width - 2 {
            lines = TextLayout.wrap(" " + title, to: max(4, width - 1)).map { Line(text: $0, style: .dim) }
        }
        for message in messages {
            lines += block(message, width: width, in: context).map {
                Line(text: $0.text, style: $0.style, message: message)
            }
        }
    }

    /// Draws the lines that are in sight.
    func draw(_ position: PanelPosition, on canvas: inout Canvas) {
        for (row, index) in position.rows.enumerated() {
            canvas.write(lines[index].text, at: Point(column: 0, row: row), style: lines[index].style)
        }
    }

    /// The messages of which lines are in sight.
    func messages(in rows: Range<Int>) -> [Message] {
        lines[rows].reduce(into: []) { messages, line in
            if let message = line.message, messages.last?.id != message.id { messages.append(message) }
        }
    }

    /// The lines of one message: beside its date where there is room, below it elsewhere.
    private func block(_ message: Message, width: Int, in context: DrawingContext) -> [Line] {
        let date = context.short(message.date)
        let style = message.direction == .outgoing ? Style(foreground: context.accent) : .plain
        let status = message.status.isPlain ? "" : " · " + message.status.title.string(in: context.language)
        let isWide = width >= 44
        let indent = isWide ? 15 : 2
        let text = wrapped(message.lines, to: max(4, width - indent - 1))
        let head = "\(message.direction.arrow) \(date)"
        let blank = String(repeating: " ", count: indent)
        guard isWide else {
            return [Line(text: head + status, style: .dim)] + text.map { Line(text: blank + $0, style: style) }
        }
        let first = " " + TextLayout.pad(head, to: indent - 1) + (text.first ?? "")
        let rest = text.dropFirst().map { Line(text: blank + $0, style: style) }
        let foot = status.isEmpty ? [] : [Line(text: blank + String(status.dropFirst(3)), style: .dim)]
        return [Line(text: first, style: style)] + rest + foot
    }

    private func wrapped(_ lines: [String], to width: Int) -> [String] {
        lines.flatMap { TextLayout.wrap(Sanitizer.visible($0), to: width) }
    }
}

extension Message {
    /// The text’s lines, and the attachments on a line of their own.
    fileprivate var lines: [String] {
        let text =
            content.isEmpty ? [] : content.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        return text + attachments.map { "[\($0.name ?? $0.contentType)]" }
    }
}
