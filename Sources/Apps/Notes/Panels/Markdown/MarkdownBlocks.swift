// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumMarkdown
import AtriumTerminal
import NotesLogic

/// The blocks of a Markdown text: headings, lists, check boxes, code, tables, quotes, links, and at the end
/// the targets of the links that the text does not show.
///
/// Any other text stays as it is: a note is never unreadable for a missing sign. Blocks are made on demand,
/// from the first on; a long line and a long table are several.
struct MarkdownBlocks {
    /// About how many bytes of a line, and how many rows and cells of a table, one block has.
    private static let bytes = 1 << 12
    private static let rows = 50
    private static let cells = 500

    /// The part of a line that is no block yet.
    private enum Rest {
        case spans(MarkdownInline.Rest)
        case bytes(Range<Int>)
        case rows(Range<Int>, widths: [Int])
    }

    private let inline: MarkdownInline
    private let titleEnd: Int
    /// The blocks so far.
    private(set) var blocks: [Block] = []
    /// The first block of each line of the text, as far as they are made.
    private var starts: [Int] = []
    /// The amount of made blocks, about in lines.
    private var count = 0
    private var next = 0
    /// The rest of the line before the next one, if that is a long one.
    private var rest: Rest?
    private var isInTitle: Bool
    private var hasTargets = false

    /// A note’s text without any block yet.
    ///
    /// - Parameter titleEnd: The end of the displayable part of the note’s title, in bytes. The title is left out if
    ///   the border shows it, but its links are numbered before those of the text.
    init(_ text: String, titleEnd: Int = 0) {
        let document = MarkdownDocument(Sanitizer.visible(text, keepingNewlines: true))
        inline = MarkdownInline(document: document, links: NumberedLinks(document, titleEnd: titleEnd))
        self.titleEnd = titleEnd
        isInTitle = titleEnd > 0
    }

    /// The parsed text.
    var document: MarkdownDocument { inline.document }

    /// The number of its links that can be followed.
    var linkCount: Int { inline.links.links.count }

    /// Whether all blocks are made.
    var isWhole: Bool { hasTargets }

    /// Makes blocks of about this many lines, or all.
    mutating func read(_ wanted: Int) {
        while count < wanted, rest != nil || next < document.lines.count {
            if rest == nil {
                next += 1
                starts.append(blocks.count)
                // The title and the blank lines below it.
                let line = document.lines[next - 1]
                isInTitle = isInTitle && (line.range.upperBound <= titleEnd || line.content == .blank)
                addBlock(of: line, begins: true)
            } else {
                addBlock(of: document.lines[next - 1], begins: false)
            }
        }
        guard rest == nil, next == document.lines.count, !hasTargets else { return }
        hasTargets = true
        addTargets(of: inline.links, shownInTitle: Self.linksShownInTitle(document, inline.links, titleEnd))
    }

    /// The number of the block with a line of the text; the block is made if necessary.
    ///
    /// - Parameter offset: The start of the line, in bytes of the document.
    mutating func block(at offset: Int) -> Int? {
        let lines = document.lines
        // The text of a line follows its signs.
        guard let line = lines.firstIndex(where: { $0.range.lowerBound >= offset }) ?? lines.indices.last else {
            return nil
        }
        while starts.count <= line, !isWhole { read(count + Self.rows) }
        return line < starts.count ? starts[line] : nil
    }

    /// The links whose targets only the title shows.
    private static func linksShownInTitle(
        _ document: MarkdownDocument, _ links: NumberedLinks, _ titleEnd: Int
    ) -> Set<Int> {
        guard let first = document.links.first, first.whole.lowerBound < titleEnd else { return [] }
        return Set(links.hiddenTargets).subtracting(NumberedLinks(document).hiddenTargets)
    }

