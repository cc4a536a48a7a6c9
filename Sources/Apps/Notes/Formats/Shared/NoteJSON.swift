// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFrontMatter
import AtriumSession
import Foundation
import NotesLogic

extension [ExchangeProblem.Reason] {
    /// The time that a text says; a text that says none is added as a problem.
    mutating func time(_ value: Any?, in zone: Zone) -> Timestamp? {
        guard let value, !(value is NSNull) else { return nil }
        let time = (value as? String).flatMap { ISOTime.timestamp($0, in: zone) }
        if time == nil { append(.badDate("\(value)")) }
        return time
    }
}

/// A note as an object of Atrium’s own JSON.
enum NoteJSON {
    /// The value of a text; `nil` if it is no JSON.
    ///
    /// A program that cuts a text may leave half of a character, which Foundation does not read; each is taken as U+FFFD.
    static func value(of bytes: [UInt8]) -> (value: Any?, hasHalves: Bool) {
        func read(_ data: Data) -> Any? { try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) }
        if let value = read(Data(bytes)) { return (value, false) }
        var escapes = JSONEscapes()
        let mended = escapes.mended(bytes)
        guard escapes.replaced > 0, let value = read(mended) else { return (nil, false) }
        return (value, true)
    }

    /// The object on one line.
    static func text(of note: Note) throws -> String {
        let marks = note.marks
        return try line(
            NoteMembers(
                id: note.id, content: note.content, created: ISOTime.text(note.createdAt),
                updated: note.modifiedAt == note.createdAt ? nil : ISOTime.text(note.modifiedAt),
                trashed: note.trashedAt.flatMap(ISOTime.text), notebook: marks.notebook.isEmpty ? nil : marks.notebook,
                tags: marks.tags.isEmpty ? nil : marks.tags, pinned: marks.isPinned ? true : nil,
                todo: marks.todo.map(NoteMembers.Task.init),
                frontMatter: marks.others.isEmpty ? nil : marks.others,
                path: note.names.isEmpty ? nil : note.names.path,
                name: note.names.title.isEmpty ? nil : note.names.title,
                aliases: note.names.aliases.isEmpty ? nil : note.names.aliases))
    }

    /// The object in parts: behind each but the last stand the bytes of an attachment in base64.
    static func parts(of note: Note, _ attachments: [Attachment]) throws -> [String] {
        let object = try text(of: note)
        guard !attachments.isEmpty else { return [object] }
        var start = String(object.dropLast()) + ",\"attachments\":["
        let parts = try attachments.map { attachment in
            defer { start = "\"}," }
            var members = ["name": attachment.name, "type": attachment.type]
            members["place"] = attachment.place
            return try start + String(line(members).dropLast()) + ",\"data\":\""
        }
        return parts + ["\"}]}"]
    }

    /// The object with the attachments in it.
    static func whole(_ note: Note, _ files: [(attachment: Attachment, bytes: [UInt8])]) throws -> [UInt8] {
        let parts = try parts(of: note, files.map(\.attachment))
        let start = zip(parts, files).flatMap { Array($0.utf8) + Data($1.bytes).base64EncodedData() }
        return start + Array(parts[files.count].utf8)
    }

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// An object on one line.
    static func line(_ members: some Encodable) throws -> String {
        let text = String(decoding: try encoder.encode(members), as: UTF8.self)
        // At the beginning of a string Foundation takes it for the mark of an encoding, and drops it.
        return text.utf8.contains(0xEF) ? text.replacing("\u{FEFF}", with: "\\ufeff") : text
    }

    /// The number of a note in its source; other programs’ ids are texts.
    static func number(_ object: [String: Any]) -> Int? { (object["id"] as? Int).flatMap { $0 > 0 ? $0 : nil } }

    /// The members that become a part of the note itself.
    private static let known: Set<String> = [
        "id", "content", "created", "creationDate", "updated", "lastModified", "title", "body", "date", "time",
        "trashed", "notebook", "tags", "pinned", "starred", "todo", "frontMatter", "path", "name", "aliases",
        "attachments", "markdown", "deleted",
    ]

    /// The names of members that have a value.
    static func filled(_ object: [String: Any]) -> [String] { object.filter { hasValue($0.value) }.map(\.key) }

    /// Whether a member has a value.
    static func hasValue(_ value: Any) -> Bool { text(of: value) != nil }

    /// The names of flags that are none, and of the members of the objects in lists that are not read.
    ///
    /// - Parameter lists: The lists, and the members of their objects that are read.
    static func unread(
        in object: [String: Any], flags: [String], lists: [String: Set<String>]
    ) -> [String] {
        let odd = flags.filter { object[$0].map { hasValue($0) && !($0 is Bool) } ?? false }
        let inner = lists.flatMap { list, members in
            Set((object[list] as? [[String: Any]] ?? []).flatMap(filled)).subtracting(members).map { "\(list): \($0)" }
        }
        return (odd + inner).sorted()
    }

    /// Members that Atrium does not understand, as properties; those without a value are left out.
    static func others(_ members: [String: Any], beside present: String = "") -> String {
        let names = Set(FrontMatter.texts(in: present).map { $0.field.lowercased() })
        return ForeignNote.others(properties(of: members.filter { !names.contains($0.key.lowercased()) }))
    }

    /// Members that Atrium does not understand, as fields of properties.
    static func properties(of members: [String: Any]) -> [(name: String, value: String?)] {
        members.sorted { $0.key < $1.key }.map { ($0.key, text(of: $0.value)) }
    }

    /// A value on one line; `nil` for none.
    private static func text(of value: Any) -> String? {
        if value is NSNull || (value as? [Any])?.isEmpty == true || (value as? [String: Any])?.isEmpty == true {
            return nil
        }
        if let text = value as? String { return text }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: value, options: options))
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The note of an object of any known JSON.
    ///
    /// - Parameter written: The time of the file’s last write, for a note that does not state its creation.
    /// - Throws: That the object has no text, or something else in its place.
    static func draft(
        _ object: [String: Any], written: Timestamp, in zone: Zone
    ) throws(ExchangeProblem.Failure) -> ForeignNote {
        var problems: [ExchangeProblem.Reason] = []
        func time(_ text: Any?) -> Timestamp? { problems.time(text, in: zone) }
        var content = try object.text("content") ?? ""
        var created = time(object["created"] ?? object["creationDate"])
        // Beside a text, other members may be anything.
        if let title = content.isEmpty ? try object.text("title") : object["title"] as? String {
            // jrnl: the title is the text up to its first full stop or line break, and not part of the body.
            let body = try object.text("body") ?? ""
            content = body.isEmpty ? title : title + "\n" + body
            created =
                created ?? time([object["date"], object["time"]].compactMap { $0 as? String }.joined(separator: " "))
        }
        let modified = time(object["updated"] ?? object["lastModified"])
        content = content.withoutOuterLineEnds
        var names = NoteNames(path: object["path"] as? String ?? "")
        if !names.isEmpty {
            names.title = object["name"] as? String ?? ""
            names.aliases = object["aliases"] as? [String] ?? []
        }
        guard !names.isEmpty || !content.allSatisfy(\.isWhitespace) else { throw .init(reason: .empty) }
        var marks = NoteMarks(notebook: NotebookName.normal(object["notebook"] as? String ?? ""))
        marks.tags = (object["tags"] as? [Any] ?? [object["tags"] as? String].compactMap(\.self)).compactMap {
            ($0 as? String).map { String($0.trimmingPrefix("@")) }
        }
        .filter { !$0.isEmpty }
        if object["title"] != nil {
            // jrnl’s tags stand in its text; `@tag` is none of ours, so they are given.
            marks.tags = marks.tags.filter { !TagText.tags(in: content).contains($0) }
        }
        // Simplenote’s older exports say so by a tag of its own.
        let isTagged = (object["systemTags"] as? [String])?.contains("pinned") == true
        marks.isPinned = isTagged || ["pinned", "starred"].contains { object[$0] as? Bool == true }
        if let todo = object["todo"] as? [String: Any] {
            marks.todo = Todo(
                due: (todo["due"] as? String).flatMap { DueTime($0, in: zone) }, doneAt: time(todo["done"]),
                recurrence: (todo["repeat"] as? String).flatMap(Recurrence.init),
                completions: (todo["completed"] as? [String] ?? []).compactMap { time($0) })
            for (name, isRead) in [("due", marks.todo?.due != nil), ("repeat", marks.todo?.recurrence != nil)] {
                guard let value = todo[name], !(value is NSNull), !isRead else { continue }
                problems.append(name == "due" ? .badDate("\(value)") : .leftPart("\(name): \(value)"))
            }
        }
        marks.others = NoteFile.others(object["frontMatter"] as? String ?? "")
        var rest = object.filter { !known.contains($0.key) }
        if isTagged, let tags = (rest["systemTags"] as? [String])?.filter({ $0 != "pinned" }) {
            rest["systemTags"] = tags.isEmpty ? nil : tags
        }
        marks.others += others(rest.filter { !NoteFields.names.contains($0.key.lowercased()) }, beside: marks.others)
        // A property of such a name would mean something else.
        var unread = rest.keys.filter { NoteFields.names.contains($0.lowercased()) }
        for (name, value) in object where !(value is NSNull) {
            let isRead =
                switch name {
                case "pinned", "starred", "deleted": value is Bool
                case "notebook", "frontMatter", "path", "name": value is String
                case "tags": value is String || value is [String]
                case "aliases": value is [String]
                case "todo": value is [String: Any]
                case "attachments": value is [Any]
                default: true
                }
            if !isRead { unread.append(name) }
        }
        if names.isEmpty { unread += ["name", "aliases"].filter { object[$0] != nil && !unread.contains($0) } }
        problems += unread.sorted().map { .leftPart($0) }
        var draft = NoteDraft(
            content: content, createdAt: created ?? modified ?? written, modifiedAt: modified,
            trashedAt: time(object["trashed"]), marks: marks, names: names)
        for other in object["attachments"] as? [Any] ?? [] {
            let entry = other as? [String: Any] ?? ["name": other]
            let name = entry["name"] as? String
            guard let bytes = (entry["data"] as? String).flatMap({ Data(base64Encoded: $0) }) else {
                problems.append(.badAttachment(name ?? ""))
                continue
            }
            guard bytes.count <= AttachmentDraft.largest else {
                problems.append(.tooLarge(name ?? "", limit: AttachmentDraft.largest))
                continue
            }
            var file = AttachmentDraft(named: name, type: entry["type"] as? String, bytes: Array(bytes))
            file.name = AttachmentName.free(file.name, among: draft.attachments.map(\.name))
            file.place = (entry["place"] as? String).flatMap { ExactPath($0).staysInside ? $0 : nil }
            draft.attachments.append(file)
        }
        return ForeignNote(
            draft: draft, problems: problems, isDated: created ?? modified != nil, number: number(object))
    }
}

/// The members of a note in Atrium’s own JSON; `nil` ones are left out.
private struct NoteMembers: Encodable {
    struct Task: Encodable {
        let due: String?
        let done: String?
        let `repeat`: String?
        let completed: [String]?

        init(_ todo: Todo) {
            due = todo.due?.text
            done = todo.doneAt.flatMap(ISOTime.text)
            self.repeat = todo.recurrence?.text
            completed = todo.completions.isEmpty ? nil : todo.completions.compactMap(ISOTime.text)
        }
    }

    let id: Int
    let content: String
    let created: String?
    let updated: String?
    let trashed: String?
    let notebook: String?
    let tags: [String]?
    let pinned: Bool?
    let todo: Task?
    let frontMatter: String?
    let path: String?
    let name: String?
    let aliases: [String]?
}
