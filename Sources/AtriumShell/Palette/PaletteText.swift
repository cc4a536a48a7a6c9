// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// What the palette says of a match in a box with so many columns within its border.
struct PaletteText {
    /// Where titles begin, and what is told below them.
    static let start = 2

    let match: PaletteMatch
    let columns: Int

    /// The lines of matches where all that is cut of one is told while it is selected.
    static func lines(of matches: [PaletteMatch], in size: Size) -> FoldedRows {
        func text(_ match: PaletteMatch) -> PaletteText { PaletteText(match: match, columns: size.columns) }
        // Few need more, and for those all others would have less room.
        let most = max(2, size.rows / 4)
        return FoldedRows(needs: matches.map { text($0).full.count }, rows: size.rows, most: most) {
            text(matches[$0]).unfolded.count
        }
    }

    private var item: PaletteItem { match.item }

    /// Whether there is room for details beside the titles.
    private var isWide: Bool { columns >= 78 }

    /// Where titles end that have a detail beside them.
    private var middle: Int { columns * 11 / 20 }

    private var titleRoom: Int { max(0, (isWide && !item.detail.isEmpty ? middle : columns - 1) - Self.start) }

    private var isTitleCut: Bool { DisplayWidth.of(item.title) > titleRoom }

    /// The title with its matched letters marked.
    private var wholeTitle: StyledText {
        let marked = Set(match.positions)
        var title = StyledText()
        for (offset, character) in item.title.enumerated() {
            title.append(String(character), marked.contains(offset) ? [.strong, .underlined] : [])
        }
        return title
    }

    /// The title, as far as there is room for it on one line.
    var title: StyledText { wholeTitle.cut(to: titleRoom) }

    /// Where the detail stands beside the title; empty where it does not.
    var detailColumns: Range<Int> {
        guard isWide, !item.detail.isEmpty else { return columns..<columns }
        let start = max(Self.start + title.width + 2, middle + 1)
        return start..<columns - 1
    }

    /// All that the line leaves out.
    var full: [StyledText] {
        (isTitleCut ? titleLines : []) + (DisplayWidth.of(item.detail) > detailColumns.count ? detailLines : [])
    }

    /// All of it on lines of its own.
    var unfolded: [StyledText] { titleLines + (item.detail.isEmpty ? [] : detailLines) }

    private var lineWidth: Int { max(2, columns - 2 * Self.start) }

    private var titleLines: [StyledText] { wholeTitle.wrapped(to: lineWidth) }

    private var detailLines: [StyledText] {
        TextLayout.wrap(item.detail, to: lineWidth, keepingWords: true).map { StyledText($0, .faint) }
    }
}
