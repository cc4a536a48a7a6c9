// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumMarkdown

/// Tags that stand in a text: `#tag`, and `#tag with blanks#`.
package enum TagText {
    /// The tags in the text, in order, without doubles.
    package static func tags(in text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "#")) else { return [] }
        return tags(in: MarkdownDocument(text, hasLines: false))
    }

    /// The tags of a parsed text, in order, without duplicates.
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

    /// The text with a tag, and each tag within it, renamed; `nil` if the new name would be no tag there.
    package static func renaming(_ old: String, to new: String, in text: String) -> String? {
        let document = MarkdownDocument(text, hasLines: false)
        var names: [String] = []
        let places = document.tags.compactMap { tag -> (range: Range<Int>, text: String)? in
            let name = document.text(tag.name)
            let renamed = LevelName.renaming(name, from: old, to: new)
            names.append(renamed ?? name)
            return renamed.map { renamed in
                guard isPlain(renamed) else { return (tag.whole, "#\(renamed)#") }
                return isPlain(name) ? (tag.name, renamed) : (tag.whole, "#" + renamed)
            }
        }
        let renamed = text.replacing(places)
        let read = MarkdownDocument(renamed, hasLines: false)
        return read.tags.map { read.text($0.name) } == names ? renamed : nil
    }

    /// The text whose tags of a page of Logseq name another page; those of pages within it stay.
    package static func linking(_ old: String, to new: String, in text: String) -> String {
        let document = MarkdownDocument(text, hasLines: false)
        let tags = document.tags.filter { NameKey.of(document.text($0.name)) == NameKey.of(old) }
        return text.replacing(tags.map { ($0.whole, isPlain(new) ? "#" + new : "#[[\(new)]]") })
    }

    /// Whether a name has no more characters and levels than a tag may have.
    package static func fits(_ name: String) -> Bool { MarkdownTag.fits(name) }

    /// The most characters and levels of a tag.
    package static var limits: (characters: Int, levels: Int) { (MarkdownTag.longest, MarkdownTag.deepest) }

    /// Whether a list of tags can have the name unquoted, and a parser still reads it back.
    package static func isPlain(_ name: String) -> Bool { MarkdownTag.isPlain(name) }
}
