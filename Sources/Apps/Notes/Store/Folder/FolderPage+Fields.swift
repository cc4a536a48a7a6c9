// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import FrontMatter
import Session

extension FolderPage {
    /// What front matter says of a note.
    struct Fields {
        /// The names of the fields that mean something here.
        static let names: Set<String> = Todo.fieldNames.union([
            "title", "aliases", "alias", "created", "date", "updated", "modified", "notebook", "tags", "keywords",
            "pinned", "trashed", NoteOrigin.numberField,
        ])

        private let values: [String: FrontMatterValue]
        private let zone: Zone

        init(_ values: [String: FrontMatterValue], in zone: Zone) {
            self.values = values
            self.zone = zone
        }

        /// The fields of a page.
        init(of page: FolderPage, in zone: Zone) {
            let block = (try? FrontMatterBlock(of: page.head.replacing("\u{FEFF}", with: ""))) ?? nil
            self.init(block?.fields ?? [:], in: zone)
        }

        var title: String? { NoteNames.title(values["title"]) }

        /// What a note of a file is called.
        func names(ofFile path: String) -> NoteNames {
            NoteNames(
                path: FilePath(path).withoutEnding, title: title ?? "",
                aliases: NoteNames.aliases(values["aliases"] ?? values["alias"]))
        }

        var created: Timestamp? { time("created") ?? time("date") }
        var updated: Timestamp? { time("updated") ?? time("modified") }
        var trashed: Timestamp? { time("trashed") }
        var number: Int? { values[NoteOrigin.numberField]?.text.flatMap { Int($0) } }
        var notebook: String? { values["notebook"]?.text.map(NotebookName.normal) }

        var marks: NoteMarks {
            NoteMarks(notebook: notebook ?? "", tags: tags, isPinned: values["pinned"]?.text == "true", todo: todo)
        }

        /// Tags as a list, or in one text between commas or else between blanks.
        private var tags: [String] {
            let value = values["tags"] ?? values["keywords"]
            var texts = value?.list ?? []
            if case .text(let text)? = value {
                texts = text.split(separator: text.contains(",") ? "," : " ").map(String.init)
            }
            return texts.map(Self.tag).filter { !$0.isEmpty }
        }

        private static func tag(_ text: String) -> String {
            text.trimmingPrefix("#").trimmingCharacters(in: .whitespacesAndNewlines)
        }

        private var todo: Todo? { Todo(values, in: zone) }

        private func time(_ name: String) -> Timestamp? {
            values[name]?.text.flatMap { ISOTime.timestamp($0, in: zone) }
        }
    }
}

extension FolderPage.Fields {
    /// The fields that must change so that they say what the note is; a field that says it already stays as it is.
    ///
    /// - Parameter path: The file’s name.
    func changes(to note: Note, path: String) -> [(name: String, value: FrontMatterValue?)] {
        let folder = FilePath(path).folder
        var changes: [(name: String, value: FrontMatterValue?)] = []
        func set(_ name: String, _ value: FrontMatterValue?) {
            if value != nil || values[name] != nil { changes.append((name, value)) }
        }
        // A note that is written for the first time may have no name of its own.
        if !note.names.isEmpty {
            let names = names(ofFile: path)
            if names.title != note.names.title {
                set("title", note.names.title.isEmpty ? nil : .text(note.names.title))
            }
            if names.aliases != note.names.aliases {
                let name = values["aliases"] == nil && values["alias"] != nil ? "alias" : "aliases"
                set(name, note.names.aliases.isEmpty ? nil : .list(note.names.aliases))
            }
        }
        if (notebook ?? folder) != note.marks.notebook {
            set("notebook", note.marks.notebook == folder ? nil : .text(note.marks.notebook))
        }
        if marks.tags != note.marks.tags {
            let name = values["tags"] == nil && values["keywords"] != nil ? "keywords" : "tags"
            // Those that stay are spelled as they were, with a sign before them or without.
            let tags = note.marks.tags.map { tag in values[name]?.list.first { Self.tag($0) == tag } ?? tag }
            set(name, tags.isEmpty ? nil : .list(tags))
        }
        if marks.isPinned != note.marks.isPinned { set("pinned", note.marks.isPinned ? .text("true") : nil) }
        if marks.todo != note.marks.todo {
            let (before, now) = (marks.todo?.fields ?? [], note.marks.todo?.fields ?? [])
            let foreign = Todo.foreignNames(in: values)
            for name in ["todo", "due", "done", "repeat", "completed"] {
                let value = now.first { $0.name == name }?.value
                // What says the same in its own way stays, and what is another program’s.
                guard value != before.first(where: { $0.name == name })?.value || value != nil && values[name] == nil,
                    value != nil || !foreign.contains(name)
                else { continue }
                set(name, value)
            }
        }
        if trashed != note.trashedAt { set("trashed", note.trashedAt.flatMap(text)) }
        return changes
    }

    /// The field that says when the note was made.
    func change(made time: Timestamp) -> [(name: String, value: FrontMatterValue?)] {
        guard created != time else { return [] }
        return [(values["created"] == nil && values["date"] != nil ? "date" : "created", text(time))]
    }

    /// The field that says when the note was changed, in a file that says when it was made.
    func change(to time: Timestamp) -> [(name: String, value: FrontMatterValue?)] {
        guard let said = updated ?? created, said != time else { return [] }
        return [(values["updated"] == nil && values["modified"] != nil ? "modified" : "updated", text(time))]
    }

    private func text(_ time: Timestamp) -> FrontMatterValue? { ISOTime.text(time).map { .text($0) } }
}
