import Foundation
import FrontMatter
import NotesStore
import Session

/// A note as a Markdown file with front matter.
enum NoteFile {
    /// The file’s text.
    static func text(of note: Note) -> String {
        var fields: [(name: String, value: FrontMatterValue)] = []
        func add(_ name: String, _ text: String?) {
            if let text { fields.append((name, .text(text))) }
        }
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
        return FrontMatter.block(fields) + note.content + "\n"
    }

    /// The note in a file’s text.
    ///
    /// - Parameters:
    ///   - notebook: The folder that holds the file; its own front matter counts more.
    ///   - written: When the file was last written, for a note that does not say when it was made.
    static func draft(_ text: String, notebook: String, written: Timestamp, in zone: TimeZone)
        -> (draft: NoteDraft, problems: [ExchangeProblem.Reason])
    {
        var problems: [ExchangeProblem.Reason] = []
        let page: FrontMatter
        do { page = try FrontMatter(reading: text) } catch {
            // The block stays in the note: nothing of it is lost.
            return (NoteDraft(content: trimmed(text), createdAt: written), [.frontMatter])
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
        let draft = NoteDraft(
            content: titled(page.body, page.fields["title"]?.text), createdAt: created ?? updated ?? written,
            modifiedAt: updated, trashedAt: time("trashed"), marks: marks)
        return (draft, problems)
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
    private static func titled(_ body: String, _ title: String?) -> String {
        let content = trimmed(body)
        guard let title, !title.isEmpty else { return content }
        let first = content.prefix { !$0.isNewline }.drop { $0 == "#" || $0 == " " }
        return NameKey.of(String(first)) == NameKey.of(title) ? content : title + "\n" + content
    }

    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .newlines) }
}
