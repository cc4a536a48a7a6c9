// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// Single notes, and what belongs to them.
extension NoteReader {
    /// The note of this number, also one in the trash.
    package func note(_ id: Int) throws -> Note? { try notes(.number(id), limit: 1).first }

    /// Reads the notes of these numbers that are there, a portion of them at a time.
    package func each(_ ids: [Int], _ body: (Note) throws -> Void) throws {
        if ids.count == 1 {
            if let note = try note(ids[0]) { try body(note) }
            return
        }
        for start in stride(from: 0, to: ids.count, by: 500) {
            let portion = Set(ids[start..<min(start + 500, ids.count)])
            for note in try notes(.numbers(portion), limit: .max) { try body(note) }
        }
    }

    /// The notes that a filter means, and behind them those in the trash, which may come back.
    package func all(_ filter: NoteFilter) throws -> [Note] {
        try [false, true].flatMap { try notes(NoteQuery(filter: filter, isTrashed: $0, limit: .max)) }
    }

    /// Whether no other note outside the trash has this note’s title.
    func isOnly(_ note: Note) throws -> Bool {
        try notes(.title(NameKey.of(note.title)), limit: 2).allSatisfy { $0.id == note.id }
    }

    /// The versions of a note’s text, the newest and present one first; empty when there is no such note.
    package func versions(of id: Int) throws -> [NoteVersion] {
        guard let note = try note(id) else { return [] }
        return try [NoteVersion(present: note)] + replacedVersions(of: id)
    }

    /// The attachments of a note, in order.
    package func attachments(of id: Int) throws -> [Attachment] { try attachments(of: id...id)[id] ?? [] }
}
