// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import Foundation

/// The marks beside a note’s text; of several notes all change or none. All throw `NotesFault.unknownNote`.
extension NotesService {
    /// Pins or unpins notes.
    package func pin(_ ids: [Int], _ isPinned: Bool) async throws -> [Note] {
        try await mark(ids) { _ in .pinned(isPinned) }
    }

    /// The repetition of a task.
    package enum Repetition: Hashable, Sendable {
        /// As before, if the task keeps a due date.
        case asBefore
        /// Once.
        case never
        case rule(Recurrence)
    }

    /// Makes notes open tasks.
    ///
    /// In a page of Logseq the finished task in its text is open again, unless the page itself is a task.
    ///
    /// - Parameters:
    ///   - due: The due time; `nil` for none, or for a repeated task the present one, or else today.
    ///   - repetition: The repetition.
    /// - Throws: `NotesFault.tasksInText` for a page of Logseq with several finished tasks in its text.
    package func makeTodo(
        _ ids: [Int], due: DueTime?, repeating repetition: Repetition = .asBefore
    ) async throws -> [Note] {
        let now = clock.now
        let today = Day(now, in: timeZone)
        @Sendable func todo(_ note: Note) -> Todo {
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
            return todo
        }
        return try await store.write { notes in
            try ids.map { id in
                let note = try notes.existing(id)
                guard due == nil, repetition == .asBefore, let text = try Self.reopening(note, notes) else {
                    return try notes.mark(id, .todo(todo(note))) ?? note
                }
                return try notes.modify(id, content: text, sealed: nil, renames: false, at: now)?.note ?? note
            }
        }
    }

    /// The text with its finished task to do again; `nil` if it has none, or the note itself is the task.
    private static func reopening(_ note: Note, _ notes: any NoteDAO) throws -> String? {
        guard let markers = markers(of: note, notes), !markers.tasks.isEmpty, !isTask(note) else { return nil }
        guard markers.openTasks.isEmpty else { return nil }
        guard markers.tasks.count == 1 else { throw NotesFault.tasksInText(note.id) }
        return markers.reopening(markers.tasks[0])
    }

    /// The tasks in the text of a page of Logseq; `nil` for any other note.
    private static func markers(of note: Note, _ notes: any NoteDAO) -> TaskMarkers? {
        notes.files?.graph == nil || note.isProtected ? nil : TaskMarkers(note.content)
    }

    /// Whether a page of Logseq is a task itself.
    private static func isTask(_ note: Note) -> Bool {
        ["todo", "due"].contains { PageProperties(note.content)[$0] != nil }
    }

    /// Marks tasks as done; a plain note becomes a done task, and a repeated task is due again.
    ///
    /// In a page of Logseq the task in its text is done, unless the page itself is a task.
    ///
    /// - Parameter task: The number of an open task in the text, from 1; `nil` for the only one.
    /// - Throws: `NotesFault.severalTasks`, `NotesFault.unknownTask`, `NotesFault.recurringTask`.
    package func finish(_ ids: [Int], task: Int? = nil) async throws -> [Note] {
        let now = clock.now
        return try await store.write { [timeZone] notes in
            try ids.map { id in
                let note = try notes.existing(id)
                if let text = try Self.finishing(task, in: note, notes) {
                    return try notes.modify(id, content: text, sealed: nil, renames: false, at: now)?.note ?? note
                }
                let todo = (note.marks.todo ?? Todo()).finished(at: now, in: timeZone)
                return try notes.mark(id, .todo(todo)) ?? note
            }
        }
    }

    /// The text of an open task in a page of Logseq; `nil` for none.
    package func openTask(_ number: Int?, of id: Int) async throws -> String? {
        guard let number else { return nil }
        let open = TaskMarkers(try await note(id).content).openTasks
        return open[number: number]?.text
    }

