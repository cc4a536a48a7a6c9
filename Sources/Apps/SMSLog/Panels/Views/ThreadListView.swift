// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session
import Terminal

/// One line for each conversation: who, the newest text where there is room, when.
@MainActor
struct ThreadListView {
    let conversations: [Conversation]
    let kind: ConversationKind

    func draw(_ position: PanelPosition, on canvas: inout Canvas, in context: DrawingContext) {
        guard !conversations.isEmpty else {
            canvas.write(kind.whenEmpty.string(in: context.language), at: Point(column: 1, row: 0), style: .dim)
            return
        }
        for (row, index) in position.rows.enumerated() {
            draw(conversations[index], row: row, on: &canvas, in: context)
            if index == position.selected {
                canvas.write("▸", at: Point(column: 0, row: row), style: .bold)
                if context.isFocused { canvas.reverse(row: row) }
            }
        }
    }

    private func draw(_ conversation: Conversation, row: Int, on canvas: inout Canvas, in context: DrawingContext) {
        let width = canvas.size.columns
        let date = context.short(conversation.last.date)
        let dateColumn = width - date.count - 1
        let unread = conversation.unread > 0 ? " (\(conversation.unread))" : ""
        // Wide: a quarter for the name and the rest for the text. Compact: the name alone.
        let nameWidth = width >= 44 ? max(16, width / 4) : max(0, dateColumn - 2)
        let name = TextLayout.cut(Sanitizer.visible(conversation.displayName), to: max(1, nameWidth - unread.count))
        let end = canvas.write(
            name, at: Point(column: 1, row: row), style: conversation.unread > 0 ? .bold : .plain)
        canvas.write(unread, at: Point(column: 1 + end, row: row), style: Style(foreground: context.accent))
        let textColumn = nameWidth + 3
        if width >= 44, dateColumn - textColumn > 8 {
            let text = (conversation.last.direction == .outgoing ? "→ " : "") + conversation.last.preview
            canvas.write(
                text, at: Point(column: textColumn, row: row), style: .dim, width: dateColumn - textColumn - 2)
        }
        if dateColumn > 8 { canvas.write(date, at: Point(column: dateColumn, row: row), style: .dim) }
    }
}
