// SPDX-License-Identifier: GPL-3.0-or-later

/// Files that a text shows in their place as Obsidian writes them: `![[picture.png]]`, `![[picture.png|300]]`.
package enum EmbedText {
    /// One of them.
    package struct Place: Hashable, Sendable {
        /// All of it, with its brackets.
        package let whole: Range<String.Index>
        /// The file, without its part behind `#`.
        package let target: String
        /// What stands behind `|`, such as a size; empty for nothing.
        package let shown: String
    }

    /// Those outside of code, in order; notes and their parts are none.
    package static func places(in text: String) -> [Place] {
        var places: [Place] = []
        for range in CodeSpans.outside(text, having: "[") {
            var signs = LineSigns(Array(text.utf8[range]))
            func index(_ offset: Int) -> String.Index { text.utf8.index(range.lowerBound, offsetBy: offset) }
            func string(_ range: Range<Int>) -> String { String(decoding: signs.bytes[range], as: UTF8.self) }
            var position = 0
            while let open = signs.next(.embed, from: position) {
                position = open + 2
                guard position < signs.bytes.count, signs.bytes[position] == UInt8(ascii: "[") else { continue }
                guard let close = signs.next(.titleEnd, from: open + 3) else { break }
                let bar = signs.next(.bar, from: open + 3).flatMap { $0 < close ? $0 : nil }
                let name = string((open + 3)..<(bar ?? close))
                let target = String(
                    name.prefix { $0 != "#" }.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                position = close + 2
                guard isFile(target) else { continue }
                places.append(
                    Place(
                        whole: index(open)..<index(close + 2), target: target,
                        shown: bar.map { string(($0 + 1)..<close) } ?? ""))
            }
        }
        return places
    }

    /// The text with others in these places; nil leaves one as it is.
    package static func replacing(_ places: [Place], in text: String, by link: (Place) -> String?) -> String {
        text.replacing(places.compactMap { place in link(place).map { (place.whole, $0) } })
    }

    /// Whether a name has the ending of a file that is no note.
    private static func isFile(_ name: String) -> Bool {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return false }
        let ending = name[name.index(after: point)...]
        return (1...8).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && !["md", "markdown", "txt"].contains(ending.lowercased())
    }
}
