// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session
import Stores
import Systems

/// What a transaction has done that is seen to, or told, once its rows are written.
final class NoteChangeLog {
    private var log = ChangeLog<NoteChange>()
    /// All changes.
    var changes: Changes<NoteChange> { log.changes }
    /// The notes that changed, or that something changed of which belongs to them, in the order in which they did.
    private(set) var notes: [Int] = []
    /// Whether nothing of what was removed may be left in a file.
    var erases = false
    private var knownNotes: Set<Int> = []
    /// The notes that were made at another time by now.
    private(set) var redated: Set<Int> = []
    /// What was kept beside the texts of notes before anything changed.
    private(set) var marks: [Int: NoteMarks] = [:]

    func add(_ change: NoteChange) {
        if let note = change.note, knownNotes.insert(note).inserted { notes.append(note) }
        if case .note(let id, .changed(let parts)) = change, parts.contains(.date) { redated.insert(id) }
        log.add(change)
    }

    /// A note is about to become another.
    func add(_ old: Note, becoming new: Note) {
        if !knownNotes.contains(old.id) { marks[old.id] = old.marks }
        add(.note(old.id, .changed(NoteParts(of: old, and: new))))
    }

    /// More has changed than is told one by one.
    func addUnknown() { log.addUnknown() }
}
