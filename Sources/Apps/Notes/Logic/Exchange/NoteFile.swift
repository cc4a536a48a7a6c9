// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import NotesDomain
import Foundation
import FrontMatter
import NotesStore
import Session

/// A note as a Markdown file with front matter.
enum NoteFile {
    /// The names of the fields that mean something here; all others are kept as they are.
    static let known: Set<String> = Todo.fieldNames.union([
        "title", "created", "date", "updated", "modified", "notebook", "tags", "keywords", "pinned",
        "completed?", "trashed", attachments, types, NoteOrigin.numberField,
    ])
    /// Those that give a note other names; of one that is called by its first line they are kept as they are.
    private static let naming: Set<String> = ["aliases", "alias"]
    static let attachments = "attachments"
    /// The media types that the names of the attachments do not say.
    static let types = "media-types"

    /// The file’s text.
    ///
    /// - Parameters:
    ///   - attachments: What belongs to the note.
    ///   - folder: Where it lies, from the folder of the file.
    ///   - name: The file’s name without its ending; nil where it is the note’s.
    static func text(
        of note: Note, attachments: [Attachment] = [], in folder: String = "", named name: String? = nil
    ) -> String {
        var fields: [(name: String, value: FrontMatterValue)] = []
        func add(_ name: String, _ text: String?) {
            if let text { fields.append((name, .text(text))) }
        }
        add(NoteOrigin.numberField, String(note.id))
        let title = note.names.isEmpty || note.names.title.isEmpty ? note.title : note.names.title
        // What the file’s name does not say, unless it is a paragraph.
        if let name, title != name, title.count <= longestTitle || !note.names.isEmpty { add("title", title) }
        var aliases = note.names.aliases
        // What the file is not called, and the title does not say.
        let own = note.names.name
        if let name, !note.names.isEmpty, name != own, title != own, !aliases.contains(own) { aliases.append(own) }
        if !aliases.isEmpty { fields.append(("aliases", .list(aliases))) }
        add("created", ISOTime.text(note.createdAt))
        if note.modifiedAt != note.createdAt { add("updated", ISOTime.text(note.modifiedAt)) }
        if !note.marks.notebook.isEmpty { add("notebook", note.marks.notebook) }
        if !note.marks.tags.isEmpty { fields.append(("tags", .list(note.marks.tags))) }
        if note.marks.isPinned { add("pinned", "true") }
        fields += note.marks.todo?.fields ?? []
        add("trashed", note.trashedAt.flatMap(ISOTime.text))
        if !attachments.isEmpty {
            fields.append((Self.attachments, .list(attachments.map { "\(folder)/\($0.name)" })))
            if attachments.contains(where: { MediaType.of($0.name) ?? MediaType.unknown != $0.type }) {
                fields.append((types, .list(attachments.map(\.type))))
            }
        }
        let content = AttachmentLinks.leading(attachments.map(\.name), to: folder, in: note.content)
        let others = others(
            note.marks.others, ofNamed: !note.names.isEmpty, beside: Set(fields.map { $0.name }))
        return FrontMatter.block(fields, others: others ?? note.marks.others) + content + "\n"
    }

    /// So many characters are a title; more are a paragraph.
    private static let longestTitle = 80

    /// Fields of a block that are not known here, written anew; nil for what is no YAML.
    ///
    /// - Parameters:
    ///   - isNamed: Whether the note has a name of its own, and others beside it.
    ///   - names: The names of the fields that stand beside them.
    static func others(_ yaml: String, ofNamed isNamed: Bool = false, beside names: Set<String> = []) -> String? {
        guard !yaml.isEmpty else { return "" }
        return try? FrontMatter(
            reading: "---\n\(yaml)\n---\n", knowing: isNamed ? known.union(naming) : known,
            except: { Todo.foreignNames(in: $0).subtracting(names) }
        ).others
    }

