// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of a line of Markdown: text of one kind, or the begin or the end of a link.
package struct MarkdownSpan: Hashable, Sendable {
    /// What the piece is.
    package enum Kind: UInt8, Hashable, Sendable {
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

    /// How a piece is marked.
    package struct Marks: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `**strong**`, `__strong__`.
        package static let strong = Marks(rawValue: 1)
        /// `*stressed*`, `_stressed_`.
        package static let stressed = Marks(rawValue: 2)
        /// `~~struck~~`.
        package static let struck = Marks(rawValue: 4)
    }

    package let kind: Kind
    package let marks: Marks
    private let linkNumber: Int32
    private var place: CompactRange

    init(kind: Kind, marks: Marks, link: Int?, range: Range<Int>) {
        self.kind = kind
        self.marks = marks
        linkNumber = link.map(Int32.init(clamping:)) ?? -1
        place = CompactRange(range)
    }

    /// The number of the innermost link in which the piece stands, of those of the document.
    package var link: Int? { linkNumber < 0 ? nil : Int(linkNumber) }
    /// Where the piece stands in the text, in bytes; empty at the ends of a link.
    package internal(set) var range: Range<Int> {
        get { place.range }
        set { place = CompactRange(newValue) }
    }
}
