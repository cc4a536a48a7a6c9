// SPDX-License-Identifier: GPL-3.0-or-later

/// A text as md4c is given it: some signs are others there, and between lines something may stand that the text has not.
///
/// What md4c would read otherwise than people mean it, or not in time, is hidden from it in this way. It is told places
/// alone; what stands there is taken from the text itself.
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
    /// What md4c is given.
    private(set) var bytes: [UInt8]
    /// Where each line of the text itself begins.
    private(set) var lineStarts: [UInt32] = [0]
    /// What was put in: behind which place of `bytes`, and how many bytes there are up to there.
    private var insertions: [(end: Int, total: Int)] = []

    init(_ text: [UInt8]) {
        var lines = PreparedLines(text)
        lines.prepare()
        bytes = lines.bytes
        lineStarts = lines.lineStarts
        if !lines.insertions.isEmpty { insert(lines.insertions) }
    }

    /// Where a line of the text begins.
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
