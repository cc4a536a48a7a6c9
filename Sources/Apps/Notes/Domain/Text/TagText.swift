// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// Tags that stand in a text: `#tag`, and `#tag with blanks#`.
package enum TagText {
    /// The tags in the text, in order, without doubles.
    package static func tags(in text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "#")) else { return [] }
        let document = MarkdownDocument(text, hasLines: false)
        var known: Set<String> = []
        return document.tags.map { document.text($0.name) }.filter { known.insert(NameKey.of($0)).inserted }
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
