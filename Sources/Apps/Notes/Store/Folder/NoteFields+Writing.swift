// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
import NotesDomain
import Session

/// What fields of a file must become so that they say what its note is.
extension NoteFields {
    /// The fields that must change; a field that says it already stays as it is.
    ///
    /// - Parameter path: The file’s name.
    func changes(to note: Note, path: String) -> [(name: String, value: FrontMatterValue?)] {
        let folder = FilePath(path).folder
        var changes: [(name: String, value: FrontMatterValue?)] = []
        func set(_ name: String?, _ value: FrontMatterValue?) {
            if let name, value != nil || values[name] != nil { changes.append((name, value)) }
        }
        // A note that is written for the first time may have no name of its own.
        if !note.names.isEmpty {
            let names = names(ofFile: FilePath(path).withoutEnding)
            // The name of a page of Logseq’s is that of its file.
            let isPage = names.title.isEmpty && note.names.title == LogseqName.title(ofFile: note.names.name)
            if names.title != note.names.title, !isPage, values["title"] != .nested {
                set("title", note.names.title.isEmpty ? nil : .text(note.names.title))
            }
            if names.aliases != note.names.aliases {
                let name = free(Self.aliasNames, saying: present(Self.aliasNames))
                set(name, note.names.aliases.isEmpty ? nil : .list(note.names.aliases))
            }
        }
        if (notebook ?? folder) != note.marks.notebook {
            set("notebook", note.marks.notebook == folder ? nil : .text(note.marks.notebook))
        }
        if marks.tags != note.marks.tags, let name = free(Self.tagNames, saying: present(Self.tagNames)) {
            // Those that stay are spelled as they were, with a sign before them or without.
            let tags = note.marks.tags.map { tag in values[name]?.list.first { Self.tag($0) == tag } ?? tag }
            if !tags.isEmpty || values[name] != nil { set(name, .list(tags)) }
        }
        if isPinned != note.marks.isPinned { set("pinned", note.marks.isPinned ? .plain("true") : nil) }
        if marks.todo != note.marks.todo {
            let (before, now) = (marks.todo?.fields ?? [], note.marks.todo?.fields ?? [])
            for name in ["todo", "due", "done", "repeat", "completed"] {
                let value = now.first { $0.name == name }?.value
                // What says the same in its own way stays, and what is another program’s.
                guard value != before.first(where: { $0.name == name })?.value || value != nil && values[name] == nil,
                    value != nil || understood.contains(name)
                else { continue }
                set(name, value)
            }
        }
        if trashed != note.trashedAt { set("trashed", note.trashedAt.flatMap(ISOTime.text).map { .plain($0) }) }
        return changes
    }

    /// The field that says when the note was made, in the form that it has if that can say it.
    func change(made time: Timestamp) -> [(name: String, value: FrontMatterValue?)] {
        guard created != time, let name = free(Self.madeNames, saying: madeName) else { return [] }
        let text = written(name).map { ($0, $0.text(of: time)) }
        let isExact = text.map { $0.0.reads($0.1, as: time) } ?? false
        return [(name, (isExact ? text?.1 : ISOTime.text(time)).map { .plain($0) })]
    }

    /// The field that says when the note was changed, in a file that has one.
    func change(to time: Timestamp) -> [(name: String, value: FrontMatterValue?)] {
        guard let name = changedName, let written = written(name) else { return [] }
        let text = written.text(of: time)
        return values[name]?.text == text ? [] : [(name, .plain(text))]
    }
}
