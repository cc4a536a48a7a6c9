// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the signs that Atrium knows beyond Markdown, in text in which Markdown marks nothing: `#tag`, `#tag with
/// blanks#`, `[[title]]`, `note:12`, bare addresses, `%%` around remarks, and `$` and `$$` around formulas.
///
/// A tag starts behind a blank, punctuation or a character of East Asia, and has letters, digits, `_`, `-` and `/`, but
/// not digits alone: `#12` is a number, `page#part` an address, and `#00ff00` a colour. What has more characters or levels
/// than `MarkdownTag.longest` and `.deepest` is text.
struct TextSigns {
    /// The longest tag with blanks in it, in characters.
    private static let longestTag = 60
    /// The longest attributes in braces, in bytes.
    private static let longestAttributes = 200

    private let bytes: [UInt8]
    /// The range being searched.
    private var range = 0..<0
    private var isInLink = false
    /// All tags that were found.
    private(set) var tags: [MarkdownTag] = []
    /// The links in the range that was searched last.
    private(set) var links: [MarkdownLink] = []
    /// The places of `%%`, between which there are remarks.
    private var remarks: [Int] = []
    /// The places of `$$`, between which there are formulas.
    private var formulas: [Int] = []
    /// The places of a single `$`.
    private var dollars: [Int] = []
    /// The last `$` that a formula may begin with, and the tags found before it.
    private var dollar: (start: Int, tags: Int)?
    /// The end of the search for braces, and the last one that is open there.
    private var brace: (end: Int, open: Int?) = (0, nil)
    /// The last `[[`, and the tags and links found before it.
    private var open: (start: Int, tags: Int, links: Int)?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Searches a part of the text that is text alone.
    ///
    /// - Parameter isInLink: Whether it is that of a link, within which there is no other one.
    mutating func read(_ range: Range<Int>, isInLink: Bool) {
        if !links.isEmpty { links.removeAll(keepingCapacity: true) }
        guard var index = nextSign(from: range.lowerBound, before: range.upperBound) else { return }
        (self.range, self.isInLink, open, dollar) = (range, isInLink, nil, nil)
        while true {
            let end = read(at: index) ?? index + 1
            guard let next = nextSign(from: end, before: range.upperBound) else { return }
            index = next
        }
    }

    private func nextSign(from start: Int, before end: Int) -> Int? {
        let isSign = Self.isSign
        var index = start
        while index < end {
            if isSign[Int(bytes[index])] { return index }
            index += 1
        }
        return nil
    }

    /// Removes the tags that are in remarks and in formulas.
    mutating func removeHiddenTags() {
        removeTags(between: remarks)
        removeTags(between: FormulaPlaces.pairs(of: formulas, in: bytes))
    }

    /// The places of formulas with their signs, in order.
    var formulaPlaces: [Range<Int>] { FormulaPlaces.all(ones: dollars, twos: formulas, in: bytes) }

    /// Takes away the tags between the first sign and the second, the third and the fourth, and so on.
    private mutating func removeTags(between signs: [Int]) {
        guard signs.count > 1, !tags.isEmpty else { return }
        var next = 0
        tags.removeAll { tag in
            while next < signs.count, signs[next] < tag.whole.lowerBound { next += 1 }
            return next % 2 == 1 && next < signs.count
        }
    }

