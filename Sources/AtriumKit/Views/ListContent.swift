// SPDX-License-Identifier: GPL-3.0-or-later

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
