// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// Rows with named columns.
public struct Records: Equatable, Sendable, Codable {
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

    /// The columns, in order.
    public let columns: [Column]
    /// The rows; each has a value for every column.
    public let rows: [[Value]]
    /// What to say when there are no rows.
    public let whenEmpty: LocalizedText
    /// What the rows leave out; nil where they are all.
    public let cut: Cut?
    /// The key of a column of points in time by whose days the rows are parted for people: each day is named once, above
    /// its rows, which show the time of day; nil for rows that are one list.
    public let days: String?
    /// Whether everybody sees the titles of the columns, and not who listens alone: numbers do not say what they count.
    public let hasHeadings: Bool

    /// Rows of these columns.
    public init(
        columns: [Column], rows: [[Value]], whenEmpty: LocalizedText, cut: Cut? = nil, days: String? = nil,
        hasHeadings: Bool = false
    ) {
        self.hasHeadings = hasHeadings
        self.cut = cut
        self.days = days
        self.columns = columns
        self.rows = rows
        self.whenEmpty = whenEmpty
    }
}
