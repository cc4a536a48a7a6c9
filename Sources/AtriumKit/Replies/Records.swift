// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// Rows with named columns, each of which provides its values.
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
/// A value is made on display: a column for programs only costs nothing in a list for people.
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
        /// Whether a person’s list cuts long values with “…”, which another command shows in full; JSON has them whole.
        public let isCut: Bool

        /// A column of these facts.
        public init(
            _ key: String, _ title: LocalizedText, isRightAligned: Bool = false, isHidden: Bool = false,
            isCut: Bool = false
        ) {
            self.key = key
            self.title = title
            self.isRightAligned = isRightAligned
            self.isHidden = isHidden
            self.isCut = isCut
        }
    }

    /// The rows that a cut list leaves out.
    public struct Cut: Equatable, Sendable, Codable {
        /// The number of all rows; `nil` if they were not counted.
        public let total: Int?
        /// The same for people; `nil` if they see it otherwise.
        public let notice: LocalizedText?

        /// The rows that a cut list leaves out.
        public init(total: Int?, notice: LocalizedText? = nil) {
            self.total = total
            self.notice = notice
        }
    }

    /// A column of a list of items, with its value for each of them.
    public struct Cells<Item: Sendable>: Sendable {
        @usableFromInline let column: Column
        @usableFromInline let value: @Sendable (Item) -> Value

        /// A column with the facts of `Column`; `value` is called for each displayed item.
        public init(
            _ key: String, _ title: LocalizedText, isRightAligned: Bool = false, isHidden: Bool = false,
            isCut: Bool = false, value: @escaping @Sendable (Item) -> Value
        ) {
            column = Column(key, title, isRightAligned: isRightAligned, isHidden: isHidden, isCut: isCut)
            self.value = value
        }
    }

    /// The columns, in order.
    public let columns: [Column]
    /// The number of rows.
    public let count: Int
    /// The message if there are no rows.
    public let whenEmpty: LocalizedText
    /// The rows that are left out; `nil` if there are none.
    public let cut: Cut?
    /// The key of a visible column of points in time, by whose days the rows are grouped for people: each day is
    /// named once, above its rows, which show the time of day; `nil` for rows that are one list.
    public let days: String?
    /// Whether all users see the titles of the columns, not only screen readers: numbers alone are unclear.
    public let hasHeadings: Bool
    private let fill: Fill

    /// Makes the values of a row in some columns, one after the other.
    @usableFromInline
    typealias Fill =
        @Sendable (_ row: Int, _ columns: [Int], _ take: (_ column: Int, _ value: Value) -> Void) -> Void

    /// A row for each of these items.
    ///
    /// The work for each of them is compiled where the type of the items is known: many lists are long.
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

// Equality and coding, which use all values.
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

    /// Reads the written form.
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

extension Records {
    /// The rows that a cut list has kept.
    public enum CutEnd: Sendable {
        /// Those at its beginning.
        case first
        /// The rows at its beginning, if the order is by date; they may be shown the other way round.
        case newest
        /// Those at its end.
        case last
    }

    /// The same with at most this many rows, and with the left-out ones counted.
    ///
    /// - Parameters:
    ///   - limit: The value of `--limit`; `nil` for all of the rows.
    ///   - kept: The rows to keep if there are more.
    public func limited(to limit: Int?, keeping kept: CutEnd = .first) -> Records {
        guard let limit, count > limit else { return self }
        return part(
            from: kept == .last ? count - limit : 0, count: limit, cut: Cut(to: limit, of: count, keeping: kept))
    }
}

extension Records.Cut {
    /// The rest of a list of this many rows, which `--limit` can show.
    ///
    /// - Parameters:
    ///   - count: The number of the kept rows.
    ///   - total: The number of all rows; `nil` if they were not counted.
    ///   - kept: Their place in the list.
    public init(to count: Int, of total: Int?, keeping kept: Records.CutEnd) {
        guard let total else {
            self.init(total: nil, notice: Strings.recordsCutUncounted(count: count))
            return
        }
        let notice =
            switch kept {
            case .first: Strings.recordsCutFirst(count: count, total: total)
            case .newest: Strings.recordsCutNewest(count: count, total: total)
            case .last: Strings.recordsCutLast(count: count, total: total)
            }
        self.init(total: total, notice: notice)
    }
}

extension Parameter where Value == Int? {
    /// `--limit N`, for every command with a possibly long list: the most rows to list.
    ///
    /// `Records.limited` or `ListSource.limit` reports the left-out rows.
    public static var limit: Parameter {
        .option(.number("limit", placeholder: "N", summary: Strings.optionLimit))
    }
}

/// A value of a record or a fact.
public enum Value: Equatable, Sendable, Codable {
    /// Nothing: an empty cell, `null` in JSON.
    case none
    /// A whole number.
    case number(Int)
    /// Text from outside; the output gate makes it safe.
    case text(String)
    /// A point in time: the short form in lists, ISO 8601 in UTC in JSON.
    case timestamp(Timestamp)
    /// Yes or no.
    case flag(Bool)
    /// Whether this row is the one: a star for people, `true` or `false` in JSON.
    case mark(Bool)
    /// A word of Atrium’s own: `key` in JSON, the text for people.
    ///
    /// It is stored indirectly, so that the many other values of a list are small.
    indirect case word(key: String, LocalizedText)
    /// A number that people read in other words, such as a length of time or the day of a week; the number in JSON.
    indirect case amount(Int, LocalizedText)
    /// Several values, such as tags.
    case list([Value])
}

extension Value {
    /// A word that programs know by its English.
    package static func word(_ text: LocalizedText) -> Value { .word(key: text.string(in: .english), text) }

    /// A number of things, which people read with separators.
    public static func count(_ count: Int) -> Value {
        count < 1_000 ? .number(count) : .amount(count, LocalizedText("count") { $0.grouped(count) })
    }
}

extension Value {
    /// The value as a person reads it.
    ///
    /// - Parameters:
    ///   - context: The language, the zone and the time.
    ///   - isShort: Whether points in time are as lists have them: the time alone for today, otherwise the day.
    public func text(in context: ViewContext, isShort: Bool = false) -> String {
        switch self {
        case .none: ""
        case .number(let number): String(number)
        case .text(let text): text
        case .timestamp(let time): isShort ? context.short(time) : CivilTime(time, in: context.timeZone).full
        case .flag(let flag): (flag ? Strings.valueYes : Strings.valueNo).string(in: context.language)
        case .mark(let isSet): isSet ? "*" : ""
        case .word(_, let text), .amount(_, let text): text.string(in: context.language)
        case .list(let values): context.language.list(values.map { $0.text(in: context, isShort: isShort) })
        }
    }
}
