// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// A part of a document that is laid out by itself.
public struct Block: Hashable, Sendable, Codable {
    /// The content of a block.
    public enum Content: Hashable, Sendable, Codable {
        /// An empty line.
        case blank
        /// A heading, of level 1 for the highest.
        case heading(StyledText, level: Int)
        /// Text.
        case paragraph(StyledText)
        /// A line of code, in which every blank counts.
        case code(String)
        /// The beginning or the end of code.
        case fence
        /// A line across.
        case rule
        /// Rows and columns.
        case table(Table)
        /// Facts with their names.
        case fields([Field])
        /// A message of a conversation.
        case message(Message)
        /// A picture, if the screen can draw it; its description is in a block before.
        case picture(Picture)
    }

    /// The container of a block.
    public enum Container: Hashable, Sendable, Codable {
        /// A quotation.
        case quote
        /// An item of a list, which begins with this block or goes on with it.
        case item(Sign, begins: Bool)
    }

    /// The sign before an item of a list.
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

    /// The condition for showing a block.
    public enum Condition: String, Sendable, Codable {
        /// Everywhere.
        case always
        /// If the border has no room for the whole title.
        case titleIsCut
        /// If the border shows the whole title.
        case titleIsWhole
        /// Everywhere, since the text is nothing but the title.
        case isTitle
    }

    /// The content.
    public let content: Content
    /// The containers, the outermost first.
    public var containers: [Container] = []
    /// The identity of the block while others come and go; `nil` if it has none.
    public var id: String?
    /// Whether it is new to the user.
    public var isUnseen = false
    /// The condition for showing it.
    public var condition = Condition.always
    /// Whether the next block continues a long text or table; that one has the same containers.
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
    /// Rows and columns; the first row is the head, unless the table continues an earlier block.
    public struct Table: Hashable, Sendable, Codable {
        /// The separation of columns.
        public enum Kind: String, Sendable, Codable {
            /// By lines; each column is as wide as it needs to be, or as there is room for.
            case ruled
            /// By blanks; the last column has the rest of the row, or rows of its own.
            case open
        }

        /// The separation of columns.
        public let kind: Kind
        /// The rows; each has a text for every column, or for the first ones.
        public let rows: [[StyledText]]
        /// The columns in which text stands at the right, as numbers do.
        public let rightAligned: Set<Int>
        /// The columns with centred text.
        public var centered: Set<Int> = []
        /// The width of the longest text of each column if more rows follow in other blocks; empty if these
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
        /// The fact; empty if it is unknown.
        public let value: String

        /// A fact with its name.
        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A message of a conversation.
    public struct Message: Hashable, Sendable, Codable {
        /// The direction and the time.
        public let head: String
        /// The author, if several people write; `nil` if it is clear.
        public let name: String?
        /// Its lines.
        public let lines: [String]
        /// The state of it; empty for none.
        public let status: StyledText
        /// Whether it is the user’s own.
        public let isOwn: Bool

        /// A message of these facts.
        public init(
            head: String, name: String? = nil, lines: [String], status: StyledText = StyledText(), isOwn: Bool
        ) {
            self.head = head
            self.name = name
            self.lines = lines
            self.status = status
            self.isOwn = isOwn
        }
    }

    /// A picture of a document.
    public struct Picture: Hashable, Sendable, Codable {
        /// The id of the picture in the document, for `DocumentSource.picture`.
        public let id: String
        /// The intended width, in pixels; `nil` for its own width.
        public let width: Int?
        /// The target of the picture; `nil` for none.
        public let link: SpanLink?

        /// A picture of these facts.
        public init(id: String, width: Int? = nil, link: SpanLink? = nil) {
            self.id = id
            self.width = width
            self.link = link
        }
    }
}

// A panel shows a command’s reply like its text form: an app describes it once.
extension Block {
    /// The fields of a thing, but those for programs only.
    public static func fields(_ detail: Detail, in context: ViewContext) -> Block {
        Block(
            .fields(
                detail.fields.filter { !$0.isHidden }.map {
                    Field($0.title.string(in: context.language), $0.value.text(in: context))
                }))
    }

    /// Rows under their columns, but those for programs only and those in which nothing stands; the sentence of an empty
    /// list if there are no rows.
    ///
    /// - Parameters:
    ///   - records: The rows, as in a reply.
    ///   - context: The language, the zone and the time in which values are written.
    ///   - isEmphasized: Whether the row of this index stands out.
    public static func table(
        _ records: Records, in context: ViewContext, isEmphasized: (Int) -> Bool = { _ in false }
    ) -> Block {
        guard records.count > 0 else { return .text(records.whenEmpty.string(in: context.language), .faint) }
        let shown = records.columns.indices.filter { !records.columns[$0].isHidden }
        let head = shown.map { StyledText(records.columns[$0].title.string(in: context.language)) }
        let rows = (0..<records.count).map { row in
            records.values(of: row, in: shown).map {
                StyledText($0.text(in: context, isShort: true), isEmphasized(row) ? [.accented, .strong] : [])
            }
        }
        let filled = shown.indices.filter { column in rows.contains { !$0[column].spans.isEmpty } }
        let rightAligned = Set(filled.indices.filter { records.columns[shown[filled[$0]]].isRightAligned })
        return Block(
            .table(
                Table(.open, rows: ([head] + rows).map { row in filled.map { row[$0] } }, rightAligned: rightAligned)))
    }
}
