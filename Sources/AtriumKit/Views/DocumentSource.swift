// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// Where the text of a document comes from.
///
/// ```swift
/// var source = DocumentSource(id: "\(task.id)", title: LocalizedText(verbatim: task.title), isOpen: true) { context in
///     [[.text(task.text)]]
/// }
/// source.close = { model.opened = nil }
/// ```
///
/// A source is made anew whenever the kit looks, and costs little: the text is asked for where it is shown only. While it
/// has the same `id`, the kit keeps where somebody reads.
@MainActor
public struct DocumentSource {
    /// Which thing it is: another one is read from its beginning.
    public let id: String
    /// What a user knows it by.
    public let title: LocalizedText
    /// The kinds of values that its `id` is, as a list has them.
    public var items: Set<String> = []
    /// Whether somebody opened it: where there is room for one panel only, it is this one then.
    public var isOpen: Bool
    /// Whether the end is seen first, as where the newest stands there.
    public var startsAtEnd = false
    /// Whether nothing comes behind what is loaded: whoever reads there goes on to what is new.
    public var isAtEnd = true
    /// Whether nothing comes before what is loaded.
    public var isAtStart = true
    /// What somebody found it by; nil: nothing.
    public var search: Search?
    /// Where somebody goes to in it, each visit once; nil: nowhere.
    public var start: Start?
    /// Loads what comes before the text, or behind it; false where there is nothing.
    public var turnPage: (PanelEdge) async throws -> Bool = { _ in false }
    /// Finds words in text that is not loaded, and loads the part around them; nil: pages are turned until they come.
    public var seek: ((Seek) async throws -> String?)?
    /// Hears which blocks are in sight, of those that are `isUnseen`, with nothing over them.
    public var onSeen: ([String]) async -> Void = { _ in }
    /// All of it as it is copied; nil: as it is shown.
    public var wholeText: () -> String? = { nil }
    /// Reads the file of one of its pictures; nil where there is none that can be read.
    public var picture: (_ id: String) async -> [UInt8]? = { _ in nil }
    /// The state of these files: while it is the same, none is read again.
    public var pictureRevision = 0
    /// Closes it, so that the list is seen again.
    public var close: () -> Void = {}
    private let text: (ViewContext, Int) -> Text

    /// Words by which somebody found a document: where they stand is marked, as in a search of its text, and the first
    /// place comes into sight when the document does.
    public struct Search: Hashable, Sendable {
        /// The words, as a user knows them.
        public let words: String
        /// The block that was found, by its `id`, whose first place comes into sight; nil: the first one of all.
        public let block: String?
        /// Tells this find from every other one by the same words.
        public let visit: Int
        /// Where they stand in a text, in order, none over another.
        let places: @Sendable ([Character]) -> [Range<Int>]

        /// Words that stand in a text where `places` says, in order and none over another; it says the same for the same
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

        /// Hashes what tells it from others.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(words)
            hasher.combine(block)
            hasher.combine(visit)
        }
    }

    /// A search for the nearest block beyond those that are loaded, which is answered with the `id` of that block once it
    /// is loaded, or with nil where there is none.
    public struct Seek: Sendable {
        /// The end of the document towards which it is looked for.
        public let edge: PanelEdge
        /// Whether all of the text is looked through from the other end on, rather than what is beyond the loaded part.
        public let isWhole: Bool
        /// The language of what is shown.
        public let language: Language
        /// Whether the words stand in a text; may be called off the main actor.
        public let finds: @Sendable (String) -> Bool
    }

    /// A block that somebody goes to.
    public struct Start: Hashable, Sendable {
        /// Tells this visit from every other one in the document.
        public let visit: Int
        /// The number of the part, as `DocumentView` has them.
        public let part: Int
        /// The number of the block in it.
        public let block: Int

        /// A visit of a block, which is a new one where its number is.
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

    /// A document whose text is asked for when it is shown.
    public init(
        id: String, title: LocalizedText, isOpen: Bool = false, parts: @escaping (ViewContext) -> [[Block]]
    ) {
        self.init(id: id, title: title, isOpen: isOpen) { context, _ in Text(parts(context), isWhole: true) }
    }

    /// A document whose text may be long.
    ///
    /// - Parameter text: The text, or the beginning of it that makes about so many lines: where they are fewer, it is
    ///   asked for more. The blocks that were there before stay as they were.
    public init(
        id: String, title: LocalizedText, isOpen: Bool = false,
        text: @escaping (ViewContext, _ lines: Int) -> Text
    ) {
        self.id = id
        self.title = title
        self.isOpen = isOpen
        self.text = text
    }

    /// The document as a value, or the beginning of it that makes about so many lines.
    public func view(in context: ViewContext, lines: Int = .max) -> DocumentView {
        let text = text(context, lines)
        return DocumentView(title: title.string(in: context.language), parts: text.parts, isWhole: text.isWhole)
    }
}

/// One thing in full, to be read from its beginning to its end, or the beginning of it.
public struct DocumentView: Hashable, Sendable, Codable {
    /// What stands in the border, and above the text where there is no room for it.
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
