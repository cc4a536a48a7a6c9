// SPDX-License-Identifier: GPL-3.0-or-later

/// A container of a line.
public enum MarkdownContainer: Hashable, Sendable {
    /// The sign before an item of a list.
    public enum Sign: Hashable, Sendable {
        /// `-`, `*` or `+`.
        case bullet
        /// A number.
        case number(Int)
        /// A check box, ticked or not.
        case box(isTicked: Bool)
    }

    /// A quotation.
    case quote
    /// An item of a list; items of the same list have its number in common.
    case item(list: Int, Sign)
}

/// A line of a text that is shown as one, or several that are one table.
public struct MarkdownLine: Hashable, Sendable {
    /// The kind of a line.
    public enum Content: Hashable, Sendable {
        /// Nothing.
        case blank
        /// A heading of a level from 1 to 6.
        case heading(level: Int)
        /// Text.
        case text
        /// A line that is not shown by itself, such as the address of links that are elsewhere: `[label]: address`.
        case aside
        /// The begin or the end of a block of code.
        case fence
        /// A line of code, with this number of blanks before it.
        case code(indent: Int)
        /// A line of a block of HTML.
        case html
        /// A line across.
        case rule
        /// The rows of a table of these numbers, the first of which is its head.
        case table(rows: Range<Int>)
    }

    private let code: UInt8
    /// The number of containers of the line.
    private let depthByte: UInt8
    private let keptByte: UInt8
    /// Whether the line continues the block of the line before: a paragraph, a heading, code, HTML.
    public let goesOn: Bool
    private let indentation: UInt32
    /// The innermost container, of those of the document; from 1.
    let container: UInt32
    private let details: CompactRange
    private var place: CompactRange
    private let spanPlace: CompactRange

    init(
        content: Content, container: UInt32, depth: Int, kept: Int, goesOn: Bool, range: Range<Int>, indent: Int,
        spans: Range<Int>
    ) {
        self.container = container
        self.goesOn = goesOn
        (depthByte, keptByte) = (UInt8(clamping: depth), UInt8(clamping: kept))
        indentation = UInt32(clamping: indent)
        (place, spanPlace) = (CompactRange(range), CompactRange(spans))
        switch content {
        case .blank: (code, details) = (0, CompactRange(0..<0))
        case .heading(let level): (code, details) = (1, CompactRange(level..<level))
        case .text: (code, details) = (2, CompactRange(0..<0))
        case .aside: (code, details) = (3, CompactRange(0..<0))
        case .fence: (code, details) = (4, CompactRange(0..<0))
        case .code(let indent): (code, details) = (5, CompactRange(indent..<indent))
        case .html: (code, details) = (6, CompactRange(0..<0))
        case .rule: (code, details) = (7, CompactRange(0..<0))
        case .table(let rows): (code, details) = (8, CompactRange(rows))
        }
    }

    /// The content of the line.
    public var content: Content {
        switch code {
        case 0: .blank
        case 1: .heading(level: details.range.lowerBound)
        case 2: .text
        case 3: .aside
        case 4: .fence
        case 5: .code(indent: details.range.lowerBound)
        case 6: .html
        case 7: .rule
        default: .table(rows: details.range)
        }
    }

    /// The number of containers of the line, see `MarkdownDocument.containers(of:)`.
    public var depth: Int { Int(depthByte) }
    /// The number of containers that the line shares with the line before.
    public var kept: Int { Int(keptByte) }
    /// The blanks before a line of text without a container.
    public var indent: Int { Int(indentation) }
    /// The numbers of its spans.
    public var spans: Range<Int> { spanPlace.range }
    /// The place of the line in the text, in bytes, without its signs.
    public internal(set) var range: Range<Int> {
        get { place.range }
        set { place = CompactRange(newValue) }
    }
}

/// A row of a table.
public struct MarkdownRow: Hashable, Sendable {
    private let place: CompactRange

    init(cells: Range<Int>) { place = CompactRange(cells) }

    /// The numbers of its cells, of those of the document.
    var cells: Range<Int> { place.range }
}

