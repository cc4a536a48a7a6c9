import AtriumKit
import SMSLogLogic
import Session
import Terminal

/// The conversations by name, with how many messages of each are not read yet.
@MainActor
final class SMSLogSidebar: Panel {
    private let model: SMSLogModel

    init(_ model: SMSLogModel) { self.model = model }

    func title(in context: DrawingContext) -> String { Strings.tabThreads.string(in: context.language) }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        for (row, conversation) in model.conversations.prefix(canvas.size.rows).enumerated() {
            let isOpen = conversation.address == model.thread?.address
            let count = conversation.unread > 0 ? String(conversation.unread) : ""
            let end = canvas.size.columns - count.utf8.count
            let style =
                isOpen
                ? Style(foreground: context.accent, attributes: .bold) : conversation.unread > 0 ? .bold : .plain
            canvas.write(
                (isOpen ? "▌" : " ") + conversation.displayName, at: Point(column: 0, row: row), style: style,
                width: max(0, end - 1))
            canvas.write(count, at: Point(column: end, row: row), style: Style(foreground: context.accent))
        }
    }
}
