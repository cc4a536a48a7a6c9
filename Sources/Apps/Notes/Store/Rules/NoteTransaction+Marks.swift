// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session

/// What is kept beside texts, and what is thrown away.
extension NoteTransaction {
    /// Changes what is kept beside a note’s text; nil when there is no such note.
    package func mark(_ id: Int, _ change: MarkChange) throws -> Note? {
        try self.change(id) { note in
            if case .notebook(let folder) = change {
                let path = note.names.isEmpty ? nil : try fileChanges?.move(note, to: folder)
                note.names = note.names.moved(to: folder)
                if let path { note.names.path = FilePath(path).withoutEnding }
            }
            note.marks = note.marks.changed(change)
            if case .created(let time) = change {
                if note.modifiedAt == note.createdAt { note.modifiedAt = time }
                note.createdAt = time
            }
        }
    }

    /// Moves a note to the trash at a time, or back with nil; nil when there is no such note.
    package func trash(_ id: Int, at time: Timestamp?) throws -> Note? { try change(id) { $0.trashedAt = time } }

    /// Removes a note, its versions and its attachments for good; false when there is no such note.
    package func remove(_ id: Int) throws -> Bool {
        guard let note = try note(id) else { return false }
        try removeAll([note])
        try erase(id)
        return true
    }

    /// Removes notes with all that belongs to them; what their words were may still be found in a file.
    func removeAll(_ notes: [Note]) throws {
        for note in notes {
            for attachment in try attachments(of: note.id) { try delete(attachment, of: note.id) }
            try delete(note)
        }
    }

    private func change(_ id: Int, _ body: (inout Note) throws -> Void) throws -> Note? {
        guard let old = try note(id) else { return nil }
        var new = old
        try body(&new)
        try update(old, to: new)
        return new
    }
}
