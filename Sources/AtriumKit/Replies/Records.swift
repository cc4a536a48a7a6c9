import Session

/// Rows with named columns.
public struct Records: Sendable {
    /// One column.
    public struct Column: Sendable {
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

    /// The columns, in order.
    public let columns: [Column]
    /// The rows; each has a value for every column.
    public let rows: [[Value]]
    /// What to say when there are no rows.
    public let whenEmpty: LocalizedText

    /// Rows of these columns.
    public init(columns: [Column], rows: [[Value]], whenEmpty: LocalizedText) {
        self.columns = columns
        self.rows = rows
        self.whenEmpty = whenEmpty
    }
}
