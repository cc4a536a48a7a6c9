// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// A part of a document that is laid out by itself.
public struct Block: Hashable, Sendable, Codable {
    /// What a block says.
    public enum Content: Hashable, Sendable, Codable {
        /// An empty line.
        case blank
        /// A heading, of level 1 for the highest.
        case heading(StyledText, level: Int)
        /// Text.
        case paragraph(StyledText)
        /// A line of code, in which every blank counts.
        case code(String)
        /// Where code begins or ends.
        case fence
        /// A line across.
        case rule
        /// Rows and columns.
        case table(Table)
        /// Facts with their names.
        case fields([Field])
        /// A message of a conversation.
        case message(Message)
        /// A picture, where the screen can draw it; what is said of it stands in a block before.
        case picture(Picture)
    }

    /// What a block stands in.
    public enum Container: Hashable, Sendable, Codable {
        /// A quotation.
        case quote
        /// An item of a list, which begins with this block or goes on with it.
        case item(Sign, begins: Bool)
    }

    /// What stands before an item of a list.
    public enum Sign: Hashable, Sendable, Codable {
        /// Nothing that counts.
        case bullet
        /// A number.
        case number(Int)
        /// A box that is ticked or not.
        case box(isTicked: Bool)
        /// A number by which the text refers to the item.
        case reference(Int)
        /// A text of its own, such as the number of a thing.
        case label(String)
    }

    /// Where a block is shown.
    public enum Condition: String, Sendable, Codable {
        /// Everywhere.
        case always
        /// Where the border has no room for the whole title.
        case titleIsCut
        /// Where the border shows the whole title.
        case titleIsWhole
        /// Everywhere, since the text is nothing but the title.
        case isTitle
    }

    /// What it says.
    public let content: Content
    /// What it stands in, the outermost first.
    public var containers: [Container] = []
    /// What tells it from the others, also while some come and go; nil where nothing does.
    public var id: String?
    /// Whether nobody has seen it before.
    public var isUnseen = false
    /// Where it is shown.
    public var condition = Condition.always
    /// Whether the next block goes on with the same text or table, where it is long; that one has the same containers.
    public var goesOn = false

    /// A block that says something.
    public init(_ content: Content, in containers: [Container] = []) {
        self.content = content
        self.containers = containers
    }

    /// A paragraph of one piece.
    public static func text(_ text: String, _ marks: Marks = []) -> Block { Block(.paragraph(StyledText(text, marks))) }

    /// An empty line.
    public static let blank = Block(.blank)
}

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

// What a command replies is shown in a panel as it is in words: an app describes it once.
extension Block {
    /// The fields of a thing, but those for programs only.
    public static func fields(_ detail: Detail, in context: ViewContext) -> Block {
        Block(
            .fields(
                detail.fields.filter { !$0.isHidden }.map {
                    Field($0.title.string(in: context.language), $0.value.text(in: context))
                }))
    }

    /// Rows under their columns, but those for programs only.
    ///
    /// - Parameter isEmphasized: Whether the row of this index stands out.
    public static func table(
        _ records: Records, in context: ViewContext, isEmphasized: (Int) -> Bool = { _ in false }
    ) -> Block {
        let shown = records.columns.indices.filter { !records.columns[$0].isHidden }
        let head = shown.map { StyledText(records.columns[$0].title.string(in: context.language)) }
        let rows = (0..<records.count).map { row in
            records.values(of: row, in: shown).map {
                StyledText($0.text(in: context, isShort: true), isEmphasized(row) ? [.accented, .strong] : [])
            }
        }
        let rightAligned = Set(shown.indices.filter { records.columns[shown[$0]].isRightAligned })
        return Block(.table(Table(.open, rows: [head] + rows, rightAligned: rightAligned)))
    }
}
