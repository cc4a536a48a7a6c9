// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// Where the rows of a list come from: the kit asks for as many as somebody scrolls to.
///
/// ```swift
/// ListSource(id: filter, title: Strings.tasks, load: { try await service.tasks(filter, after: $0, limit: $1) }) {
///     String($0.id)
/// } row: { task, context in
///     Row(id: String(task.id), title: StyledText(task.title), action: .go(Place("tasks", [String(task.id)])))
/// }
/// ```
///
/// A source is made anew whenever the kit looks, and says how things are at that moment. While it has the same `id`, the
/// kit keeps what it has loaded, which row is selected and which ones are seen; of lists that were shown lately it knows
/// where they were left.
@MainActor
public struct ListSource<Item: Sendable> {
    /// Which list it is: another one is seen from its beginning, or from where it was left.
    let id: ListID
    /// What stands in the border.
    public let title: LocalizedText
    /// What is said where there is nothing.
    public var whenEmpty = LocalizedText(verbatim: "")
    /// How rows share their width.
    public var columns = ListView.Columns.title
    /// Whether rows have a line below their title, where there is room for it.
    public var hasExcerpts = false
    /// Whether the first thing stands at the bottom, and is seen first there.
    public var isUpsideDown = false
    /// Where things that come stand, in the order of `load`: whoever is there goes on to those.
    public var startsWithNewest = false
    /// The most things that are listed; the border tells of what that leaves out.
    public var limit = Int.max
    /// The row of what is open; the selection goes there when it is opened.
    public var openID: String?
    /// The row that the selection goes to once, where it is in the list: what was just made, or taken back.
    ///
    /// Commands that name nothing mean it, also where the user sees no selection.
    public var target: ListTarget?
    /// Whether what is open is in the list at all: where it is not, its row is not looked for.
    public var listsOpen: () -> Bool = { true }
    /// The row that is selected first, where it is not the first one.
    public var initialID: ([Item]) -> String? = { _ in nil }
    /// How many things there are, asked only where they are not all loaded; nil where that is not known.
    public var total: () async throws -> ListTotal? = { nil }
    /// The kinds of values that the `id` of a row is, by the names of `ParameterSpec.Values.item`: a parameter of such a
    /// kind that means the selection is filled with it.
    public var items: Set<String> = []
    /// What a row stands for besides, by kinds of values, such as the number from which a message came; nil if it stands for
    /// none.
    public var related: [String: (Item) -> String?] = [:]
    /// The state of what is listed: while it is the same, what is loaded is not read again; nil where nobody knows.
    public var revision: Int?
    /// What its things were found by, as somebody typed it; nil where nothing was looked for.
    public var query: String?
    /// Hears what is about to be asked for again, so that it can be read together with other things; called before the
    /// app’s model loads what panels show.
    public var willRefresh: (ListRequest<Item>) -> Void = { _ in }
    /// Hears which thing is selected; nil: none is.
    public var onSelection: (Item?) -> Void = { _ in }
    /// What the things are.
    let supply: Supply
    /// The `id` of a thing’s row.
    let rowID: (Item) -> String
    /// The row of a thing.
    let row: (Item, ViewContext) -> Row

    /// A list that is read as somebody scrolls.
    public init(
        id: some Equatable, title: LocalizedText, load: @escaping ListWindow<Item>.Load,
        rowID: @escaping (Item) -> String, row: @escaping (Item, ViewContext) -> Row
    ) {
        self.init(id: ListID(id), title: title, supply: .pages(load), rowID: rowID, row: row)
    }

    /// A list of things that are all in memory.
    public init(
        id: some Equatable, title: LocalizedText, items: [Item], rowID: @escaping (Item) -> String,
        row: @escaping (Item, ViewContext) -> Row
    ) {
        self.init(id: ListID(id), title: title, supply: .all(items), rowID: rowID, row: row)
    }

    private init(
        id: ListID, title: LocalizedText, supply: Supply, rowID: @escaping (Item) -> String,
        row: @escaping (Item, ViewContext) -> Row
    ) {
        self.id = id
        self.title = title
        self.supply = supply
        self.rowID = rowID
        self.row = row
    }

    /// What the things are.
    enum Supply {
        /// These.
        case all([Item])
        /// What is read: the things after one, or the first ones, at most so many.
        case pages(ListWindow<Item>.Load)
    }
}

extension ListSource: ListProviding {
    func makeContent() -> any ListContent { LoadedList(self) }
}
