// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// The source of a list’s rows: the kit requests as many as the user scrolls to.
///
/// ```swift
/// ListSource(id: filter, title: Strings.tasks, load: { try await service.tasks(filter, after: $0, limit: $1) }) {
///     String($0.id)
/// } row: { task, context in
///     Row(id: String(task.id), title: StyledText(task.title), action: .go(Place("tasks", [String(task.id)])))
/// }
/// ```
///
/// A source is made anew whenever the kit looks, and has the state of that moment. While it has the same `id`, the
/// kit keeps the loaded part, the selected row and the visible ones; of lists that were displayed lately it knows
/// the positions.
@MainActor
public struct ListSource<Item: Sendable> {
    /// Reads items of the list: those after an item, or the first ones, up to a limit.
    public typealias Load = (_ after: Item?, _ limit: Int) async throws -> [Item]

    /// The id of the list: another one is seen from its beginning, or from the place where it was left.
    package let id: ListID
    /// The text in the border.
    public let title: LocalizedText
    /// The message for an empty list.
    public var whenEmpty = LocalizedText(verbatim: "")
    /// The way in which rows share their width.
    public var columns = ListView.Columns.title
    /// Whether the first thing stands at the bottom, and is seen first there.
    public var isUpsideDown = false
    /// Whether new items come first, in the order of `load`: a selection there moves on to them.
    public var startsWithNewest = false
    /// The most listed items; the border reports the left-out ones.
    public var limit = Int.max
    /// The row of the open item; the selection goes there when it is opened.
    public var openID: String?
    /// The row that the selection goes to once, if it is in the list: an item that was just made, or restored.
    ///
    /// Commands without an explicit item mean it, even if the user sees no selection.
    public var target: ListTarget?
    /// Whether the open item is in the list at all: if not, its row is not searched.
    public var listsOpen: () -> Bool = { true }
    /// The row that is selected first, if it is not the first one.
    public var initialID: ([Item]) -> String? = { _ in nil }
    /// The number of items, requested only if they are not all loaded; `nil` if it is unknown.
    ///
    /// Its errors are those of reading the list.
    public var total: () async throws -> ListTotal? = { nil }
    /// The kinds of values that the `id` of a row is, by the names of `ParameterSpec.Values.item`: a parameter of such a
    /// kind that means the selection is filled with it.
    public var items: Set<String> = []
    /// The other values of a row, by their kinds, such as the number from which a message came; `nil` if it has
    /// none.
    public var related: [String: (Item) -> String?] = [:]
    /// The state of the listed data: while it is the same, the loaded part is not reloaded; `nil` if it is unknown.
    public var revision: Int?
    /// The typed query that found the items; `nil` for none.
    public var query: String?
    /// Receives the next request, so that it can be read together with other data; called before the
    /// app’s model loads what panels show.
    public var willRefresh: (ListRequest<Item>) -> Void = { _ in }
    /// Receives the selected item; `nil` for none.
    public var onSelection: (Item?) -> Void = { _ in }
    /// The supply of the items.
    package let supply: Supply
    /// The `id` of a thing’s row.
    package let rowID: (Item) -> String
    /// The row of a thing.
    package let row: (Item, ViewContext) -> Row

    /// A list that is read on scrolling.
    ///
    /// - Parameters:
    ///   - id: The identity of the list, such as its query: any value that can be compared.
    ///   - title: The text in the border.
    ///   - load: Reads the items after one, or the first ones, up to a limit. Fewer than that are the last ones.
    ///   - rowID: The id of an item’s row, which no other item of the list has.
    ///   - row: The row of an item; called for the visible ones, for each frame.
    public init(
        id: some Equatable, title: LocalizedText, load: @escaping Load,
        rowID: @escaping (Item) -> String, row: @escaping (Item, ViewContext) -> Row
    ) {
        (self.id, self.title, supply, self.rowID, self.row) = (ListID(id), title, .pages(load), rowID, row)
    }

