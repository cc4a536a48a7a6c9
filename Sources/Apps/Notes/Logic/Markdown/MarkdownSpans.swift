// SPDX-License-Identifier: GPL-3.0-or-later

import NotesStore

/// Reads what stands within a line of Markdown: emphasis, code, links, pictures.
///
/// What is no Markdown is text: nothing of a line is lost. Source of the syntax: CommonMark 0.31, as far as lines go,
/// and GitHub’s `~~` and bare addresses.
///
/// Goes over the bytes of the line once, and over those of a link’s text once more, whatever stands in it.
package struct MarkdownSpans {
    /// The spans of a line; two texts are never neighbours.
    package static func of(_ line: some StringProtocol) -> [MarkdownSpan] { of(line, MarkdownReferences()) }

    /// The spans of a line in a text with these references.
    static func of(_ line: some StringProtocol, _ references: MarkdownReferences) -> [MarkdownSpan] {
        var reader = MarkdownSpans(Array(line.utf8), references)
        return reader.spans(in: 0..<reader.bytes.count, isInLink: false)
    }

    /// What stands for the bytes of code where signs are looked for: none of them.
    private static let masked: UInt8 = 0x01

    private let bytes: [UInt8]
    private let references: MarkdownReferences
    /// The code that is still to come.
    private var code: ArraySlice<CodeSpans.Place>
    /// The line without its code.
    private var signs: LineSigns

    init(_ bytes: [UInt8], _ references: MarkdownReferences) {
        self.bytes = bytes
        self.references = references
        let code = CodeSpans.places(in: bytes)
        self.code = code[...]
        var masked = bytes
        for place in code { for index in place.whole { masked[index] = Self.masked } }
        signs = LineSigns(masked)
    }

    /// How many bytes were looked at to find where links end.
    var steps: Int { signs.steps }

    mutating func spans(in range: Range<Int>, isInLink: Bool) -> [MarkdownSpan] {
        var emphasis = EmphasisRuns(bytes)
        var index = range.lowerBound
        /// Where the text begins that is not handed on yet.
        var start = index
        while index < range.upperBound {
            let sign = signs.bytes[index]
            guard Self.isSign[Int(sign)] else {
                index += 1
                continue
            }
            if sign == UInt8(ascii: "*") || sign == UInt8(ascii: "_") || sign == UInt8(ascii: "~") {
                var end = index + 1
                while end < range.upperBound, signs.bytes[end] == sign { end += 1 }
                emphasis.add(text: start..<index)
                emphasis.add(run: index..<end, within: range)
                (index, start) = (end, end)
            } else if let (span, end) = piece(at: index, sign, in: range, isInLink: isInLink) {
                emphasis.add(text: start..<index)
                if let span { emphasis.add(span) }
                // Of an escaped sign the backslash alone goes.
                start = span == nil ? index + 1 : end
                index = end
            } else {
                index += 1
            }
        }
        emphasis.add(text: start..<range.upperBound)
        return emphasis.spans()
    }

    /// The marked piece that begins at a sign, and where it ends; without a span what follows the sign is text.
    private mutating func piece(at index: Int, _ sign: UInt8, in range: Range<Int>, isInLink: Bool)
        -> (span: MarkdownSpan?, end: Int)?
    {
        switch sign {
        case UInt8(ascii: "\\"):
            guard let (next, length) = MarkdownBytes.scalar(bytes, at: index + 1), index + 1 < range.upperBound,
                MarkdownBytes.isPunctuation(next)
            else { return nil }
            return (nil, index + 1 + length)
        case Self.masked:
            guard let place = nextCode(from: index), place.whole.lowerBound == index else { return nil }
            return (.code(text(place.inner)), place.whole.upperBound)
        case _ where isInLink: return nil
        case UInt8(ascii: "!"):
            guard byte(index + 1) == UInt8(ascii: "["), byte(index + 2) != UInt8(ascii: "["),
                let (label, address, end) = link(at: index + 1)
            else { return nil }
            return (.picture(text(label), address: address), end)
        case UInt8(ascii: "["):
            if byte(index + 1) == UInt8(ascii: "[") { return noteLink(at: index) }
            guard let (label, address, end) = link(at: index) ?? reference(at: index) else { return nil }
            return (.link(spans(in: label, isInLink: true), address: address), end)
        case UInt8(ascii: "<"): return angleAddress(at: index)
        case UInt8(ascii: "n"): return numberLink(at: index)
        default:
            guard !MarkdownBytes.isASCIIWord(byte(index - 1)),
                let address = WebAddress.leading(
                    bytes[index..<(nextCode(from: index)?.whole.lowerBound ?? bytes.count)])
            else { return nil }
            return (.link([.text(address.text)], address: address.text), index + address.text.utf8.count)
        }
    }

    /// The code that begins at a place or behind it.
    private mutating func nextCode(from index: Int) -> CodeSpans.Place? {
        while let first = code.first, first.whole.lowerBound < index { code.removeFirst() }
        return code.first
    }

    private func byte(_ index: Int) -> UInt8? { signs.bytes.indices.contains(index) ? signs.bytes[index] : nil }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The bytes with which something else than text may begin.
    private static let isSign: [Bool] = {
        var isSign = [Bool](repeating: false, count: 256)
        for byte in "\\![<hHmMn*_~".utf8 { isSign[Int(byte)] = true }
        isSign[Int(masked)] = true
        return isSign
    }()
}

