// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFiles

/// Reads a text in UTF-16 as UTF-8: one with a mark at its beginning, or with two letters of ASCII.
public struct WideText: Sendable {
    /// The number of bytes of the mark; 0 if there is none.
    public let mark: Int
    private let isBigEndian: Bool
    /// The beginning of a character whose rest is in the next piece: half a unit, or the first of two.
    private var left: [UInt8] = []

    /// A reader of the text that begins so, without its mark; `nil` for one in another encoding.
    ///
    /// - Parameter bytes: The first bytes.
    public init?(_ bytes: some Sequence<UInt8>) {
        let first = Array(bytes.prefix(4))
        let isASCII = first.map { $0 &- 1 < 0x7F }
        switch (first.prefix(2), isASCII) {
        case ([0xFE, 0xFF], _): (mark, isBigEndian) = (2, true)
        case ([0xFF, 0xFE], _): (mark, isBigEndian) = (2, false)
        case (_, [false, true, false, true]) where first[0] | first[2] == 0: (mark, isBigEndian) = (0, true)
        case (_, [true, false, true, false]) where first[1] | first[3] == 0: (mark, isBigEndian) = (0, false)
        default: return nil
        }
    }

    /// The number of first bytes that show it.
    static let beginning = 4

    /// The same piece of the text in UTF-8.
    ///
    /// - Parameter piece: The next bytes; none at the end.
    public mutating func utf8(_ piece: [UInt8]) -> [UInt8] {
        let bytes = left + piece
        var end = bytes.count / 2 * 2
        if !piece.isEmpty, end > 0, UTF16.isLeadSurrogate(unit(bytes, at: end - 2)) { end -= 2 }
        left = Array(bytes[end...])
        let units = stride(from: 0, to: end, by: 2).map { unit(bytes, at: $0) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private func unit(_ bytes: [UInt8], at index: Int) -> UInt16 {
        let (high, low) = isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
        return UInt16(high) << 8 | UInt16(low)
    }

    /// The bytes of a whole text, or of its beginning, without a mark: as they are if they are not in UTF-16.
    ///
    /// - Parameter bytes: The bytes.
    public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if var text = WideText(bytes) { return text.utf8(Array(bytes.dropFirst(text.mark))) + text.utf8([]) }
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}

/// The text of a file in UTF-8, a piece at a time, without a mark at its beginning.
public struct TextPieces {
    /// The number of read bytes of the file.
    public private(set) var bytesRead = 0
    private let file: FileReader
    private var wide: WideText?
    /// The first bytes, until they show the encoding; `nil` from then on.
    private var first: [UInt8]? = []

    /// The text of an open file, from its present place on.
    public init(_ file: FileReader) { self.file = file }

    /// The next piece, as far as one call reads; `nil` at the end.
    ///
    /// It may be empty before that.
    ///
    /// - Throws: `FileFault`.
    public mutating func next() throws(FileFault) -> [UInt8]? {
        let piece = try file.piece(64 << 10)
        bytesRead += piece.count
        guard let beginning = first.map({ $0 + piece }) else {
            let text = wide?.utf8(piece) ?? piece
            return piece.isEmpty && text.isEmpty ? nil : text
        }
        // A pipe may give less at once than a mark has.
        let isShort = !piece.isEmpty && beginning.count < WideText.beginning
        first = isShort ? beginning : nil
        guard !isShort else { return [] }
        wide = WideText(beginning)
        let mark = wide?.mark ?? 0
        return wide?.utf8(Array(beginning.dropFirst(mark))) ?? WideText.utf8(beginning)
    }
}

/// The ends of lines of the first systems of Apple: carriage returns alone.
public enum LineEnds {
    /// Whether a text, or its beginning, has such ends and no others; a line feed may follow its last byte.
    public static func areReturns(_ bytes: [UInt8]) -> Bool {
        bytes.dropLast().contains(UInt8(ascii: "\r")) && !bytes.contains(UInt8(ascii: "\n"))
    }

    /// The bytes with a line feed in place of each carriage return.
    public static func feeds(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 }
    }

    /// The bytes of a whole text whose lines end with line feeds.
    public static func mended(_ bytes: [UInt8]) -> [UInt8] { areReturns(bytes) ? feeds(bytes) : bytes }
}