    private mutating func addBlock(of line: MarkdownLine, begins: Bool) {
        let content: Block.Content =
            switch line.content {
            case .blank: .blank
            case .heading(let level): .heading(text(of: line), level: level)
            case .rule: .rule
            case .fence: .fence
            case .code(let indent):
                .code((begins ? String(repeating: " ", count: indent) : "") + plainText(of: line))
            case .table(let rows): .table(table(rows))
            case .aside: .paragraph(StyledText(plainText(of: line), .faint))
            case .html: .paragraph(StyledText(plainText(of: line)))
            case .text: .paragraph(text(of: line, behind: begins ? line.indent : 0))
            }
        var block = Block(content, in: line.depth > 0 ? containers(of: line) : [])
        if isInTitle { block.condition = .titleIsCut }
        block.goesOn = rest != nil
        blocks.append(block)
        count += 1
        if rest == nil { addPictures(of: line) }
    }

    /// Adds the pictures of a line below it.
    private mutating func addPictures(of line: MarkdownLine) {
        switch line.content {
        case .heading, .text: break
        default: return
        }
        for picture in inline.pictures(in: line.spans) {
            let containers = line.depth > 0 ? containers(of: line, isBegun: true) : []
            blocks.append(Block(.picture(picture), in: containers))
        }
    }

    /// The text of a line, or the next piece of it.
    private mutating func text(of line: MarkdownLine, behind blanks: Int = 0) -> StyledText {
        var part: MarkdownInline.Rest? = if case .spans(let part) = rest { part } else { .init(line.spans) }
        var text = StyledText(String(repeating: " ", count: blanks))
        text.append(inline.text(&part, bytes: Self.bytes))
        rest = part.map(Rest.spans)
        if rest != nil { count += Self.bytes / 64 }
        return text
    }

    /// The same without markup.
    private mutating func plainText(of line: MarkdownLine) -> String {
        let whole = if case .bytes(let rest) = rest { rest } else { line.range }
        let piece = document.beginning(of: whole, bytes: Self.bytes)
        rest = piece.count < whole.count ? .bytes(piece.upperBound..<whole.upperBound) : nil
        if rest != nil { count += Self.bytes / 64 }
        return document.text(piece)
    }

    /// A table, or the next rows of it.
    private mutating func table(_ whole: Range<Int>) -> Block.Table {
        var (rows, widths): (Range<Int>, [Int]) =
            if case .rows(let rows, let widths) = rest { (rows, widths) } else { (whole, []) }
        var texts: [[StyledText]] = []
        var cells = 0
        for row in rows.prefix(Self.rows) where cells < Self.cells {
            texts.append(self.cells(of: row).map(inline.text))
            cells += texts[texts.count - 1].count
        }
        rows = rows.dropFirst(texts.count)
        if widths.isEmpty, !rows.isEmpty { widths = self.widths(of: whole) }
        rest = rows.isEmpty ? nil : .rows(rows, widths: widths)
        count += texts.count
        var table = Block.Table(
            .ruled, rows: texts, rightAligned: document.rightAligned(whole.lowerBound), widths: widths)
        table.centered = document.centered(whole.lowerBound)
        return table
    }

    /// The widths of a table’s columns if there is room for everything.
    private func widths(of rows: Range<Int>) -> [Int] {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in cells(of: row).enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], inline.width(of: cell))
            }
        }
        return widths
    }

    /// The spans of the cells of a row, up to the last in which something stands.
    private func cells(of row: Int) -> some Collection<Range<Int>> {
        document.cells(of: document.rows[row]).reversed().drop(while: \.isEmpty).reversed()
    }

    private func containers(of line: MarkdownLine, isBegun: Bool = false) -> [Block.Container] {
        document.containers(of: line).enumerated().map { index, container in
            switch container {
            case .quote: .quote
            case .item(_, let sign): .item(Block.Sign(sign), begins: !isBegun && index >= line.kept)
            }
        }
    }

    /// Adds the targets of the links that the text does not show, each on a line.
    ///
    /// - Parameter shownInTitle: The links whose targets the title shows, if it is displayed in the text.
    private mutating func addTargets(of links: NumberedLinks, shownInTitle: Set<Int>) {
        let hiddenTargets = links.hiddenTargets
        guard !hiddenTargets.isEmpty else { return }
        let last = blocks.last { $0.condition == .always }
        if last.map({ $0 != .blank }) ?? false {
            var blank = Block.blank
            if hiddenTargets.allSatisfy(shownInTitle.contains) { blank.condition = .titleIsWhole }
            blocks.append(blank)
        } else if last == nil, !blocks.isEmpty, !hiddenTargets.allSatisfy(shownInTitle.contains) {
            var blank = Block.blank
            blank.condition = .titleIsCut
            blocks.append(blank)
        }
        for number in hiddenTargets {
            let target = links[number]
            let link = SpanLink(address: target?.address, number: number)
            var block = Block(
                .paragraph(StyledText(target?.text ?? "", link: link)),
                in: [.item(.reference(number), begins: true)])
            if shownInTitle.contains(number) { block.condition = .titleIsWhole }
            blocks.append(block)
        }
    }
}