extension MarkdownSpans {
    /// `[[title]]` or `[[title|shown]]`.
    private mutating func noteLink(at index: Int) -> (MarkdownSpan?, Int)? {
        let start = index + 2
        guard let close = signs.next(.titleEnd, from: start), !signs.bytes[start..<close].contains(Self.masked) else {
            return nil
        }
        let bar = signs.next(.bar, from: start).flatMap { $0 < close ? $0 : nil }
        let title = text(start..<(bar ?? close))
        guard !title.allSatisfy(\.isWhitespace) else { return nil }
        let shown = bar.map { text(($0 + 1)..<close) } ?? ""
        return (.note(LinkTarget(titled: title[...]), shown: shown.isEmpty ? title : shown), close + 2)
    }

    /// `[label](address)`.
    private mutating func link(at index: Int) -> (label: Range<Int>, address: String, end: Int)? {
        guard let middle = signs.next(.middle, from: index + 1) else { return nil }
        if let other = signs.next(.open, from: index + 1), other < middle { return nil }
        // Without a parenthesis further on there is no end.
        guard signs.next(.roundEnd, from: middle + 2) != nil else { return nil }
        let address = signs.address(from: middle + 2)
        let last = address?.upperBound ?? middle + 2
        guard let close = signs.next(.roundEnd, from: last) else { return nil }
        // Between the address and the parenthesis stands its title or nothing: anything else would be lost.
        let between = signs.endOfBlanks(from: last)
        guard between >= close || address != nil && byte(between) == UInt8(ascii: "\"") else { return nil }
        return ((index + 1)..<middle, address.map(text) ?? "", close + 1)
    }

    /// `[text][label]`, `[label][]` or `[label]`, whose address is given elsewhere.
    private mutating func reference(at index: Int) -> (label: Range<Int>, address: String, end: Int)? {
        guard !references.isEmpty, let close = signs.next(.close, from: index + 1) else { return nil }
        if let other = signs.next(.open, from: index + 1), other < close { return nil }
        let shown = (index + 1)..<close
        var (label, end) = (shown, close + 1)
        if byte(end) == UInt8(ascii: "["), let second = signs.next(.close, from: end + 1) {
            if second > end + 1 { label = (end + 1)..<second }
            end = second + 1
        } else if byte(end) == UInt8(ascii: ":") {
            // It gives an address to others.
            return nil
        }
        guard label.count <= MarkdownReferences.longestLabel, let address = references.address(of: text(label)) else {
            return nil
        }
        return (shown, address, end)
    }

    /// `<https://example.org>`.
    private func angleAddress(at index: Int) -> (MarkdownSpan?, Int)? {
        var end = index + 1
        while let byte = byte(end), byte > 0x20, byte != UInt8(ascii: "<"), byte != UInt8(ascii: ">") { end += 1 }
        guard byte(end) == UInt8(ascii: ">"), let address = WebAddress(text((index + 1)..<end)) else { return nil }
        return (.link([.text(address.text)], address: address.text), end + 1)
    }

    /// `note:3`.
    private func numberLink(at index: Int) -> (MarkdownSpan?, Int)? {
        let name = "note:".utf8
        guard signs.bytes[index...].starts(with: name),
            !(MarkdownBytes.scalar(bytes, before: index).map(MarkdownBytes.isLetter) ?? false)
        else { return nil }
        let start = index + name.count
        var end = start
        while let byte = byte(end), (0x30...0x39).contains(byte) { end += 1 }
        let digits = text(start..<end)
        guard let number = Int(digits), number > 0 else { return nil }
        return (.note(.number(number), shown: "note:\(digits)"), end)
    }
}