    /// The end of the construct that begins at a sign; `nil` if there is none.
    private mutating func read(at index: Int) -> Int? {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "#"):
            guard let tag = tag(at: index) else { return nil }
            tags.append(tag)
            return tag.whole.upperBound
        case UInt8(ascii: "%"):
            guard isNext(byte, at: index) else { return nil }
            remarks.append(index)
            return index + 2
        case UInt8(ascii: "$"):
            guard isNext(byte, at: index) else {
                readDollar(at: index)
                return nil
            }
            formulas.append(index)
            return index + 2
        case _ where isInLink: return nil
        case UInt8(ascii: "["):
            if isNext(byte, at: index) { open = (index + 2, tags.count, links.count) }
            return nil
        case UInt8(ascii: "]"):
            guard isNext(byte, at: index), let open else { return nil }
            self.open = nil
            endTitle(from: open, at: index)
            return index + 2
        case UInt8(ascii: "n"): return readNumber(at: index)
        default:
            guard index == 0 || !MarkdownBytes.isASCIIWord(bytes[index - 1]), WebAddress.mayBegin(bytes, at: index),
                let end = WebAddress.end(of: bytes, from: index, before: range.upperBound)
            else { return nil }
            links.append(MarkdownLink(kind: .bare, whole: index..<end, label: index..<end, target: index..<end))
            return end
        }
    }

    private func isNext(_ byte: UInt8, at index: Int) -> Bool {
        index + 1 < range.upperBound && bytes[index + 1] == byte
    }

    /// `[[title]]` or `[[title|shown]]`; whose title is another note’s, with its own tags.
    private mutating func endTitle(from open: (start: Int, tags: Int, links: Int), at end: Int) {
        let inner = open.start..<end
        let bar = bytes[inner].firstIndex(of: UInt8(ascii: "|"))
        var title = open.start..<(bar ?? end)
        // Within a table the bar is escaped.
        if bar != nil, bytes[title].last == UInt8(ascii: "\\") { title = title.lowerBound..<(title.upperBound - 1) }
        tags.removeSubrange(min(open.tags, tags.count)...)
        links.removeSubrange(open.links...)
        guard !bytes[title].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return }
        let isEmbed = open.start - 2 > range.lowerBound && bytes[open.start - 3] == UInt8(ascii: "!")
        let shown = bar.map { ($0 + 1)..<end } ?? title
        links.append(
            MarkdownLink(
                kind: .title(isEmbed: isEmbed), whole: (open.start - (isEmbed ? 3 : 2))..<(end + 2),
                label: shown.isEmpty ? title : shown, target: title))
    }

    /// `$x$`: what opens has no blank behind it, what closes none before it and no digit behind it, as in `$5 or $6`.
    private mutating func readDollar(at index: Int) {
        dollars.append(index)
        let isBehindBlank = index == range.lowerBound || bytes[index - 1] <= 0x20
        let isBeforeBlank = index + 1 >= range.upperBound || bytes[index + 1] <= 0x20
        let isBeforeDigit = index + 1 < range.upperBound && (0x30...0x39).contains(bytes[index + 1])
        if let dollar, !isBehindBlank, !isBeforeDigit, index > dollar.start + 1 {
            tags.removeSubrange(min(dollar.tags, tags.count)...)
            self.dollar = nil
        } else {
            dollar = isBeforeBlank ? nil : (index, tags.count)
        }
    }

    /// `note:12`.
    private mutating func readNumber(at index: Int) -> Int? {
        let name = "note:".utf8
        guard index + 1 < range.upperBound, bytes[index + 1] == UInt8(ascii: "o"),
            bytes[index..<range.upperBound].starts(with: name),
            !(MarkdownBytes.scalar(bytes, before: index).map(MarkdownBytes.isLetter) ?? false)
        else { return nil }
        let start = index + name.count
        let digits = bytes[start..<range.upperBound].prefix { (0x30...0x39).contains($0) }
        guard let number = Int(String(decoding: digits.prefix(20), as: UTF8.self)), number > 0 else { return nil }
        links.append(
            MarkdownLink(
                kind: .number(number), whole: index..<digits.endIndex, label: index..<digits.endIndex,
                target: start..<digits.endIndex))
        return digits.endIndex
    }

    private static let isSign: [Bool] = {
        var isSign = [Bool](repeating: false, count: 256)
        for byte in "#%$[]nhHmM".utf8 { isSign[Int(byte)] = true }
        return isSign
    }()
}

// Tags.
extension TextSigns {
    private mutating func tag(at sign: Int) -> MarkdownTag? {
        let former = MarkdownBytes.scalar(bytes, before: sign)
        // A tag at the start of a label is the name of a channel or of an issue elsewhere.
        guard !isInLink || former != "[", Self.mayPrecede(former), !isInAttributes(sign) else { return nil }
        let start = sign + 1
        // A number of something within a text that has no blanks: `手順#3で`.
        if let former, MarkdownBytes.isLetter(former), start < range.upperBound, (0x30...0x39).contains(bytes[start]) {
            return nil
        }
        var end = start
        var (count, slashes) = (0, 0)
        while let length = tagCharacter(at: end, isFirst: end == start) {
            if bytes[end] == UInt8(ascii: "/") { slashes += 1 }
            end += length
            count += 1
        }
        guard end > start, count <= MarkdownTag.longest, slashes < MarkdownTag.deepest else { return nil }
        if let close = close(of: start, from: end) {
            return MarkdownTag(whole: sign..<(close + 1), name: start..<close)
        }
        while end > start, "-/_".utf8.contains(bytes[end - 1]) { end -= 1 }
        guard hasMoreThanDigits(start..<end), !isColour(start..<end) else { return nil }
        let isClosed = end < range.upperBound && bytes[end] == UInt8(ascii: "#") && !isExtended(end)
        return MarkdownTag(whole: sign..<(isClosed ? end + 1 : end), name: start..<end)
    }

    /// Whether a sign stands among attributes in braces, as Pandoc, kramdown and Hugo have them: `{#id}`, `{.class #id}`,
    /// `{: #id}`.
    private mutating func isInAttributes(_ sign: Int) -> Bool {
        if brace.end > sign || brace.end < range.lowerBound { brace = (range.lowerBound, nil) }
        for index in brace.end..<sign {
            switch bytes[index] {
            case UInt8(ascii: "{"): brace.open = index
            case UInt8(ascii: "}"), 0x0A: brace.open = nil
            default: break
            }
        }
        brace.end = sign
        guard let open = brace.open, "#.:".utf8.contains(bytes[open + 1]) else { return false }
        let end = bytes[sign...].prefix(Self.longestAttributes).first { $0 == UInt8(ascii: "}") || $0 == 0x0A }
        return end == UInt8(ascii: "}")
    }

