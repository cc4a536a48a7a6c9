// SPDX-License-Identifier: GPL-3.0-or-later

package import Markdown

/// Tags that stand in a text: `#tag`, and `#tag with blanks#`.
package enum TagText {
    /// The tags in the text, in order, without doubles.
    package static func tags(in text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "#")) else { return [] }
        return tags(in: MarkdownDocument(text, hasLines: false))
    }

    /// The tags of a text that has been read, in order, without doubles.
    package static func tags(in document: MarkdownDocument) -> [String] {
        var spellings: Set<ArraySlice<UInt8>> = []
        var known: Set<String> = []
        var tags: [String] = []
        for tag in document.tags {
            // Most of many tags are the same ones again, and spelled the same.
            let spelling = document.bytes[tag.name]
            guard !spellings.contains(spelling) else { continue }
            spellings.insert(spelling)
            let name = document.text(tag.name)
            if known.insert(NameKey.of(name)).inserted { tags.append(name) }
        }
        return tags
    }

    /// The text in which a tag is a plain word: without its `#`.
    package static func removing(_ tag: String, from text: String) -> String {
        let key = NameKey.of(tag)
        let document = MarkdownDocument(text, hasLines: false)
        return text.replacing(
            document.tags.map { ($0.whole, document.text($0.name)) }.filter { NameKey.of($0.1) == key })
    }

    /// How a name is written in a list of tags that a parser reads back.
    package static func isPlain(_ name: String) -> Bool { MarkdownTag.isPlain(name) }
}
