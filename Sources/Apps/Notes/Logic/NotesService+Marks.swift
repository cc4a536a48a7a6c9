// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import NotesDomain
import NotesStore
import Session

/// What is kept beside a note’s text; of several notes all are changed or none. All throw `NotesFault.unknownNote`.
extension NotesService {
    /// Lets notes stand above others, or no more.
    package func pin(_ ids: [Int], _ isPinned: Bool) async throws -> [Note] {
        try await mark(ids) { _ in .pinned(isPinned) }
    }

    /// How often a task is to be done again.
    package enum Repetition: Hashable, Sendable {
        /// As it is said of the task, where it keeps a due date.
        case asBefore
        /// Once.
        case never
        /// As a rule says.
        case rule(Recurrence)
    }

    /// Makes a note a task that is not done.
    ///
    /// - Parameters:
    ///   - due: By when; nil: by no time, but where it is to be done again: by the time that it has, or else today.
    ///   - repetition: How often.
    package func makeTodo(_ id: Int, due: DueTime?, repeating repetition: Repetition = .asBefore) async throws -> Note {
        let today = Day(clock.now, in: timeZone)
        return try await mark([id]) { note in
            let before = note.marks.todo
            var todo = Todo(due: due, completions: before?.completions ?? [])
            switch repetition {
            case .asBefore: todo.recurrence = due == nil ? nil : before?.recurrence
            case .never: todo.due = due ?? before?.due
            case .rule(let rule):
                todo.due = due ?? before?.due ?? DueTime(rule.first(from: today))
                todo.recurrence = rule
            }
            if let day = todo.due?.day { todo.recurrence = todo.recurrence?.anchored(at: day) }
            return .todo(todo)
        }[0]
    }

    /// Marks tasks as done; a plain note becomes a task that is, and what is done again is due again.
    package func finish(_ ids: [Int]) async throws -> [Note] {
        let now = clock.now
        return try await mark(ids) { [timeZone] note in
            .todo((note.marks.todo ?? Todo()).finished(at: now, in: timeZone))
        }
    }

    /// What the calendar and the clock show the user now.
    package var now: DueTime { DueTime(clock.now, in: timeZone) }

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
