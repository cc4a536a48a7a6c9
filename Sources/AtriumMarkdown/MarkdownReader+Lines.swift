// SPDX-License-Identifier: GPL-3.0-or-later

// Lines. md4c tells nothing of those that are blank, of fences, rules and the addresses of links: they are what stands
// between the lines that it tells of.
extension MarkdownReader {
    /// The most lines searched for a fence or a rule that md4c found.
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
            if content == .text, containerCount == 0, line < prepared.lineStarts.count {
                let before = prepared.lineStart(line)..<offset
                if bytes[before].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { indent = before.count }
            }
        }
        passLines(before: offset + 1)
    }

    /// Takes the lines that begin before a place for told.
    mutating func passLines(before offset: Int) {
        guard hasLines else { return }
        while nextLine < prepared.lineStarts.count, prepared.lineStart(nextLine) < offset { nextLine += 1 }
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
                content: content, container: container, depth: containerCount, kept: kept, goesOn: goesOn,
                range: range, indent: indent, spans: spans))
        kept = containerCount
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
            anyStart(of: number, pastItems: !isEnd) { start in
                start + 2 < bytes.count && bytes[start] == fence && bytes[start + 1] == fence
                    && bytes[start + 2] == fence
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
        let line = lines.first { number in anyStart(of: number, pastItems: true) { isRule(from: $0) } }
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
        var closing = end
        while closing > first, bytes[closing - 1] == UInt8(ascii: "#") { closing -= 1 }
        if closing == first || bytes[closing - 1] <= 0x20 { end = closing }
        while end > first, bytes[end - 1] <= 0x20 { end -= 1 }
        lines[lines.count - 1].range = first..<end
    }

    /// Adds the line of an item in which there is nothing that is shown.
    mutating func readEmptyItem() {
        (goesOn, indent, firstSpan, lineRange) = (false, 0, spans.count, nil)
        readSigns()
        let start = nextLine > 0 ? lastStart(of: nextLine - 1, pastItems: true) : nil
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
            var quotes = 0
            var isBlank = true
            for byte in bytes[range] where byte != 0x20 && byte != 0x09 {
                if byte == UInt8(ascii: ">") { quotes += 1 } else { isBlank = false }
            }
            quotes = isBlank ? min(quotes, 32) : 0
            var spans = self.spans.count..<self.spans.count
            if content == .text, !isBlank {
                self.spans.append(MarkdownSpan(kind: .text, marks: [], link: nil, range: range))
                spans = spans.lowerBound..<(spans.lowerBound + 1)
            }
            lines.append(
                MarkdownLine(
                    content: isBlank ? .blank : content, container: quotation(quotes), depth: quotes, kept: quotes,
                    goesOn: false, range: range, indent: 0, spans: spans))
            nextLine += 1
        }
    }
}

// The places of lines.
extension MarkdownReader {
    /// The line in which a place lies; none before those that were told of but the last one.
    func line(at offset: Int) -> Int {
        let count = prepared.lineStarts.count
        var line = max(0, nextLine - 1)
        if line < count, prepared.lineStart(line) > offset {
            // md4c goes back only where it was given more than there is.
            while line > 0, prepared.lineStart(line) > offset { line -= 1 }
        }
        while line + 1 < count, prepared.lineStart(line + 1) <= offset { line += 1 }
        return line
    }

    /// The start of a line, without its blanks.
    func start(of line: Int) -> Int {
        guard line < prepared.lineStarts.count else { return bytes.count }
        var index = prepared.lineStart(line)
        let end = end(of: line)
        while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        return index
    }

    /// The end of a line, without the end of the line and the blanks before it.
    func end(of line: Int) -> Int {
        guard line < prepared.lineStarts.count else { return bytes.count }
        var end = line + 1 < prepared.lineStarts.count ? prepared.lineStart(line + 1) : bytes.count
        let start = prepared.lineStart(line)
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return end
    }

    /// Where the line may begin of which there are signs of quotations, and of items of lists, before it: the last place.
    private func lastStart(of line: Int, pastItems: Bool) -> Int {
        var last = 0
        _ = anyStart(of: line, pastItems: pastItems) {
            last = $0
            return false
        }
        return last
    }

    /// Whether any of these places is the right one.
    private func anyStart(of line: Int, pastItems: Bool, _ isRight: (Int) -> Bool) -> Bool {
        var index = start(of: line)
        let end = end(of: line)
        if isRight(index) { return true }
        while index < end {
            let byte = bytes[index]
            var next = index
            if byte == UInt8(ascii: ">") {
                next += 1
            } else if pastItems, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "*") {
                next += 1
            } else if pastItems {
                while next < min(end, index + 9), (0x30...0x39).contains(bytes[next]) { next += 1 }
                guard next > index, next < end, bytes[next] == UInt8(ascii: ".") || bytes[next] == UInt8(ascii: ")")
                else { break }
                next += 1
            }
            guard next > index, next == end || bytes[next] == 0x20 || bytes[next] == 0x09 || byte == UInt8(ascii: ">")
            else { break }
            while next < end, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
            index = next
            if isRight(index) { return true }
        }
        return false
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
