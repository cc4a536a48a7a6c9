// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesStore
import Session

/// New names for tags and notebooks; where there is one of the new name, the two become one.
///
/// The trash follows too, since what is in it may come back.
extension NotesService {
    /// The numbers of the notes with a tag or one within it.
    ///
    /// - Throws: `NotesFault.badName`, `NotesFault.unknownTag`.
    package func notes(tagged name: String) async throws -> [Int] {
        let name = try tagName(name)
        let found = try await numbers(.tag(name))
        guard !found.isEmpty else { throw NotesFault.unknownTag(name) }
        return found
    }

    /// The numbers of the notes in a notebook or one within it.
    ///
    /// - Throws: `NotesFault.unknownNotebook`.
    package func notes(inNotebook name: String) async throws -> [Int] {
        let name = NotebookName.normal(name)
        let found = name.isEmpty ? [] : try await numbers(.notebook(name))
        guard !found.isEmpty else { throw NotesFault.unknownNotebook(name) }
        return found
    }

    /// Gives a tag, and each within it, another name in these notes: given ones, and those in texts.
    ///
    /// - Throws: `NotesFault.badName` if a text would not have the new tag, `NotesFault.longTag`, `NotesFault.locked` for a protected note
    ///   with the tag in its title; nothing has changed then.
    package func rename(tag old: String, to new: String, in ids: [Int]) async throws {
        let (old, new) = (try tagName(old), try newTagName(new))
        try await dao.write(owner) { [clock] notes in
            for id in ids {
                guard let note = try notes.note(id) else { continue }
                let tags = note.marks.tags.map { TagText.renaming($0, from: old, to: new) ?? $0 }
                if tags != note.marks.tags { _ = try notes.mark(id, .tags(tags)) }
                guard note.content.utf8.contains(UInt8(ascii: "#")) else { continue }
                guard let content = TagText.renaming(old, to: new, in: note.content) else {
                    throw NotesFault.badName(new)
                }
                guard content != note.content else { continue }
                // Its text is sealed, and its title the first line of that.
                guard !note.isProtected else { throw NotesFault.locked(id) }
                _ = try notes.modify(id, content: content, sealed: nil, renames: false, at: clock.now)
            }
        }
    }

    /// Gives a notebook, and each within it, another name, by moving these notes.
    ///
    /// - Throws: `NotesFault.badName`.
    package func rename(notebook old: String, to new: String, in ids: [Int]) async throws {
        let (old, name) = (NotebookName.normal(old), NotebookName.normal(new))
        guard !name.isEmpty else { throw NotesFault.badName(new) }
        try await dao.write(owner) { [clock] notes in
            notes.fileChanges?.dropsEmptied()
            for id in ids {
                guard let note = try notes.note(id) else { continue }
                let rest = note.marks.notebook.split(separator: "/").dropFirst(old.split(separator: "/").count)
                _ = try notes.move(
                    id, to: ([name] + rest.map(String.init)).joined(separator: "/"), at: clock.now)
            }
        }
    }

    private func numbers(_ filter: NoteFilter) async throws -> [Int] {
        try await dao.read(owner) { try $0.all(filter).map(\.id) }
    }
}
