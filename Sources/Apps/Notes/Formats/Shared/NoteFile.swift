// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumFrontMatter
import AtriumSession
import Foundation
import NotesLogic

/// A note as a Markdown file with front matter.
enum NoteFile {
    static let attachments = "attachments"
    /// The media types that the names of the attachments do not say.
    static let types = "media-types"

    /// The file’s text.
    ///
    /// - Parameters:
    ///   - files: The listed attachments, with their paths from the folder of the file.
    ///   - folder: The folder of the file, below that of the export; `nil` if it is the note’s.
    ///   - name: The file’s name without its ending; `nil` if it is the note’s.
    static func text(
        of note: Note, listing files: [(attachment: Attachment, path: String)] = [], in folder: String? = nil,
        named name: String? = nil
    ) -> String {
        var head = NoteHead(others: note.marks.others)
        head.set(NoteOrigin.numberField, .plain(String(note.id)))
        let title = note.names.isEmpty || note.names.title.isEmpty ? note.title : note.names.title
        // A title other than the file’s name, unless it is a paragraph.
        if let name, title != name, title.count <= longestTitle || !note.names.isEmpty {
            head.add(["title"], .text(title))
        }
        var aliases = note.names.aliases
        // A name other than the file’s and the title.
        let own = note.names.name
        if let name, !note.names.isEmpty, name != own, title != own, !aliases.contains(own) { aliases.append(own) }
        if !aliases.isEmpty { head.add(NoteFields.aliasNames, .list(aliases)) }
        head.add(NoteFields.madeNames, ISOTime.text(note.createdAt).map { .plain($0) })
        if note.modifiedAt != note.createdAt {
            head.add(NoteFields.changedNames, ISOTime.text(note.modifiedAt).map { .plain($0) })
        }
        if !note.marks.notebook.isEmpty || folder?.isEmpty == false {
            head.add(["notebook"], .text(note.marks.notebook))
        }
        head.setTags(note.marks.tags)
        if note.marks.isPinned { head.set("pinned", .plain("true")) }
        head.setTodo(note.marks.todo)
        head.set("trashed", note.trashedAt.flatMap(ISOTime.text).map { .plain($0) })
        if !files.isEmpty {
            head.set(Self.attachments, .list(files.map(\.path)))
            if files.contains(where: { MediaType.of($0.attachment.name) ?? MediaType.unknown != $0.attachment.type }) {
                head.set(types, .list(files.map(\.attachment.type)))
            }
        }
        let end = note.content.lineEnd
        return head.block.replacing("\n", with: end) + note.content + end
    }

    /// The most characters of a title; more are a paragraph.
    private static let longestTitle = 80

    /// Fields of a block without its fences, unchanged; none if it is not valid YAML.
    static func others(_ yaml: String) -> String {
        guard !yaml.isEmpty else { return "" }
        let end = yaml.hasSuffix("\n") ? "" : "\n"
        return (try? FrontMatter(reading: "---\n\(yaml)\(end)---\n", knowing: { _ in [] }).others) ?? ""
    }

    /// The names of the understood fields of a file: those of a note, and an export’s data about its files.
    private static func understood(_ values: [String: FrontMatterValue]) -> Set<String> {
        var names = NoteFields.understood(values)
        if case .list(let paths)? = values[attachments], !paths.isEmpty { names.formUnion([attachments, types]) }
        if isDone(values) != nil { names.insert(answer) }
        return names
    }

    /// Joplin says only whether a note is done, and of tasks alone.
    private static let answer = "completed?"

    private static func isDone(_ values: [String: FrontMatterValue]) -> Bool? {
        ["yes": true, "true": true, "no": false, "false": false][values[answer]?.text?.lowercased() ?? ""]
    }

    /// The note in a file’s text.
    ///
    /// - Parameters:
    ///   - path: The file’s name below the folder, without its ending; its own front matter may name another notebook.
    ///   - written: The time of the file’s last write, for a note that does not state its creation.
    ///   - files: Finds the files that belong to the note, and have a part in it; `nil` if there are none.
    static func draft(
        _ text: String, path: String, written: Timestamp, in zone: Zone, files: NoteFolderFiles?
    ) -> (draft: NoteDraft, number: Int?, problems: [ExchangeProblem.Reason]) {
        var problems: [ExchangeProblem.Reason] = []
        let page: FrontMatter
        do { page = try FrontMatter(reading: text, knowing: files == nil ? NoteFields.understood : understood) } catch {
            // The block stays in the note: nothing of it is lost.
            let marks = NoteMarks(notebook: NotebookName.normal(FilePath(path).folder))
            return (
                NoteDraft(
                    content: text.withoutOuterLineEnds, createdAt: written, marks: marks, names: NoteNames(path: path)),
                nil, [.frontMatter]
            )
        }
        let fields = NoteFields(page.fields, in: zone)
        // An invalid date stays a property, but only under the names that always mean a date.
        for name in ["created", "updated", "trashed"] where fields.written(name) == nil {
            if case .text(let text)? = page.fields[name], !text.isEmpty { problems.append(.badDate(text)) }
        }
        let (created, updated, number) = (fields.created, fields.updated, fields.number)
        let content = page.body.withoutOuterLineEnds
        let names = fields.names(ofFile: path)
        var marks = fields.marks
        if fields.notebook == nil { marks.notebook = NotebookName.normal(FilePath(path).folder) }
        if let isDone = isDone(page.fields) {
            var todo = marks.todo ?? Todo()
            if isDone, todo.doneAt == nil { todo.doneAt = updated ?? created ?? written }
            marks.todo = todo
        }
        marks.others = page.others
        var draft = NoteDraft(
            content: content, createdAt: created ?? written,
            modifiedAt: updated, trashedAt: fields.trashed, marks: marks, names: names)
        if let files {
            problems += files.take(
                page.fields[attachments]?.list ?? [], types: page.fields[types]?.list ?? [], into: &draft)
        }
        return (draft, number, problems)
    }

    /// The text with its title as first line, unless it says it itself.
    static func titled(_ body: String, _ title: String?) -> String {
        let content = body.withoutOuterLineEnds
        guard let title, !title.isEmpty else { return content }
        guard !content.isEmpty else { return title }
        return NameKey.of(Note.title(of: content)) == NameKey.of(title) ? content : title + "\n" + content
    }
}