    /// The text with a task done; `nil` if the note itself is the task.
    private static func finishing(_ number: Int?, in note: Note, _ notes: any NoteDAO) throws -> String? {
        let markers = markers(of: note, notes) ?? TaskMarkers("")
        let open = markers.openTasks
        if let number {
            guard open.indices.contains(number - 1) else { throw NotesFault.unknownTask(number, note: note.id) }
        } else {
            guard !markers.tasks.isEmpty, !isTask(note) else { return nil }
            guard open.count < 2 else { throw NotesFault.severalTasks(note.id, open.map(\.text)) }
            guard !open.isEmpty else { return note.content }
        }
        let task = open[(number ?? 1) - 1]
        guard task.repeater == nil else { throw NotesFault.recurringTask(note.id, task.text) }
        return markers.finishing(task)
    }

    /// The present date and time of the user.
    package var now: DueTime { DueTime(clock.now, in: timeZone) }

    /// Makes tasks plain notes again.
    ///
    /// - Throws: `NotesFault.tasksInText` for a page of Logseq with tasks in its text.
    package func dropTodo(_ ids: [Int]) async throws -> [Note] {
        try await store.write { notes in
            try ids.map { id in
                let note = try notes.existing(id)
                guard notes.files?.graph == nil || TaskMarkers(note.content).tasks.isEmpty else {
                    throw NotesFault.tasksInText(id)
                }
                return try notes.mark(id, .todo(nil)) ?? note
            }
        }
    }

    /// Moves notes to a notebook; an empty name or `/` moves them out of their own.
    ///
    /// Links to them and in them follow. In a protected notebook they are sealed first.
    ///
    /// - Throws: `NotesFault.badName`; `NotesFault.lockedNotebook` for a protected one while notes are locked.
    package func move(_ ids: [Int], to notebook: String) async throws -> [Note] {
        let notebook = try NotebookName.typed(notebook)
        try await seal(ids, comingTo: notebook)
        return try await store.write { [clock] notes in
            try ids.map { id in
                if let note = try notes.note(id) { try notes.checkLock(of: note, in: notebook) }
                guard let note = try notes.move(id, to: notebook, at: clock.now) else {
                    throw NotesFault.unknownNote(id)
                }
                return note
            }
        }
    }

    /// Gives notes a tag, or several with commas between them.
    ///
    /// - Throws: `NotesFault.badName`, `NotesFault.longTag`.
    package func tag(_ ids: [Int], _ names: String) async throws -> [Note] {
        let names = try tagNames(names).map(newTagName)
        return try await store.write { notes in
            try ids.map { id in
                try names.reduce(try notes.existing(id)) { note, name in
                    Self.has(note, name) ? note : try notes.mark(id, .addTag(name)) ?? note
                }
            }
        }
    }

    /// The tags that commas separate, each once; `#` and blanks alone between two of them are none.
    ///
    /// - Throws: `NotesFault.badName`.
    private func tagNames(_ names: String) throws -> [String] {
        let parts = names.split { ",，".contains($0) }.map(String.init)
            .filter { $0.contains { $0 != "#" && !$0.isWhitespace } }
        var known: Set<String> = []
        return try (parts.isEmpty ? [names] : parts).map(tagName).filter { known.insert(NameKey.of($0)).inserted }
    }

    /// Removes a tag, or several with commas between them; a tag in the text loses its `#`.
    ///
    /// - Throws: `NotesFault.badName`, `NotesFault.noSuchTag`.
    package func untag(_ id: Int, _ name: String) async throws -> Note {
        let name = try tagName(name)
        guard try await hasTag(id, name) else {
            // A tag of other programs may have a comma.
            let parts = try tagNames(name)
            guard parts != [name], let last = parts.last else { throw NotesFault.noSuchTag(name, note: id) }
            for part in parts where try await !hasTag(id, part) { throw NotesFault.noSuchTag(part, note: id) }
            for part in parts.dropLast() { _ = try await untag(id, part) }
            return try await untag(id, last)
        }
        let now = clock.now
        // Both in one transaction, which is one entry of the journal.
        let (note, base) = try await store.write { notes in
            let old = try notes.existing(id)
            let marked = try notes.mark(id, .removeTag(name)) ?? old
            let content = TagText.removing(name, from: old.content)
            guard !old.isProtected, content != old.content else { return (marked, old.version) }
            return (try notes.modify(id, content: content, at: now)?.note ?? marked, old.version)
        }
        // A protected note shows the tags of its title only.
        guard note.isProtected, TagText.removing(name, from: note.content) != note.content else { return note }
        let plain = try protection.opened(note)
        let content = TagText.removing(name, from: plain.content)
        return content == plain.content ? note : try await modify(id, to: content, basedOn: base).note
    }

