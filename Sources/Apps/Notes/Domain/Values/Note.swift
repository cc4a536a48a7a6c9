// SPDX-License-Identifier: GPL-3.0-or-later

package import Markdown
package import Session

/// A note, as it was when it was read: an immutable value, of which only the service makes new ones.
package struct Note: Hashable, Sendable, Identifiable {
    /// The short number that lists show: stays the same while the note exists, and is never used again.
    package let id: Int
    /// The whole text; of a protected note its first line alone, or nothing where that is not its title.
    package var content: String
    /// What it is called, where that is not its first line.
    package var names: NoteNames
    /// The whole text of a protected note, sealed; nil for any other.
    package var sealed: [UInt8]?
    /// When it was made.
    package var createdAt: Timestamp
    /// When its text was last changed.
    package var modifiedAt: Timestamp
    /// When it went to the trash; nil while it is not there.
    package var trashedAt: Timestamp?
    /// What is kept beside the text.
    package var marks: NoteMarks
    /// The number of this version of the text, from 1; every change of the text counts.
    package var version: Int

    package init(
        id: Int, content: String, createdAt: Timestamp, modifiedAt: Timestamp, trashedAt: Timestamp? = nil,
        marks: NoteMarks = NoteMarks(), version: Int = 1, sealed: [UInt8]? = nil, names: NoteNames = .none
    ) {
        self.id = id
        self.names = names
        self.content = content
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.trashedAt = trashedAt
        self.marks = marks
        self.version = version
        self.sealed = sealed
    }

    /// The note that a draft becomes.
    package init(id: Int, _ draft: NoteDraft) {
        self.init(
            id: id, content: draft.content, createdAt: draft.createdAt,
            modifiedAt: draft.modifiedAt ?? draft.createdAt, trashedAt: draft.trashedAt, marks: draft.marks,
            names: draft.names)
    }

    /// Its own name, or else the first line, without the signs of a heading.
    package var title: String { names.isEmpty ? Self.title(of: content) : names.name }

    /// The title as it is shown: in place of links to notes what they say.
    package var shownTitle: String {
        let title = names.isEmpty ? title : names.shown
        guard title.utf8.contains(UInt8(ascii: "[")) else { return title }
        return title.replacing(/!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]/) { $0.1 }
    }

    /// What stays readable of a text that is sealed: its title, where that is a line of it.
    package func readable(_ content: String) -> String { names.isEmpty ? Self.firstLine(of: content) : "" }

    /// The first line as it is.
    package var firstLine: String { Self.firstLine(of: content) }

    /// Whether the text is sealed, here and in every version.
    package var isProtected: Bool { sealed != nil }

    /// The title of a text: the end of its first line, which is all of it where it is no heading of Markdown’s.
    package static func title(of content: String) -> String {
        let line = TextLines.first(of: content).line
        return String(Heading(line)?.text ?? line)
    }

    /// The first line of a text.
    package static func firstLine(of content: String) -> String { String(TextLines.first(of: content).line) }

    /// What follows the title: all of the text where that is no line of it.
    package var body: String { names.isEmpty ? String(TextLines.first(of: content).rest) : content }

    /// What it is called beside its title: by its front matter, by its file in Logseq, and by properties there; each once.
    package var otherNames: [String] {
        guard !names.isEmpty else { return [] }
        let others = names.others
        let written = PageProperties(content).names
        guard !written.isEmpty else { return others }
        var known = Set(([names.name] + others).map(NameKey.of))
        return others + written.filter { known.insert(NameKey.of($0)).inserted }
    }

    /// What words are looked for in: the names, and the text.
    package var searched: String {
        names.isEmpty ? content : ([names.name] + otherNames).joined(separator: "\n") + "\n" + content
    }

    /// The tags: those given to the note, then those in its text, each once.
    package var tags: [String] { tags(beside: TagText.tags(in: content)) }

    /// The same for a note whose text has been read already.
    package func tags(in document: MarkdownDocument) -> [String] { tags(beside: TagText.tags(in: document)) }

    private func tags(beside written: [String]) -> [String] {
        guard !marks.tags.isEmpty else { return written }
        var known: Set<String> = []
        return (marks.tags + written).filter { known.insert(NameKey.of($0)).inserted }
    }

    /// The notebook as a list, or the tags.
    package func labels(_ kind: NoteLabel.Kind) -> [String] {
        switch kind {
        case .notebook: marks.notebook.isEmpty ? [] : [marks.notebook]
        case .tag: tags
        }
    }
}
