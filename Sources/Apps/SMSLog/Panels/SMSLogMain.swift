// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session
import Terminal

/// The list: the conversations, or the contacts.
@MainActor
final class SMSLogMain: ListPanel {
    var position = PanelPosition(isSelectable: true)
    private let model: SMSLogModel
    private var tab: SMSLogTab?
    private var kind = ConversationKind.all
    /// The conversations as they were drawn last: the selection stays on its own.
    private var shown: [Address] = []

    init(_ model: SMSLogModel) { self.model = model }

    var total: Int { listed == .contacts ? model.contacts.count : model.total }

    var isTotalKnown: Bool { listed == .contacts || model.isTotalKnown }

    var offset: Int { listed == .contacts ? 0 : model.passed }

    func turnPage(_ edge: PanelEdge) async throws {
        if listed == .threads { try await model.loadMore(edge) }
    }

    var opening: Action? {
        guard let row = position.selected, model.tab != .contacts, model.conversations.indices.contains(row) else {
            return nil
        }
        return .app(
            SMSLogFactory.id, ThreadCommands.thread,
            ThreadCommands.number.argument(model.conversations[row].address.text))
    }

    func title(in context: DrawingContext) -> String {
        let title = listed == .threads && model.kind != .all ? model.kind.title : listed.title
        return title.string(in: context.language)
    }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        if tab != listed || kind != model.kind { (position, shown) = (PanelPosition(isSelectable: true), []) }
        tab = listed
        kind = model.kind
        arrange(rows: canvas.size.rows)
        if listed == .contacts {
            ContactListView(contacts: model.contacts).draw(position, on: &canvas, in: context)
        } else {
            ThreadListView(conversations: model.conversations, kind: kind).draw(position, on: &canvas, in: context)
        }
    }

    /// Fits the position to what is loaded, with the selection on the conversation that had it; on the newest one it goes
    /// on to the newest.
    private func arrange(rows: Int) {
        let addresses = listed == .contacts ? [] : model.conversations.map(\.address)
        let (top, row) = (position.top, position.selected)
        position.setCount(listed == .contacts ? model.contacts.count : addresses.count)
        position.fit(rows)
        if let row, row > 0 || model.passed > 0, shown != addresses, shown.indices.contains(row),
            let now = addresses.firstIndex(of: shown[row])
        {
            position.scroll(by: top + now - row - position.top)
            position.select(now)
        }
        shown = addresses
    }

    /// What the list shows: an open conversation stands beside the others.
    private var listed: SMSLogTab { model.tab == .contacts ? .contacts : .threads }
}
