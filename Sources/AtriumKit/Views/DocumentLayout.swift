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

/// Where somebody reads, whatever becomes of the width and of the text.
extension DocumentLayout {
    /// A line, by a block that can be told from the others.
    struct Mark: Hashable {
        let id: String
        /// Which line of the block it is, or how many lines below the block it is.
        let line: Int
        let isBelow: Bool
        /// How many characters of the block stand before it.
        let characters: Int
    }

    /// Which line this is; nil for one above all blocks that can be told from the others.
    func mark(of line: Int) -> Mark? {
        anchors.last { $0.lines.lowerBound <= line && !$0.lines.isEmpty }.map { anchor in
            anchor.lines.contains(line)
                ? Mark(
                    id: anchor.id, line: line - anchor.lines.lowerBound, isBelow: false,
                    characters: characters(in: anchor.lines.lowerBound..<line))
                : Mark(id: anchor.id, line: line - anchor.lines.upperBound, isBelow: true, characters: 0)
        }
    }

    /// The lines of a block that can be told from the others; nil where there is none.
    func lines(ofAnchor id: String) -> Range<Int>? { anchors.first { $0.id == id }?.lines }

    /// The lines of the block that a mark is of; nil where it is gone.
    func lines(of mark: Mark) -> Range<Int>? { lines(ofAnchor: mark.id) }

    /// The line of a mark, or the nearest one of a block that is not as long any more; nil where the block is gone.
    ///
    /// - Parameter isAsWide: Whether lines are broken where they were.
    func line(of mark: Mark, isAsWide: Bool) -> Int? {
        anchors.first { $0.id == mark.id }.map { anchor in
            if mark.isBelow { return anchor.lines.upperBound + mark.line }
            if !isAsWide, mark.line > 0 { return line(in: anchor.lines, behind: mark.characters) }
            return anchor.lines.lowerBound + min(mark.line, max(0, anchor.lines.count - 1))
        }
    }

    /// Where somebody reads, whatever the width is: a block, and how far on in it.
    struct Place: Hashable {
        let part: Int
        let block: Int
        /// How many characters of the block stand before the line; nil for its beginning.
        let characters: Int?

        init(part: Int, block: Int, characters: Int?) {
            (self.part, self.block, self.characters) = (part, block, characters)
        }

        /// The beginning of a block; the first part is the title.
        init(_ start: DocumentSource.Start) { self.init(part: start.part + 1, block: start.block, characters: nil) }
    }

    /// The place of a line.
    func place(of line: Int) -> Place? {
        guard let part = parts.lastIndex(where: { $0.start <= line }),
            let block = parts[part].layout.block(of: line - parts[part].start),
            let lines = lines(ofBlock: block, inPart: part), !lines.isEmpty
        else { return nil }
        let isFirst = line <= lines.lowerBound
        return Place(
            part: part, block: block,
            characters: isFirst ? nil : characters(in: lines.lowerBound..<min(line, lines.upperBound)))
    }

    /// The line of a place.
    func line(of place: Place) -> Int? {
        guard let lines = lines(ofBlock: place.block, inPart: place.part) else { return nil }
        return place.characters.map { line(in: lines, behind: $0) } ?? lines.lowerBound
    }

    /// Where the lines that somebody reads stand in a text that has changed, in the same width; nil where none is left.
    ///
    /// The topmost one of them that is still there is where it was.
    ///
    /// - Parameters:
    ///   - rows: The lines that are seen of what was laid out before.
    func line(of rows: Range<Int>, in before: DocumentLayout) -> Int? {
        let now = (0..<count).map { self[$0].text }
        func isSame(_ line: Int, _ other: Int) -> Bool {
            guard now.indices.contains(line), (0..<before.count).contains(other) else { return false }
            return now[line] == before[other].text
        }
        for row in rows {
            let text = before[row].text
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            // Of lines that say the same it is the one with the same around it, and then the nearest.
            let best = now.indices.lazy.filter { now[$0] == text }.map { line in
                let likeness = (-Self.surroundings...Self.surroundings).filter { isSame(line + $0, row + $0) }.count
                return (line: line, likeness: likeness, distance: abs(line - row))
            }.max { ($0.likeness, $1.distance) < ($1.likeness, $0.distance) }
            if let best { return max(0, best.line - (row - rows.lowerBound)) }
        }
        return nil
    }

    /// Whether some lines say what they said before.
    func says(_ rows: Range<Int>, asIn before: DocumentLayout) -> Bool {
        rows.upperBound <= count && rows.allSatisfy { self[$0].text == before[$0].text }
    }

    /// So many lines around a line tell it from others that say the same.
    private static let surroundings = 4

