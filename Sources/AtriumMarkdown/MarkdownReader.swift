// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes a document of md4c’s findings in a text, block by block and piece by piece.
///
/// Places are those of the text: what is prepared for md4c is seen here only where its places are translated.
struct MarkdownReader {
    enum Block { case quote, list, item, rule, heading, code, html, paragraph, table, head, row, cell }
    enum Span { case stressed, strong, struck, code }
    enum Text { case plain, code, html, lineEnd }
    enum Alignment { case left, center, right }

    /// The most bytes that room is reserved for at the start.
    private static let mostExpected = 1 << 21
    /// The deepest nesting; no user reads deeper.
    static let deepest = 32

    let prepared: PreparedText
    let bytes: [UInt8]
    let hasLines: Bool

    var lines: [MarkdownLine] = []
    var spans: [MarkdownSpan] = []
    var rows: [MarkdownRow] = []
    var links: [MarkdownLink] = []
    /// Searches the text, and keeps the tags.
    private var signs: TextSigns
    /// Addresses that had escapes, without them.
    var resolved: [String] = []
    /// Whether an item had a check box.
    var hasBox = false

    /// The containers of the next line, and the number of them that the line before was in.
    var chain = ContainerChain()
    var container: UInt32 = 0
    var containerCount = 0
    var kept = 0
    var depth = 0
    /// Quotations in quotations, for blank lines that stand in nothing else.
    var quotes: [UInt32] = []
    var openLists: [(number: Int, next: Int?)] = []
    var listCount = 0
    /// The number of lines when the item began.
    var linesBefore: [Int] = []

    /// The block that has lines of its own, and what of its line is there already.
    var content: MarkdownLine.Content?
    var goesOn = false
    var lineRange: Range<Int>?
    /// The end of the line before.
    var lineStart = 0
    var firstSpan = 0
    var indent = 0
    /// The first line of the text of which nothing was said yet.
    var nextLine = 0
    var fence: UInt8?

    /// The end of the piece that was read last.
    var position = 0
    /// Text that was read and not yet looked through.
    private var run = 0..<0
    private var depths = (stressed: 0, strong: 0, struck: 0)
    private var isCode = false
    var openLinks: [OpenLink] = []
    /// The bytes of the addresses so far that are given elsewhere, and the links that have too many of them.
    var expanded = 0
    var excessive: Set<Int> = []

    /// The table whose rows are read, and the cells of all tables.
    var tableStart = 0
    var rowStart = 0
    var cells: [CompactRange] = []
    /// The columns in which text stands at the right, by the head of their table.
    var rightAligned: [Int: Set<Int>] = [:]
    var centered: [Int: Set<Int>] = [:]
    var tableRange: Range<Int>?

    init(_ prepared: PreparedText, of bytes: [UInt8], hasLines: Bool) {
        self.prepared = prepared
        self.bytes = bytes
        self.hasLines = hasLines
        signs = TextSigns(bytes)
        guard hasLines else { return }
        // Room that is not used costs nothing, and growing means to move all that is there.
        let most = min(bytes.count, Self.mostExpected)
        lines.reserveCapacity(min(prepared.lineStarts.count, most))
        spans.reserveCapacity(most / 2)
    }

    var tags: [MarkdownTag] { signs.tags }

    /// Ends the document: nothing of a text in a remark is a tag, and nothing in a formula a link.
    mutating func finish() {
        if hasLines { readGap(before: prepared.lineStarts.count) }
        signs.removeHiddenTags()
        removeLinks(excessive, in: links.isEmpty ? [] : signs.formulaPlaces)
    }

    /// Takes the whole text for lines of text in which nothing is marked.
    mutating func readPlain() {
        self = MarkdownReader(prepared, of: bytes, hasLines: hasLines)
        guard hasLines else { return }
        readGap(before: prepared.lineStarts.count, as: .text)
    }
}

// The spans and texts within blocks.
extension MarkdownReader {
    private var marks: MarkdownSpan.Marks {
        var marks: MarkdownSpan.Marks = []
        if depths.strong > 0 { marks.insert(.strong) }
        if depths.stressed > 0 { marks.insert(.stressed) }
        if depths.struck > 0 { marks.insert(.struck) }
        return marks
    }

    mutating func enter(_ span: Span) { change(span, by: 1) }

    mutating func leave(_ span: Span) { change(span, by: -1) }

