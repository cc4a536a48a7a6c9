// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import Foundation
import NotesLogic

/// A backup of Standard Notes: items of JSON, with tags that name their notes.
struct StandardNotes: JSONNoteFormat {
    static let id = "standard-notes"

    /// Decides by the content; the name of the main file in an archive may have any ending.
    static func claims(_ file: ImportFile) -> Bool {
        (file.ending == "json" || file.lastName.hasPrefix("Standard Notes Backup and Import File"))
            && file.json.map(claims) == true
    }

    static func claims(_ json: JSONStart) -> Bool { json.has("items") && json.has("content_type") }

    /// In an archive, each note stands a second time as a text.
    static func role(of path: String, in folder: ImportFolder) -> FileRole? {
        path.lowercased().hasSuffix(".txt") && folder.has(Self.self) ? .copy : nil
    }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        let written = context.written(file.path)
        var backup = StandardNotes()
        try await context.look(file, ["items"]) { backup.look(at: $0) }
        try await context.takeEntries(of: file, ["items"], take: take) {
            object, _ throws(ExchangeProblem.Failure) in
            try backup.note(object, written: written)
        }
    }

    private var titles: [String: String] = [:]
    private var noteTitles: [String: String] = [:]
    private var parents: [String: String] = [:]
    private var notes: [String: [String]] = [:]

    /// Looks at an item the first time; all must be looked at before the first note is made.
    mutating func look(at item: [String: Any]) {
        if item["content_type"] as? String == "Note", let id = item["uuid"] as? String,
            let content = item["content"] as? [String: Any], let title = content["title"] as? String
        {
            noteTitles[id] = title
        }
        guard item["content_type"] as? String == "Tag", item["deleted"] as? Bool != true,
            let id = item["uuid"] as? String, let content = item["content"] as? [String: Any],
            let title = content["title"] as? String
        else { return }
        titles[id] = title
        for reference in content["references"] as? [[String: Any]] ?? [] {
            guard let other = reference["uuid"] as? String else { continue }
            if reference["content_type"] as? String == "Tag" {
                parents[id] = other
            } else {
                notes[other, default: []].append(id)
            }
        }
    }

    /// The note of an item; `nil` if the item is none, or a deleted one.
    ///
    /// - Throws: Why a note is not taken.
    func note(_ item: [String: Any], written: Timestamp) throws(ExchangeProblem.Failure) -> ForeignNote? {
        guard item["content_type"] as? String == "Note", item["deleted"] as? Bool != true else { return nil }
        guard let content = item["content"] as? [String: Any] else {
            throw .init(reason: item["content"] is String ? .encrypted : .malformed)
        }
        var problems: [ExchangeProblem.Reason] = []
        func time(_ value: Any?) -> Timestamp? {
            problems.time(value, in: .gmt).flatMap { $0.milliseconds > 0 ? $0 : nil }
        }
        let data = (content["appData"] as? [String: Any])?["org.standardnotes.sn"] as? [String: Any] ?? [:]
        let created = time(item["created_at"])
        let changed = time(data["client_updated_at"]) ?? time(item["updated_at"])
        var text = try content.text("text") ?? ""
        var attachments: [AttachmentDraft] = []
        if content["noteType"] as? String == "super", let tree = LexicalText(text, notes: noteTitles) {
            text = tree.markdown
            attachments = tree.attachments
            problems += tree.files.map { .missingFile($0) } + tree.unknown.map { .leftPart($0) }
        }
        var marks = NoteMarks(tags: (notes[item["uuid"] as? String ?? ""] ?? []).compactMap(path))
        marks.isPinned = data["pinned"] as? Bool == true
        if data["archived"] as? Bool == true { marks.others = ForeignNote.others([("archived", "true")]) }
        let isTrashed = content["trashed"] as? Bool == true
        let title = (try content.text("title") ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
        let body = NoteFile.titled(text, title)
        guard !body.allSatisfy(\.isWhitespace) else { throw .init(reason: .empty) }
        let draft = NoteDraft(
            content: body, createdAt: created ?? changed ?? written, modifiedAt: changed,
            trashedAt: isTrashed ? changed ?? created ?? written : nil, marks: marks, attachments: attachments)
        return ForeignNote(draft: draft, problems: problems, isDated: created ?? changed != nil)
    }

    /// A tag with those above it.
    private func path(of tag: String) -> String? {
        var levels: [String] = []
        var next: String? = tag
        // Bounded, since a tag may be within itself.
        while let id = next, let title = titles[id], levels.count < 32 {
            levels.insert(title, at: 0)
            next = parents[id]
        }
        return levels.isEmpty ? nil : levels.joined(separator: "/")
    }
}

