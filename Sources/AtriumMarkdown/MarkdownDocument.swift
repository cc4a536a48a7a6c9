// SPDX-License-Identifier: GPL-3.0-or-later

/// The content of a text in Markdown: its lines and their spans, its links, its tags.
///
/// The only reading of Markdown that there is: what is shown, what is exported, which tags and links a note has, and what
/// a renaming changes come from here, so that all agree on what is code and what is text.
///
///     let document = MarkdownDocument("See [[Plan|it]] #soon `#never`")
///     document.links.map { document.text($0.target) }   // ["Plan"]
///     document.tags.map { document.text($0.name) }      // ["soon"]
///
/// Source of the syntax: CommonMark 0.30 with tables, check boxes and `~~` as GitHub has them, as libmd4c reads it.
/// Links between notes, tags and bare addresses are looked for where that finds text. All places are offsets in UTF-8 and
/// lie between characters.
public struct MarkdownDocument: Sendable {
    /// The text in UTF-8.
    public let bytes: [UInt8]
    /// The lines, from the first to the last; empty if they were not requested.
    public let lines: [MarkdownLine]
    /// The spans of all lines.
    public let spans: [MarkdownSpan]
    /// The rows of all tables.
    public let rows: [MarkdownRow]
    /// The links, in the order in which they end.
    public let links: [MarkdownLink]
    /// The tags, in order.
    public let tags: [MarkdownTag]
    /// Whether an item of a list has a check box.
    public let hasBox: Bool
    private let chain: ContainerChain
    private let cells: [CompactRange]
    private let rightAligned: [Int: Set<Int>]
    private let centered: [Int: Set<Int>]
    /// Addresses that had escapes, without them.
    private let resolved: [String]

    /// Reads a text; in time that grows as its size, whatever stands in it.
    ///
    /// - Parameter hasLines: Whether lines and their spans are asked for, or links and tags alone.
    public init(_ text: some StringProtocol, hasLines: Bool = true) {
        self.init(bytes: Array(text.utf8), hasLines: hasLines)
    }

    private init(bytes: [UInt8], hasLines: Bool) {
        var reader = MarkdownReader(PreparedText(bytes), of: bytes, hasLines: hasLines)
        if !MD4CParser.parse(&reader) { reader.readPlain() }
        reader.finish()
        self.bytes = bytes
        lines = reader.lines
        spans = reader.spans
        rows = reader.rows
        links = reader.links
        tags = reader.tags
        hasBox = reader.hasBox
        chain = reader.chain
        cells = reader.cells
        rightAligned = reader.rightAligned
        centered = reader.centered
        resolved = reader.resolved
    }

    /// The containers of a line, the outermost first.
    public func containers(of line: MarkdownLine) -> [MarkdownContainer] {
        (0..<line.depth).map { container(of: line, at: $0) }
    }

    /// The container of a line at a depth, which is 0 for the outermost one and less than the line’s.
    public func container(of line: MarkdownLine, at depth: Int) -> MarkdownContainer {
        chain.container(line.container, up: line.depth - 1 - depth)
    }

    /// The numbers of the spans of each cell of a row.
    public func cells(of row: MarkdownRow) -> [Range<Int>] { cells[row.cells].map(\.range) }

    /// The columns of a table in which text stands at the right, by the number of the table’s first row.
    public func rightAligned(_ head: Int) -> Set<Int> { rightAligned[head] ?? [] }

    /// The columns of a table in which text stands in the middle, by the number of the table’s first row.
    public func centered(_ head: Int) -> Set<Int> { centered[head] ?? [] }

    /// A part of the text.
    public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The shown text of a span.
    public func text(_ span: MarkdownSpan) -> String {
        switch span.kind {
        case .text, .code, .html: text(span.range)
        case .blank: " "
        case .linkStart, .linkEnd: ""
        }
    }

    /// The text of a line of code.
    public func code(_ line: MarkdownLine) -> String {
        guard case .code(let indent) = line.content, indent > 0 else { return text(line.range) }
        return String(repeating: " ", count: indent) + text(line.range)
    }

    /// Whether the address of a link is written differently in the text than it is meant.
    public func isResolved(_ link: MarkdownLink) -> Bool { link.resolved != nil }

    /// The address to which a link leads; for a link to a note, its title or its number.
    public func address(of link: MarkdownLink) -> String {
        if let place = link.resolved { return resolved[place] }
        guard let target = link.target else { return "" }
        return text(target)
    }
}

