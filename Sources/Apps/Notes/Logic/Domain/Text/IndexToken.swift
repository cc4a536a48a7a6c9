// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import Search

/// The tokens by which the full-text index knows what is no word of a text: notebooks, tags, links, states, words of titles.
///
/// With them, one full-text query answers a whole question, newest first and without a scan. Each starts with a
/// character of private use, which `SearchText` takes for a blank: no text and no typed word can be such a token.
package enum IndexToken {
    /// Every note has it, so that a query of nothing but “not” has something to start from.
    package static let any = "\u{E000}a"
    /// Of a pinned note.
    package static let pinned = "\u{E000}p"
    /// Of a task that is not done.
    package static let todo = "\u{E000}o"
    /// Of a task that is done.
    package static let done = "\u{E000}d"
    /// Of a note with any tag.
    package static let tagged = "\u{E000}g"
    /// Of a note with any link.
    package static let linked = "\u{E000}h"
    /// Of a task, and of a note with check boxes.
    package static let tasked = "\u{E000}k"

    package static func tag(_ name: String) -> String { tag(key: NameKey.of(name)) }
    package static func notebook(_ name: String) -> String { notebook(key: NameKey.of(name)) }
    private static func tag(key: String) -> String { "\u{E000}t" + encoded(key) }
    private static func notebook(key: String) -> String { "\u{E000}n" + encoded(key) }
    package static func link(_ target: LinkTarget) -> String {
        switch target {
        case .title(let name), .path(let name): link(key: NameKey.of(name))
        case .number(let number): "\u{E000}i\(number)"
        }
    }

    /// The tokens of a property of this name; with a value, of each of its words.
    package static func property(_ name: String, value: String?) -> [String] {
        let start = "\u{E000}f" + encoded(NameKey.of(name))
        let words = SearchText.tokens(of: value ?? "", .pictures)
        // A word never has the sign between name and value.
        return words.isEmpty ? [start] : words.map { start + "\u{E001}" + $0 }
    }

    /// The token of links by a name of this `NameKey`.
    private static func link(key: String) -> String { "\u{E000}l" + encoded(key) }

    /// What stands before each word of a title in its token.
    package static let title = "\u{E000}w"

    /// All of a note’s tokens.
    package static func all(of note: Note) -> [String] {
        var tokens = [any]
        if note.marks.isPinned { tokens.append(pinned) }
        if let todo = note.marks.todo { tokens.append(todo.doneAt == nil ? Self.todo : done) }
        // Most texts have neither links nor tags.
        let isRead = note.content.utf8.contains {
            $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#")
        }
        let document = MarkdownDocument(isRead ? note.content : "", hasLines: false)
        let tags = note.tags(in: document)
        if !tags.isEmpty { tokens.append(tagged) }
        var known: Set<String> = []
        for key in tags.lazy.flatMap(levelKeys) where known.insert(key).inserted { tokens.append(tag(key: key)) }
        tokens += levelKeys(note.marks.notebook).map(notebook(key:))
        let targets = Set(References(note, in: document).targets)
        if !document.links.isEmpty || !targets.isEmpty { tokens.append(linked) }
        if note.marks.todo != nil || document.hasBox { tokens.append(tasked) }
        if !note.marks.others.isEmpty {
            var known: Set<String> = []
            for (name, values) in note.properties {
                let all = property(name, value: nil) + values.flatMap { property(name, value: $0) }
                tokens += all.filter { known.insert($0).inserted }
            }
        }
        var links: Set<String> = []
        for target in targets {
            if case .number = target { links.insert(link(target)) }
            links.formUnion(target.keys.map(link))
        }
        tokens += links.sorted()
        // Side by side and in order, so that a phrase finds them.
        return tokens + NoteTitle(note).words.map { title + $0 }
    }

    /// The keys of a name and of the names above it: what is in work/plans is in work too.
    ///
    /// All names that begin with the same characters have one key: of a name that is longer there is no more to tell.
    private static func levelKeys(_ name: String) -> [String] {
        var keys: [String] = []
        var path = ""
        var rest = name[...]
        while path.count <= NameKey.longest {
            rest = rest.drop { $0 == "/" }
            guard !rest.isEmpty else { break }
            let level = rest.prefix { $0 != "/" }
            path += (path.isEmpty ? "" : "/") + level
            rest = rest[level.endIndex...]
            keys.append(NameKey.of(path))
        }
        return keys
    }

    /// The name as one token: what would end a token becomes a character of private use.
    private static func encoded(_ name: String) -> String {
        var token = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            let isPlain =
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9": true
                default: scalar.value >= 0x80
                }
            token.append(isPlain ? scalar : Unicode.Scalar(0xE100 + scalar.value) ?? scalar)
        }
        return String(token)
    }
}
