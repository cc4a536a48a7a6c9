// SPDX-License-Identifier: GPL-3.0-or-later

/// A list of things: the rows that are seen, and how many there are in all.
public struct ListView: Hashable, Sendable, Codable {
    /// How rows share their width.
    public enum Columns: String, Sendable, Codable {
        /// The title has all there is.
        case title
        /// The title gives way to what stands beside it, where there is room for both.
        case titleAndDetail
        /// Title and detail have a half each.
        case halves
    }

    /// What stands in the border.
    public var title: String
    /// How rows share their width.
    public var columns = Columns.title
    /// The rows, in the order in which they are shown.
    public var rows: [Row]
    /// How many things stand before the first of them; nil where nobody knows.
    public var offset: Int? = 0
    /// How many things there are in all.
    public var total: ListTotal
    /// How many there were without the list’s limit, where that leaves any out; nil where they are all there.
    public var uncut: ListTotal?
    /// What is said where there is nothing.
    public var whenEmpty: String

    /// A list of which these rows are all.
    public init(title: String, rows: [Row] = [], whenEmpty: String = "") {
        self.title = title
        self.rows = rows
        self.whenEmpty = whenEmpty
        total = ListTotal(rows.count)
    }
}
