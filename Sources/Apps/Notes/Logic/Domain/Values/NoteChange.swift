// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// One change of a user’s data, without the user.
package enum NoteChange: Hashable, Sendable {
    /// The kind of change.
    package enum Kind: Hashable, Sendable {
        /// It was not there before.
        case added
        /// This of it is another one now.
        case changed(NoteParts)
        /// It is gone for good.
        case removed
    }

    /// A note of this number, or what belongs to it.
    case note(Int, Kind)
    /// The unfinished text of this number.
    case unfinished(Int)
    /// The saved query of this `NameKey`.
    case query(String)
    /// The protected notebook of this `NameKey`.
    case lockedNotebook(String)
    /// The key of protected notes.
    case key

    /// The number of the note that changed; `nil` for other things.
    package var note: Int? {
        if case .note(let id, _) = self { id } else { nil }
    }
}

/// One change of the data beside a note’s text.
package enum MarkChange: Hashable, Sendable {
    /// Moves the note to a notebook; an empty name takes it out of its own.
    case notebook(String)
    /// Pins or unpins the note.
    case pinned(Bool)
    /// Makes the note a task, changes the task, or with `nil` makes it a plain note again.
    case todo(Todo?)
    /// Sets the time of the note’s creation.
    case created(Timestamp)
    /// Gives the note these tags and no others.
    case tags([String])
    /// Gives the note a tag, unless it has it.
    case addTag(String)
    /// Removes a given tag; one in the text stays.
    case removeTag(String)
}

/// The changed parts of a note, as far as views of notes depend on them.
package struct NoteParts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The text, and with it when it was changed last.
    package static let text = NoteParts(rawValue: 1)
    /// The title, or the name of its file.
    package static let title = NoteParts(rawValue: 2)
    /// The notebook and the tags.
    package static let labels = NoteParts(rawValue: 4)
    package static let trash = NoteParts(rawValue: 8)
    /// The time of its creation.
    package static let date = NoteParts(rawValue: 16)
    /// The other data beside the text: whether it is pinned, done or protected.
    package static let marks = NoteParts(rawValue: 32)
    package static let attachments = NoteParts(rawValue: 64)

    /// The difference between a note and what it becomes.
    package init(of old: Note, and new: Note) {
        self = []
        if old.names != new.names { insert(.title) }
        if old.content != new.content || old.modifiedAt != new.modifiedAt || old.version != new.version {
            insert(.text)
            if old.title != new.title { insert(.title) }
        }
        if old.content != new.content || old.marks != new.marks {
            if NoteLabel.Kind.allCases.contains(where: { old.labels($0) != new.labels($0) }) { insert(.labels) }
        }
        if old.trashedAt != new.trashedAt { insert(.trash) }
        if old.createdAt != new.createdAt { insert(.date) }
        if old.marks != new.marks || old.sealed != new.sealed { insert(.marks) }
    }
}

/// A correction of a note’s text that is no change by a user.
package struct Amendment: Hashable, Sendable {
    /// The note’s number.
    package let id: Int
    /// Its text as it was read, of a protected note the readable part; a note with another text stays.
    package let old: String
    /// Its text as it has to be.
    package let new: String
    /// The whole of the new text of a protected note, sealed; `nil` for any other.
    package private(set) var sealed: [UInt8]?
}

/// The result of changing a note’s text.
package struct ModifiedNote: Hashable, Sendable {
    /// The note as it is now.
    package let note: Note
    /// The note before the change; the same note if nothing changed.
    package let before: Note
    /// The other notes whose links followed a new name.
    package var relinked: [Int] = []
    /// The names of those notes’ files, in a store of files.
    package var relinkedFiles: [String] = []
    /// The effect of a new name on files; `nil` in a store without files, and if no file was renamed.
    package private(set) var renaming: RenamedFile?

    /// The same of the note as it came to be.
    package func with(_ note: Note) -> ModifiedNote {
        ModifiedNote(
            note: note, before: before, relinked: relinked, relinkedFiles: relinkedFiles, renaming: renaming)
    }

    /// The number of the version before; the note’s own if the text was the same already.
    package var replaced: Int { before.version }
}

/// The result of saving a note’s text.
package struct SavedNote: Sendable {
    /// The note as it is now.
    package var note: Note
    /// Whether nothing changed.
    package let isUnchanged: Bool
    /// The newest version that another editor saved since the text was read; `nil` if there is none.
    package let conflict: Int?
    /// The other notes whose links followed the new title.
    package let relinked: [Int]
    /// The names of their files, in a folder.
    package var relinkedFiles: [String] = []
    /// The new name of the note’s file; `nil` if it kept its name, or there is no file.
    package var renaming: RenamedFile?
    /// The title that other notes still link to and that no note has any more; `nil` if there is none.
    package var lost: LostTitle?
    /// Another note with the new title of this one; `nil` if there is none, or the title is unchanged.
    package var namesake: Namesake?
    /// Whether the note was removed meanwhile and is back with the text.
    package var cameBack = false
    /// Whether the text also contains another editor’s change of other lines.
    package var isMerged = false

    /// A title that no note has any more.
    package struct LostTitle: Hashable, Sendable {
        package let title: String
        /// The number of notes with links to it.
        package let notes: Int
        /// The number of these links.
        package let links: Int
        /// Whether the note was renamed, to a title that cannot stand in a link.
        package let isUnlinkable: Bool
    }

    /// Another note of the same title.
    package struct Namesake: Hashable, Sendable {
        /// Its number.
        package let id: Int
        /// The number of the note to which a link to the title goes; `nil` if no link can contain the title.
        package let linked: Int?
    }
}

extension SavedNote {
    /// - Parameters:
    ///   - note: The note with its whole text.
    ///   - base: The version that the text was made from; `nil`: whichever was there.
    package init(_ modified: ModifiedNote, as note: Note? = nil, basedOn base: Int?) {
        self.note = note ?? modified.note
        isUnchanged =
            modified.note.version == modified.replaced && modified.renaming == nil
            && modified.note.names == modified.before.names
        conflict = base.flatMap { $0 == modified.replaced ? nil : modified.replaced }
        relinked = modified.relinked
        relinkedFiles = modified.relinkedFiles
        renaming = modified.renaming
    }
}

/// A note’s file that got another name with its note.
package struct RenamedFile: Hashable, Sendable {
    /// Its name before, below the folder.
    package let old: String
    /// Its name now, below the folder.
    package let new: String

    package init(old: String, new: String) {
        self.old = old
        self.new = new
    }
}
