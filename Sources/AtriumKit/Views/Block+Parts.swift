// SPDX-License-Identifier: GPL-3.0-or-later

extension Block {
    /// Rows and columns; the first row is the head, but where the table goes on with an earlier block.
    public struct Table: Hashable, Sendable, Codable {
        /// How columns are told apart.
        public enum Kind: String, Sendable, Codable {
            /// By lines; each column is as wide as it needs to be, or as there is room for.
            case ruled
            /// By blanks; the last column has the rest of the row, or rows of its own.
            case open
        }

        /// How columns are told apart.
        public let kind: Kind
        /// The rows; each has a text for every column, or for the first ones.
        public let rows: [[StyledText]]
        /// The columns in which text stands at the right, as numbers do.
        public let rightAligned: Set<Int>
        /// The columns in which text stands in the middle.
        public var centered: Set<Int> = []
        /// How much room the longest text of each column takes where more rows follow in other blocks; empty where these
        /// are all.
        public let widths: [Int]

        /// A table of these rows, or the beginning of one.
        public init(_ kind: Kind, rows: [[StyledText]], rightAligned: Set<Int> = [], widths: [Int] = []) {
            self.kind = kind
            self.rows = rows
            self.rightAligned = rightAligned
            self.widths = widths
        }
    }

    /// A fact with its name.
    public struct Field: Hashable, Sendable, Codable {
        /// The name.
        public let label: String
        /// The fact; empty where it is not known.
        public let value: String

        /// A fact with its name.
        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A message of a conversation.
    public struct Message: Hashable, Sendable, Codable {
        /// Which way it went, and when.
        public let head: String
        /// Its lines.
        public let lines: [String]
        /// What became of it; empty where there is nothing to say.
        public let status: String
        /// Whether it is the user’s own.
        public let isOwn: Bool

        /// A message of these facts.
        public init(head: String, lines: [String], status: String, isOwn: Bool) {
            self.head = head
            self.lines = lines
            self.status = status
            self.isOwn = isOwn
        }
    }

    /// A picture of a document.
    public struct Picture: Hashable, Sendable, Codable {
        /// Which of the document’s pictures it is, as `DocumentSource.picture` is asked for it.
        public let id: String
        /// How wide it is meant to be, in pixels; nil: as wide as it is.
        public let width: Int?
        /// Where it leads; nil for nowhere.
        public let link: SpanLink?

        /// A picture of these facts.
        public init(id: String, width: Int? = nil, link: SpanLink? = nil) {
            self.id = id
            self.width = width
            self.link = link
        }
    }
}
