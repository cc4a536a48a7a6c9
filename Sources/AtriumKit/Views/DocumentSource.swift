// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// The source of a document’s text.
///
/// ```swift
/// var source = DocumentSource(id: "\(task.id)", title: LocalizedText(verbatim: task.title), isOpen: true) { context in
///     [[.text(task.text)]]
/// }
/// source.close = { model.opened = nil }
/// ```
///
/// A source is made anew whenever the kit looks, and costs little: the text is requested only for display. While it
/// has the same `id`, the kit keeps the reading place.
@MainActor
public struct DocumentSource {
    /// The id of the item: another one is read from its beginning.
    public let id: String
    /// The title that the user knows.
    public let title: LocalizedText
    /// The kinds of values that its `id` is, as a list has them.
    public var items: Set<String> = []
    /// Whether the user opened it: if there is room for one panel only, it is this one then.
    public var isOpen: Bool
    /// Whether the end is seen first, for a text with the newest part there.
    public var startsAtEnd = false
    /// Whether nothing comes after the loaded part: a reader there goes on to new text.
    public var isAtEnd = true
    /// Whether nothing comes before the loaded part.
    public var isAtStart = true
    /// The search that found it; `nil` for none.
    public var search: Search?
    /// The place to go to in it, each visit once; `nil` for none.
    public var start: Start?
    /// Loads the text before or after the loaded part; `false` if there is none.
    public var turnPage: (PanelEdge) async throws -> Bool = { _ in false }
    /// Finds words in unloaded text, and loads the part around them; `nil` to turn pages until they come.
    public var seek: ((Seek) async throws -> String?)?
    /// Receives the visible blocks among those that are `isUnseen`, with nothing over them.
    public var onSeen: ([String]) async -> Void = { _ in }
    /// All of it for copying; `nil` for the displayed text.
    public var wholeText: () -> String? = { nil }
    /// Reads the file of one of its pictures; `nil` if there is none that can be read.
    public var picture: (_ id: String) async -> [UInt8]? = { _ in nil }
    /// The state of these files: while it is the same, none is read again.
    public var pictureRevision = 0
    /// The state of its text: while it is the same, the text is requested anew only for another width, language, zone or
    /// day; `nil` if it is unknown.
    public var revision: Int?
    /// Closes it, so that the list is seen again.
    public var close: () -> Void = {}
    private let text: (ViewContext, Int) -> Text

    /// Words that found a document: their places are marked, as in a search of its text, and the first
    /// place comes into sight when the document does.
    public struct Search: Hashable, Sendable {
        /// The words, as a user knows them.
        public let words: String
        /// The `id` of the found block, whose first place comes into sight; `nil` for the first one of all.
        public let block: String?
        /// Distinguishes this find from every other one by the same words.
        public let visit: Int
        /// The places of the words in a text, in order, without overlap.
        package let places: @Sendable ([Character]) -> [Range<Int>]

        /// Words with their places in a text, in order and without overlap; `places` returns the same for the same
        /// words.
        public init(
            _ words: String, inBlock block: String? = nil, visit: Int = 0,
            places: @escaping @Sendable ([Character]) -> [Range<Int>]
        ) {
            self.words = words
            self.block = block
            self.visit = visit
            self.places = places
        }

        /// Whether it is the same find.
        public static func == (left: Search, right: Search) -> Bool {
            left.words == right.words && left.block == right.block && left.visit == right.visit
        }

        /// Hashes the words.
        public func hash(into hasher: inout Hasher) { hasher.combine(words) }
    }

    /// A search for the nearest block beyond the loaded ones; the result is the `id` of that block once it
    /// is loaded, or `nil` if there is none.
    public struct Seek: Sendable {
        /// The end of the document towards which it is looked for.
        public let edge: PanelEdge
        /// Whether all of the text is searched from the other end on, rather than the part beyond the loaded one.
        public let isWhole: Bool
        /// The language of the display.
        public let language: Language
        /// Whether the words stand in a text; may be called off the main actor.
        public let finds: @Sendable (String) -> Bool

        /// A search of these facts.
        package init(edge: PanelEdge, isWhole: Bool, language: Language, finds: @escaping @Sendable (String) -> Bool) {
            self.edge = edge
            self.isWhole = isWhole
            self.language = language
            self.finds = finds
        }
    }

    /// A block to go to.
    public struct Start: Hashable, Sendable {
        /// Distinguishes this visit from every other one in the document.
        public let visit: Int
        /// The number of the part, as `DocumentView` has them.
        public let part: Int
        /// The number of the block in it.
        public let block: Int

        /// A visit of a block, which is a new one if its number is.
        public init(visit: Int, part: Int, block: Int) {
            self.visit = visit
            self.part = part
            self.block = block
        }
    }

    /// The text of a document, or the beginning of it.
    public struct Text {
        /// The blocks, in parts as `DocumentView` has them.
        public let parts: [[Block]]
        /// Whether these are all blocks that there are.
        public let isWhole: Bool

        /// A text of these parts.
        public init(_ parts: [[Block]], isWhole: Bool) {
            self.parts = parts
            self.isWhole = isWhole
        }
    }

    /// A document whose text is asked for when it is shown; a part that stays the same is not laid out again.
    public init(
        id: String, title: LocalizedText, isOpen: Bool = false, parts: @escaping (ViewContext) -> [[Block]]
    ) {
        self.init(id: id, title: title, isOpen: isOpen) { context, _ in Text(parts(context), isWhole: true) }
    }

    /// A document whose text may be long.
    ///
    /// - Parameters:
    ///   - id: The id of the item: while it is the same, the reading place stays.
    ///   - title: The text in the border.
    ///   - isOpen: Whether the user has opened it.
    ///   - text: The text, or its first part of about this many lines: if they are fewer, more is requested. The blocks
    ///     that were there before stay as they were.
    public init(
        id: String, title: LocalizedText, isOpen: Bool = false,
        text: @escaping (ViewContext, _ lines: Int) -> Text
    ) {
        self.id = id
        self.title = title
        self.isOpen = isOpen
        self.text = text
    }

    /// The document as a value, or its first part of about this many lines.
    public func view(in context: ViewContext, lines: Int = .max) -> DocumentView {
        let text = text(context, lines)
        return DocumentView(title: title.string(in: context.language), parts: text.parts, isWhole: text.isWhole)
    }
}

/// One item in full, to be read from its beginning to its end, or the beginning of it.
public struct DocumentView: Hashable, Sendable, Codable {
    /// The text in the border, and above the text if there is no room for it.
    public let title: String
    /// The blocks, in parts that change apart from each other: a part that stays the same is not laid out again.
    public let parts: [[Block]]
    /// Whether these are all blocks that there are.
    public let isWhole: Bool

    /// A document of these parts.
    public init(title: String, parts: [[Block]], isWhole: Bool = true) {
        self.title = title
        self.parts = parts
        self.isWhole = isWhole
    }
}