/// A piece of a line of Markdown: text of one kind, or the begin or the end of a link.
public struct MarkdownSpan: Hashable, Sendable {
    /// The kind of a piece.
    public enum Kind: UInt8, Hashable, Sendable {
        /// Text that is read as it is shown.
        case text
        /// Code within a line.
        case code
        /// The blank for which an end of a line stands within code.
        case blank
        /// A tag of HTML, or a comment.
        case html
        /// Here a link begins.
        case linkStart
        /// Here it ends.
        case linkEnd
    }

    /// The marks of a piece.
    public struct Marks: OptionSet, Hashable, Sendable {
        /// The bits of the marks.
        public let rawValue: UInt8

        /// The marks of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `**strong**`, `__strong__`.
        public static let strong = Marks(rawValue: 1)
        /// `*stressed*`, `_stressed_`.
        public static let stressed = Marks(rawValue: 2)
        /// `~~struck~~`.
        public static let struck = Marks(rawValue: 4)
    }

    /// The kind of span.
    public let kind: Kind
    /// The marks of its text.
    public let marks: Marks
    private let linkNumber: Int32
    private var place: CompactRange

    init(kind: Kind, marks: Marks, link: Int?, range: Range<Int>) {
        self.kind = kind
        self.marks = marks
        linkNumber = link.map(Int32.init(clamping:)) ?? -1
        place = CompactRange(range)
    }

    /// The number of the innermost link around the piece, of those of the document.
    public var link: Int? { linkNumber < 0 ? nil : Int(linkNumber) }
    /// The place of the piece in the text, in bytes; empty at the ends of a link.
    public internal(set) var range: Range<Int> {
        get { place.range }
        set { place = CompactRange(newValue) }
    }
}

/// The containers of a text, each with the one that it stands in: lines of the same item share it, and a line names its
/// innermost one only.
struct ContainerChain: Hashable, Sendable {
    private struct Link: Hashable {
        let outer: UInt32
        /// The number of the list; 0 for a quotation.
        let list: UInt32
        let number: UInt32
        let sign: UInt8
    }

    private var links: [Link] = []

    /// Adds a container that stands in another one, and returns its place, from 1.
    mutating func add(_ container: MarkdownContainer, in outer: UInt32) -> UInt32 {
        switch container {
        case .quote: links.append(Link(outer: outer, list: 0, number: 0, sign: 0))
        case .item(let list, let sign):
            let list = UInt32(clamping: list)
            switch sign {
            case .bullet: links.append(Link(outer: outer, list: list, number: 0, sign: 1))
            case .number(let number):
                links.append(Link(outer: outer, list: list, number: UInt32(clamping: number), sign: 2))
            case .box(let isTicked): links.append(Link(outer: outer, list: list, number: 0, sign: isTicked ? 4 : 3))
            }
        }
        return UInt32(clamping: links.count)
    }

    /// The container around a container; 0 for none.
    func outer(of place: UInt32) -> UInt32 { place == 0 ? 0 : links[Int(place) - 1].outer }

    /// The container that is `count` containers further out than a place.
    func container(_ place: UInt32, up count: Int) -> MarkdownContainer {
        var place = place
        for _ in 0..<count { place = outer(of: place) }
        guard place > 0 else { return .quote }
        let link = links[Int(place) - 1]
        let list = Int(link.list)
        switch link.sign {
        case 0: return .quote
        case 1: return .item(list: list, .bullet)
        case 2: return .item(list: list, .number(Int(link.number)))
        default: return .item(list: list, .box(isTicked: link.sign == 4))
        }
    }
}

/// A range in half the room: a text of a megabyte may have half a million spans, and what they take costs more time than
/// reading them.
///
/// md4c counts in 32 bits too, and reads no longer text.
struct CompactRange: Hashable, Sendable {
    private let start: UInt32
    private let end: UInt32

    init(_ range: Range<Int>) {
        start = UInt32(clamping: range.lowerBound)
        end = UInt32(clamping: range.upperBound)
    }

    var range: Range<Int> { Int(start)..<Int(end) }
}
