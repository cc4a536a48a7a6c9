// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session

/// A backup of Standard Notes: items of JSON, of which tags name the notes that have them.
struct StandardNotes {
    /// The names of its main file in an archive, where each note stands a second time as a text.
    static func isBackup(_ name: String) -> Bool { name.hasPrefix("Standard Notes Backup and Import File") }

    private var titles: [String: String] = [:]
    private var parents: [String: String] = [:]
    private var notes: [String: [String]] = [:]

    /// Looks at an item the first time; all must be looked at before the first note is made.
    mutating func look(at item: [String: Any]) {
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

    /// What an item became.
    enum Item {
        case note(ForeignNote)
        /// It is no note, or one that was deleted.
        case other
        /// It is encrypted.
        case encrypted
        /// It says nothing.
        case empty
    }

    /// The note of an item.
    func note(_ item: [String: Any], written: Timestamp) -> Item {
        guard item["content_type"] as? String == "Note", item["deleted"] as? Bool != true else { return .other }
        guard let content = item["content"] as? [String: Any] else {
            return item["content"] is String ? .encrypted : .other
        }
        var problems: [ExchangeProblem.Reason] = []
        func time(_ text: Any?) -> Timestamp? {
            guard let text = text as? String, let time = ISOTime.timestamp(text, in: .gmt), time.milliseconds > 0 else {
                return nil
            }
            return time
        }
        let data = (content["appData"] as? [String: Any])?["org.standardnotes.sn"] as? [String: Any] ?? [:]
        let created = time(item["created_at"])
        let changed = time(data["client_updated_at"]) ?? time(item["updated_at"])
        var text = content["text"] as? String ?? ""
        if content["noteType"] as? String == "super", let tree = LexicalText(text) {
            text = tree.markdown
            problems += tree.files.map { .missingFile($0) }
        }
        var marks = NoteMarks(tags: (notes[item["uuid"] as? String ?? ""] ?? []).compactMap(path))
        marks.isPinned = data["pinned"] as? Bool == true
        if data["archived"] as? Bool == true { marks.others = ForeignNote.others([("archived", "true")]) }
        let isTrashed = content["trashed"] as? Bool == true
        let title = (content["title"] as? String ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
        let body = NoteFile.titled(text, title)
        guard !body.allSatisfy(\.isWhitespace) else { return .empty }
        let draft = NoteDraft(
            content: body, createdAt: created ?? changed ?? written, modifiedAt: changed,
            trashedAt: isTrashed ? changed ?? created ?? written : nil, marks: marks)
        return .note(ForeignNote(draft: draft, problems: problems, isDated: created ?? changed != nil))
    }

    /// A tag with those above it.
    private func path(of tag: String) -> String? {
        var levels: [String] = []
        var next: String? = tag
        // No deeper than anybody goes: a tag may be within itself.
        while let id = next, let title = titles[id], levels.count < 32 {
            levels.insert(title, at: 0)
            next = parents[id]
        }
        return levels.isEmpty ? nil : levels.joined(separator: "/")
    }
}
