// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import NotesDomain
import NotesStore
package import Session

/// What is kept beside a note’s text; of several notes all are changed or none. All throw `NotesFault.unknownNote`.
extension NotesService {
    /// Lets notes stand above others, or no more.
    package func pin(_ ids: [Int], _ isPinned: Bool) async throws -> [Note] {
        try await mark(ids) { _ in .pinned(isPinned) }
    }

    /// Makes a note a task that is not done, due on a day if one is said.
    package func makeTodo(_ id: Int, due: Day?) async throws -> Note {
        try await mark(id, .todo(Todo(due: due)))
    }

    /// Marks tasks as done; a plain note becomes a task that is.
    package func finish(_ ids: [Int]) async throws -> [Note] {
        let now = clock.now
        return try await mark(ids) { note in
            let todo = note.marks.todo
            return .todo(Todo(due: todo?.due, doneAt: todo?.doneAt ?? now))
        }
    }

    /// Makes a task a plain note again.
    package func dropTodo(_ id: Int) async throws -> Note { try await mark(id, .todo(nil)) }

    /// Moves notes to a notebook; an empty name or `/` takes them out of their own.
    ///
    /// Links to them and in them follow.
    package func move(_ ids: [Int], to notebook: String) async throws -> [Note] {
        let notebook = NotebookName.normal(notebook)
        return try await dao.write(owner) { [clock] notes in
            try ids.map { id in
                guard let note = try notes.move(id, to: notebook, at: clock.now) else {
                    throw NotesFault.unknownNote(id)
                }
                return note
            }
        }
    }

    /// Gives notes a tag.
    ///
    /// - Throws: `NotesFault.badName`.
    package func tag(_ ids: [Int], _ name: String) async throws -> [Note] {
        let name = try tagName(name)
        return try await mark(ids) { Self.has($0, name) ? nil : .addTag(name) }
    }

    /// Takes a tag away; one that stands in the text loses its `#`.
    ///
    /// - Throws: `NotesFault.badName`, `NotesFault.noSuchTag`.
    package func untag(_ id: Int, _ name: String) async throws -> Note {
        let name = try tagName(name)
        guard try await hasTag(id, name) else { throw NotesFault.noSuchTag(name, note: id) }
        let note = try await mark(id, .removeTag(name))
        // A protected note shows the tags of its title; a tag in its text is none.
        guard !note.isProtected || TagText.removing(name, from: note.content) != note.content else { return note }
        let plain = try opened(note)
        let content = TagText.removing(name, from: plain.content)
        return content == plain.content ? note : try await modify(id, to: content, basedOn: note.version).note
    }

    private func hasTag(_ id: Int, _ name: String) async throws -> Bool {
        Self.has(try await note(id), name)
    }

    private static func has(_ note: Note, _ tag: String) -> Bool {
        note.tags.contains { NameKey.of($0) == NameKey.of(tag) }
    }

    func tagName(_ name: String) throws -> String {
        let bare = name.trimmingPrefix("#").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !bare.isEmpty, !bare.contains(where: { $0.isNewline || $0 == "\"" }) else {
            throw NotesFault.badName(name)
        }
        return bare
    }

    private func mark(_ id: Int, _ change: MarkChange) async throws -> Note {
        try await mark([id]) { _ in change }[0]
    }

    /// Changes what is kept beside notes, all of them or none; nil leaves one as it is.
    private func mark(_ ids: [Int], _ change: @escaping @Sendable (Note) -> MarkChange?) async throws -> [Note] {
        try await dao.write(owner) { notes in
            try ids.map { id in
                guard let note = try notes.note(id) else { throw NotesFault.unknownNote(id) }
                guard let change = change(note) else { return note }
                return try notes.mark(id, change) ?? note
            }
        }
    }
}
