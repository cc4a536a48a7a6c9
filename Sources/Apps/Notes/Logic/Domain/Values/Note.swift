// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
package import AtriumMarkdown
import AtriumSearch
package import AtriumSession

/// A note at the time of reading: an immutable value, which only the service creates.
package struct Note: Hashable, Sendable, Identifiable {
    /// The short number that lists show: stays the same while the note exists, and is never used again.
    package let id: Int
    /// The whole text; of a protected note its first line alone, or nothing if that is not its title.
    package var content: String
    /// The names of the note, if its first line is not its name.
    package var names: NoteNames
    /// The whole text of a protected note, sealed; `nil` for any other.
    package var sealed: [UInt8]?
    /// The time of its creation.
    package var createdAt: Timestamp
    /// The time of the last change of its text.
    package var modifiedAt: Timestamp
    /// The time of its move to the trash; `nil` outside the trash.
    package var trashedAt: Timestamp?
    /// The data beside the text.
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

    /// The readable part of a sealed text: its title, if that is a line of it.
    package func readable(_ content: String) -> String { names.isEmpty ? Self.firstLine(of: content) : "" }

    package var firstLine: String { Self.firstLine(of: content) }

    /// Whether the text is sealed, here and in every version.
    package var isProtected: Bool { sealed != nil }

    /// The title of a text: its first line, without the signs of a Markdown heading.
    package static func title(of content: String) -> String {
        let line = TextLines.first(of: content).line
        return String(Heading(line)?.text ?? line)
    }

    package static func firstLine(of content: String) -> String { String(TextLines.first(of: content).line) }

    /// Whether lines begin as git marks both sides of a conflict: `<<<<<<<`, `=======`, `>>>>>>>`, in this order.
    package var hasConflictMarks: Bool {
        guard content.contains("<<<<<<< ") else { return false }
        var marks = ["<<<<<<< ", "=======", ">>>>>>> "][...]
        for line in content.split(whereSeparator: \.isNewline) {
            if let mark = marks.first, line.hasPrefix(mark) { marks.removeFirst() }
        }
        return marks.isEmpty
    }

    /// The text below the title: all of the text if the title is no line of it.
    package var body: String { names.isEmpty ? String(TextLines.first(of: content).rest) : content }

    /// Its other names: from its front matter, from its file in Logseq, and from properties there; each once.
    package var otherNames: [String] {
        guard !names.isEmpty else { return [] }
        let others = names.others
        let written = PageProperties(content).names
        guard !written.isEmpty else { return others }
        var known = Set(([names.name] + others).map(NameKey.of))
        return others + written.filter { known.insert(NameKey.of($0)).inserted }
    }

    /// The searched text: the names and the text.
    package var searched: String {
        names.isEmpty ? content : ([names.name] + otherNames).joined(separator: "\n") + "\n" + content
    }

    /// The tags: those given to the note, then those in its text, each once.
    package var tags: [String] { tags(beside: TagText.tags(in: content)) }

    /// The same for an already parsed note.
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

extension Note {
    /// The note’s properties from another program that have no meaning for Atrium, in order; of a nested one
    /// the name alone.
    package var properties: [(name: String, values: [String])] {
        guard !marks.others.isEmpty else { return [] }
        return FrontMatter.properties(inOthers: marks.others)
    }
}

/// The data beside a note’s text.
package struct NoteMarks: Codable, Hashable, Sendable {
    /// The notebook, with `/` between the levels; empty for none.
    package var notebook: String
    /// The tags given to the note, without those that stand in its text.
    package var tags: [String]
    /// Whether the note stands above others.
    package var isPinned: Bool
    /// The task; `nil` for a note that is no task.
    package var todo: Todo?
    /// The properties from another program that Atrium does not know, as YAML; empty for none.
    package var others: String

    package init(
        notebook: String = "", tags: [String] = [], isPinned: Bool = false, todo: Todo? = nil, others: String = ""
    ) {
        self.notebook = notebook
        self.tags = tags
        self.isPinned = isPinned
        self.todo = todo
        self.others = others
    }

    /// The marks after a change.
    package func changed(_ change: MarkChange) -> NoteMarks {
        var marks = self
        switch change {
        case .notebook(let name): marks.notebook = name
        case .pinned(let isPinned): marks.isPinned = isPinned
        case .todo(let todo): marks.todo = todo
        // Not beside the text, but of the note itself.
        case .created: break
        case .tags(let names):
            var known: Set<String> = []
            marks.tags = names.filter { known.insert(NameKey.of($0)).inserted }
        case .addTag(let name):
            if !tags.contains(where: { NameKey.of($0) == NameKey.of(name) }) { marks.tags.append(name) }
        case .removeTag(let name): marks.tags.removeAll { NameKey.of($0) == NameKey.of(name) }
        }
        return marks
    }
}

/// The names of a note with a name of its own, as each note in a file has.
///
/// The name of any other note is its first line.
package struct NoteNames: Codable, Hashable, Sendable {
    /// No name but the first line.
    package static let none = NoteNames(path: "")

    /// The name behind the folders that lead to it: `work/Plan` for the file `work/Plan.md`; empty for no name.
    package var path: String
    /// The title in the front matter; empty for none.
    package var title: String
    /// The other names in the front matter.
    package var aliases: [String]

    package init(path: String, title: String = "", aliases: [String] = []) {
        self.path = path
        self.title = title
        self.aliases = aliases
    }

    /// Whether there is no name.
    package var isEmpty: Bool { path.isEmpty }

    /// The name alone.
    package var name: String { FilePath(path).last }

    /// The displayed name: that of Logseq’s page, if the file stands for one.
    package var shown: String { isPage ? title : name }

    /// Whether the title is what Logseq calls a file of this name.
    private var isPage: Bool { !title.isEmpty && isOfLogseq && LogseqName.title(ofFile: name) == title }

    /// The folders before the name; empty for none.
    package var folder: String { FilePath(path).folder }

    /// The names beside the name itself, each once.
    package var others: [String] {
        guard !title.isEmpty || !aliases.isEmpty || isOfLogseq else { return [] }
        var known: Set<String> = [NameKey.of(name), ""]
        return ([title] + aliases + LogseqName.names(ofFile: path)).filter { known.insert(NameKey.of($0)).inserted }
    }

    private var isOfLogseq: Bool { path.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "_") } }

    /// The names after the note’s file has got another one; a title that said the old one says the new one.
    package func renamed(to path: String, title new: String) -> NoteNames {
        var names = self
        names.path = path
        if isPage {
            names.title = LogseqName.title(ofFile: names.name)
            return names
        }
        // A name that no file can have is written in a property, unless the file’s name stands for it.
        let isSaid = new == names.name || LogseqName.names(ofFile: path).contains(new)
        if !title.isEmpty && NameKey.of(title) == NameKey.of(name) || !isSaid { names.title = new }
        return names
    }

    package func moved(to folder: String) -> NoteNames {
        var names = self
        if !isEmpty { names.path = folder.isEmpty ? name : folder + "/" + name }
        return names
    }
}

