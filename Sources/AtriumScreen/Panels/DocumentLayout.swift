// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// A document laid out for a width: only near the displayed part, and unchanged parts only once.
struct DocumentLayout {
    /// A part, and its first line in the document.
    struct Part {
        var layout: BlockLayout
        let start: Int
    }

    /// The number of laid-out lines.
    private(set) var count = 0
    /// The blocks with an identity, from top to bottom.
    private(set) var anchors: [BlockLayout.Anchor] = []
    /// The parts, the first of which is the title if the border cuts it.
    private(set) var parts: [Part] = []
    private(set) var width = 0
    private var title = ""
    private var isTitleCut = false
    /// Whether these are all lines that the document has.
    private(set) var isWhole = false
    /// The sizes of pictures here.
    private(set) var sizes = PictureSizes()

    /// The columns between the margins; a very narrow panel has none.
    static func columns(of width: Int) -> Int { width >= 8 ? width - 2 : width }

    /// The column in which lines begin.
    private var margin: Int { width >= 8 ? 1 : 0 }

    /// The document for a width; unchanged parts are taken from the layout before it.
    ///
    /// - Parameters:
    ///   - sizes: The sizes of its pictures.
    ///   - wanted: The least number of laid-out lines, if there are as many.
    ///   - place: The place that is laid out in any case.
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
        // Beside it are two blanks, and the sign of the panel that has the focus.
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
            // A part after an incomplete one has no place yet.
            guard layout.isWhole else { return }
        }
        isWhole = view.isWhole
    }

    /// The empty layout of a panel before its first arrangement.
    init() {}

    /// A line.
    subscript(_ line: Int) -> StyledText {
        guard let part = parts.last(where: { $0.start <= line }), line - part.start < part.layout.lines.count else {
            return StyledText()
        }
        return part.layout.lines[line - part.start]
    }

    /// The target of a line at a column of the panel; `nil` for none.
    func link(inLine line: Int, at column: Int) -> SpanLink? { self[line].link(at: column - margin) }

    /// Whether a line goes on with the text of the line before.
    func goesOn(at line: Int) -> Bool {
        guard let part = parts.last(where: { $0.start <= line }) else { return false }
        return part.layout.goesOn(at: line - part.start)
    }

    /// Whether some of the blocks with an identity are the same, or there are none.
    func isAbout(theSameAs other: DocumentLayout) -> Bool {
        guard let first = anchors.first, !other.anchors.isEmpty else { return anchors.isEmpty && other.anchors.isEmpty }
        if first.id == other.anchors[0].id { return true }
        return !Set(anchors.map(\.id)).isDisjoint(with: other.anchors.map(\.id))
    }

    /// The title that the border cuts, if no block of the document contains it.
    private static func head(of view: DocumentView, isCut: Bool) -> [Block] {
        guard isCut else { return [] }
        let saying: Set<Block.Condition> = [.titleIsCut, .isTitle]
        let isSaid = view.parts.contains { part in part.contains { saying.contains($0.condition) } }
        return isSaid ? [] : [.text(view.title, .faint)]
    }

    /// Draws the visible lines.
    ///
    /// - Parameters:
    ///   - search: The search in them.
    ///   - picked: The chosen lines.
    ///   - drawing: The drawn picture at a place, if any.
    func draw(
        _ rows: Range<Int>, search: DocumentSearch? = nil, picked: Range<Int> = 0..<0,
        drawing: (BlockLayout.PlacedPicture) -> CellPicture? = { _ in nil }, on canvas: inout Canvas, accent: Color
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
    func pictures(in rows: Range<Int>) -> [(lines: Range<Int>, placed: BlockLayout.PlacedPicture)] {
        parts.flatMap { part in
            part.layout.pictures.map { placed in
                (placed.lines.lowerBound + part.start..<placed.lines.upperBound + part.start, placed)
            }
        }.filter { lines, _ in lines.lowerBound <= rows.upperBound && lines.upperBound >= rows.lowerBound }
    }
}

extension BlockLayout.Anchor {
    /// The same block this many lines further down.
    fileprivate func moved(by count: Int) -> Self {
        Self(id: id, lines: lines.lowerBound + count..<lines.upperBound + count, isUnseen: isUnseen)
    }
}

/// The reading place, which survives changes of the width and of the text.
extension DocumentLayout {
    /// A line, by a block with an identity.
    struct Mark: Hashable {
        let id: String
        /// The number of the line in the block, or of lines below the block.
        let line: Int
        let isBelow: Bool
        /// The number of characters of the block before it.
        let characters: Int
    }

