// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import Foundation
import NotesLogic

/// A note of Google Keep’s, as Takeout writes it: one file of JSON each, with its pictures beside it.
enum Keep: JSONNoteFormat {
    static let id = "keep"
    static let holdsMany = false

    static func claims(_ json: JSONStart) -> Bool {
        json.has("userEditedTimestampUsec", "createdTimestampUsec")
            && json.has("isTrashed", "textContent", "listContent")
    }

    /// The list of labels that Takeout puts beside the notes, each of which has its own.
    static func role(of path: String, in folder: ImportFolder) -> FileRole? {
        (path as NSString).lastPathComponent == "Labels.txt" && folder.has(Self.self) ? .copy : nil
    }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        guard let bytes = context.bytes(of: file) else { return }
        let (value, hasHalves) = NoteJSON.value(of: bytes)
        guard let object = value as? [String: Any] else { return context.tell(.malformedNote, file.name) }
        var made: ForeignNote
        do throws(ExchangeProblem.Failure) {
            made = try note(object, files: file.files(), written: context.written(file.path))
        } catch {
            return context.tell(error.reason == .malformed ? .malformedNote : error.reason, file.name)
        }
        if hasHalves { made.problems.append(.halves) }
        try await take(made)
    }

    /// The note of a file.
    ///
    /// - Parameters:
    ///   - files: Finds the pictures.
    ///   - written: The time of the file’s last write, for a note that does not state its creation.
    /// - Throws: Why there is none.
    static func note(
        _ object: [String: Any], files: NoteFolderFiles?, written: Timestamp
    ) throws(ExchangeProblem.Failure) -> ForeignNote {
        let title = try object.text("title") ?? ""
        var lines: [String] = []
        if !title.allSatisfy(\.isWhitespace) {
            lines.append(title.split(whereSeparator: \.isNewline).joined(separator: " "))
        }
        if let text = try object.text("textContent"), !text.isEmpty { lines.append(text) }
        for item in try object.list("listContent", of: [String: Any].self) {
            let text = (try item.text("text") ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
            lines.append("- [\(item["isChecked"] as? Bool == true ? "x" : " ")] \(text)")
        }
        for link in object["annotations"] as? [[String: Any]] ?? [] {
            guard let address = link["url"] as? String, !address.isEmpty,
                !lines.contains(where: { $0.contains(address) })
            else { continue }
            let label = (link["title"] as? String ?? "").filter { !$0.isNewline && !"[]".contains($0) }
            lines.append(AddressLink.text(label.isEmpty ? address : label, to: address))
        }
        var problems: [ExchangeProblem.Reason] = []
        func time(_ name: String) -> Timestamp? {
            guard let value = object[name], !(value is NSNull) else { return nil }
            let number = value as? Int64 ?? (value as? String).flatMap { Int64($0) }
            // Takeout writes 0 for a time that is not known.
            guard number != 0 else { return nil }
            let time = number.flatMap { $0 > 0 ? Timestamp(Date(timeIntervalSince1970: Double($0) / 1_000_000)) : nil }
            if time == nil { problems.append(.badDate("\(value)")) }
            return number.flatMap { number in time.map { _ in Timestamp(milliseconds: number / 1000) } }
        }
        let edited = time("userEditedTimestampUsec")
        let created = time("createdTimestampUsec") ?? edited
        var marks = NoteMarks(
            tags: (object["labels"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
        marks.isPinned = object["isPinned"] as? Bool == true
        if object["isArchived"] as? Bool == true { marks.others = ForeignNote.others([("archived", "true")]) }
        let isDefault = object["color"] as? String == "DEFAULT"
        marks.others += NoteJSON.others(
            object.filter { ["color", "sharees", "reminders"].contains($0.key) && !(isDefault && $0.key == "color") })
        let links = object["annotations"] as? [[String: Any]] ?? []
        // A link’s address and title are in the text.
        if links.contains(where: { !Set($0.keys).isSubset(of: ["url", "title", "source"]) }) {
            marks.others += NoteJSON.others(["annotations": links], beside: marks.others)
        }
        problems += unread(in: object).map { .leftPart($0) }
        let isTrashed = object["isTrashed"] as? Bool == true
        let names = (object["attachments"] as? [[String: Any]] ?? []).compactMap { $0["filePath"] as? String }
        var draft = NoteDraft(
            content: lines.joined(separator: "\n"), createdAt: created ?? written, modifiedAt: edited,
            trashedAt: isTrashed ? edited ?? created ?? written : nil, marks: marks)
        if let files {
            problems += files.take(names.map { present($0, files) }, types: [], into: &draft)
            // A drawing or a picture may be all there is.
            let links = draft.attachments.map { Attachment.link(to: $0.name, isPicture: MediaType.isPicture($0.type)) }
            draft.content = ([draft.content] + links).filter { !$0.isEmpty }.joined(separator: "\n")
        } else {
            problems += names.map { .missingFile($0) }
        }
        guard !draft.content.isEmpty else { throw .init(reason: .empty) }
        return ForeignNote(draft: draft, problems: problems, isDated: created != nil)
    }

    /// The members of Keep’s objects that are read, or say once more what others do.
    private static let known: [String: Set<String>] = [
        "listContent": ["text", "isChecked", "textHtml"], "labels": ["name"], "attachments": ["filePath", "mimetype"],
    ]
    private static let knownMembers: Set<String> = [
        "title", "textContent", "textContentHtml", "listContent", "annotations", "attachments", "labels", "isPinned",
        "isArchived", "isTrashed", "userEditedTimestampUsec", "createdTimestampUsec", "color", "sharees", "reminders",
    ]

    /// The names of members that are not read and have a value.
    private static func unread(in object: [String: Any]) -> [String] {
        let own = NoteJSON.filled(object).filter { !knownMembers.contains($0) }
        let odd = ["annotations", "attachments", "labels"].filter {
            object[$0] != nil && !(object[$0] is NSNull) && !(object[$0] is [[String: Any]])
        }
        let flags = ["isPinned", "isArchived", "isTrashed"]
        return (own + odd + NoteJSON.unread(in: object, flags: flags, lists: known)).sorted()
    }

    /// Takeout writes `.jpeg` for pictures that it stores as `.jpg`.
    private static func present(_ name: String, _ files: NoteFolderFiles) -> String {
        let path = "\(files.root)/\(files.folder)/"
        func isThere(_ name: String) -> Bool { FileStatus(path + name, followingLinks: true) != nil }
        guard !isThere(name) else { return name }
        let stem = (name as NSString).deletingPathExtension
        let others = ["jpg", "jpeg", "png", "3gp", "m4a"].map { "\(stem).\($0)" }
        return others.first { !$0.contains("/") && isThere($0) } ?? name
    }
}