/// Converts a text of the editor Lexical (https://lexical.dev), a tree in JSON, to Markdown.
struct LexicalText {
    /// The text.
    private(set) var markdown = ""
    /// The displayed files, which are not in it.
    private(set) var files: [String] = []

    /// The files in the text itself.
    private(set) var attachments: [AttachmentDraft] = []
    /// The kinds of parts that Markdown cannot say.
    private(set) var unknown: [String] = []
    private let notes: [String: String]

    /// `nil` if it is no such text.
    ///
    /// - Parameter notes: The titles of notes, by their ids in links.
    init?(_ json: String, notes: [String: String] = [:]) {
        self.notes = notes
        guard let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
            let root = object["root"] as? [String: Any]
        else { return nil }
        markdown = blocks(Self.children(root), depth: 0).joined(separator: "\n")
    }

    private static func children(_ node: [String: Any]) -> [[String: Any]] {
        node["children"] as? [[String: Any]] ?? []
    }

    private mutating func blocks(_ nodes: [[String: Any]], depth: Int) -> [String] {
        // Bounded: nesting comes from outside.
        guard depth < 64 else { return [] }
        var lines: [String] = []
        for node in nodes {
            switch node["type"] as? String ?? "" {
            case "heading":
                let level = Int((node["tag"] as? String ?? "h1").dropFirst()) ?? 1
                lines.append(String(repeating: "#", count: min(6, max(1, level))) + " " + spans(node, depth))
            case "quote":
                lines += spans(node, depth).split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
            case "code":
                lines += ["```" + (node["language"] as? String ?? ""), text(node, depth), "```"]
            case "list":
                lines += items(node, depth)
            case "horizontalrule": lines.append("---")
            case "table":
                for (index, row) in Self.children(node).enumerated() {
                    let cells = Self.children(row).map { cell in
                        blocks(Self.children(cell), depth: depth + 1).joined(separator: " ").replacing("|", with: "\\|")
                    }
                    lines.append("| " + cells.joined(separator: " | ") + " |")
                    if index == 0 { lines.append("|" + String(repeating: " --- |", count: cells.count)) }
                }
            case "snfile":
                let id = node["fileUuid"] as? String ?? "file"
                files.append(id)
                lines.append("[\(id)]")
            case "collapsible-container", "collapsible-content", "layout-container", "layout-item":
                lines += blocks(Self.children(node), depth: depth + 1)
            case "mermaid": lines += ["```mermaid", node["code"] as? String ?? text(node, depth), "```"]
            default: lines.append(own(node) ?? spans(node, depth))
            }
        }
        return lines
    }

    private mutating func items(_ list: [String: Any], _ depth: Int) -> [String] {
        guard depth < 64 else { return [] }
        let kind = list["listType"] as? String
        // More digits begin no list (CommonMark 0.31.2, 5.2).
        var number = min(max(0, list["start"] as? Int ?? 1), 999_999_999)
        var lines: [String] = []
        for item in Self.children(list) {
            let nested = Self.children(item).filter { $0["type"] as? String == "list" }
            let own = Self.children(item).filter { $0["type"] as? String != "list" }
            if !own.isEmpty || nested.isEmpty {
                let mark =
                    switch kind {
                    case "number": "\(number). "
                    case "check": item["checked"] as? Bool == true ? "- [x] " : "- [ ] "
                    default: "- "
                    }
                number += 1
                lines.append(mark + spans(["children": own], depth))
            }
            for inner in nested {
                lines += items(inner, depth + 1).map { (kind == "number" ? "   " : "  ") + $0 }
            }
        }
        return lines
    }

