// SPDX-License-Identifier: GPL-3.0-or-later

/// A text as md4c is given it: some signs are others there, and between lines something may stand that the text has not.
///
/// Text that md4c would read otherwise than people mean it, or not in time, is hidden from it in this way. md4c reports
/// places alone; their content comes from the text itself.
///
/// - In `[[title]]` no sign means anything, not even those of code that begins and ends there, and the title may be of any
///   length, in a table too.
/// - In a bare address `*`, `_` and `~` mean nothing, and neither does a single `~` or one between blanks anywhere.
/// - Punctuation of East Asia, behind which no blank stands, may end emphasis: `**注意：**这里`.
/// - Brackets that can be no link’s mean nothing, and neither do those of a footnote’s sign, `[^1]`: what stands behind
///   the colon of one is its text, and no address.
/// - `&` is what it is: what references stand for is said where they are shown, as is NUL.
/// - The line below a table’s head may have columns of one or two signs, as GitHub has it.
/// - A paragraph of hundreds of lines with as many brackets ends, since md4c goes over all its lines for each of them.
struct PreparedText {
    /// The bytes for md4c.
    private(set) var bytes: [UInt8]
    /// The start of each line of the text itself.
    private(set) var lineStarts: [UInt32] = [0]
    /// The inserted bytes: the end in `bytes` of each insertion, and the number of inserted bytes up to there.
    private var insertions: [(end: Int, total: Int)] = []

    init(_ text: [UInt8]) {
        var lines = PreparedLines(text)
        lines.prepare()
        bytes = lines.bytes
        lineStarts = lines.lineStarts
        if !lines.insertions.isEmpty { insert(lines.insertions) }
    }

    /// The start of a line of the text.
    func lineStart(_ line: Int) -> Int { Int(lineStarts[line]) }

    /// The place in the text for one in `bytes`.
    func source(_ offset: Int) -> Int {
        guard !insertions.isEmpty else { return offset }
        let before = insertions.count(ofFirst: { $0.end <= offset })
        return before == 0 ? offset : offset - insertions[before - 1].total
    }

    /// Whether md4c may be given one byte for another.
    static func mayHide(_ byte: UInt8, as other: UInt8) -> Bool {
        switch other {
        case 0x01: byte == 0 || byte >= 0x20
        case UInt8(ascii: "%"): byte == UInt8(ascii: "&") || byte == UInt8(ascii: "~")
        case UInt8(ascii: "x"): "*_~".utf8.contains(byte)
        default: other >= 0x80 && byte >= 0x80
        }
    }

    private mutating func insert(_ pieces: [PreparedLines.Insertion]) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 4 * pieces.count)
        var (position, total) = (0, 0)
        for piece in pieces {
            result += bytes[position..<piece.offset]
            result += repeatElement(piece.byte, count: piece.count)
            position = piece.offset
            total += piece.count
            insertions.append((result.count, total))
        }
        bytes = result + bytes[position...]
    }
}

/// Goes over the lines of a text once, and says what `PreparedText` hides and puts in.
struct PreparedLines {
    /// A number of equal bytes inserted before a place.
    struct Insertion {
        let offset: Int
        let byte: UInt8
        let count: Int
    }

    /// Lines times brackets of one paragraph.
    private static let heaviest = 40_000
    private static let fewestLines = 100
    /// A byte that is no sign: md4c knows it neither as one nor as a blank.
    private static let nothing: UInt8 = 0x01

    private(set) var bytes: [UInt8]
    /// No bracket behind it is one of a link: there is no parenthesis that ends an address, and none is given elsewhere.
    private let lastLink: Int
    private(set) var lineStarts: [UInt32] = [0]
    private(set) var insertions: [Insertion] = []

    /// The line that is gone over.
    private var start = 0
    private var first: Int?
    private var open: Int?
    /// How many signs of code stood in the line, and how many of them when a title began.
    private var ticks = 0
    private var ticksBeforeOpen = 0
    private var addressEnd = 0
    /// Whether nothing but the signs of a table’s second line was found, and which.
    private var isRuler = true
    private var hasDash = false
    private var hasBar = false
    /// The lines since the last blank one.
    private var lines = 0
    private var brackets = 0
    /// The line before.
    private var headStart = 0
    private var headHasBar = false
    private var isTable = false

