// SPDX-License-Identifier: GPL-3.0-or-later

/// Mends what programs write wrong in the notes of an Evernote export.
enum ENEXContent {
    private static let open = Array("<![CDATA[".utf8)
    private static let close = Array("]]>".utf8)
    private static let escaped = Array("]]<![CDATA[>]]>".utf8)
    private static let start = Array("<content".utf8)
    private static let end = Array("</content".utf8)

    /// A note whose text may have CDATA sections within the one that it stands in, which end that one too soon.
    ///
    /// Evernote itself writes `]]>` as `]]<![CDATA[>]]>`; the text has `]]&gt;` then. Any other `]]>` in it is parted,
    /// so that the reader gets it as it stands. A text in several sections stays so.
    static func mended(_ note: [UInt8]) -> [UInt8] {
        guard let content = place(of: start, in: note, from: 0), let outer = place(of: open, in: note, from: content),
            let last = place(of: end, in: note, from: outer), outer < last
        else { return note }
        // The section ends where only blanks follow up to the end of the content.
        var stop = last
        while stop > outer, [0x20, 0x09, 0x0A, 0x0D].contains(note[stop - 1]) { stop -= 1 }
        let from = outer + open.count
        guard stop - close.count >= from, note[(stop - close.count)..<stop].elementsEqual(close) else { return note }
        let inner = from..<(stop - close.count)
        guard place(of: close, in: note[inner], from: inner.lowerBound) != nil else { return note }
        var result = Array(note[..<from])
        var index = inner.lowerBound
        while let found = place(of: Array("]]".utf8), in: note[inner], from: index) {
            result += note[index..<found]
            index = found
            if note[found..<inner.upperBound].starts(with: escaped) {
                result += Array("]]&gt;".utf8)
                index += escaped.count
            } else if let next = nextSection(behind: found, in: note[inner]) {
                // The text goes on in another section, as any program may write it.
                result += note[found..<next]
                index = next
            } else if note[found..<inner.upperBound].starts(with: close) {
                result += Array("]]]]><![CDATA[>".utf8)
                index += close.count
            } else {
                result.append(note[found])
                index += 1
            }
        }
        return result + note[index...]
    }

    /// Where the text goes on of a section that ends here, with nothing but blanks up to the next one; nil where none
    /// ends, or none follows.
    private static func nextSection(behind end: Int, in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes[end...].starts(with: close) else { return nil }
        let next = bytes[(end + close.count)...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return next.starts(with: open) ? next.startIndex + open.count : nil
    }

    /// What stands in the title’s element, of a note that cannot be read; empty for none.
    static func title(in note: [UInt8]) -> String {
        let tag = Array("<title>".utf8)
        guard let start = place(of: tag, in: note, from: 0) else { return "" }
        let text = note[(start + tag.count)...].prefix { $0 != UInt8(ascii: "<") }.prefix(200)
        return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func place(of sought: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        place(of: sought, in: bytes[...], from: start)
    }

    private static func place(of sought: [UInt8], in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while let found = bytes[index...].firstIndex(of: sought[0]) {
            if bytes[found...].starts(with: sought) { return found }
            index = found + 1
        }
        return nil
    }
}
