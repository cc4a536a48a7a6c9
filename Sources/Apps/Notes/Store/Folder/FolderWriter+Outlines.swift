// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session

/// Pages of Logseq’s, whose texts say what has become of their notes.
extension FolderWriter {
    /// The note with a text that says all that is kept beside it.
    func outlined(_ note: Note, _ path: String, isNew: Bool) throws -> Note {
        let folder = FilePath(path).folder
        var said = note
        if isNew, said.marks.notebook.isEmpty { said.marks.notebook = folder }
        let old = isNew ? NoteMarks(notebook: folder) : log.marks[note.id] ?? note.marks
        let isDated = log.redated.contains(note.id) || isNew && files.graph?.day(ofJournal: path) == nil
        let text = OutlinePage(note.content, in: timeZone).saying(
            said, since: old, inFolder: folder, created: isDated ? note.createdAt : nil, title: titles[note.id])
        var base = note
        if text != note.content {
            // Who is editing the text meanwhile sees that it has changed.
            if !isNew { base = try rows.revise(note, text, nil, at: note.modifiedAt) }
            log.add(.note(note.id, .changed(.text)))
        }
        var new = base
        new.content = text
        new.marks = OutlinePage(text, in: timeZone).marks(
            inFolder: folder, doneAt: note.marks.todo?.doneAt ?? note.modifiedAt)
        guard new != base else { return new }
        if new.marks != note.marks { log.add(.note(note.id, .changed([.labels, .marks]))) }
        try rows.update(base, to: new)
        return new
    }

    /// The note of a page with front matter, with the task that its text has now.
    func tasked(_ note: Note, _ page: FolderPage) throws -> Note {
        guard page.fields(in: timeZone).marks.todo == nil,
            log.marks[note.id].map({ $0.todo == note.marks.todo }) ?? true
        else { return note }
        var new = note
        new.marks.todo = TaskMarkers(note.content).todo(doneAt: note.marks.todo?.doneAt ?? note.modifiedAt)
        if new != note {
            log.add(.note(note.id, .changed(.marks)))
            try rows.update(note, to: new)
        }
        return new
    }
}

extension FolderPage {
    /// What front matter has to say of a note: not the task that its text says.
    func besideTasks(_ note: Note, in zone: Zone) -> Note {
        guard let todo = note.marks.todo, fields(in: zone).marks.todo == nil,
            TaskMarkers(note.content).todo(doneAt: todo.doneAt ?? note.createdAt) == todo
        else { return note }
        var other = note
        other.marks.todo = nil
        return other
    }
}
