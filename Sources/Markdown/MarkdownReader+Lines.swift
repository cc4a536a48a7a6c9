// SPDX-License-Identifier: GPL-3.0-or-later

// Lines. md4c tells nothing of those that are blank, of fences, rules and the addresses of links: they are what stands
// between the lines that it tells of.
extension MarkdownReader {
    /// So many lines are gone over for a fence or a rule that md4c found.
    private static let farthest = 100

    /// Begins a block of text where none has begun: an item of a list may have text that is in no paragraph.
    mutating func startText() {
        guard content == nil else { return }
        (content, goesOn, lineRange, firstSpan, indent) = (.text, false, nil, spans.count, 0)
    }

    /// Begins a line, unless it has begun.
    mutating func startLine(at offset: Int) {
        guard hasLines else { return }
        if lineRange == nil {
            let line = line(at: offset)
            if line + 1 == nextLine, case .code? = content { removeBlankCode() }
            readGap(before: line)
            lineRange = offset..<offset
            if content == .text, containers.isEmpty, line < prepared.lineStarts.count {
                let before = prepared.lineStarts[line]..<offset
                if bytes[before].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { indent = before.count }
            }
        }
        passLines(before: offset + 1)
    }

    /// Takes the lines that begin before a place for told.
    mutating func passLines(before offset: Int) {
        guard hasLines else { return }
        while nextLine < prepared.lineStarts.count, prepared.lineStarts[nextLine] < offset { nextLine += 1 }
    }

    /// Ends a line of text, behind which the same block goes on.
    mutating func endTextLine() {
        flush()
        guard hasLines, let content else { return }
        endLine(content)
        (goesOn, lineRange, firstSpan, indent) = (true, nil, spans.count, 0)
        lineStart = position
    }

    mutating func endLine(_ content: MarkdownLine.Content) {
        if lineRange == nil { readSigns() }
        let start = lineRange?.lowerBound ?? position
        add(content, start..<max(start, position), spans: firstSpan..<spans.count)
    }

    mutating func add(_ content: MarkdownLine.Content, _ range: Range<Int>, spans: Range<Int>) {
        lines.append(
            MarkdownLine(
                content: content, containers: containers, kept: kept, goesOn: goesOn, range: range, indent: indent,
                spans: spans))
        kept = containers.count
    }

    /// Reads a piece of a block of code.
    mutating func readCode(_ text: Text, _ place: Range<Int>?, _ size: Int) {
        guard hasLines else { return }
        if let place {
            startLine(at: place.lowerBound)
            lineRange = (lineRange?.lowerBound ?? place.lowerBound)..<place.upperBound
            position = place.upperBound
        } else if text != .lineEnd {
            indent += size
        } else {
            if lineRange == nil {
                nextLine += 1
                position = start(of: nextLine - 1)
                indent = 0
            }
            let range = lineRange ?? position..<position
            add(.code(indent: indent), range, spans: firstSpan..<firstSpan)
            (goesOn, lineRange, indent) = (true, nil, 0)
        }
    }

    /// Reads a piece of a block of HTML.
    mutating func readHTML(_ text: Text, _ place: Range<Int>?) {
        guard hasLines else { return }
        if let place {
            startLine(at: place.lowerBound)
            position = place.upperBound
        } else if text == .lineEnd {
            if lineRange == nil {
                nextLine += 1
                position = start(of: nextLine - 1)
                lineRange = position..<position
            }
            endLine(.html)
            (goesOn, lineRange) = (true, nil)
        }
    }

    /// A blank line between lines of code that are neighbours in the text was put in.
    private mutating func removeBlankCode() {
        guard let last = lines.last, case .code = last.content, last.range.isEmpty else { return }
        lines.removeLast()
        nextLine -= 1
    }

    /// The begin or the end of a block of code.
    mutating func readFence(isEnd: Bool) {
        guard let fence else { return }
        let lines = nextLine..<min(isEnd ? nextLine + 1 : nextLine + Self.farthest, prepared.lineStarts.count)
        let line = lines.first { number in
            starts(of: number, pastItems: !isEnd).contains {
                bytes[$0...].prefix(3).elementsEqual([fence, fence, fence])
            }
        }
        if isEnd, line == nil { return }
        readGap(before: line ?? nextLine)
        let place = start(of: nextLine)
        (goesOn, indent) = (isEnd, 0)
        add(.fence, place..<place, spans: spans.count..<spans.count)
        if line != nil { nextLine += 1 }
    }

    mutating func readRule() {
        let lines = nextLine..<min(nextLine + Self.farthest, prepared.lineStarts.count)
        let line = lines.first { number in starts(of: number, pastItems: true).contains { isRule(from: $0) } }
        readGap(before: line ?? nextLine)
        let place = start(of: nextLine)
        (goesOn, indent) = (false, 0)
        add(.rule, place..<place, spans: spans.count..<spans.count)
        if line != nil { nextLine += 1 }
    }