    private mutating func change(_ span: Span, by change: Int) {
        flush()
        startText()
        switch span {
        case .stressed: depths.stressed += change
        case .strong: depths.strong += change
        case .struck: depths.struck += change
        case .code: isCode = change > 0
        }
    }

    /// Reads a piece of text.
    ///
    /// - Parameter offset: Its place in the prepared text; `nil` if md4c made it.
    mutating func read(_ text: Text, at offset: Int?, _ size: Int) {
        startText()
        let place = offset.map { prepared.source($0)..<prepared.source($0 + size) }
        if case .code? = content { return readCode(text, place, size) }
        if content == .html { return readHTML(text, place) }
        guard let place else {
            if text == .lineEnd { endTextLine() } else if isCode { add(.blank, position..<position) }
            return
        }
        guard text == .plain else {
            flush()
            startLine(at: place.lowerBound)
            readInner(place.lowerBound - (text == .code ? 1 : 0))
            add(text == .html ? .html : .code, place)
            return position = place.upperBound
        }
        let isEscaped =
            place.lowerBound > position && place.lowerBound > 0 && bytes[place.lowerBound - 1] == UInt8(ascii: "\\")
        if isEscaped || place.lowerBound != run.upperBound || run.isEmpty {
            flush()
            startLine(at: place.lowerBound)
            readInner(place.lowerBound - (isEscaped ? 1 : 0))
            run = place
        } else {
            run = run.lowerBound..<place.upperBound
        }
        position = place.upperBound
        // An escaped sign is part of nothing.
        if isEscaped {
            run = place.upperBound..<place.upperBound
            add(.text, place)
        }
    }

    /// Passes on the text that was read, with its tags and links.
    mutating func flush() {
        guard !run.isEmpty else { return }
        let range = run
        run = range.upperBound..<range.upperBound
        signs.read(range, isInLink: !openLinks.isEmpty)
        var start = range.lowerBound
        if !signs.links.isEmpty {
            for link in signs.links {
                add(.text, start..<link.whole.lowerBound)
                addWhole(link)
                start = link.whole.upperBound
            }
        }
        add(.text, start..<range.upperBound)
    }

    private mutating func addWhole(_ link: MarkdownLink) {
        links.append(link)
        guard hasLines else { return }
        let number = links.count - 1
        append(.linkStart, link.whole.lowerBound..<link.whole.lowerBound, number)
        append(.text, link.label, number)
        append(.linkEnd, link.whole.upperBound..<link.whole.upperBound, number)
    }

    private mutating func add(_ kind: MarkdownSpan.Kind, _ range: Range<Int>) {
        guard hasLines, !range.isEmpty || kind == .blank else { return }
        if kind == .code, case .table? = content { return addTableCode(range) }
        if let last = spans.last, spans.count > firstSpan, last.kind == kind, last.range.upperBound == range.lowerBound,
            last.link == openLinks.last?.number, last.marks == marks
        {
            spans[spans.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            append(kind, range, openLinks.last?.number)
        }
    }

    mutating func append(_ kind: MarkdownSpan.Kind, _ range: Range<Int>, _ link: Int?) {
        spans.append(MarkdownSpan(kind: kind, marks: marks, link: link, range: range))
    }

    /// In a table a bar is escaped in code too.
    private mutating func addTableCode(_ range: Range<Int>) {
        var start = range.lowerBound
        for index in range where bytes[index] == UInt8(ascii: "\\") {
            guard index + 1 < range.upperBound, bytes[index + 1] == UInt8(ascii: "|") else { continue }
            if index > start { append(.code, start..<index, openLinks.last?.number) }
            start = index + 1
        }
        append(.code, start..<range.upperBound, openLinks.last?.number)
    }
}

// Blocks.
extension MarkdownReader {
    mutating func enterList(from start: Int?) {
        listCount += 1
        openLists.append((listCount, start))
    }

    mutating func enterItem(boxAt box: Int?) {
        guard let list = openLists.last else { return }
        var sign = list.next.map(MarkdownContainer.Sign.number) ?? .bullet
        if let next = list.next { openLists[openLists.count - 1].next = next + 1 }
        if let box = box.map(prepared.source), bytes.indices.contains(box) {
            sign = .box(isTicked: bytes[box] != 0x20)
            position = box + 1
            hasBox = true
        }
        open(.item(list: list.number, sign))
        linesBefore.append(lines.count)
    }

