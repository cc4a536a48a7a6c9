// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session
import Terminal

/// The open conversation, on its newest messages; scrolling past its ends turns to the pages before and after.
@MainActor
final class ThreadPanel: DetailPanel {
    var position = PanelPosition(startsAtEnd: true)
    private let model: SMSLogModel
    /// What was drawn last: the message of the first row, and how many rows of it were above that.
    private var shown: (address: Address, ids: [Int], first: Int?, above: Int)?
    /// Those in sight that the user has not seen before.
    private var unseen: [Message] = []
    /// Those of the unread messages that the store was told of already: one that cannot be written to leaves them unread.
    private var tried: Set<Int> = []

    init(_ model: SMSLogModel) { self.model = model }

    var isOpen: Bool { model.tab == .messages && model.thread != nil }

    func close() { model.tab = .threads }

    var showsUnseen: Bool { !unseen.isEmpty }

    func wasSeen() async {
        let messages = unseen
        unseen = []
        tried.formUnion(messages.map(\.id))
        await model.didShow(messages)
    }

    func turnPage(_ edge: PanelEdge) async throws {
        try await model.loadMessages(edge)
    }

    func title(in context: DrawingContext) -> String { model.thread?.name ?? "" }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        unseen = []
        guard let thread = model.thread else {
            let text = TextLayout.wrap(Strings.threadNone.string(in: context.language), to: canvas.size.columns - 2)
            for (row, line) in text.enumerated() { canvas.write(line, at: Point(column: 1, row: row), style: .dim) }
            return
        }
        let view = ThreadView(name: thread.name, messages: thread.messages, width: canvas.size.columns, in: context)
        arrange(view, of: thread, rows: canvas.size.rows)
        view.draw(position, on: &canvas)
        tried.formIntersection(thread.messages.filter { !$0.isRead }.map(\.id))
        unseen = view.messages(in: position.rows).filter { !$0.isRead && !tried.contains($0.id) }
    }

    /// Fits the position to what is loaded: what was seen stays in sight, and whoever was at the end stays there.
    private func arrange(_ view: ThreadView, of thread: OpenThread, rows: Int) {
        let ids = thread.messages.map(\.id)
        let known = shown.flatMap { shown in
            shown.address == thread.address && shown.ids.contains { ids.contains($0) } ? shown : nil
        }
        // Another page is seen from its end on, wherever the one before it was left.
        if known == nil { position.reset() }
        let isFollowing = thread.isAtEnd && position.top + position.visible >= position.count
        position.setCount(view.lines.count)
        position.fit(rows)
        if let known, known.ids != ids {
            if isFollowing {
                position.scroll(by: position.count)
            } else if let first = known.first, let line = view.lines.firstIndex(where: { $0.message?.id == first }) {
                position.scroll(by: line + known.above - position.top)
            }
        }
        let first = view.lines[position.rows].firstIndex { $0.message != nil }
        let message = first.flatMap { view.lines[$0].message?.id }
        let start = message.flatMap { id in view.lines.firstIndex { $0.message?.id == id } } ?? 0
        shown = (thread.address, ids, message, position.top - start)
    }
}
