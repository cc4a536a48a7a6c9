// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

extension ListProviding {
    /// Makes the content that keeps the loaded items.
    func makeContent() -> any ListContent { LoadedList(source) }
}

/// The loaded part of a list.
@MainActor
protocol ListContent: AnyObject {
    /// The id of the list.
    var id: ListID { get }
    /// The ids of the rows, from the first to the last loaded one.
    var ids: [String] { get }
    /// The list from one of the loaded rows on, without its rows.
    func view(from row: Int, in context: ViewContext) -> ListView
    /// One of the loaded rows; `nil` if there is none.
    func row(_ index: Int, in context: ViewContext) -> Row?
    /// The value of a kind that a row has besides its own id; `nil` if it has none.
    func related(_ item: String, to id: String) -> String?
    /// Whether rows stand for values of a kind.
    func offers(_ item: String) -> Bool
    /// The way in which rows share their width.
    var columns: ListView.Columns { get }
    /// The behaviour of the list.
    var traits: ListTraits { get }
    /// The row that is selected first, if it is not the first one.
    var initialID: String? { get }
    /// Reports the selected row.
    func select(_ row: Int?)
    /// Whether the list was read: one that could not be read is not shown as empty.
    var isRead: Bool { get }
    /// Takes the present state of the list; `false` if it is another one.
    func adopt(_ source: any ListProviding) -> Bool
    /// Keeps the extent of the loaded part, without its items, until the list is displayed again.
    func putAside()
    /// Announces the next reading to the app.
    func prepare()
    /// Reloads the loaded part, if it may be stale.
    func refresh() async throws
    /// Loads the part with a row, unless that is far away, or nowhere.
    func seek(_ id: String) async throws
    /// Reads the page before the first row, or after the last one; `false` if there is none.
    ///
    /// - Parameter far: Whether the user is on the way to the end of the list: more is read at once then.
    func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool
}

/// The behaviour of a list.
struct ListTraits: Hashable, Sendable {
    /// Whether the last rows are seen first.
    var startsAtEnd = false
    /// The end at which new items appear: a selection there moves on to them; `nil` if there is none.
    var newest: PanelEdge?
    /// The kinds of values that the ids of rows are.
    var items: Set<String> = []
    /// The number of rows before the loaded ones.
    var passedCount = 0
    /// The row of the open item, once it was searched in the list.
    var openID: String?
    /// Whether the open item has no row among the loaded ones.
    var isOpenElsewhere = false
    /// The row that the selection goes to once.
    var target: ListTarget?

    /// The row at which new items appear, of this many rows.
    func newestRow(of count: Int) -> Int? {
        switch newest {
        case .start where count > 0: 0
        case .end where count > 0: count - 1
        default: nil
        }
    }
}
