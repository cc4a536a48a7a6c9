// SPDX-License-Identifier: GPL-3.0-or-later

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
