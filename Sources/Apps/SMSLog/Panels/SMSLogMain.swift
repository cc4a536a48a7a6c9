import AtriumKit
import SMSLogLogic
import Session
import Terminal

/// The main part: the conversations, the open one, or the contacts.
@MainActor
final class SMSLogMain: Panel {
    private let model: SMSLogModel

    init(_ model: SMSLogModel) { self.model = model }

    func title(in context: DrawingContext) -> String {
        if model.tab == .messages, let thread = model.thread { return thread.name }
        return model.tab.title.string(in: context.language)
    }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        switch model.tab {
        case .threads: ThreadListView(conversations: model.conversations).draw(on: &canvas, in: context)
        case .messages:
            if let thread = model.thread {
                ThreadView(messages: thread.messages).draw(on: &canvas, in: context)
            } else {
                canvas.write(
                    Strings.threadNone.string(in: context.language), at: Point(column: 1, row: 0), style: .dim)
            }
        case .contacts: ContactListView(contacts: model.contacts).draw(on: &canvas, in: context)
        }
    }
}