extension Block.Sign {
    fileprivate init(_ sign: MarkdownContainer.Sign) {
        self =
            switch sign {
            case .bullet: .bullet
            case .number(let number): .number(number)
            case .box(let isTicked): .box(isTicked: isTicked)
            }
    }
}

/// A note’s text as blocks, kept until the text changes: panels are drawn at every key.
///
/// A long text has only the blocks near the parts that the user has seen.
struct NoteText {
    private var note: Note?
    private var reading: MarkdownBlocks?
    /// The tags of the note.
    private(set) var tags: [String] = []
    /// The blocks of the requested places.
    private var places: [String: Int?] = [:]
    /// Whether the note has no text but its title.
    private var isTitle = false
    /// Blocks are made for about this many lines at once.
    private static let portion = 256

    /// The first blocks of a note’s text, or all of them.
    ///
    /// - Parameter lines: The approximate number of lines to make, if there are as many.
    mutating func blocks(of note: Note, lines: Int) -> [Block] {
        if note.content != self.note?.content {
            isTitle = note.body.allSatisfy(\.isWhitespace)
            reading = MarkdownBlocks(note.content, titleEnd: isTitle ? 0 : note.titleEnd)
            places = [:]
        }
        if note != self.note, let reading { tags = note.tags(in: reading.document) }
        self.note = note
        reading?.read(lines / Self.portion < Int.max / Self.portion ? (lines / Self.portion + 1) * Self.portion : .max)
        var blocks = reading?.blocks ?? []
        if isTitle, !blocks.isEmpty { blocks[0].condition = .isTitle }
        return blocks
    }

    /// The number of the block of a note’s text at a heading or a block of it; `nil` if the place does not exist.
    mutating func block(at place: String, of note: Note) -> Int? {
        _ = blocks(of: note, lines: 0)
        if let known = places[place] { return known }
        let found = (reading?.document).flatMap { NotePlace.range(of: place, in: $0) }.flatMap {
            reading?.block(at: $0.lowerBound)
        }
        places[place] = .some(found)
        return found
    }

    /// The number of links in the text.
    var linkCount: Int { reading?.linkCount ?? 0 }

    /// Whether all blocks are made.
    var isWhole: Bool { reading?.isWhole ?? true }
}

extension Note {
    /// The links of the note, numbered as in `MarkdownBlocks`: those of the displayable text.
    var links: NumberedLinks { reading.links }

    /// The links of the note and its tags, from one reading.
    var reading: (links: NumberedLinks, tags: [String]) {
        let visible = Sanitizer.visible(content, keepingNewlines: true)
        let document = MarkdownDocument(visible, hasLines: false)
        return (
            NumberedLinks(document, titleEnd: titleEnd), visible == content ? tags(in: document) : tags
        )
    }

    /// The numbers of the links that stand at a place of the note.
    ///
    /// - Parameter isSection: Whether only those count that stand in what belongs to the place, and not all from there on.
    func links(at place: String, isSection: Bool) -> Set<Int> {
        let document = MarkdownDocument(Sanitizer.visible(content, keepingNewlines: true))
        guard let section = NotePlace.range(of: place, in: document) else { return [] }
        let range = isSection ? section : section.lowerBound..<document.bytes.count
        let links = NumberedLinks(document, titleEnd: titleEnd)
        return Set(
            document.links.indices.filter { range.contains(document.links[$0].whole.lowerBound) }.compactMap {
                links.number(at: $0)
            })
    }

    /// The end of the title in the displayable text, in bytes; 0 for a name of its own, which is not in the text.
    var titleEnd: Int { names.isEmpty ? Sanitizer.visible(firstLine).utf8.count : 0 }
}
