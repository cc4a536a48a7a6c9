// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// Files that a text names as Obsidian writes them: `![[picture.png]]`, `![[picture.png|300]]`, `[[paper.pdf]]`.
package enum EmbedText {
    /// One of them.
    package struct Place: Hashable, Sendable {
        /// All of it, with its brackets, in bytes.
        package let whole: Range<Int>
        /// The file, without its part behind `#`.
        package let target: String
        /// Whether it has such a part.
        package let hasPart: Bool
        /// What stands behind `|`, such as a size; empty for nothing.
        package let shown: String
        /// Whether the file is shown in its place.
        package let isEmbed: Bool
    }

    /// Those in the text, in order; notes and their parts are none.
    package static func places(in text: String) -> [Place] {
        guard text.utf8.contains(UInt8(ascii: "]")), text.utf8.contains(UInt8(ascii: ".")) else { return [] }
        let document = MarkdownDocument(text, hasLines: false)
        return document.links.compactMap { link in
            guard case .title(let isEmbed) = link.kind, let name = link.target.map(document.text) else { return nil }
            let target = String(name.prefix { $0 != "#" }.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            guard isFile(target) else { return nil }
            return Place(
                whole: link.whole, target: target, hasPart: name.utf8.contains(UInt8(ascii: "#")),
                shown: link.label == link.target ? "" : document.text(link.label), isEmbed: isEmbed)
        }
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
            && !["md", "markdown"].contains(ending.lowercased())
    }
}