    init(_ text: [UInt8]) {
        bytes = text
        var previous: UInt8 = 0
        let gives = text.contains { byte in
            defer { previous = byte }
            return byte == UInt8(ascii: ":") && previous == UInt8(ascii: "]")
        }
        lastLink = gives ? text.count : text.lastIndex(of: UInt8(ascii: ")")) ?? -1
    }

    mutating func prepare() {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let kind = Self.kinds[Int(byte)]
            if kind == .plain {
                if first == nil { first = index }
                isRuler = false
                index += 1
            } else {
                index = read(kind, byte, at: index)
            }
        }
        endLine(at: index)
    }

    private mutating func read(_ kind: Kind, _ byte: UInt8, at index: Int) -> Int {
        switch kind {
        case .lineEnd:
            endLine(at: index)
            let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
            start = index + (isPair ? 2 : 1)
            lineStarts.append(UInt32(clamping: start))
            return start
        case .blank: return index + 1
        case .ruler:
            if byte == UInt8(ascii: "-") { hasDash = true }
            if byte == UInt8(ascii: "|") { hasBar = true }
            if first == nil { first = index }
            return index + 1
        default: break
        }
        if first == nil { first = index }
        isRuler = false
        switch kind {
        case .bracketOpen:
            if let end = endOfFootnote(at: index) {
                (bytes[index], bytes[end]) = (Self.nothing, Self.nothing)
                return end + 1
            }
            let isDouble = index + 1 < bytes.count && bytes[index + 1] == byte
            if isDouble, !isEscaped(index) { (open, ticksBeforeOpen) = (index + 2, ticks) }
            if index > lastLink, !isEscaped(index) {
                if isBox(at: index) { return index + 3 }
                bytes[index] = Self.nothing
            }
        case .bracketClose:
            brackets += 1
            defer { if index > lastLink, !isEscaped(index) { bytes[index] = Self.nothing } }
            let isDouble = index + 1 < bytes.count && bytes[index + 1] == byte
            if isDouble, (ticks - ticksBeforeOpen) % 2 != 0 { open = nil }
            if isDouble, let open {
                for place in open..<max(open, index) { bytes[place] = Self.nothing }
                self.open = nil
                return index + 2
            }
            if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "(") { open = nil }
        case .tick:
            // Code may stand in a title, which is no part of code itself: [[Commands#`move`]].
            if ticksBeforeOpen % 2 != 0 { open = nil }
            ticks += 1
        case .tilde: return endTilde(from: index)
        case .letter:
            if index >= addressEnd, index == start || !MarkdownBytes.isASCIIWord(bytes[index - 1]) {
                hideAddress(at: index)
            }
        case .hidden: bytes[index] = byte == 0 ? Self.nothing : UInt8(ascii: "%")
        case .eastAsian: hidePunctuation(at: index)
        default: break
        }
        return index + 1
    }

    private mutating func endLine(at end: Int) {
        defer { (first, open, ticks, isRuler, hasDash, hasBar) = (nil, nil, 0, true, false, false) }
        guard let first else {
            (lines, brackets, headHasBar, isTable) = (0, 0, false, false)
            return
        }
        if isRuler, hasDash, hasBar, headHasBar, !isTable {
            isTable = true
            // md4c knows no table within a paragraph.
            if lines > 1, insertions.last?.offset != headStart {
                insertions.append(Insertion(offset: headStart, byte: 0x0A, count: 1))
            }
            widenColumns(first..<end)
        }
        headHasBar = hasBar
        // Each of these is no part of the paragraph before.
        let isStart = end - first > 1 && bytes[first + 1] == 0x20 && Self.isBlockSign(bytes[first])
        if isTable || isStart { (lines, brackets) = (0, 0) }
        headStart = start
        lines += 1
        if lines >= Self.fewestLines, lines * brackets > Self.heaviest, !isTable {
            insertions.append(Insertion(offset: start, byte: 0x0A, count: 1))
            (lines, brackets) = (1, 0)
        }
    }

    /// Gives each column of a table’s second line the three signs that md4c asks for.
    private mutating func widenColumns(_ line: Range<Int>) {
        var index = line.lowerBound
        while index < line.upperBound {
            var end = index
            while end < line.upperBound, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: ":") { end += 1 }
            if end > index, end - index < 3, let dash = bytes[index..<end].firstIndex(of: UInt8(ascii: "-")) {
                insertions.append(Insertion(offset: dash, byte: UInt8(ascii: "-"), count: 3 - (end - index)))
            }
            index = max(end, index + 1)
        }
    }

    private func isEscaped(_ index: Int) -> Bool { index > start && bytes[index - 1] == UInt8(ascii: "\\") }

    /// The bracket that ends the sign of a footnote such as `[^1]`, where one begins; a link may have such a text.
    private func endOfFootnote(at index: Int) -> Int? {
        guard index + 3 < bytes.count, bytes[index + 1] == UInt8(ascii: "^"), !isEscaped(index),
            index == start || bytes[index - 1] != UInt8(ascii: "[")
        else { return nil }
        let label = bytes[(index + 2)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
        guard !label.isEmpty, !label.contains(UInt8(ascii: "^")), label.endIndex < bytes.count,
            bytes[label.endIndex] == UInt8(ascii: "]")
        else { return nil }
        let isLink = label.endIndex + 1 < bytes.count && bytes[label.endIndex + 1] == UInt8(ascii: "(")
        return isLink ? nil : label.endIndex
    }

    /// Whether a bracket begins the check box of an item.
    private func isBox(at index: Int) -> Bool {
        guard index > start + 1, index + 2 < bytes.count, bytes[index - 1] <= 0x20 else { return false }
        guard bytes[index + 2] == UInt8(ascii: "]") else { return false }
        switch bytes[index + 1] {
        case UInt8(ascii: " "), UInt8(ascii: "x"), UInt8(ascii: "X"): break
        default: return false
        }
        switch bytes[index - 2] {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: ")"): return true
        default: return false
        }
    }

    private static func isBlockSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "#"): true
        default: false
        }
    }

    private mutating func endTilde(from index: Int) -> Int {
        var end = index
        while end < bytes.count, bytes[end] == UInt8(ascii: "~") { end += 1 }
        func isBlank(_ place: Int) -> Bool { !bytes.indices.contains(place) || bytes[place] <= 0x20 }
        if end - index == 1 || end - index == 2 && isBlank(index - 1) && isBlank(end) {
            for place in index..<end { bytes[place] = UInt8(ascii: "%") }
        }
        return end
    }

    private mutating func hideAddress(at index: Int) {
        guard WebAddress.mayBegin(bytes, at: index), let end = WebAddress.end(of: bytes, from: index) else { return }
        addressEnd = end
        for place in index..<end where "*_~".utf8.contains(bytes[place]) { bytes[place] = UInt8(ascii: "x") }
    }

    /// Makes a letter of full-width punctuation: U+3001 to U+303F, U+FF01 to U+FF65.
    private mutating func hidePunctuation(at index: Int) {
        guard index + 2 < bytes.count else { return }
        let (second, third) = (bytes[index + 1], bytes[index + 2])
        let isPunctuation =
            bytes[index] == 0xE3
            ? second == 0x80 && third > 0x80 : second == 0xBC && third > 0x80 || second == 0xBD && third <= 0xA5
        if isPunctuation { bytes.replaceSubrange(index..<(index + 3), with: "中".utf8) }
    }

    private enum Kind: UInt8 {
        case plain, lineEnd, blank, ruler, bracketOpen, bracketClose, tick, tilde, letter, hidden, eastAsian
    }

    private static let kinds: [Kind] = {
        var kinds = [Kind](repeating: .plain, count: 256)
        func set(_ signs: StaticString, _ kind: Kind) {
            for byte in UnsafeBufferPointer(start: signs.utf8Start, count: signs.utf8CodeUnitCount) {
                kinds[Int(byte)] = kind
            }
        }
        set("\n\r", .lineEnd)
        set(" \t", .blank)
        // A ruler may stand in a quotation.
        set("|:->", .ruler)
        set("[", .bracketOpen)
        set("]", .bracketClose)
        set("`", .tick)
        set("~", .tilde)
        set("hHmM", .letter)
        set("&\0", .hidden)
        kinds[0xE3] = .eastAsian
        kinds[0xEF] = .eastAsian
        return kinds
    }()
}