    /// A list of items that are all in memory, in the order in which they are shown.
    public init(
        id: some Equatable, title: LocalizedText, items: [Item], rowID: @escaping (Item) -> String,
        row: @escaping (Item, ViewContext) -> Row
    ) {
        (self.id, self.title, supply, self.rowID, self.row) = (ListID(id), title, .all(items), rowID, row)
    }

    /// The supply of items.
    package enum Supply {
        /// These.
        case all([Item])
        /// Pages to read: the items after one, or the first ones, up to a limit.
        case pages(Load)
    }
}

extension ListSource: ListProviding {
    package var source: ListSource<Item> { self }
}

/// A list of any items: a `ListSource`.
@MainActor
package protocol ListProviding<Item> {
    /// The type of the items.
    associatedtype Item: Sendable
    /// The list itself.
    var source: ListSource<Item> { get }
    /// The id of the list.
    var id: ListID { get }
    /// The query that found the items; `nil` for none.
    var query: String? { get }
    /// The kinds of values that the ids of rows are.
    var items: Set<String> { get }
    /// The row that the selection goes to once.
    var target: ListTarget? { get }
}

/// A row to which the selection of a list goes once, and the rows to mark with it.
public struct ListTarget: Hashable, Sendable {
    /// Its `id`.
    package let id: String
    /// Distinguishes it from earlier targets, even of the same row.
    package let number: Int
    /// The rows that are marked again.
    package let marked: [String]

    /// The row of this `id`; `number` is another one for each target, such as a count of changes.
    public init(id: String, number: Int, marked: [String] = []) {
        self.id = id
        self.number = number
        self.marked = marked
    }
}

/// The request for reading a list again.
public struct ListRequest<Item> {
    /// The loaded items.
    public let loaded: [Item]
    /// Whether they were read at all.
    public let isLoaded: Bool
    /// The thing that the others come after; `nil` for the first ones.
    public let after: Item?
    /// The most requested items.
    public let limit: Int

    /// A request of these facts.
    package init(loaded: [Item], isLoaded: Bool, after: Item?, limit: Int) {
        self.loaded = loaded
        self.isLoaded = isLoaded
        self.after = after
        self.limit = limit
    }

    /// The number of items that a list shows first.
    package static var page: Int { 50 }

    /// The first request of a list of which nothing is loaded: one more than is shown, which tells whether there are more.
    public static var first: ListRequest { ListRequest(loaded: [], isLoaded: false, after: nil, limit: page + 1) }
}

extension ListRequest: Sendable where Item: Sendable {}

extension ListRequest: Codable where Item: Codable {}

/// The number of items.
public struct ListTotal: Hashable, Sendable, Codable {
    /// The precision of the number.
    public enum Precision: String, Sendable, Codable {
        /// There are that many.
        case exact
        /// There are that many, and may be more.
        case least
        /// There may be more, and there may be fewer.
        case about
    }

    /// The number.
    public let count: Int
    /// Its precision.
    public let precision: Precision

    /// Whether there are that many, and not more.
    public var isKnown: Bool { precision == .exact }

    /// This many items, with a precision.
    public init(_ count: Int, _ precision: Precision) {
        self.count = count
        self.precision = precision
    }

    /// This many items, or at least this many.
    public init(_ count: Int, isKnown: Bool = true) { self.init(count, isKnown ? .exact : .least) }
}

/// The identity of a list: a value of any type, which equals only others of its own type.
///
/// `AnyHashable` does the same, but looks through all conformances of the program whenever it first meets a type.
package struct ListID: Equatable {
    private let type: ObjectIdentifier
    private let value: Any
    private let isEqual: (Any) -> Bool

    /// The identity that a value is.
    package init<Value: Equatable>(_ value: Value) {
        type = ObjectIdentifier(Value.self)
        self.value = value
        isEqual = { $0 as? Value == value }
    }

    /// Whether both are the same value of the same type.
    package static func == (one: Self, other: Self) -> Bool {
        one.type == other.type && one.isEqual(other.value)
    }
}
