// SPDX-License-Identifier: GPL-3.0-or-later

extension MarkdownReader {
    /// A label has fewer bytes (CommonMark 4.7).
    private static let longestLabel = 1_000
    /// The bytes that addresses given elsewhere may have altogether, counted for each link; links beyond it are text.
    ///
    /// Source: cmark 0.30, `references.c`: the size of the text, or this if that is less.
    private static let fewestExpanded = 100_000

    /// A link whose end is still to come.
    struct OpenLink {
        let number: Int
        let isPicture: Bool
        /// The start of its content.
        var inner: Int?
    }

    mutating func enterLink(isPicture: Bool) {
        flush()
        startText()
        let place = position..<position
        links.append(MarkdownLink(kind: .address(isPicture: isPicture), whole: place, label: place, target: nil))
        openLinks.append(OpenLink(number: links.count - 1, isPicture: isPicture))
        if hasLines { append(.linkStart, place, links.count - 1) }
    }

    /// Ends the innermost link.
    ///
    /// - Parameters:
    ///   - address: The place of its address in the prepared text; `nil` if it is not there as it is meant.
    ///   - resolved: The address in that case.
    mutating func leaveLink(_ address: Range<Int>?, _ resolved: some Collection<UInt8>) {
        flush()
        guard let open = openLinks.popLast() else { return }
        let place = address.map { prepared.source($0.lowerBound)..<prepared.source($0.upperBound) }
        var kind = MarkdownLink.Kind.address(isPicture: open.isPicture)
        var (whole, label, target) = (position..<position, position..<position, place)
        var plain: String?
        var isExcessive = false
        if isBare(open, place) {
            label = (open.inner ?? position)..<position
            (kind, target) = (.bare, label)
            whole = (label.lowerBound - 1)..<(label.upperBound + 1)
        } else {
            let close = nextBracket()
            let start = start(of: open, before: close)
            label = (start + (open.isPicture ? 2 : 1))..<max(close, start + (open.isPicture ? 2 : 1))
            if let inline = inlineAddress(behind: close, place, resolved) {
                target = inline.address
                if place == nil { plain = unescaped(inline.address) }
                whole = start..<inline.end
            } else {
                whole = start..<endOfLabel(behind: close)
                expanded += place?.count ?? resolved.count
                isExcessive = expanded > max(bytes.count, Self.fewestExpanded)
            }
        }
        if isExcessive { excessive.insert(open.number) }
        if !isExcessive, place == nil, plain == nil, !resolved.isEmpty {
            plain = String(decoding: resolved, as: UTF8.self)
        }
        if let plain { self.resolved.append(plain) }
        let link = MarkdownLink(
            kind: kind, whole: whole, label: label, target: target,
            resolved: plain == nil ? nil : self.resolved.count - 1)
        links[open.number] = link
        // A link may have begun some lines before.
        startLine(at: link.whole.lowerBound < lineStart ? link.label.upperBound : link.whole.lowerBound)
        position = max(position, link.whole.upperBound)
        readInner(link.whole.lowerBound)
        passLines(before: position)
        if hasLines { append(.linkEnd, position..<position, open.number) }
    }

    /// Notes the start of the content of the innermost open link.
    mutating func readInner(_ offset: Int) {
        if let open = openLinks.last, open.inner == nil { openLinks[openLinks.count - 1].inner = offset }
    }

    /// Whether a link is `<address>`.
    private func isBare(_ open: OpenLink, _ place: Range<Int>?) -> Bool {
        guard let inner = open.inner, inner > 0, !open.isPicture, position < bytes.count else { return false }
        return bytes[inner - 1] == UInt8(ascii: "<") && bytes[position] == UInt8(ascii: ">")
            && (place == nil || place == inner..<position)
    }

    /// The bracket that ends the text of the link; between it and what was read last there are only signs.
    private func nextBracket() -> Int {
        var index = position
        while index < bytes.count, bytes[index] != UInt8(ascii: "]") { index += 1 }
        return index
    }

    private func start(of open: OpenLink, before close: Int) -> Int {
        var index = min(open.inner ?? close, bytes.count)
        while index > 0, bytes[index - 1] != UInt8(ascii: "[") { index -= 1 }
        index = max(0, index - 1)
        return open.isPicture && index > 0 ? index - 1 : index
    }

    /// The address in parentheses behind a bracket, and the end of these; `nil` if it is given elsewhere.
    private func inlineAddress(behind close: Int, _ place: Range<Int>?, _ resolved: some Collection<UInt8>)
        -> (address: Range<Int>, end: Int)?
    {
        guard close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "(") else { return nil }
        var start = endOfBlanks(from: close + 2)
        let isBracketed = start < bytes.count && bytes[start] == UInt8(ascii: "<")
        if isBracketed { start += 1 }
        var address = place ?? start..<start
        if place == nil, !resolved.isEmpty {
            guard let end = end(ofEscaped: resolved, from: start) else { return nil }
            address = start..<end
        } else if address.isEmpty {
            address = start..<start
        }
        guard address.lowerBound == start else { return nil }
        var end = endOfBlanks(from: address.upperBound + (isBracketed ? 1 : 0))
        if end < bytes.count, bytes[end] != UInt8(ascii: ")") { end = endOfBlanks(from: endOfTitle(from: end)) }
        return (address, min(end + 1, bytes.count))
    }

    /// Behind an address in the text that is this one but for its backslashes and what was hidden from md4c.
    private func end(ofEscaped address: some Collection<UInt8>, from start: Int) -> Int? {
        var index = start
        for byte in address {
            let isEscape =
                index + 1 < bytes.count && bytes[index] == UInt8(ascii: "\\") && Self.isPunctuation(bytes[index + 1])
            if isEscape { index += 1 }
            guard index < bytes.count, bytes[index] == byte || PreparedText.mayHide(bytes[index], as: byte) else {
                return nil
            }
            index += 1
        }
        return index
    }

    /// A part of the text without the backslashes that are not meant.
    private func unescaped(_ range: Range<Int>) -> String {
        var result: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let isEscape =
                bytes[index] == UInt8(ascii: "\\") && index + 1 < range.upperBound
                && Self.isPunctuation(bytes[index + 1])
            if isEscape { index += 1 }
            result.append(bytes[index])
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !MarkdownBytes.isASCIIWord(byte)
    }

    private func endOfTitle(from start: Int) -> Int {
        guard start < bytes.count else { return start }
        let end = bytes[start] == UInt8(ascii: "(") ? UInt8(ascii: ")") : bytes[start]
        var index = start + 1
        while index < bytes.count, bytes[index] != end { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index + 1, bytes.count)
    }

    /// Behind the label of an address that is given elsewhere, if there is one behind a bracket.
    private func endOfLabel(behind close: Int) -> Int {
        let end = min(close + 1, bytes.count)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "[") else { return end }
        var index = end + 1
        while index < min(bytes.count, end + Self.longestLabel), bytes[index] != UInt8(ascii: "[") {
            if bytes[index] == UInt8(ascii: "]") { return index + 1 }
            if bytes[index] == 0x0A || bytes[index] == 0x0D { break }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return end
    }

    private func endOfBlanks(from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
        return index
    }
}
