// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
package import AtriumSession
package import AtriumStores
package import Foundation

/// The journal’s record of a note: all that a command may change; of the text, only the number of its version.
///
/// The store has each replaced text, sealed if the note is protected: the journal has none.
package struct NoteState: Codable, Hashable, Sendable {
    package let names: NoteNames
    package let createdAt: Timestamp
    package let trashedAt: Timestamp?
    package let marks: NoteMarks
    package let version: Int
    /// The part of the text that was readable without a password; `nil` once that is sealed as well.
    ///
    /// A note that became protected later has another title beside its sealed texts.
    package var readable: String?
    /// The front matter above the text in the note’s file; `nil` if it has none.
    package var head: String?

    package init(_ note: Note, head: String? = nil) {
        self.head = head
        (names, createdAt, trashedAt, marks) = (note.names, note.createdAt, note.trashedAt, note.marks)
        version = note.version
        readable = note.readable(note.content)
    }

    /// The front matter that says nothing but the names and marks, which stand in the journal as well; `nil` for any
    /// other, with a comment for instance.
    var bareHead: String? {
        guard let head, !head.isEmpty else { return head }
        return (try? FrontMatterBlock(of: head))??.isBare == true ? head : nil
    }

    /// Whether all but the text is the same.
    package func isBeside(_ other: NoteState) -> Bool {
        names == other.names && createdAt == other.createdAt && trashedAt == other.trashedAt && marks == other.marks
    }
}

/// The change of one thing by a command: a line of the journal.
package enum NoteStep: Codable, Hashable, Sendable {
    /// A note is new.
    case added(Int)
    /// A note is another one.
    ///
    /// - isFollower: Whether its links have followed another note.
    /// - renames: Whether links follow its new title.
    case changed(Int, before: NoteState, after: NoteState, isFollower: Bool, renames: Bool)
    /// A saved query, of this `NameKey`.
    case query(String, before: SavedQuery?, after: SavedQuery?)
    /// Whether a notebook is protected, by its `NameKey`; its name, or `nil`.
    case lockedNotebook(String, before: String?, after: String?)
    /// A file was attached to a note; its bytes, while it is not.
    case attached(Int, Attachment, bytes: Data?)
    /// A change of a note that cannot be undone, or whose details the journal no longer has.
    case lost(Int)

    /// The number of the note; `nil` for a query and a notebook.
    package var note: Int? {
        switch self {
        case .added(let id), .changed(let id, _, _, _, _), .attached(let id, _, _), .lost(let id): id
        case .query, .lockedNotebook: nil
        }
    }

    /// Whether the change is of one of these notes.
    func isOf(_ ids: Set<Int>) -> Bool { note.map(ids.contains) ?? false }

    /// The same in an entry that cannot be undone; `nil` if nothing of it is worth keeping there.
    var withoutDetails: NoteStep? {
        if case .lockedNotebook = self { return self }
        return note.map(NoteStep.lost)
    }

    /// Whether the command was for this note.
    package var isMeant: Bool { if case .changed(_, _, _, let isFollower, _) = self { !isFollower } else { true } }

    /// The other way round.
    package var inverted: NoteStep {
        switch self {
        case .changed(let id, let before, let after, let isFollower, let renames):
            .changed(id, before: after, after: before, isFollower: isFollower, renames: renames)
        case .query(let key, let before, let after): .query(key, before: after, after: before)
        case .lockedNotebook(let key, let before, let after): .lockedNotebook(key, before: after, after: before)
        case .added, .attached, .lost: self
        }
    }
}

/// The note of a step, without its states: reading those of thousands takes seconds.
private struct NoteStepHead: Decodable {
    let note: Int?
    let isMeant: Bool
    let isLost: Bool

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(added note: Int) { (self.note, isMeant, isLost) = (note, true, false) }

    /// Reads what the compiler writes for a case of `NoteStep`.
    init(from decoder: any Decoder) throws {
        let step = try decoder.container(keyedBy: Key.self)
        let values = try step.allKeys.first.map { try step.nestedContainer(keyedBy: Key.self, forKey: $0) }
        note = try? values?.decodeIfPresent(Int.self, forKey: Key(stringValue: "_0"))
        isMeant = try values?.decodeIfPresent(Bool.self, forKey: Key(stringValue: "isFollower")) != true
        isLost = step.allKeys.first?.stringValue == "lost"
    }
}

extension [NoteStep] {
    /// The steps with one change of each note, from its first state to its last: a command may have several transactions.
    var joiningChanges: [NoteStep] {
        var places: [Int: Int] = [:]
        var joined: [NoteStep] = []
        for step in self {
            guard case .changed(let id, _, let after, let isFollower, let renames) = step else {
                joined.append(step)
                continue
            }
            guard let place = places[id], case .changed(_, let before, _, let wasFollower, let renamed) = joined[place]
            else {
                places[id] = joined.count
                joined.append(step)
                continue
            }
            joined[place] = .changed(
                id, before: before, after: after, isFollower: isFollower && wasFollower, renames: renames || renamed)
        }
        return joined
    }
}

extension JournalEntry {
    /// Whether it has made notes, and changed none.
    package var isOfNewNotes: Bool {
        // The short form alone has this sign, and reading thousands of others takes seconds.
        !isLasting && changes.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.first == UInt8(ascii: "+") }
    }

    /// The changes.
    package var noteSteps: [NoteStep] { steps(shortly: { Self.added(by: $0).map(NoteStep.added) }) }

    /// The number of a new note, whose line is short: an import has thousands of them.
    private static func added(by line: ArraySlice<UInt8>) -> Int? {
        line.first == UInt8(ascii: "+") ? Int(String(decoding: line.dropFirst(), as: UTF8.self)) : nil
    }

    /// The notes that the command was for, each once.
    ///
    /// - Parameter areLost: Whether to return those whose change the journal no longer has, or the others; `nil` for all.
    package func notes(areLost: Bool? = nil) -> [Int] {
        var known: Set<Int> = []
        let steps: [NoteStepHead] = steps(shortly: { Self.added(by: $0).map(NoteStepHead.init(added:)) })
        return steps.filter { $0.isMeant && $0.isLost == areLost ?? $0.isLost }.compactMap(\.note).filter {
            known.insert($0).inserted
        }
    }

    /// The lines of changes of notes.
    package static func lines(ofNotes steps: [NoteStep]) throws -> [UInt8] {
        try lines(steps, shortly: { if case .added(let id) = $0 { "+\(id)" } else { nil } })
    }
}