    /// Text without any look.
    private func text(_ node: [String: Any], _ depth: Int) -> String {
        if let text = node["text"] as? String { return text }
        if node["type"] as? String == "linebreak" { return "\n" }
        guard depth < 64 else { return "" }
        return Self.children(node).map { text($0, depth + 1) }.joined()
    }

    private mutating func spans(_ node: [String: Any], _ depth: Int) -> String {
        guard depth < 64 else { return "" }
        var result = ""
        for child in Self.children(node) {
            switch child["type"] as? String ?? "" {
            case "linebreak": result += "\n"
            case "link", "autolink":
                let address = child["url"] as? String ?? ""
                let label = spans(child, depth + 1)
                result += label == address || address.isEmpty ? label : AddressLink.text(label, to: address)
            case "snfile":
                let id = child["fileUuid"] as? String ?? "file"
                files.append(id)
                result += "[\(id)]"
            case "text", "code-highlight":
                result += Self.marked(child["text"] as? String ?? "", child["format"] as? Int ?? 0)
            default: result += own(child) ?? child["text"] as? String ?? spans(child, depth + 1)
            }
        }
        return result
    }

    /// A part that has no text of its own: a link, a file or something at an address; `nil` for any other.
    private mutating func own(_ node: [String: Any]) -> String? {
        let kind = node["type"] as? String ?? ""
        func text(_ name: String) -> String { node[name] as? String ?? "" }
        switch kind {
        case "snbubble":
            let title = notes[text("itemUuid")] ?? ""
            guard LinkTarget.fits(title) else { return title.isEmpty ? left("note") : title }
            return "[[\(title)]]"
        case "youtube": return "https://www.youtube.com/watch?v=" + text("videoID")
        case "tweet": return "https://twitter.com/i/web/status/" + text("id")
        case "unencrypted-image": return "!" + AddressLink.text(text("alt"), to: text("src"))
        case "inline-file":
            let address = text("src")
            guard let comma = address.firstIndex(of: ","),
                let data = Data(base64Encoded: String(address[comma...].dropFirst()))
            else { return left(text("fileName")) }
            var file = AttachmentDraft(
                named: text("fileName"), type: node["mimeType"] as? String, bytes: Array(data))
            file.name = AttachmentName.free(file.name, among: attachments.map(\.name))
            attachments.append(file)
            return Attachment.link(to: file.name, isPicture: MediaType.isPicture(file.type))
        default:
            let isKnown = node["text"] != nil || !Self.children(node).isEmpty || Self.empty.contains(kind)
            return isKnown ? nil : left(kind)
        }
    }

    /// The parts that may have no text.
    private static let empty: Set<String> = [
        "", "root", "paragraph", "listitem", "collapsible-title", "tab", "text", "link", "overflow", "mark",
    ]

    private mutating func left(_ name: String) -> String {
        unknown.append(name)
        return "[\(name)]"
    }

    /// A text with its looks, each a bit.
    private static func marked(_ text: String, _ format: Int) -> String {
        let inner = text.trimmingCharacters(in: .whitespaces)
        guard !inner.isEmpty, let range = text.range(of: inner) else { return text }
        var marks = ""
        for (bit, mark) in [(1, "**"), (2, "*"), (4, "~~"), (128, "=="), (16, "`")] where format & bit != 0 {
            marks += mark
        }
        // Equal marks end in the other order.
        return text[..<range.lowerBound] + marks + inner + String(marks.reversed()) + text[range.upperBound...]
    }
}