extension MarkdownDocument {
    /// Where code stands, in order: lines between fences, without what indents them, and what is between
    /// backticks.
    ///
    /// Lines that are code because they are indented are not among them: outlines indent what is none.
    public var code: [Range<Int>] {
        var code: [Range<Int>] = []
        var isFenced = false
        // The parser reports a paragraph when it ends, behind the fence that ends it.
        for line in lines.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            switch line.content {
            // Right behind the one that ends a block there is no other code.
            case .fence: isFenced = true
            case .code: if isFenced { code.append(line.range) }
            default: isFenced = false
            }
        }
        code += spans.filter { $0.kind == .code && !$0.range.isEmpty }.map(\.range)
        return code.sorted { $0.lowerBound < $1.lowerBound }
    }
}

/// A link in a text, with the places of its parts in bytes.
public struct MarkdownLink: Hashable, Sendable {
    /// The form of a link.
    public enum Kind: Hashable, Sendable {
        /// `[[title]]` or `[[title|shown]]`; with `!` before it where what it leads to is shown in its place.
        case title(isEmbed: Bool)
        /// `note:12`.
        case number(Int)
        /// `https://example.org`, or any address between angle brackets.
        case bare
        /// `[text](address)`, or `[text][label]` whose address is given elsewhere; a picture with `!` before it.
        case address(isPicture: Bool)
    }

    private let wholePlace: CompactRange
    private let labelPlace: CompactRange
    private let targetPlace: CompactRange
    /// The number of a link by number; of another the place, from 1, that its address has among those without escapes.
    private let value: Int
    private let code: UInt8
    private let hasTarget: Bool

    /// - Parameter resolved: Where among the resolved addresses that of the link stands, for one that has escapes.
    init(kind: Kind, whole: Range<Int>, label: Range<Int>, target: Range<Int>?, resolved: Int? = nil) {
        (wholePlace, labelPlace) = (CompactRange(whole), CompactRange(label))
        targetPlace = CompactRange(target ?? 0..<0)
        hasTarget = target != nil
        switch kind {
        case .number(let number): (code, value) = (0, number)
        case .bare: (code, value) = (1, resolved.map { $0 + 1 } ?? 0)
        case .title(let isEmbed): (code, value) = (isEmbed ? 3 : 2, 0)
        case .address(let isPicture): (code, value) = (isPicture ? 5 : 4, resolved.map { $0 + 1 } ?? 0)
        }
    }

    /// The kind of link.
    public var kind: Kind {
        switch code {
        case 0: .number(value)
        case 1: .bare
        case 2, 3: .title(isEmbed: code == 3)
        default: .address(isPicture: code == 5)
        }
    }

    /// The whole link, with its signs.
    public var whole: Range<Int> { wholePlace.range }
    /// The shown text.
    public var label: Range<Int> { labelPlace.range }
    /// The target, as it is spelled: a title, the digits of a number, an address.
    ///
    /// Several links share the place of an address that is given elsewhere. `nil` if that place is not known.
    public var target: Range<Int>? { hasTarget ? targetPlace.range : nil }
    /// Where among the resolved addresses that of the link stands, where it has escapes.
    var resolved: Int? { code == 0 || value == 0 ? nil : value - 1 }
}

/// A tag in a text, with its places in bytes.
public struct MarkdownTag: Hashable, Sendable {
    private let wholePlace: CompactRange
    private let namePlace: CompactRange

    init(whole: Range<Int>, name: Range<Int>) {
        (wholePlace, namePlace) = (CompactRange(whole), CompactRange(name))
    }

    /// The tag with its `#`, of which there may be one at its end too.
    public var whole: Range<Int> { wholePlace.range }
    /// Its name.
    public var name: Range<Int> { namePlace.range }

    /// The most characters of a tag, and the most levels: what is longer or deeper is text.
    public static let longest = 120
    /// The greatest depth of containers that is read.
    public static let deepest = 32

    /// Whether a tag of this name can stand in a text, with regard to its length and depth.
    public static func fits(_ name: String) -> Bool {
        name.unicodeScalars.count <= longest && name.utf8.count { $0 == UInt8(ascii: "/") } < deepest
    }

    /// Whether all of a text may stand behind one `#` and is read back from there.
    public static func isPlain(_ name: String) -> Bool { TextSigns.isTag(name) && fits(name) }
}

extension Array {
    /// The number of first elements with a property that no element behind them has: found by bisection.
    public func count(ofFirst isFirst: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
