// SPDX-License-Identifier: GPL-3.0-or-later

/// What a line stands in.
package enum MarkdownContainer: Hashable, Sendable {
    /// What stands before an item of a list.
    package enum Sign: Hashable, Sendable {
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
package struct MarkdownLine: Hashable, Sendable {
    /// What the line is.
    package enum Content: Hashable, Sendable {
        /// Nothing.
        case blank
        /// A heading of a level from 1 to 6.
        case heading(level: Int)
        /// Text.
        case text
        /// What is not shown by itself, such as the address of links that are elsewhere: `[label]: address`.
        case aside
        /// The begin or the end of a block of code.
        case fence
        /// A line of code, with so many blanks before it.
        case code(indent: Int)
        /// A line of a block of HTML.
        case html
        /// A line across.
        case rule
        /// The rows of a table of these numbers, the first of which is its head.
        case table(rows: Range<Int>)
    }

    private let code: UInt8
    /// How many containers the line stands in.
    private let depthByte: UInt8
    private let keptByte: UInt8
    /// Whether the line goes on with what the line before is: a paragraph, a heading, code, HTML.
    package let goesOn: Bool
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

    package var content: Content {
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

    /// How many containers the line stands in, see `MarkdownDocument.containers(of:)`.
    package var depth: Int { Int(depthByte) }
    /// So many of these hold the line before too.
    package var kept: Int { Int(keptByte) }
    /// The blanks before a line of text that stands in nothing.
    package var indent: Int { Int(indentation) }
    /// The numbers of its spans.
    package var spans: Range<Int> { spanPlace.range }
    /// Where the line stands in the text, in bytes, without its signs.
    package internal(set) var range: Range<Int> {
        get { place.range }
        set { place = CompactRange(newValue) }
    }
}

/// A row of a table.
package struct MarkdownRow: Hashable, Sendable {
    private let place: CompactRange

    init(cells: Range<Int>) { place = CompactRange(cells) }

    /// The numbers of its cells, of those of the document.
    var cells: Range<Int> { place.range }
}