/// One version of a note’s text.
package struct NoteVersion: Hashable, Sendable {
    /// Its number, from 1.
    package let number: Int
    /// The time of saving.
    package let savedAt: Timestamp
    /// The whole text; of a protected note its present title alone.
    package let content: String
    /// The whole text of a protected note, sealed; `nil` for any other.
    package let sealed: [UInt8]?

    package init(number: Int, savedAt: Timestamp, content: String, sealed: [UInt8]? = nil) {
        self.number = number
        self.savedAt = savedAt
        self.content = content
        self.sealed = sealed
    }

    /// The present version of a note.
    package init(present note: Note) {
        self.init(number: note.version, savedAt: note.modifiedAt, content: note.content, sealed: note.sealed)
    }
}

/// A note as a list of candidates shows it: its number and its title.
package struct NoteTitle: Hashable, Sendable, Identifiable {
    /// The most examined characters; lists cut sooner.
    package static let longest = 200

    /// The note’s number.
    package let id: Int
    /// Its name, or the beginning of its first line.
    package let title: String
    /// All that it is called, on lines of their own.
    package let names: String

    /// The title of a note.
    package init(_ note: Note) {
        id = note.id
        guard note.names.isEmpty else {
            title = note.names.shown
            names = ([note.names.name] + note.otherNames).joined(separator: "\n")
            return
        }
        let content = note.content
        // Most texts are shorter, or their first line is, which the bytes show.
        let isShort = content.utf8.count <= Self.longest || content.utf8.prefix(Self.longest).contains(0x0A)
        title = Note.title(
            of: isShort ? content : String(String.UnicodeScalarView(content.unicodeScalars.prefix(Self.longest))))
        names = title
    }

    /// Its words, as `SearchText` has them.
    package var words: [String] { SearchText.tokens(of: names, .pictures) }
}

/// The key of an owner’s protected notes, sealed under a key from a password; opaque to the store.
package struct WrappedKey: Hashable, Sendable {
    /// The random salt of the password.
    package let salt: [UInt8]
    /// The number of passes of the derivation.
    package let passes: Int
    /// The number of bytes that the derivation fills.
    package let memory: Int
    /// The sealed key.
    package let sealed: [UInt8]

    package init(salt: [UInt8], passes: Int, memory: Int, sealed: [UInt8]) {
        self.salt = salt
        self.passes = passes
        self.memory = memory
        self.sealed = sealed
    }
}
