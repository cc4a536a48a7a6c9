// SPDX-License-Identifier: GPL-3.0-or-later

/// What a text in Markdown says: its lines and what stands in them, its links, its tags.
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
package struct MarkdownDocument: Sendable {
    /// The text in UTF-8.
    package let bytes: [UInt8]
    /// The lines, from the first to the last; empty where they were not asked for.
    package let lines: [MarkdownLine]
    /// The spans of all lines.
    package let spans: [MarkdownSpan]
    /// The rows of all tables.
    package let rows: [MarkdownRow]
    /// The links, in the order in which they end.
    package let links: [MarkdownLink]
    /// The tags, in order.
    package let tags: [MarkdownTag]
    /// Whether an item of a list has a check box.
    package let hasBox: Bool
    private let chain: ContainerChain
    private let cells: [CompactRange]
    private let rightAligned: [Int: Set<Int>]
    private let centered: [Int: Set<Int>]
    /// Addresses that had escapes, without them.
    private let resolved: [String]

    /// Reads a text; in time that grows as its size, whatever stands in it.
    ///
    /// - Parameter hasLines: Whether lines and their spans are asked for, or links and tags alone.
    package init(_ text: some StringProtocol, hasLines: Bool = true) {
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

    /// What a line stands in, the outermost first.
    package func containers(of line: MarkdownLine) -> [MarkdownContainer] {
        (0..<line.depth).map { container(of: line, at: $0) }
    }

    /// The container of a line at a depth, which is 0 for the outermost one and less than the line’s.
    package func container(of line: MarkdownLine, at depth: Int) -> MarkdownContainer {
        chain.container(line.container, up: line.depth - 1 - depth)
    }

    /// The numbers of the spans of each cell of a row.
    package func cells(of row: MarkdownRow) -> [Range<Int>] { cells[row.cells].map(\.range) }

    /// The columns of a table in which text stands at the right, by the number of the table’s first row.
    package func rightAligned(_ head: Int) -> Set<Int> { rightAligned[head] ?? [] }

    /// The columns of a table in which text stands in the middle, by the number of the table’s first row.
    package func centered(_ head: Int) -> Set<Int> { centered[head] ?? [] }

    /// A part of the text.
    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// What a span shows.
    package func text(_ span: MarkdownSpan) -> String {
        switch span.kind {
        case .text, .code, .html: text(span.range)
        case .blank: " "
        case .linkStart, .linkEnd: ""
        }
    }

    /// What stands in a line of code.
    package func code(_ line: MarkdownLine) -> String {
        guard case .code(let indent) = line.content, indent > 0 else { return text(line.range) }
        return String(repeating: " ", count: indent) + text(line.range)
    }

    /// Whether the address of a link stands in the text otherwise than it is meant.
    package func isResolved(_ link: MarkdownLink) -> Bool { link.resolved != nil }

    /// The address to which a link leads; of one that leads to a note, its title or its number.
    package func address(of link: MarkdownLink) -> String {
        if let place = link.resolved { return resolved[place] }
        guard let target = link.target else { return "" }
        return text(target)
    }
}