    /// The note in a file’s text.
    ///
    /// - Parameters:
    ///   - path: The file’s name below the folder, without its ending; its own front matter may say another notebook.
    ///   - written: When the file was last written, for a note that does not say when it was made.
    ///   - files: Finds the files that belong to the note, and have a part in it; nil where there are none.
    static func draft(
        _ text: String, path: String, written: Timestamp, in zone: Zone, files: NoteFolderFiles?
    ) -> (draft: NoteDraft, number: Int?, problems: [ExchangeProblem.Reason]) {
        var problems: [ExchangeProblem.Reason] = []
        let page: FrontMatter
        do { page = try FrontMatter(reading: text, knowing: known.union(naming), except: Todo.foreignNames) } catch {
            // The block stays in the note: nothing of it is lost.
            let marks = NoteMarks(notebook: NotebookName.normal(FilePath(path).folder))
            return (
                NoteDraft(
                    content: text.withoutOuterLineEnds, createdAt: written, marks: marks, names: NoteNames(path: path)),
                nil, [.frontMatter]
            )
        }
        func time(_ names: String...) -> Timestamp? {
            for name in names {
                guard let text = page.fields[name]?.text, !text.isEmpty else { continue }
                if let time = ISOTime.timestamp(text, in: zone) { return time }
                problems.append(.badDate(text))
            }
            return nil
        }
        let created = time("created", "date")
        let updated = time("updated", "modified")
        let content = page.body.withoutOuterLineEnds
        let number = page.fields[NoteOrigin.numberField]?.text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let names = NoteNames(
            path: path, title: NoteNames.title(page.fields["title"]) ?? "",
            aliases: NoteNames.aliases(page.fields["aliases"] ?? page.fields["alias"]))
        var marks = NoteMarks(notebook: NotebookName.normal(page.fields["notebook"]?.text ?? FilePath(path).folder))
        marks.tags = tags(page.fields["tags"] ?? page.fields["keywords"])
        marks.isPinned = page.fields["pinned"]?.text == "true"
        marks.todo = Todo(page.fields, in: zone)
        // It is said where that is no date.
        if marks.todo != nil { marks.todo?.doneAt = time("done") }
        // Joplin says only whether it is done, and of tasks alone.
        if let answer = page.fields["completed?"]?.text?.lowercased() {
            let isDone = ["yes", "true"].contains(answer)
            var todo = marks.todo ?? Todo()
            if isDone, todo.doneAt == nil { todo.doneAt = updated ?? created ?? written }
            marks.todo = todo
        }
        marks.others = page.others
        var draft = NoteDraft(
            content: content, createdAt: created ?? updated ?? written,
            modifiedAt: updated, trashedAt: time("trashed"), marks: marks, names: names)
        if let files {
            problems += files.take(
                page.fields[attachments]?.list ?? [], types: page.fields[types]?.list ?? [], into: &draft)
        }
        // An export of a note that is called by its first line.
        if let number, isNamed(names.name, after: draft.content, number) {
            draft.names = .none
            draft.marks.others =
                (try? FrontMatter(reading: text, knowing: known, except: Todo.foreignNames).others) ?? ""
        }
        return (draft, number, problems)
    }

    /// Whether an export gives a note’s file this name for the first line of its text.
    private static func isNamed(_ name: String, after content: String, _ number: Int) -> Bool {
        guard !content.isEmpty else { return false }
        let own = FileName.of(title: Note.title(of: content))
        return name == own || name.hasPrefix("\(own) (\(number))")
    }

    /// Tags as a list, or in one text between commas or else between blanks.
    static func tags(_ value: FrontMatterValue?) -> [String] {
        var texts = value?.list ?? []
        if case .text(let text)? = value {
            texts = text.split(separator: text.contains(",") ? "," : " ").map(String.init)
        }
        return texts.map { $0.trimmingPrefix("#").trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
    }

    /// The text with its title as first line, unless it says it itself.
    static func titled(_ body: String, _ title: String?) -> String {
        let content = body.withoutOuterLineEnds
        guard let title, !title.isEmpty else { return content }
        guard !content.isEmpty else { return title }
        return NameKey.of(Note.title(of: content)) == NameKey.of(title) ? content : title + "\n" + content
    }
}
