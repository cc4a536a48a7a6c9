// SPDX-License-Identifier: GPL-3.0-or-later

/// What is kept beside a note’s text.
package struct NoteMarks: Hashable, Sendable {
    /// The notebook, with `/` between the levels; empty for none.
    package var notebook: String
    /// The tags given to the note, without those that stand in its text.
    package var tags: [String]
    /// Whether the note stands above others.
    package var isPinned: Bool
    /// What there is to do; nil for a note that is no task.
    package var todo: Todo?
    /// What another program says of the note that Atrium does not know, as YAML; empty for nothing.
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