    private func lines(ofBlock block: Int, inPart part: Int) -> Range<Int>? {
        guard parts.indices.contains(part), let lines = parts[part].layout.lines(ofBlock: block) else { return nil }
        return lines.lowerBound + parts[part].start..<lines.upperBound + parts[part].start
    }

    /// The line with what stands behind so many characters of a block.
    private func line(in lines: Range<Int>, behind characters: Int) -> Int {
        var passed = 0
        for line in lines {
            passed += self.characters(in: line..<line + 1)
            if passed > characters { return line }
        }
        return max(lines.lowerBound, lines.upperBound - 1)
    }

    /// How many characters stand in lines, whatever they are broken by.
    private func characters(in lines: Range<Int>) -> Int {
        lines.reduce(0) { count, line in
            count + self[line].text.reduce(0) { $0 + ($1.isWhitespace || Self.drawn.contains($1) ? 0 : 1) }
        }
    }

    /// What is drawn around a text as often as it has lines.
    private static let drawn: Set<Character> = ["▏", "│", "─", "┼", "╌"]
}

/// How much of a document is copied at once.
package enum PassageUnit: Sendable {
    /// What stands between two blank lines, all of a piece of code, a table, a message.
    case block
    /// A line of the text, however many lines it takes here.
    case line
}

extension DocumentLayout {
    /// What of a document is copied together.
    struct Passage: Hashable {
        /// The lines that it takes here.
        let lines: Range<Int>
        /// What it says, without the breaks that the width makes.
        let text: String
    }

    /// What stands at a line; nil where nothing is to be copied.
    func passage(at line: Int, _ unit: PassageUnit) -> Passage? {
        guard let part = parts.last(where: { $0.start <= line }), let block = part.layout.block(of: line - part.start),
            let blocks = part.layout.blocks(around: block, unit),
            let first = part.layout.lines(ofBlock: blocks.lowerBound),
            let last = part.layout.lines(ofBlock: blocks.upperBound - 1)
        else { return nil }
        let lines = part.start + first.lowerBound..<part.start + max(first.lowerBound, last.upperBound)
        return lines.contains(line) ? Passage(lines: lines, text: part.layout.blocks[blocks].plainText) : nil
    }

    /// The nearest passage from a line on, or before it.
    func passage(from line: Int, by step: Int, _ unit: PassageUnit) -> Passage? {
        var line = line
        while line >= 0, line < count {
            if let passage = passage(at: line, unit) { return passage }
            line += step
        }
        return nil
    }
}

extension BlockLayout {
    /// The blocks that are copied together with one; nil where it says nothing.
    fileprivate func blocks(around block: Int, _ unit: PassageUnit) -> Range<Int>? {
        let kind = blocks[block].passageKind
        guard kind != .none else { return nil }
        func belongs(_ next: Int, _ before: Int) -> Bool {
            if blocks[before].goesOn { return true }
            guard unit == .block, kind != .alone else { return false }
            return blocks[next].passageKind == kind && blocks[before].passageKind == kind
        }
        var (start, end) = (block, block + 1)
        while start > 0, belongs(start, start - 1) { start -= 1 }
        while end < blocks.count, belongs(end, end - 1) { end += 1 }
        return start..<end
    }
}

extension Block {
    fileprivate enum PassageKind {
        case none, text, code, alone
    }

    fileprivate var passageKind: PassageKind {
        switch content {
        case .blank, .fence, .rule, .picture: .none
        case .paragraph: .text
        case .code: .code
        case .heading, .table, .fields, .message: .alone
        }
    }

    /// What it says, in lines as they are meant.
    fileprivate var plainText: String {
        switch content {
        case .blank, .fence, .picture: ""
        case .rule: "---"
        case .heading(let text, _): text.text
        case .paragraph(let text): sign + text.text
        case .code(let text): text
        case .table(let table): table.rows.map { $0.map(\.text).joined(separator: " | ") }.joined(separator: "\n")
        case .fields(let fields): fields.map { "\($0.label): \($0.value)" }.joined(separator: "\n")
        case .message(let message): message.lines.joined(separator: "\n")
        }
    }

    /// What stands before an item that begins here.
    private var sign: String {
        guard case .item(let sign, begins: true)? = containers.last else { return "" }
        switch sign {
        case .bullet: return "- "
        case .number(let number): return "\(number). "
        case .box(let isTicked): return isTicked ? "- [x] " : "- [ ] "
        case .reference(let number): return "[\(number)] "
        case .label(let text): return "\(text) "
        }
    }
}

extension Collection<Block> {
    /// What they say, in lines as they are meant.
    var plainText: String {
        var text = ""
        for block in self { text += block.plainText + (block.goesOn ? "" : "\n") }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
