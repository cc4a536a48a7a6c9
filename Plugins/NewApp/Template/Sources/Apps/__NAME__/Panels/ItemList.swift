// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import __NAME__Logic

/// The list of items, the newest first.
@MainActor
enum ItemList {
    /// The list of a model.
    static func source(of model: __NAME__Model) -> ListSource<Item> {
        var source = ListSource<Item>(
            id: model.limit, title: Strings.tabAll,
            load: { [service = model.service] in try await service.items(after: $0, limit: $1) },
            rowID: { String($0.id) }, row: row)
        source.whenEmpty = Strings.listEmpty
        source.startsWithNewest = true
        source.limit = model.limit ?? .max
        source.openID = model.opened.map { String($0.id) }
        source.revision = model.reading.revision
        source.total = { [count = model.count] in ListTotal(count) }
        return source
    }

    private static func row(of item: Item, in context: ViewContext) -> Row {
        var row = Row(
            id: String(item.id), title: StyledText(item.title),
            action: .go(Place(__NAME__Factory.id, ["item", String(item.id)])))
        row.lead = String(item.id)
        row.trailing = context.short(item.addedAt)
        return row
    }
}
