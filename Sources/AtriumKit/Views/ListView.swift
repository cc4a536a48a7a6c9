// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal

/// A list of items: the visible rows, and the number of all.
public struct ListView: Hashable, Sendable, Codable {
    /// The way in which rows share their width.
    public enum Columns: String, Sendable, Codable {
        /// The title has all there is.
        case title
        /// The title gives way to the detail beside it, or below it if there is no room for both.
        case titleAndDetail
        /// Title and detail have a half each.
        case halves
    }

    /// The text in the border.
    public var title: String
    /// The way in which rows share their width.
    public var columns = Columns.title
    /// The rows, in the order in which they are shown.
    public var rows: [Row]
    /// The number of items before the first of them; `nil` if it is unknown.
    public var offset: Int? = 0
    /// The number of all items.
    public var total: ListTotal
    /// The number of items without the list’s limit, if that leaves any out; `nil` otherwise.
    public var uncut: ListTotal?
    /// The message for an empty list.
    public var whenEmpty: String

    /// A list with all of its rows.
    public init(title: String, rows: [Row] = [], whenEmpty: String = "") {
        self.title = title
        self.rows = rows
        self.whenEmpty = whenEmpty
        total = ListTotal(rows.count)
    }
}
