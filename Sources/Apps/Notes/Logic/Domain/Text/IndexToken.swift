// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown
import AtriumSearch

/// The tokens in the full-text index other than words of a text: notebooks, tags, links, states, words of titles.
///
/// With them, one full-text query answers a whole question, newest first and without a scan. Each starts with a
/// character of private use, which `SearchText` takes for a blank: no text and no typed word can be such a token.
package enum IndexToken {
    /// The token of every note, with which a query of nothing but “not” begins.
    package static let any = "\u{E000}a"
    /// The token of a pinned note.
    package static let pinned = "\u{E000}p"
    /// The token of an open task.
    package static let todo = "\u{E000}o"
    /// The token of a finished task.
    package static let done = "\u{E000}d"
    /// The token of a note with any tag.
    package static let tagged = "\u{E000}g"
    /// The token of a note with any link.
    package static let linked = "\u{E000}h"
    /// The token of a task, and of a note with check boxes.
    package static let tasked = "\u{E000}k"

    package static func tag(_ name: String) -> String { tag(key: NameKey.of(name)) }
    package static func notebook(_ name: String) -> String { notebook(key: NameKey.of(name)) }
    fileprivate static func tag(key: String) -> String { "\u{E000}t" + encoded(key) }
    fileprivate static func notebook(key: String) -> String { "\u{E000}n" + encoded(key) }
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
    fileprivate static func link(key: String) -> String { "\u{E000}l" + encoded(key) }

    /// The beginning of the token of each word of a title.
    package static let title = "\u{E000}w"

    /// The keys of a name and of the names above it: a note in work/plans is in work too.
    ///
    /// All long names that begin with the same characters have one key.
    fileprivate static func levelKeys(_ name: String) -> [String] {
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

    /// The name as one token: characters that would end it become characters of private use.
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

/// A note and all that a store keeps of its text, from one reading.
package struct ParsedNote {
    package let note: Note
    /// The tags: those given to the note, then those in its text, each once.
    package let tags: [String]
    private let references: References
    private let hasLinks: Bool
    private let hasBox: Bool

    package init(_ note: Note) {
        // Most texts have neither links nor tags.
        let isRead = note.content.utf8.contains {
            $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#")
        }
        let document = MarkdownDocument(isRead ? note.content : "", hasLines: false)
        self.note = note
        tags = note.tags(in: document)
        references = References(note, in: document)
        (hasLinks, hasBox) = (!document.links.isEmpty, document.hasBox)
    }

    /// See `NoteDraft.twin(of:)`.
    package var twin: Int64 { NoteDraft.twin(of: references) }

    /// The notebook as a list, or the tags.
    package func labels(_ kind: NoteLabel.Kind) -> [String] { kind == .tag ? tags : note.labels(kind) }

    /// The tokens of the note in the full-text index.
    package var tokens: [String] {
        var tokens = [IndexToken.any]
        if note.marks.isPinned { tokens.append(IndexToken.pinned) }
        if let todo = note.marks.todo { tokens.append(todo.doneAt == nil ? IndexToken.todo : IndexToken.done) }
        if !tags.isEmpty { tokens.append(IndexToken.tagged) }
        var known: Set<String> = []
        for key in tags.lazy.flatMap(IndexToken.levelKeys) where known.insert(key).inserted {
            tokens.append(IndexToken.tag(key: key))
        }
        tokens += IndexToken.levelKeys(note.marks.notebook).map(IndexToken.notebook(key:))
        let targets = Set(references.targets)
        if hasLinks || !targets.isEmpty { tokens.append(IndexToken.linked) }
        if note.marks.todo != nil || hasBox { tokens.append(IndexToken.tasked) }
        if !note.marks.others.isEmpty {
            var known: Set<String> = []
            for (name, values) in note.properties {
                let all =
                    IndexToken.property(name, value: nil) + values.flatMap { IndexToken.property(name, value: $0) }
                tokens += all.filter { known.insert($0).inserted }
            }
        }
        var links: Set<String> = []
        for target in targets {
            if case .number = target { links.insert(IndexToken.link(target)) }
            links.formUnion(target.keys.map(IndexToken.link(key:)))
        }
        tokens += links.sorted()
        // Side by side and in order, for phrases.
        return tokens + NoteTitle(note).words.map { IndexToken.title + $0 }
    }
}
