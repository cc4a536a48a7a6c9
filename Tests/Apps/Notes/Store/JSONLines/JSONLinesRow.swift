// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import Foundation
import NotesLogic

/// What a line of a `JSONLinesFile` says of one thing.
enum JSONLinesRow: Codable, Sendable {
    case last(Int)
    case note(NoteRow)
    case version(VersionRow)
    case attachment(AttachmentRow)
    case bytes(Data)
    case key(salt: Data, passes: Int, memory: Int, sealed: Data)
    case unfinished(id: Int, content: String, saved: Int64)
    case query(name: String, query: String)
    case journal(JournalEntry)

    struct NoteRow: Codable, Sendable {
        let id: Int, content: String, sealed: Data?, created: Int64, modified: Int64, trashed: Int64?, version: Int
        let notebook: String, tags: [String], pinned: Bool, isTask: Bool, due: String?, done: Int64?, others: String
        var origin: String?
        var names: [String]?
        var repeats: String?
        var completed: [Int64]?

        init(_ note: Note, origin: String?) {
            (id, content, sealed, version) = (note.id, note.content, note.sealed.map { Data($0) }, note.version)
            (created, modified) = (note.createdAt.milliseconds, note.modifiedAt.milliseconds)
            trashed = note.trashedAt?.milliseconds
            (notebook, tags, pinned) = (note.marks.notebook, note.marks.tags, note.marks.isPinned)
            isTask = note.marks.todo != nil
            (due, done) = (note.marks.todo?.due?.text, note.marks.todo?.doneAt?.milliseconds)
            repeats = note.marks.todo?.recurrence?.text
            completed = note.marks.todo?.completions.map(\.milliseconds)
            (others, self.origin) = (note.marks.others, origin)
            names = note.names.isEmpty ? nil : [note.names.path, note.names.title] + note.names.aliases
        }

        var note: Note {
            let todo = Todo(
                due: due.flatMap { DueTime($0) }, doneAt: done.map(Timestamp.init(milliseconds:)),
                recurrence: repeats.flatMap(Recurrence.init),
                completions: (completed ?? []).map(Timestamp.init(milliseconds:)))
            return Note(
                id: id, content: content, createdAt: Timestamp(milliseconds: created),
                modifiedAt: Timestamp(milliseconds: modified), trashedAt: trashed.map(Timestamp.init(milliseconds:)),
                marks: NoteMarks(
                    notebook: notebook, tags: tags, isPinned: pinned, todo: isTask ? todo : nil, others: others),
                version: version, sealed: sealed.map { Array($0) },
                names: names.map { NoteNames(path: $0[0], title: $0[1], aliases: Array($0.dropFirst(2))) } ?? .none)
        }
    }

    struct VersionRow: Codable, Sendable {
        let note: Int, number: Int, saved: Int64, content: String, sealed: Data?

        init(_ version: NoteVersion, of note: Int) {
            (self.note, number, saved) = (note, version.number, version.savedAt.milliseconds)
            (content, sealed) = (version.content, version.sealed.map { Data($0) })
        }

        var version: NoteVersion {
            NoteVersion(
                number: number, savedAt: Timestamp(milliseconds: saved), content: content,
                sealed: sealed.map { Array($0) })
        }
    }

    struct AttachmentRow: Codable, Sendable {
        let note: Int, number: Int, name: String, type: String, size: Int, digest: Data, sealed: Data?
        var place: String?

        init(_ attachment: Attachment, of note: Int) {
            (self.note, number, name) = (note, attachment.number, attachment.name)
            (type, size, digest) = (attachment.type, attachment.size, Data(attachment.digest.bytes))
            (sealed, place) = (attachment.sealed.map { Data($0) }, attachment.place)
        }

        var attachment: Attachment {
            Attachment(
                number: number, name: name, type: type, size: size, digest: Digest(bytes: Array(digest)),
                sealed: sealed.map { Array($0) }, place: place)
        }
    }
}
