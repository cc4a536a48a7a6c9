import AtriumKit
import SMSLogLogic
import Session
import Terminal

/// The messages of a page of a conversation, the newest at the bottom.
@MainActor
struct ThreadView {
    /// Who is at the other end; stands above the messages where the border of the panel cuts it.
    let name: String
    /// Oldest first.
    let messages: [Message]

    /// A line of the panel.
    private struct Line {
        let text: String
        let style: Style
        /// The place among the messages of the one that the line belongs to.
        var message: Int?
    }

    /// Draws the lines that are in sight, and returns the messages that they belong to.
    func draw(_ position: inout PanelPosition, on canvas: inout Canvas, in context: DrawingContext) -> Range<Int> {
        let width = canvas.size.columns
        let title = Sanitizer.visible(name)
        let isCut = DisplayWidth.of(title) > width - 2
        let head = isCut ? TextLayout.wrap(" " + title, to: max(4, width - 1)) : []
        let blocks = messages.enumerated().flatMap { index, message in
            block(message, width: width, in: context).map { Line(text: $0.text, style: $0.style, message: index) }
        }
        let lines = head.map { Line(text: $0, style: .dim) } + blocks
        position.setCount(lines.count)
        position.fit(canvas.size.rows)
        for (row, index) in position.rows.enumerated() {
            canvas.write(lines[index].text, at: Point(column: 0, row: row), style: lines[index].style)
        }
        let seen = lines[position.rows].compactMap(\.message)
        return (seen.first ?? 0)..<(seen.last.map { $0 + 1 } ?? 0)
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
