// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// A document laid out for a width: as far as somebody has come near to, and a part that stays the same no second time.
struct DocumentLayout {
    /// A part, and its first line in the document.
    struct Part {
        var layout: BlockLayout
        let start: Int
    }

    /// How many lines are laid out.
    private(set) var count = 0
    /// The blocks that can be told from the others, from top to bottom.
    private(set) var anchors: [BlockLayout.Anchor] = []
    /// The parts, the first of which is the title where the border cuts it.
    private(set) var parts: [Part] = []
    private(set) var width = 0
    private var title = ""
    private var isTitleCut = false
    /// Whether these are all lines that the document has.
    private(set) var isWhole = false
    /// How large pictures are here.
    private(set) var sizes = PictureSizes()

    /// The columns between the margins; a very narrow panel has none.
    static func columns(of width: Int) -> Int { width >= 8 ? width - 2 : width }

    /// The column in which lines begin.
    private var margin: Int { width >= 8 ? 1 : 0 }

    /// The document for a width; what is the same as in the layout before it is taken from there.
    ///
    /// - Parameters:
    ///   - sizes: How large its pictures are.
    ///   - wanted: How many lines are laid out at least, where there are so many.
    ///   - place: What is laid out in any case.
    init(
        _ view: DocumentView, width: Int, sizes: PictureSizes = PictureSizes(), lines wanted: Int = .max,
        through place: Place? = nil, after before: DocumentLayout? = nil
    ) {
        self.width = width
        self.sizes = sizes
        title = view.title
        let before = before.flatMap {
            $0.width == width && $0.title == view.title && $0.sizes == sizes ? $0 : nil
        }
        // Beside it stand two blanks, and the sign of the panel that has the focus.
        isTitleCut = before?.isTitleCut ?? (DisplayWidth.of(Sanitizer.visible(view.title)) > width - 4)
        for (index, blocks) in ([Self.head(of: view, isCut: isTitleCut)] + view.parts).enumerated() {
            let new = BlockLayout(
                blocks, columns: Self.columns(of: width), isTitleCut: isTitleCut, sizes: sizes)
            var layout = before.flatMap { index < $0.parts.count ? $0.parts[index].layout : nil } ?? new
            if !layout.adopt(blocks) { layout = new }
            // Behind the last part more may come that goes on with it.
            let areAll = view.isWhole || index < view.parts.count
            let last = place.map { $0.part > index ? blocks.count : $0.part == index ? $0.block : -1 } ?? -1
            layout.layOut(wanted - count, through: last, areAll: areAll)
            parts.append(Part(layout: layout, start: count))
            anchors += layout.anchors.map { $0.moved(by: count) }
            count += layout.lines.count
            // What follows a part of which there is more to come has no place yet.
            guard layout.isWhole else { return }
        }
        isWhole = view.isWhole
    }

    /// What a panel shows before there is anything to lay out.
    init() {}

    /// A line.
    subscript(_ line: Int) -> StyledText {
        guard let part = parts.last(where: { $0.start <= line }), line - part.start < part.layout.lines.count else {
            return StyledText()
        }
        return part.layout.lines[line - part.start]
    }

    /// Where a line leads at a column of the panel; nil for nowhere.
    func link(inLine line: Int, at column: Int) -> SpanLink? { self[line].link(at: column - margin) }

    /// Whether a line goes on with the text of the line before.
    func goesOn(at line: Int) -> Bool {
        guard let part = parts.last(where: { $0.start <= line }) else { return false }
        return part.layout.goesOn(at: line - part.start)
    }

    /// Whether some of the blocks that can be told from the others are the same, or there are none.
    func isAbout(theSameAs other: DocumentLayout) -> Bool {
        guard let first = anchors.first, !other.anchors.isEmpty else { return anchors.isEmpty && other.anchors.isEmpty }
        if first.id == other.anchors[0].id { return true }
        return !Set(anchors.map(\.id)).isDisjoint(with: other.anchors.map(\.id))
    }

    /// The title that the border cuts, where no block of the document says it.
    private static func head(of view: DocumentView, isCut: Bool) -> [Block] {
        guard isCut else { return [] }
        let saying: Set<Block.Condition> = [.titleIsCut, .isTitle]
        let isSaid = view.parts.contains { part in part.contains { saying.contains($0.condition) } }
        return isSaid ? [] : [.text(view.title, .faint)]
    }

    /// Draws the lines that are in sight.
    ///
    /// - Parameters:
    ///   - search: What is looked for in them.
    ///   - picked: The lines that are chosen.
    ///   - drawing: A picture as it is drawn, where it is.
    func draw(
        _ rows: Range<Int>, search: DocumentSearch? = nil, picked: Range<Int> = 0..<0,
        drawing: (BlockLayout.Placed) -> CellPicture? = { _ in nil }, on canvas: inout Canvas, accent: Color
    ) {
        for (row, line) in rows.enumerated() {
            let places = search?.marks(inLine: line) ?? []
            let text = self[line].marked(
                places.map { ($0.characters, $0.isCurrent ? [.match, .reversed] : [.match, .underlined]) })
            canvas.write(text, at: Point(column: margin, row: row), accent: accent)
            if picked.contains(line) { canvas.reverse(row: row) }
        }
        for (lines, placed) in pictures(in: rows) where lines.overlaps(rows) {
            guard let picture = drawing(placed) else { continue }
            let seen = lines.clamped(to: rows)
            canvas.draw(
                picture, rows: seen.lowerBound - lines.lowerBound..<seen.upperBound - lines.lowerBound,
                at: Point(column: margin + placed.column, row: seen.lowerBound - rows.lowerBound))
        }
    }

    /// The pictures that stand in some lines, or would, each with its lines in the document.
    func pictures(in rows: Range<Int>) -> [(lines: Range<Int>, placed: BlockLayout.Placed)] {
        parts.flatMap { part in
            part.layout.pictures.map { placed in
                (placed.lines.lowerBound + part.start..<placed.lines.upperBound + part.start, placed)
            }
        }.filter { lines, _ in lines.lowerBound <= rows.upperBound && lines.upperBound >= rows.lowerBound }
    }
}

extension BlockLayout.Anchor {
    /// The same block so many lines further down.
    fileprivate func moved(by count: Int) -> Self {
        Self(id: id, lines: lines.lowerBound + count..<lines.upperBound + count, isUnseen: isUnseen)
    }
}