    mutating func enterHeading(_ level: Int) { startBlock(.heading(level: level)) }

    mutating func enterCode(fence: UInt8?) {
        self.fence = fence
        if fence != nil, hasLines { readFence(isEnd: false) }
        startBlock(.code(indent: 0))
        goesOn = fence != nil
    }

    mutating func enter(_ block: Block) {
        switch block {
        case .quote: open(.quote)
        case .rule: if hasLines { readRule() }
        case .html: startBlock(.html)
        case .paragraph: startBlock(.text)
        case .table:
            startBlock(.table(rows: 0..<0))
            (tableStart, tableRange) = (rows.count, nil)
        case .row: (rowStart, lineRange) = (cells.count, nil)
        case .cell: enterCell(.left)
        default: break
        }
    }

    mutating func leave(_ block: Block) {
        switch block {
        case .quote: close()
        case .list: openLists.removeLast()
        case .item:
            endBlock()
            if hasLines, linesBefore.last == lines.count { readEmptyItem() }
            linesBefore.removeLast()
            close()
        case .heading, .paragraph, .html, .code: endBlock()
        case .cell: endCell()
        case .row: if hasLines { endRow() }
        case .head: if hasLines { nextLine += 1 }
        case .table:
            if hasLines { endTable() }
            content = nil
        case .rule: break
        }
    }

    private mutating func open(_ container: MarkdownContainer) {
        endBlock()
        depth += 1
        guard depth <= Self.deepest else { return }
        self.container = chain.add(container, in: self.container)
        containerCount += 1
    }

    private mutating func close() {
        endBlock()
        depth -= 1
        if depth < Self.deepest {
            container = chain.outer(of: container)
            containerCount -= 1
        }
        kept = min(kept, containerCount)
    }

    /// The innermost one of `count` quotations that are in nothing else; 0 for none.
    mutating func quotation(_ count: Int) -> UInt32 {
        while quotes.count < count { quotes.append(chain.add(.quote, in: quotes.last ?? 0)) }
        return count > 0 ? quotes[count - 1] : 0
    }

    private mutating func startBlock(_ content: MarkdownLine.Content) {
        endBlock()
        self.content = content
        (goesOn, lineRange, firstSpan, indent) = (false, nil, spans.count, 0)
    }

    private mutating func endBlock() {
        flush()
        guard let content else { return }
        self.content = nil
        guard hasLines else { return }
        switch content {
        case .code: if fence != nil { readFence(isEnd: true) }
        case .html: if lineRange != nil { endLine(content) }
        case .table: break
        case .heading:
            endLine(content)
            endHeading()
        default: endLine(content)
        }
    }
}

/// Reading tables, whose cells lie between bars.
extension MarkdownReader {
    mutating func enterCell(_ alignment: Alignment) {
        firstSpan = spans.count
        guard hasLines, rows.count == tableStart else { return }
        switch alignment {
        case .left: break
        case .center: centered[tableStart, default: []].insert(cells.count - rowStart)
        case .right: rightAligned[tableStart, default: []].insert(cells.count - rowStart)
        }
    }

    mutating func endCell() {
        flush()
        cells.append(CompactRange(firstSpan..<spans.count))
    }

    /// Ends a row; cells for which there is no column are text of one more, since nothing of a text is lost.
    mutating func endRow() {
        if lineRange == nil {
            nextLine += 1
        } else if let bar = bytes[position..<max(position, end(of: nextLine - 1))].firstIndex(of: UInt8(ascii: "|")) {
            var rest = bytes[(bar + 1)..<end(of: nextLine - 1)]
            if rest.last == UInt8(ascii: "|") { rest = rest.dropLast() }
            rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "|") }
            if !rest.isEmpty {
                cells.append(CompactRange(spans.count..<(spans.count + 1)))
                append(.text, rest.startIndex..<rest.endIndex, nil)
            }
        }
        let end = max(position, end(of: nextLine - 1))
        tableRange = (tableRange?.lowerBound ?? lineRange?.lowerBound ?? end)..<end
        rows.append(MarkdownRow(cells: rowStart..<cells.count))
        lineRange = nil
    }

    mutating func endTable() {
        content = nil
        let range = tableRange ?? position..<position
        (goesOn, indent) = (false, 0)
        add(.table(rows: tableStart..<rows.count), range, spans: spans.count..<spans.count)
        tableRange = nil
    }
}
