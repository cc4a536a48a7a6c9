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

    package let content: Content
    /// What the line stands in, the outermost first.
    package let containers: [MarkdownContainer]
    /// So many of these hold the line before too.
    package let kept: Int
    /// Whether the line goes on with what the line before is: a paragraph, a heading, code, HTML.
    package let goesOn: Bool
    /// Where the line stands in the text, in bytes, without its signs.
    package internal(set) var range: Range<Int>
    /// The blanks before a line of text that stands in nothing.
    package let indent: Int
    /// The numbers of its spans.
    package let spans: Range<Int>
}

/// A row of a table.
package struct MarkdownRow: Hashable, Sendable {
    /// The numbers of the spans of each cell.
    package let cells: [Range<Int>]
}
