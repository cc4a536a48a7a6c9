// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import FrontMatter
import Session

/// A note as a Markdown file with front matter.
enum NoteFile {
    /// The names of the fields that mean something here; all others are kept as they are.
    private static let known: Set<String> = [
        "title", "created", "date", "updated", "modified", "notebook", "tags", "keywords", "pinned", "todo", "due",
        "done", "trashed", attachments, types, NoteOrigin.numberField,
    ]
    static let attachments = "attachments"
    /// The media types that the names of the attachments do not say.
    static let types = "media-types"

    /// The file’s text.
    ///
    /// - Parameters:
    ///   - attachments: What belongs to the note.
    ///   - folder: Where it lies, from the folder of the file.
    static func text(of note: Note, attachments: [Attachment] = [], in folder: String = "") -> String {
        var fields: [(name: String, value: FrontMatterValue)] = []
        func add(_ name: String, _ text: String?) {
            if let text { fields.append((name, .text(text))) }
        }
        add(NoteOrigin.numberField, String(note.id))
        add("created", ISOTime.text(note.createdAt))
        if note.modifiedAt != note.createdAt { add("updated", ISOTime.text(note.modifiedAt)) }
        if !note.marks.notebook.isEmpty { add("notebook", note.marks.notebook) }
        if !note.marks.tags.isEmpty { fields.append(("tags", .list(note.marks.tags))) }
        if note.marks.isPinned { add("pinned", "true") }
        if let todo = note.marks.todo {
            add("todo", todo.doneAt == nil ? "open" : "done")
            add("due", todo.due?.text)
            add("done", todo.doneAt.flatMap(ISOTime.text))
        }
        add("trashed", note.trashedAt.flatMap(ISOTime.text))
        if !attachments.isEmpty {
            fields.append((Self.attachments, .list(attachments.map { "\(folder)/\($0.name)" })))
            if attachments.contains(where: { MediaType.of($0.name) ?? MediaType.unknown != $0.type }) {
                fields.append((types, .list(attachments.map(\.type))))
            }
        }
        let content = AttachmentLinks.leading(attachments.map(\.name), to: folder, in: note.content)
        return FrontMatter.block(fields, others: others(note.marks.others) ?? note.marks.others) + content + "\n"
    }

    /// Fields of a block that are not known here, written anew; nil for what is no YAML.
    static func others(_ yaml: String) -> String? {
        guard !yaml.isEmpty else { return "" }
        return try? FrontMatter(reading: "---\n\(yaml)\n---\n", knowing: known).others
    }

    /// The note in a file’s text.
    ///
    /// - Parameters:
    ///   - notebook: The folder that holds the file; its own front matter counts more.
    ///   - written: When the file was last written, for a note that does not say when it was made.
    ///   - files: Finds the files that belong to the note, and have a part in it; nil where there are none.
    ///   - name: What a note of properties alone is called.
    static func draft(
        _ text: String, notebook: String, written: Timestamp, in zone: TimeZone, files: NoteFolderFiles?,
        named name: String = ""
    ) -> (draft: NoteDraft, number: Int?, problems: [ExchangeProblem.Reason]) {
        var problems: [ExchangeProblem.Reason] = []
        let page: FrontMatter
        do { page = try FrontMatter(reading: text, knowing: known) } catch {
            // The block stays in the note: nothing of it is lost.
            return (NoteDraft(content: text.withoutOuterLineEnds, createdAt: written), nil, [.frontMatter])
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
        var marks = NoteMarks(notebook: NotebookName.normal(page.fields["notebook"]?.text ?? notebook))
        marks.tags = tags(page.fields["tags"] ?? page.fields["keywords"])
        marks.isPinned = page.fields["pinned"]?.text == "true"
        if page.fields["todo"] != nil || page.fields["due"] != nil {
            marks.todo = Todo(due: page.fields["due"]?.text.flatMap { Day($0.prefix(10)) }, doneAt: time("done"))
        }
        marks.others = page.others
        var draft = NoteDraft(
            content: titled(page.body, page.fields["title"]?.text), createdAt: created ?? updated ?? written,
            modifiedAt: updated, trashedAt: time("trashed"), marks: marks)
        if let files {
            problems += files.take(
                page.fields[attachments]?.list ?? [], types: page.fields[types]?.list ?? [], into: &draft)
        }
        if draft.content.allSatisfy(\.isWhitespace), !page.fields.isEmpty || !page.others.isEmpty {
            draft.content = name
        }
        let number = page.fields[NoteOrigin.numberField]?.text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return (draft, number, problems)
    }

    /// Tags as a list, or in one text between commas or else between blanks.
    private static func tags(_ value: FrontMatterValue?) -> [String] {
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
