import AtriumKit
import SMSLogLogic
import Session
import Terminal

/// The list: the conversations, or the contacts.
@MainActor
final class SMSLogMain: ListPanel {
    var position = PanelPosition(isSelectable: true)
    private let model: SMSLogModel
    private var tab: SMSLogTab?
    private var kind = ConversationKind.all

    init(_ model: SMSLogModel) { self.model = model }

    var total: Int { listed == .contacts ? model.contacts.count : model.total }

    func turnPage(_ edge: PanelEdge) async throws {
        if listed == .threads, edge == .end { try await model.loadMore() }
    }

    var opening: String? {
        guard let row = position.selected, model.tab != .contacts, model.conversations.indices.contains(row) else {
            return nil
        }
        return "thread \"\(model.conversations[row].address.text)\""
    }

    func title(in context: DrawingContext) -> String {
        let title = listed == .threads && model.kind != .all ? model.kind.title : listed.title
        return title.string(in: context.language)
    }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        if tab != listed || kind != model.kind { position.reset() }
        tab = listed
        kind = model.kind
        position.setCount(listed == .contacts ? model.contacts.count : model.conversations.count)
        position.fit(canvas.size.rows)
        if listed == .contacts {
            ContactListView(contacts: model.contacts).draw(position, on: &canvas, in: context)
        } else {
            ThreadListView(conversations: model.conversations, kind: kind).draw(position, on: &canvas, in: context)
        }
    }

    /// What the list shows: an open conversation stands beside the others.
    private var listed: SMSLogTab { model.tab == .contacts ? .contacts : .threads }
}
