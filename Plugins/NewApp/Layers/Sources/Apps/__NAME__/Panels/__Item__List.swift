// SPDX-License-Identifier: GPL-3.0-or-later

internal import AtriumKit
internal import AtriumSession
internal import __NAME__Logic

/// The list of __things__, the newest first.
@MainActor
enum __Item__List {
    /// The list of a model.
    static func source(of model: __NAME__Model) -> ListSource<__Item__> {
        var source = ListSource<__Item__>(
            id: model.limit, title: Strings.tabAll,
            load: { [service = model.service] in try await service.__items__(after: $0, limit: $1) },
            rowID: { String($0.id) }, row: row)
        source.whenEmpty = Strings.listEmpty
        source.startsWithNewest = true
        source.limit = model.limit ?? .max
        source.items = ["__thing_id__"]
        let latest = model.latest.latest
        source.target = latest.ids.first.map { ListTarget(id: $0, number: latest.count, marked: latest.marked) }
        source.openID = model.opened.map { String($0.id) }
        source.revision = model.reading.revision
        source.total = { [count = model.count] in ListTotal(count) }
        return source
    }

    private static func row(of __item__: __Item__, in context: ViewContext) -> Row {
        var row = Row(
            id: String(__item__.id), title: StyledText(__item__.title),
            action: .go(Place(__NAME__Factory.id, ["__thing_id__", String(__item__.id)])))
        row.lead = String(__item__.id)
        if __item__.isDone { row.sign = "✓ " }
        row.trailing = context.short(__item__.addedAt)
        return row
    }
}
