// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
import NotesDomain
import Session

/// What a page of Logseq’s says of its note: in properties that lead its text, and in the markers of its tasks.
struct OutlinePage {
    private let text: String
    private let properties: PageProperties
    private let zone: Zone

    init(_ text: String, in zone: Zone) {
        self.text = text
        self.zone = zone
        properties = PageProperties(text)
    }

    /// The properties that Logseq keeps for itself.
    private static let hidden: Set<String> = ["id", "collapsed", made, "updated-at"]
    /// Its name for when a page was made, in milliseconds since 1970.
    private static let made = "created-at"
    private static let known = NoteFields.names.union(hidden)

    /// The notebook that the page names itself.
    var notebook: String? { properties["notebook"].map(NotebookName.normal) }

    /// When the page was made, if it says so.
    var created: Timestamp? { properties[Self.made].flatMap { Int64($0) }.map(Timestamp.init(milliseconds:)) }

    /// What is kept beside the text.
    ///
    /// - Parameters:
    ///   - folder: That of the file: the notebook, unless the page names one.
    ///   - doneAt: When the tasks were done, for a page whose tasks all are.
    func marks(inFolder folder: String, doneAt: Timestamp) -> NoteMarks {
        var known: Set<String> = []
        let others = properties.all.filter { !Self.known.contains($0.name) && known.insert($0.name).inserted }
        known = []
        return NoteMarks(
            notebook: notebook ?? folder,
            tags: properties.list("tags").filter { known.insert(NameKey.of($0)).inserted },
            isPinned: properties["pinned"] == "true",
            todo: Todo(fields, in: zone) ?? TaskMarkers(text).todo(doneAt: doneAt),
            others: others.map { FrontMatter.line($0.name, FrontMatterValue(untyped: $0.value)) }.joined())
    }

    /// What the properties say of a task.
    private var fields: [String: FrontMatterValue] {
        var fields: [String: FrontMatterValue] = [:]
        for name in Todo.fieldNames {
            guard let value = properties[name] else { continue }
            fields[name] = name == "completed" ? .list(properties.list(name)) : .text(value)
        }
        return fields
    }
}

// MARK: - Writing

extension OutlinePage {
    /// The text that says what has become of the note; nothing else of it changes.
    ///
    /// - Parameters:
    ///   - old: What was kept beside the text before.
    ///   - created: When the note was made, if that is to be said.
    ///   - title: What the page is called, if it says a title itself.
    func saying(
        _ note: Note, since old: NoteMarks, inFolder folder: String, created: Timestamp?, title: String?
    ) -> String {
        var text = text
        func set(_ name: String, _ value: String?) { text = PageProperties(text).setting(name, to: value) }
        let tags = PageProperties(text).list("tags")
        func has(_ tag: String, in tags: [String]) -> Bool { tags.contains { NameKey.of($0) == NameKey.of(tag) } }
        let gone = old.tags.filter { !has($0, in: note.marks.tags) && has($0, in: tags) }
        let new = note.marks.tags.filter { !has($0, in: old.tags) && !has($0, in: tags) }
        text = PageProperties(text).changing("tags", removing: gone, adding: new)
        if let title, properties["title"] != nil { set("title", title) }
        if note.marks.isPinned != old.isPinned { set("pinned", note.marks.isPinned ? "true" : nil) }
        if note.marks.todo != old.todo { for (name, value) in changes(to: note.marks.todo) { set(name, value) } }
        if (notebook ?? folder) != note.marks.notebook {
            set("notebook", note.marks.notebook == folder ? nil : note.marks.notebook)
        }
        if let created { set(Self.made, String(created.milliseconds)) }
        // What another program has said of a note that comes from elsewhere.
        guard old.others.isEmpty, !note.marks.others.isEmpty else { return text }
        for (name, values) in note.properties where !values.isEmpty {
            let name = name.replacing(" ", with: "-")
            let value = values.joined(separator: ", ")
            guard PageProperties(text)[name.lowercased()] == nil, !value.contains(where: \.isNewline),
                PageProperties.property(of: "\(name):: \(value)") != nil
            else { continue }
            set(name, value)
        }
        return text
    }

    private func changes(to todo: Todo?) -> [(name: String, value: String?)] {
        let said = Todo(fields, in: zone)?.fields ?? []
        let now = todo?.fields ?? []
        return ["todo", "due", "done", "repeat", "completed"].compactMap { name in
            let value = now.first { $0.name == name }?.value
            guard value != said.first(where: { $0.name == name })?.value else { return nil }
            return (name, value?.list.joined(separator: ", "))
        }
    }
}