    /// Gives a heading all of its text, also the signs within it; the line below is a part of one without `#`.
    mutating func endHeading() {
        guard let last = lines.last, case .heading(let level) = last.content else { return }
        let line = line(at: last.range.lowerBound)
        let start = start(of: line)
        guard let sign = bytes[start..<max(start, last.range.lowerBound)].firstIndex(of: UInt8(ascii: "#")) else {
            if !last.range.isEmpty { nextLine += 1 }
            return
        }
        var end = end(of: line)
        var first = min(sign + level, end)
        while first < end, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
        let closing = end - bytes[first..<end].reversed().prefix { $0 == UInt8(ascii: "#") }.count
        if closing == first || bytes[closing - 1] <= 0x20 { end = closing }
        while end > first, bytes[end - 1] <= 0x20 { end -= 1 }
        lines[lines.count - 1].range = first..<end
    }

    /// Adds the line of an item in which there is nothing that is shown.
    mutating func readEmptyItem() {
        (goesOn, indent, firstSpan, lineRange) = (false, 0, spans.count, nil)
        readSigns()
        let start = nextLine > 0 ? starts(of: nextLine - 1, pastItems: true).last : nil
        let range = start.map { $0..<end(of: nextLine - 1) } ?? position..<position
        add(range.isEmpty ? .text : .aside, range, spans: spans.count..<spans.count)
    }

    /// Passes a line that has signs alone.
    private mutating func readSigns() {
        var line = nextLine
        while line < prepared.lineStarts.count, start(of: line) == end(of: line) { line += 1 }
        guard line < prepared.lineStarts.count else { return }
        readGap(before: line)
        position = end(of: line)
        nextLine = line + 1
    }

    /// Adds the lines of which md4c tells nothing: blank ones, and addresses for links.
    mutating func readGap(before line: Int, as content: MarkdownLine.Content = .aside) {
        while nextLine < min(line, prepared.lineStarts.count) {
            let range = start(of: nextLine)..<end(of: nextLine)
            let signs = bytes[range].filter { $0 != 0x20 && $0 != 0x09 }
            let isBlank = signs.allSatisfy { $0 == UInt8(ascii: ">") }
            let quotes = isBlank ? Array(repeating: MarkdownContainer.quote, count: min(signs.count, 32)) : []
            var spans = self.spans.count..<self.spans.count
            if content == .text, !isBlank {
                self.spans.append(MarkdownSpan(kind: .text, marks: [], link: nil, range: range))
                spans = spans.lowerBound..<(spans.lowerBound + 1)
            }
            lines.append(
                MarkdownLine(
                    content: isBlank ? .blank : content, containers: quotes, kept: quotes.count, goesOn: false,
                    range: range, indent: 0, spans: spans))
            nextLine += 1
        }
    }
}

// Where lines stand.
extension MarkdownReader {
    /// The line in which a place lies; none before those that were told of but the last one.
    func line(at offset: Int) -> Int {
        let starts = prepared.lineStarts
        var line = max(0, nextLine - 1)
        if line < starts.count, starts[line] > offset {
            // md4c goes back only where it was given more than there is.
            while line > 0, starts[line] > offset { line -= 1 }
        }
        while line + 1 < starts.count, starts[line + 1] <= offset { line += 1 }
        return line
    }

    /// Where a line begins, without its blanks.
    func start(of line: Int) -> Int {
        guard line < prepared.lineStarts.count else { return bytes.count }
        var index = prepared.lineStarts[line]
        let end = end(of: line)
        while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        return index
    }

    /// Where a line ends, without the end of the line and the blanks before it.
    func end(of line: Int) -> Int {
        guard line < prepared.lineStarts.count else { return bytes.count }
        var end = line + 1 < prepared.lineStarts.count ? prepared.lineStarts[line + 1] : bytes.count
        let start = prepared.lineStarts[line]
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return end
    }

    /// Where the line may begin of which there are signs of quotations, and of items of lists, before it.
    private func starts(of line: Int, pastItems: Bool) -> [Int] {
        var index = start(of: line)
        let end = end(of: line)
        var starts = [index]
        while index < end {
            let byte = bytes[index]
            var next = index
            if byte == UInt8(ascii: ">") {
                next += 1
            } else if pastItems, "-+*".utf8.contains(byte) {
                next += 1
            } else if pastItems {
                next = bytes[index..<end].prefix(9).prefix { (0x30...0x39).contains($0) }.endIndex
                guard next > index, next < end, ".)".utf8.contains(bytes[next]) else { break }
                next += 1
            }
            guard next > index, next == end || bytes[next] == 0x20 || bytes[next] == 0x09 || byte == UInt8(ascii: ">")
            else { break }
            while next < end, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
            index = next
            starts.append(index)
        }
        return starts
    }

    private func isRule(from start: Int) -> Bool {
        guard start < bytes.count, "-*_".utf8.contains(bytes[start]) else { return false }
        var count = 0
        var index = start
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
            if bytes[index] == bytes[start] { count += 1 } else if bytes[index] > 0x20 { return false }
            index += 1
        }
        return count >= 3
    }
}

// Tables.
extension MarkdownReader {
    mutating func endCell() {
        flush()
        cells.append(firstSpan..<spans.count)
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
                cells.append(spans.count..<(spans.count + 1))
                append(.text, rest.startIndex..<rest.endIndex, nil)
            }
        }
        let end = max(position, end(of: nextLine - 1))
        tableRange = (tableRange?.lowerBound ?? lineRange?.lowerBound ?? end)..<end
        rows.append(MarkdownRow(cells: cells))
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
