// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// Rows with named columns, each of which says what stands in it.
///
/// ```swift
/// Records(
///     tasks,
///     [
///         .init("id", Strings.number, isRightAligned: true) { .number($0.id) },
///         .init("title", Strings.title) { .text($0.title) },
///     ], whenEmpty: Strings.nothing)
/// ```
///
/// A value is made where it is shown: a column for programs only costs nothing in a person’s list.
public struct Records: Sendable {
    /// One column.
    public struct Column: Equatable, Sendable, Codable {
        /// The name in JSON.
        public let key: String
        /// The heading for people.
        public let title: LocalizedText
        /// Whether values stand at the right, as numbers do.
        public let isRightAligned: Bool
        /// Whether only programs see it: JSON has it, a person’s list does not.
        public let isHidden: Bool

        /// A column of these facts.
        public init(_ key: String, _ title: LocalizedText, isRightAligned: Bool = false, isHidden: Bool = false) {
            self.key = key
            self.title = title
            self.isRightAligned = isRightAligned
            self.isHidden = isHidden
        }
    }

    /// What a list that was cut leaves out.
    public struct Cut: Equatable, Sendable, Codable {
        /// How many rows there are in all; nil where that was not counted.
        public let total: Int?
        /// The same for people; nil where they see it otherwise.
        public let notice: LocalizedText?

        /// What a list that was cut leaves out.
        public init(total: Int?, notice: LocalizedText? = nil) {
            self.total = total
            self.notice = notice
        }
    }

    /// A column of a list of things, with what stands in it for each of them.
    public struct Cells<Item: Sendable>: Sendable {
        @usableFromInline let column: Column
        @usableFromInline let value: @Sendable (Item) -> Value

        /// A column of these facts.
        ///
        /// - Parameter value: Makes the value of a thing; called for each one that is shown.
        public init(
            _ key: String, _ title: LocalizedText, isRightAligned: Bool = false, isHidden: Bool = false,
            value: @escaping @Sendable (Item) -> Value
        ) {
            column = Column(key, title, isRightAligned: isRightAligned, isHidden: isHidden)
            self.value = value
        }
    }

    /// The columns, in order.
    public let columns: [Column]
    /// How many rows there are.
    public let count: Int
    /// What to say when there are no rows.
    public let whenEmpty: LocalizedText
    /// What the rows leave out; nil where they are all.
    public let cut: Cut?
    /// The key of a column that people see, of points in time by whose days the rows are parted for them: each day is
    /// named once, above its rows, which show the time of day; nil for rows that are one list.
    public let days: String?
    /// Whether everybody sees the titles of the columns, and not who listens alone: numbers do not say what they count.
    public let hasHeadings: Bool
    private let fill: Fill

    /// Makes the values of a row in some columns, one after the other.
    @usableFromInline
    typealias Fill =
        @Sendable (_ row: Int, _ columns: [Int], _ take: (_ column: Int, _ value: Value) -> Void) -> Void

    /// A row for each of these things.
    ///
    /// What it does for each of them is compiled where the kind of things is known: many lists are long.
    @inlinable
    public init<Item>(
        _ items: [Item], _ cells: [Cells<Item>], whenEmpty: LocalizedText, cut: Cut? = nil, days: String? = nil,
        hasHeadings: Bool = false
    ) {
        self.init(
            columns: cells.map { $0.column }, count: items.count, whenEmpty: whenEmpty, cut: cut, days: days,
            hasHeadings: hasHeadings
        ) { row, columns, take in
            // A thing is copied once a row, not once a cell: it may have many parts.
            let item = items[row]
            cells.withUnsafeBufferPointer { cells in
                for column in columns { take(column, cells[column].value(item)) }
            }
        }
    }

    @usableFromInline
    init(
        columns: [Column], count: Int, whenEmpty: LocalizedText, cut: Cut?, days: String?, hasHeadings: Bool,
        fill: @escaping Fill
    ) {
        self.columns = columns
        self.count = count
        self.whenEmpty = whenEmpty
        self.cut = cut
        self.days = days
        self.hasHeadings = hasHeadings
        self.fill = fill
    }

    /// Makes the values of a row in some columns, in their order.
    package func values(of row: Int, in columns: [Int], _ take: (_ column: Int, _ value: Value) -> Void) {
        fill(row, columns, take)
    }

    /// The values of a row in some columns, in their order.
    public func values(of row: Int, in columns: [Int]) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        fill(row, columns) { values.append($1) }
        return values
    }

    /// All rows; each has a value for every column.
    public var rows: [[Value]] {
        let columns = Array(columns.indices)
        return (0..<count).map { values(of: $0, in: columns) }
    }

    /// The rows from one on, and what that leaves out.
    func part(from start: Int, count: Int, cut: Cut) -> Records {
        Records(
            columns: columns, count: count, whenEmpty: whenEmpty, cut: cut, days: days, hasHeadings: hasHeadings
        ) { [fill] in fill(start + $0, $1, $2) }
    }
}

// What two of them have in common, and what is written of one: all values.
extension Records: Equatable, Codable {
    private struct Whole: Equatable, Codable {
        let columns: [Column]
        let rows: [[Value]]
        let whenEmpty: LocalizedText
        let cut: Cut?
        let days: String?
        let hasHeadings: Bool
    }

    private var whole: Whole {
        Whole(columns: columns, rows: rows, whenEmpty: whenEmpty, cut: cut, days: days, hasHeadings: hasHeadings)
    }

    /// Whether both have the same columns and values, and say the same beside them.
    public static func == (first: Records, second: Records) -> Bool { first.whole == second.whole }

    /// Writes all values.
    public func encode(to encoder: any Encoder) throws { try whole.encode(to: encoder) }

    /// Reads what was written.
    public init(from decoder: any Decoder) throws {
        let whole = try Whole(from: decoder)
        guard whole.rows.allSatisfy({ $0.count == whole.columns.count }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A row has not a value for every column."))
        }
        self.init(
            columns: whole.columns, count: whole.rows.count, whenEmpty: whole.whenEmpty, cut: whole.cut,
            days: whole.days, hasHeadings: whole.hasHeadings
        ) { row, columns, take in for column in columns { take(column, whole.rows[row][column]) } }
    }
}