    /// The mark of a line; `nil` for one above all blocks with an identity.
    func mark(of line: Int) -> Mark? {
        anchors.last { $0.lines.lowerBound <= line && !$0.lines.isEmpty }.map { anchor in
            anchor.lines.contains(line)
                ? Mark(
                    id: anchor.id, line: line - anchor.lines.lowerBound, isBelow: false,
                    characters: characters(in: anchor.lines.lowerBound..<line))
                : Mark(id: anchor.id, line: line - anchor.lines.upperBound, isBelow: true, characters: 0)
        }
    }

    /// The lines of a block with an identity; `nil` if there is none.
    func lines(ofAnchor id: String) -> Range<Int>? { anchors.first { $0.id == id }?.lines }

    /// The lines of a mark’s block; `nil` if it is gone.
    func lines(of mark: Mark) -> Range<Int>? { lines(ofAnchor: mark.id) }

    /// The line of a mark, or the nearest one of a block that is now shorter; `nil` if the block is gone.
    ///
    /// - Parameter isAsWide: Whether the width is unchanged.
    func line(of mark: Mark, isAsWide: Bool) -> Int? {
        anchors.first { $0.id == mark.id }.map { anchor in
            if mark.isBelow { return anchor.lines.upperBound + mark.line }
            if !isAsWide, mark.line > 0 { return line(in: anchor.lines, behind: mark.characters) }
            return anchor.lines.lowerBound + min(mark.line, max(0, anchor.lines.count - 1))
        }
    }

    /// The reading place for any width: a block, and the position in it.
    struct Place: Hashable {
        let part: Int
        let block: Int
        /// The number of characters of the block before the line; `nil` for its beginning.
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

    /// The new place of the displayed lines in a changed text, in the same width; `nil` if none is left.
    ///
    /// The topmost remaining one of them keeps its place.
    ///
    /// - Parameters:
    ///   - rows: The displayed lines of the layout before.
    func line(of rows: Range<Int>, in before: DocumentLayout) -> Int? {
        let now = (0..<count).map { self[$0].text }
        func isSame(_ line: Int, _ other: Int) -> Bool {
            guard now.indices.contains(line), (0..<before.count).contains(other) else { return false }
            return now[line] == before[other].text
        }
        for row in rows {
            let text = before[row].text
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            // Of equal lines it is the one with the same surroundings, and then the nearest.
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

    /// The number of lines around a line that distinguish it from equal ones.
    private static let surroundings = 4

    private func lines(ofBlock block: Int, inPart part: Int) -> Range<Int>? {
        guard parts.indices.contains(part), let lines = parts[part].layout.lines(ofBlock: block) else { return nil }
        return lines.lowerBound + parts[part].start..<lines.upperBound + parts[part].start
    }

    /// The line with the text after this many characters of a block.
    private func line(in lines: Range<Int>, behind characters: Int) -> Int {
        var passed = 0
        for line in lines {
            passed += self.characters(in: line..<line + 1)
            if passed > characters { return line }
        }
        return max(lines.lowerBound, lines.upperBound - 1)
    }

    /// The number of characters in lines, wherever they are broken.
    private func characters(in lines: Range<Int>) -> Int {
        lines.reduce(0) { count, line in
            count + self[line].text.reduce(0) { $0 + ($1.isWhitespace || Self.drawn.contains($1) ? 0 : 1) }
        }
    }

    /// The signs around a text that are drawn once for each line.
    private static let drawn: Set<Character> = ["▏", "│", "─", "┼", "╌"]
}

/// The amount of a document that is copied at once.
package enum PassageUnit: Sendable {
    /// The text between two blank lines, all of a piece of code, a table, a message.
    case block
    /// A line of the text, however many lines it takes here.
    case line
}

extension DocumentLayout {
    /// A part of a document that is copied together.
    struct Passage: Hashable {
        /// The lines that it takes here.
        let lines: Range<Int>
        /// Its text, without the line breaks of the width.
        let text: String
    }

    /// The passage at a line; `nil` if there is nothing to copy.
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
    /// The blocks that are copied together with one; `nil` if it has no text.
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

    /// Its text, in its original lines.
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

    /// The sign before an item that begins here.
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
    /// Their text, in the original lines.
    var plainText: String {
        var text = ""
        for block in self { text += block.plainText + (block.goesOn ? "" : "\n") }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
