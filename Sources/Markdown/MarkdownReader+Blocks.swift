// SPDX-License-Identifier: GPL-3.0-or-later

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

    /// The innermost one of so many quotations that stand in nothing else.
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
