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

/// A list of whatever things: a `ListSource`.
@MainActor
protocol ListProviding {
    /// Which list it is.
    var id: ListID { get }
    /// What its things were found by; nil where nothing was looked for.
    var query: String? { get }
    /// The kinds of values that the ids of rows are.
    var items: Set<String> { get }
    /// The row that the selection goes to once.
    var target: ListTarget? { get }
    /// What keeps the things that are loaded.
    func makeContent() -> any ListContent
}

/// The part of a list that is loaded.
@MainActor
protocol ListContent: AnyObject {
    /// Which list it is.
    var id: ListID { get }
    /// What tells the rows from each other, from the first to the last that is loaded.
    var ids: [String] { get }
    /// The list from one of the rows on that are loaded, without its rows.
    func view(from row: Int, in context: ViewContext) -> ListView
    /// One of the rows that are loaded; nil where there is none.
    func row(_ index: Int, in context: ViewContext) -> Row?
    /// What a row stands for besides its own id, as a value of a kind; nil where it stands for none.
    func related(_ item: String, to id: String) -> String?
    /// Whether rows stand for values of a kind.
    func offers(_ item: String) -> Bool
    /// How the list behaves.
    var traits: ListTraits { get }
    /// The row that is selected first, where it is not the first one.
    var initialID: String? { get }
    /// Tells which row is selected.
    func select(_ row: Int?)
    /// Whether anybody knows what there is: a list that could not be read is not empty.
    var isRead: Bool { get }
    /// Takes the list as it is now; false where it is another one.
    func adopt(_ source: any ListProviding) -> Bool
    /// Keeps which part was loaded, and nothing of what is in it, until the list is shown again.
    func putAside()
    /// Tells the app what is about to be read again.
    func prepare()
    /// Reads again what is loaded, where it may be another by now.
    func refresh() async throws
    /// Has the part loaded in which a row stands, unless that is far away, or nowhere.
    func seek(_ id: String) async throws
    /// Reads what comes before the first row, or behind the last one; false where there is nothing.
    ///
    /// - Parameter far: Whether somebody is on the way to the end of the list: more is read at once then.
    func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool
}

/// A row to which the selection of a list goes once, and what is marked with it.
public struct ListTarget: Hashable, Sendable {
    /// Its `id`.
    let id: String
    /// Tells it from what was gone to before, also where that was the same row.
    let number: Int
    /// The rows that are marked again.
    let marked: [String]

    /// The row of this `id`, as the thing of this number that the selection goes to.
    public init(id: String, number: Int, marked: [String] = []) {
        self.id = id
        self.number = number
        self.marked = marked
    }
}

/// How a list behaves.
struct ListTraits: Hashable, Sendable {
    /// Whether rows have a line below their title.
    var hasExcerpts = false
    /// Whether the last rows are seen first.
    var startsAtEnd = false
    /// The end at which things that come appear: whoever is there goes on to those; nil where there is none.
    var newest: PanelEdge?
    /// The kinds of values that the ids of rows are.
    var items: Set<String> = []
    /// How many rows come before those that are loaded.
    var passedCount = 0
    /// The row of what is open, once it was looked for in the list.
    var openID: String?
    /// Whether what is open has no row among those that are loaded.
    var isOpenElsewhere = false
    /// The row that the selection goes to once.
    var target: ListTarget?

    /// The row at which things that come appear, of so many rows.
    func newestRow(of count: Int) -> Int? {
        switch newest {
        case .start where count > 0: 0
        case .end where count > 0: count - 1
        default: nil
        }
    }
}

/// What is asked for when a list is to be read again.
public struct ListRequest<Item> {
    /// The things that are loaded.
    public let loaded: [Item]
    /// Whether they were read at all.
    public let isLoaded: Bool
    /// The thing that the others come after; nil for the first ones.
    public let after: Item?
    /// How many are asked for at most.
    public let limit: Int
}

extension ListRequest: Sendable where Item: Sendable {}

extension ListRequest: Codable where Item: Codable {}

/// How many things there are.
public struct ListTotal: Hashable, Sendable, Codable {
    /// How well the number is known.
    public enum Precision: String, Sendable, Codable {
        /// There are that many.
        case exact
        /// There are that many, and may be more.
        case least
        /// There may be more, and there may be fewer.
        case about
    }

    /// So many.
    public let count: Int
    /// How well that is known.
    public let precision: Precision

    /// Whether there are that many, and not more.
    public var isKnown: Bool { precision == .exact }

    /// So many things, as far as is known.
    public init(_ count: Int, _ precision: Precision) {
        self.count = count
        self.precision = precision
    }

    /// So many things, or at least so many.
    public init(_ count: Int, isKnown: Bool = true) { self.init(count, isKnown ? .exact : .least) }
}

/// Which list something is: a value of any type, which equals others of its own type alone.
///
/// `AnyHashable` says the same, but looks through all conformances of the program whenever it first meets a type.
struct ListID: Equatable {
    private let type: ObjectIdentifier
    private let value: Any
    private let isEqual: (Any) -> Bool

    init<Value: Equatable>(_ value: Value) {
        type = ObjectIdentifier(Value.self)
        self.value = value
        isEqual = { $0 as? Value == value }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.type == other.type && one.isEqual(other.value)
    }
}
