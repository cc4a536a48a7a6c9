// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumMarkdown

/// A place in a note that a link names behind `#`: a heading, those of several levels with `#` between them, or a block
/// behind `^`.
///
///     NotePlace.line("Plans#This week", in: text)    // the line of the heading “This week” below “Plans”
///     NotePlace.line("^37066d", in: text)            // the first line of what `^37066d` stands behind
package enum NotePlace {
    /// The number of the line at the place, from 0; `nil` if the place does not exist.
    package static func line(_ place: String, in text: String) -> Int? {
        let document = MarkdownDocument(text)
        return range(of: place, in: document).map { range in
            lines(of: document.bytes).lastIndex { $0.lowerBound <= range.lowerBound } ?? 0
        }
    }

    /// The text at the place: all below a heading up to the next one of its level, or a block; `nil` if the place does
    /// not exist.
    package static func section(_ place: String, in text: String) -> Substring? {
        guard let range = range(of: place, in: MarkdownDocument(text)) else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }

    /// The range of the place in a document, in bytes, with whole lines; `nil` if the place does not exist.
    package static func range(of place: String, in document: MarkdownDocument) -> Range<Int>? {
        let lines = lines(of: document.bytes)
        if place.hasPrefix("^") { return block(place, in: document, lines) }
        // Dendron says behind a heading how much of it is meant: `Plans,1:#*`.
        guard
            let heading = heading(place, in: document)
                ?? heading(String(place.prefix { $0 != "," && $0 != ":" }), in: document)
        else { return nil }
        func start(of line: MarkdownLine) -> Int {
            lines.last { $0.lowerBound <= line.range.lowerBound }?.lowerBound ?? 0
        }
        let next = document.lines[(heading + 1)...].first { line in
            guard case .heading(let level) = line.content, case .heading(let own) = document.lines[heading].content
            else { return false }
            return level <= own
        }
        return start(of: document.lines[heading])..<(next.map(start) ?? document.bytes.count)
    }

    /// The number of the line of the document with the heading.
    private static func heading(_ place: String, in document: MarkdownDocument) -> Int? {
        let wanted = place.split(separator: "#").map(key).filter { !$0.isEmpty }
        guard let last = wanted.last else { return nil }
        var rest = wanted[...]
        for (index, line) in document.lines.enumerated() {
            guard case .heading = line.content, key(document.text(line.range)[...]) == rest.first else { continue }
            if rest.count == 1 { return index }
            rest = rest.dropFirst()
        }
        // Programs also write the last heading alone, or with any headings above it.
        guard wanted.count > 1 else { return nil }
        return document.lines.firstIndex { line in
            if case .heading = line.content { key(document.text(line.range)[...]) == last } else { false }
        }
    }

    /// The block before the sign: its own lines with the rest of its list item, or for a sign on its own line the lines
    /// above it.
    private static func block(_ sign: String, in document: MarkdownDocument, _ lines: [Range<Int>]) -> Range<Int>? {
        func text(_ line: Int) -> Substring {
            var text = document.text(lines[line])[...]
            while text.last == " " { text.removeLast() }
            return text.drop { $0 == " " || $0 == "\t" }
        }
        guard let end = lines.indices.first(where: { text($0).hasSuffix(sign) }) else { return nil }
        var start = end
        let isWithin = document.bytes[lines[end].lowerBound] <= 0x20 && isWithinItem(lines[end], in: document)
        if text(end) == sign, !isWithin {
            while start > 0, start == end || text(start).isEmpty { start -= 1 }
            while start > 0, !text(start - 1).isEmpty, !text(start - 1).hasPrefix("#") { start -= 1 }
        } else if var line = document.lines.lastIndex(where: { $0.range.lowerBound <= lines[end].upperBound }) {
            while line > 0, document.lines[line].goesOn { line -= 1 }
            start = lines.lastIndex { $0.lowerBound <= document.lines[line].range.lowerBound } ?? end
        }
        let first = document.lines.lastIndex { $0.range.lowerBound <= lines[start].upperBound }
        let below = first.map { self.end(ofItem: $0, in: document) } ?? 0
        let last = max(end, lines.lastIndex { $0.lowerBound <= below } ?? end)
        return lines[start].lowerBound..<lines[last].upperBound
    }

    /// Whether a line of the text goes on with one of an item of a list.
    private static func isWithinItem(_ range: Range<Int>, in document: MarkdownDocument) -> Bool {
        document.lines.last { $0.range.lowerBound <= range.upperBound }.map { $0.goesOn && $0.depth > 0 } ?? false
    }

    /// The end of the last line of a list item, by the number of its first one; of other lines, the end of that line.
    private static func end(ofItem first: Int, in document: MarkdownDocument) -> Int {
        let depth = document.lines[first].depth
        var end = document.lines[first].range.upperBound
        guard case .item? = document.containers(of: document.lines[first]).last else { return end }
        for line in document.lines[(first + 1)...] where line.content != .blank {
            guard line.depth >= depth, line.kept >= depth || line.goesOn else { break }
            end = max(line.range.lowerBound, line.range.upperBound - 1)
        }
        return end
    }

    private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
        bytes.withUnsafeBufferPointer { Array(TextLines($0)) }
    }

    /// By what headings are compared: letters and digits, since a link leaves out what means something in it, and an
    /// address has `-` for blanks.
    private static func key(_ text: Substring) -> String {
        String(
            NameKey.of(String(text)).unicodeScalars.filter {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            })
    }
}

/// A line that is a heading: one to six `#`, a blank, and some text (CommonMark 4.2).
package struct Heading {
    /// The level, from 1 to 6.
    package let level: Int
    /// The text after the signs, without those at the end.
    package let text: Substring

    /// `nil` for any other line.
    package init?(_ line: Substring) {
        // Every kept or shown note passes here, and few lines begin so.
        guard line.utf8.first(where: { $0 != 0x20 }) == UInt8(ascii: "#") else { return nil }
        guard let first = MarkdownDocument(line).lines.first, case .heading(let level) = first.content,
            !first.range.isEmpty
        else { return nil }
        self.level = level
        func index(_ offset: Int) -> String.Index { line.utf8.index(line.startIndex, offsetBy: offset) }
        text = line[index(first.range.lowerBound)..<index(first.range.upperBound)]
    }
}
