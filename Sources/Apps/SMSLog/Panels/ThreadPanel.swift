import AtriumKit
import SMSLogLogic
import Session
import Terminal

/// The open conversation, on its newest messages; scrolling past its ends turns to the pages before and after.
@MainActor
final class ThreadPanel: DetailPanel {
    var position = PanelPosition(startsAtEnd: true)
    private let model: SMSLogModel
    private var shown: (address: Address, first: Int?)?
    /// Those in sight that the user has not seen before.
    private var unseen: [Message] = []

    init(_ model: SMSLogModel) { self.model = model }

    var isOpen: Bool { model.tab == .messages && model.thread != nil }

    func close() { model.tab = .threads }

    var showsUnseen: Bool { !unseen.isEmpty }

    func wasSeen() async {
        let messages = unseen
        unseen = []
        await model.didShow(messages)
    }

    func turnPage(_ edge: PanelEdge) async throws {
        _ = try await edge == .start ? model.older() : model.newer()
    }

    func title(in context: DrawingContext) -> String { model.thread?.name ?? "" }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        unseen = []
        guard let thread = model.thread else {
            let text = TextLayout.wrap(Strings.threadNone.string(in: context.language), to: canvas.size.columns - 2)
            for (row, line) in text.enumerated() { canvas.write(line, at: Point(column: 1, row: row), style: .dim) }
            return
        }
        let first = thread.messages.first?.id
        // A page is seen from its end on, wherever the one before it was left.
        if shown?.address != thread.address || shown?.first != first { position.reset() }
        shown = (thread.address, first)
        let seen = ThreadView(name: thread.name, messages: thread.messages).draw(&position, on: &canvas, in: context)
        unseen = thread.messages[seen].filter { !$0.isRead }
    }
}
