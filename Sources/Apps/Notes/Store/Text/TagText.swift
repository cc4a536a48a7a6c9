// SPDX-License-Identifier: GPL-3.0-or-later

/// Tags that stand in a text: `#tag`, and `#tag with blanks#`.
///
/// A tag starts behind a blank, punctuation or a character of East Asia, and has letters, digits, `_`, `-` and `/`, but
/// not digits alone: `#12` is a number, `# Title` a heading, `page#part` an address.
package enum TagText {
    /// The tags in the text, in order, without doubles.
    package static func tags(in text: String) -> [String] {
        var known: Set<String> = []
        return places(in: text).map { String(text[$0.name]) }.filter { known.insert(NameKey.of($0)).inserted }
    }

    /// The text in which a tag is a plain word: without its `#`.
    package static func removing(_ tag: String, from text: String) -> String {
        let key = NameKey.of(tag)
        return text.replacing(
            places(in: text).filter { NameKey.of(String(text[$0.name])) == key }
                .map { ($0.whole, String(text[$0.name])) })
    }

    /// How a name is written in a list of tags that a parser reads back.
    package static func isPlain(_ name: String) -> Bool { name.allSatisfy(isTagCharacter) }

    private static func places(in text: String) -> [(whole: Range<String.Index>, name: Range<String.Index>)] {
        var places: [(whole: Range<String.Index>, name: Range<String.Index>)] = []
        for range in CodeSpans.outside(text, having: "#") {
            var index = range.lowerBound
            var titles = LinkedTitles(text.utf8[range])
            // By bytes to the next sign; which may be a part of a character, as in a key cap.
            while let sign = text.utf8[index..<range.upperBound].firstIndex(of: UInt8(ascii: "#")) {
                index = text.index(after: sign)
                guard text[sign] == "#" else { continue }
                let before = sign == text.startIndex ? nil : text[text.index(before: sign)]
                guard mayPrecede(before), !titles.hold(sign),
                    let place = place(at: sign, in: text, end: range.upperBound)
                else { continue }
                places.append(place)
                index = place.whole.upperBound
            }
        }
        return places
    }

    private static func place(at sign: String.Index, in text: String, end: String.Index)
        -> (whole: Range<String.Index>, name: Range<String.Index>)?
    {
        let start = text.index(after: sign)
        var stop = start
        while stop < end, isTagCharacter(text[stop]) { stop = text.index(after: stop) }
        guard stop > start else { return nil }
        // Blanks are part of a tag that a second `#` closes, directly behind a character and at a word’s end.
        if stop < end, text[stop] == " ",
            let close = text[stop..<end].firstIndex(of: "#"), text[text.index(before: close)] != " ",
            !text[stop..<close].contains(where: { !isTagCharacter($0) && $0 != " " }),
            text.distance(from: start, to: close) <= 60
        {
            let after = text.index(after: close)
            if after == end || !isTagCharacter(text[after]) { return (sign..<after, start..<close) }
        }
        while stop > start, "-/_".contains(text[text.index(before: stop)]) { stop = text.index(before: stop) }
        guard text[start..<stop].contains(where: { !$0.isNumber }) else { return nil }
        let closes = stop < end && text[stop] == "#"
        return (sign..<(closes ? text.index(after: stop) : stop), start..<stop)
    }

    /// Which places lie between `[[` and `]]`: in the title of another note, whose tags are its own.
    ///
    /// Asked from left to right, so that a line is gone over once.
    private struct LinkedTitles {
        private let line: Substring.UTF8View
        private var index: String.Index
        private var isOpen = false
        /// The last `]]`; without one no title ends.
        private let lastEnd: String.Index?

        init(_ line: Substring.UTF8View) {
            self.line = line
            index = line.startIndex
            var last = line.contains(UInt8(ascii: "[")) ? line.lastIndex(of: UInt8(ascii: "]")) : nil
            while let end = last, end == line.startIndex || line[line.index(before: end)] != UInt8(ascii: "]") {
                last = line[..<end].lastIndex(of: UInt8(ascii: "]"))
            }
            lastEnd = last
        }

        mutating func hold(_ place: String.Index) -> Bool {
            guard let lastEnd, place < lastEnd else { return false }
            while index < place {
                let next = line.index(after: index)
                let isPair = next < place && line[next] == line[index]
                if isPair, line[index] == UInt8(ascii: "[") { isOpen = true }
                if isPair, line[index] == UInt8(ascii: "]") { isOpen = false }
                index = isPair && "[]".utf8.contains(line[index]) ? line.index(after: next) : next
            }
            return isOpen
        }
    }

    private static func mayPrecede(_ character: Character?) -> Bool {
        guard let character, let scalar = character.unicodeScalars.first else { return true }
        if scalar.value >= 0x2E80 { return true }
        return !isTagCharacter(character) && !"#&=?\\".contains(character)
    }

    private static func isTagCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-" || character == "/"
    }
}
