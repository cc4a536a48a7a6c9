// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import NotesDomain
import NotesStore
package import Session

/// What is kept beside a note’s text. All throw `NotesFault.unknownNote`.
extension NotesService {
    /// Lets a note stand above others, or no more.
    package func pin(_ id: Int, _ isPinned: Bool) async throws -> Note { try await mark(id, .pinned(isPinned)) }

    /// Makes a note a task that is not done, due on a day if one is said.
    package func makeTodo(_ id: Int, due: Day?) async throws -> Note {
        try await mark(id, .todo(Todo(due: due)))
    }

    /// Marks a task as done; a plain note becomes a task that is.
    package func finish(_ id: Int) async throws -> Note {
        let todo = try await note(id).marks.todo
        return try await mark(id, .todo(Todo(due: todo?.due, doneAt: todo?.doneAt ?? clock.now)))
    }

    /// Makes a task a plain note again.
    package func dropTodo(_ id: Int) async throws -> Note { try await mark(id, .todo(nil)) }

    /// Moves a note to a notebook; an empty name or `/` takes it out of its own.
    package func move(_ id: Int, to notebook: String) async throws -> Note {
        try await mark(id, .notebook(NotebookName.normal(notebook)))
    }

    /// Gives a note a tag.
    ///
    /// - Throws: `NotesFault.badName`.
    package func tag(_ id: Int, _ name: String) async throws -> Note {
        let name = try tagName(name)
        guard try await !hasTag(id, name) else { return try await note(id) }
        return try await mark(id, .addTag(name))
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
        try await note(id).tags.contains { NameKey.of($0) == NameKey.of(name) }
    }

    private func tagName(_ name: String) throws -> String {
        let bare = name.trimmingPrefix("#").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !bare.isEmpty, !bare.contains(where: { $0.isNewline || $0 == "\"" }) else {
            throw NotesFault.badName(name)
        }
        return bare
    }

    private func mark(_ id: Int, _ change: MarkChange) async throws -> Note {
        try found(await dao.mark(id, change, owner: owner), id)
    }
}