    private func hasTag(_ id: Int, _ name: String) async throws -> Bool {
        Self.has(try await note(id), name)
    }

    private static func has(_ note: Note, _ tag: String) -> Bool {
        note.tags.contains { NameKey.of($0) == NameKey.of(tag) }
    }

    func tagName(_ name: String) throws -> String {
        let bare = name.trimmingCharacters(in: .whitespacesAndNewlines).trimmingPrefix("#")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let isName = bare.contains { !"/#,".contains($0) && !$0.isWhitespace }
        guard isName, !bare.contains(where: { $0.isNewline || $0 == "\"" }) else {
            throw NotesFault.badName(name)
        }
        return bare
    }

    func newTagName(_ name: String) throws -> String {
        let name = try tagName(name)
        guard TagText.fits(name) else { throw NotesFault.longTag }
        return name
    }

    private func mark(_ id: Int, _ change: MarkChange) async throws -> Note {
        try await mark([id]) { _ in change }[0]
    }

    /// Changes the marks of notes, all of them or none; `nil` keeps those of a note.
    private func mark(_ ids: [Int], _ change: @escaping @Sendable (Note) -> MarkChange?) async throws -> [Note] {
        try await store.write { notes in
            try ids.map { id in
                let note = try notes.existing(id)
                guard let change = change(note) else { return note }
                return try notes.mark(id, change) ?? note
            }
        }
    }
}

/// New names for tags and notebooks; one that has the new name already is merged.
///
/// The trash follows too, since its notes may come back.
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
        let isLocked = try await lockedNotebooks().contains { NameKey.of($0) == NameKey.of(name) }
        guard !found.isEmpty || isLocked else { throw NotesFault.unknownNotebook(name) }
        return found
    }

    /// Renames a tag, and each within it, in the marks and texts of these notes.
    ///
    /// - Throws: `NotesFault.badName` if a text would not have the new tag, `NotesFault.longTag`, `NotesFault.locked` for a
    ///   protected note with the tag in its title; nothing has changed then.
    package func rename(tag old: String, to new: String, in ids: [Int]) async throws {
        let (old, new) = (try tagName(old), try newTagName(new))
        try await store.write { [clock] notes in
            for id in ids {
                guard let note = try notes.note(id) else { continue }
                let tags = note.marks.tags.map { LevelName.renaming($0, from: old, to: new) ?? $0 }
                if tags != note.marks.tags { _ = try notes.mark(id, .tags(tags)) }
                guard note.content.utf8.contains(UInt8(ascii: "#")) else { continue }
                guard let content = TagText.renaming(old, to: new, in: note.content) else {
                    throw NotesFault.badName(new)
                }
                guard content != note.content else { continue }
                // The title is the first line of the sealed text.
                guard !note.isProtected else { throw NotesFault.locked(id) }
                _ = try notes.modify(id, content: content, sealed: nil, renames: false, at: clock.now)
            }
        }
    }

    /// Renames a notebook, and each within it, by moving these notes.
    ///
    /// - Throws: `NotesFault.badName`; `NotesFault.lockedNotebook` for a protected one while notes are locked.
    package func rename(notebook old: String, to new: String, in ids: [Int]) async throws {
        let (old, name) = (NotebookName.normal(old), try NotebookName.typed(new))
        guard !name.isEmpty else { throw NotesFault.badName(new) }
        try await seal(ids, comingTo: name)
        try await store.write { [clock] notes in
            notes.fileChanges?.dropsEmptied()
            try notes.renameLocks(of: old, to: name)
            for id in ids {
                // One that was moved elsewhere meanwhile stays there.
                guard let notebook = try notes.note(id)?.marks.notebook,
                    let renamed = LevelName.renaming(notebook, from: old, to: name)
                else { continue }
                _ = try notes.move(id, to: renamed, at: clock.now)
            }
        }
    }

    private func numbers(_ filter: NoteFilter) async throws -> [Int] {
        try await store.read { try $0.all(filter).map(\.id) }
    }
}
