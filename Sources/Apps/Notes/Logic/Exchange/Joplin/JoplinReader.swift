// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session

/// Makes notes of a Joplin export (https://joplinapp.org/help/dev/spec): with notebooks, tags, tasks and files.
///
/// Notes and what they refer to come in any order. So everything is looked at once, of which the small facts are kept,
/// and each note is read a second time when it is made.
struct JoplinReader {
    /// Why a file became no note.
    struct Unread: Error {
        let reason: ExchangeProblem.Reason
    }

    private struct Resource {
        let name: String
        let type: String
        /// Whether its bytes are encrypted.
        let isEncrypted: Bool
    }

    private let source: JoplinSource
    private let written: Timestamp
    private let zone: Zone
    private var folders: [String: (title: String, parent: String)] = [:]
    private var tags: [String: String] = [:]
    private var noteTags: [String: [String]] = [:]
    private var resources: [String: Resource] = [:]
    private var titles: [String: String] = [:]
    /// The names of the notes’ files, and of those that are no items.
    private(set) var notes: [String] = []

    /// - Parameters:
    ///   - written: The time of a note that says none.
    ///   - zone: Where the day on which a task is due is one.
    init(_ source: JoplinSource, written: Timestamp, in zone: Zone) {
        self.source = source
        self.written = written
        self.zone = zone
    }

    /// Looks at a file the first time; all must be looked at before the first note is made.
    mutating func look(at name: String) {
        guard let item = try? item(name) else {
            // Told of when it is its turn.
            notes.append(name)
            return
        }
        switch item.kind {
        case .note:
            notes.append(name)
            titles[item.id] = Self.title(of: item)
        case .folder: folders[item.id] = (item.title, item.text("parent_id"))
        case .tag: tags[item.id] = item.title
        case .noteTag: noteTags[item.text("note_id"), default: []].append(item.text("tag_id"))
        case .resource:
            let ending = item.text("file_extension")
            let name = [item.title, item.text("filename")].first { !$0.isEmpty } ?? item.id
            resources[item.id] = Resource(
                name: name.contains(".") || ending.isEmpty ? name : name + "." + ending, type: item.text("mime"),
                isEncrypted: item.isTrue("encryption_applied") || item.isTrue("encryption_blob_encrypted"))
        case .other: break
        }
    }

    /// The note of a file.
    func entry(_ name: String) -> Result<ForeignNote, Unread> {
        let item: JoplinItem
        do {
            guard let read = try self.item(name) else { return .failure(Unread(reason: .malformed)) }
            item = read
        } catch AttachmentFault.unreadable(_, let reason) {
            return .failure(Unread(reason: .unreadable(reason)))
        } catch {
            return .failure(Unread(reason: .malformed))
        }
        guard !item.isTrue("encryption_applied") else { return .failure(Unread(reason: .encrypted)) }
        let created = item.time("user_created_time") ?? item.time("created_time")
        var marks = NoteMarks(notebook: notebook(item.text("parent_id")))
        marks.tags = (noteTags[item.id] ?? []).compactMap { tags[$0] }.filter { !$0.isEmpty }.sorted()
        if item.isTrue("is_todo") {
            marks.todo = Todo(
                due: item.time("todo_due").map { DueTime($0, in: zone) }, doneAt: item.time("todo_completed"))
        }
        marks.others = others(of: item)
        var files = JoplinFiles()
        let body = rewritten(item.body, &files)
        let draft = NoteDraft(
            content: NoteFile.titled(body, item.title), createdAt: created ?? written,
            modifiedAt: item.time("user_updated_time") ?? item.time("updated_time"),
            trashedAt: item.time("deleted_time"), marks: marks, attachments: files.drafts)
        return .success(ForeignNote(draft: draft, problems: files.problems, isDated: created != nil))
    }

    /// An item; nil for what is none, throws where it cannot be read.
    private func item(_ name: String) throws -> JoplinItem? {
        try String(validating: source.bytes(of: name), as: UTF8.self).flatMap { JoplinItem($0) }
    }

    /// What a link to a note names.
    private static func title(of item: JoplinItem) -> String {
        item.title.isEmpty ? Note.title(of: item.body.withoutOuterLineEnds) : item.title
    }

    private func notebook(_ id: String) -> String {
        var levels: [String] = []
        var next = id
        // No deeper than anybody goes: a folder may be within itself.
        while let folder = folders[next], levels.count < 32 {
            levels.insert(folder.title.replacing("/", with: "-"), at: 0)
            next = folder.parent
        }
        return NotebookName.normal(levels.joined(separator: "/"))
    }

    /// Where a note comes from, which Atrium does not know but keeps.
    private func others(of item: JoplinItem) -> String {
        ForeignNote.others([
            ("source", item.text("source_url")), ("author", item.text("author")),
            ("latitude", item.degrees("latitude")), ("longitude", item.degrees("longitude")),
        ])
    }

    /// The text in which `:/` and an id, Joplin’s address of anything, is a note’s title or a file’s name.
    private func rewritten(_ body: String, _ files: inout JoplinFiles) -> String {
        guard body.contains(":/") else { return body }
        var body = body
        for match in body.matches(of: Self.image).reversed() {
            // Pictures in HTML, as programs paste them, become pictures in Markdown, and are files from then on.
            body.replaceSubrange(match.range, with: "![](:/\(match.output.1))")
        }
        var result = ""
        var end = body.startIndex
        let places = FileLinkText.places(in: body, ofScheme: ":/").sorted { $0.whole.upperBound < $1.whole.upperBound }
        // A picture may be the text of a link.
        for place in places where place.whole.lowerBound >= end {
            let id = body[place.range].dropFirst(2).prefix(32).lowercased()
            result += body[end..<place.whole.lowerBound]
            result += link(to: id, body[place.label], place.isPicture, &files) ?? String(body[place.whole])
            end = place.whole.upperBound
        }
        return result + body[end...]
    }

    private func link(to id: String, _ label: Substring, _ isPicture: Bool, _ files: inout JoplinFiles) -> String? {
        if let title = titles[id] {
            // By title, and not by number: those of another store are others.
            guard !title.isEmpty, !title.contains("]]"), !title.contains("|"), !label.contains("]]") else {
                return String(label)
            }
            return label == title || label.isEmpty ? "[[\(title)]]" : "[[\(title)|\(label)]]"
        }
        guard let resource = resources[id] else { return nil }
        guard !resource.isEncrypted else {
            files.leaveOut(resource.name)
            return nil
        }
        guard
            let name = files.name(
                of: id,
                or: {
                    AttachmentDraft(
                        named: resource.name, type: resource.type, bytes: try source.bytes(ofResource: id))
                })
        else { return nil }
        return Attachment.link(to: name, isPicture: isPicture, label: String(label))
    }

    /// Cannot be a constant: a `Regex` is no `Sendable` value.
    private static var image: Regex<(Substring, Substring)> {
        /<img\b[^>]*?\bsrc=["']:\/([0-9A-Fa-f]{32})["'][^>]*>/
    }
}