    /// The second `#` of a tag whose first word ends before a blank; directly behind a character and at a word’s end.
    private func close(of start: Int, from end: Int) -> Int? {
        guard end < range.upperBound, bytes[end] == 0x20 else { return nil }
        var index = end
        var count = 0
        while index < range.upperBound, count <= Self.longestTag {
            if bytes[index] == UInt8(ascii: "#") {
                let isEnd = bytes[index - 1] != 0x20 && tagCharacter(at: index + 1, isFirst: false) == nil
                return isEnd && count + (end - start) <= Self.longestTag * 4 ? index : nil
            }
            guard let length = bytes[index] == 0x20 ? 1 : tagCharacter(at: index, isFirst: false) else { return nil }
            index += length
            count += 1
        }
        return nil
    }

    /// The number of bytes of a character that may be in a tag; `nil` for any other, and at the end.
    private func tagCharacter(at index: Int, isFirst: Bool) -> Int? {
        guard index < range.upperBound, let (scalar, length) = MarkdownBytes.scalar(bytes, at: index) else {
            return nil
        }
        return Self.isTagCharacter(scalar) || !isFirst && Self.extends(scalar) ? length : nil
    }

    private func hasMoreThanDigits(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound, let (scalar, length) = MarkdownBytes.scalar(bytes, at: index) {
            if !MarkdownBytes.isNumber(scalar) { return true }
            index += length
        }
        return false
    }

    /// Whether a name is a colour as style sheets write it: six or eight hexadecimal digits, a decimal one among them, or
    /// the same letter throughout; shorter ones with others may well be words.
    private func isColour(_ range: Range<Int>) -> Bool {
        let name = bytes[range]
        guard [3, 6, 8].contains(name.count), name.allSatisfy(MarkdownBytes.isHexadecimal) else { return false }
        return name.count > 3 && name.contains { $0 < 0x3A } || name.allSatisfy { $0 == name.first }
    }

    /// Whether the sign at a place is a part of a character only, as in a key cap.
    private func isExtended(_ index: Int) -> Bool {
        MarkdownBytes.scalar(bytes, at: index + 1).map { Self.extends($0.scalar) } ?? false
    }

    private static func mayPrecede(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return true }
        if scalar.value >= 0x2E80 { return true }
        return !isWordCharacter(scalar) && !extends(scalar) && !"#&=?\\".unicodeScalars.contains(scalar)
    }

    /// Whether a character may stand in a tag: one of a word, or a picture such as an emoji.
    static func isTagCharacter(_ scalar: Unicode.Scalar) -> Bool {
        isWordCharacter(scalar)
            || !scalar.isASCII && (scalar.properties.isEmoji || scalar.properties.generalCategory == .otherSymbol)
    }

    /// Whether all of a name may stand behind one `#`.
    static func isTag(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return scalars.indices.allSatisfy {
            isTagCharacter(scalars[$0]) || $0 > scalars.startIndex && extends(scalars[$0])
        }
    }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        MarkdownBytes.isLetter(scalar) || MarkdownBytes.isNumber(scalar) || scalar == "_" || scalar == "-"
            || scalar == "/"
    }

    /// Whether a character belongs to the one before it.
    private static func extends(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && (scalar.properties.isGraphemeExtend || scalar == "\u{200D}")
    }
}

/// The scalars at places of a text in UTF-8, and the kinds of scalars and bytes.
enum MarkdownBytes {
    /// The scalar that begins at a place, and how many bytes it has; nil at the end, or within a scalar.
    static func scalar<Bytes: RandomAccessCollection>(
        _ bytes: Bytes, at index: Int
    ) -> (scalar: Unicode.Scalar, length: Int)? where Bytes.Element == UInt8, Bytes.Index == Int {
        guard index < bytes.endIndex else { return nil }
        let first = bytes[index]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC0, index + length <= bytes.endIndex else { return nil }
        var value = UInt32(first) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
        for place in (index + 1)..<(index + length) { value = value << 6 | UInt32(bytes[place] & 0x3F) }
        return Unicode.Scalar(value).map { ($0, length) }
    }

    /// The scalar that ends before a place; nil at the start.
    static func scalar<Bytes: RandomAccessCollection>(
        _ bytes: Bytes, before index: Int
    ) -> Unicode.Scalar? where Bytes.Element == UInt8, Bytes.Index == Int {
        var start = index - 1
        while start >= bytes.startIndex, index - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start >= bytes.startIndex ? scalar(bytes, at: start)?.scalar : nil
    }

    static func isASCIIWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? (0x61...0x7A).contains(scalar.value | 0x20) : scalar.properties.isAlphabetic
    }

    static func isNumber(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? (0x30...0x39).contains(scalar.value) : scalar.properties.numericType != nil
    }

    static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    /// Punctuation that is not ASCII, and no symbol.
    static func isForeignPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII, !isPlainEastAsian(scalar) else { return false }
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return true
        default: return false
        }
    }

    /// Ideographs and Hangul, without a look into the tables.
    private static func isPlainEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        (0x3400...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
    }
}
