// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
package import AtriumStores

/// The changes of one owner’s notes in a transaction, which sees its own changes.
///
/// Valid until the transaction ends. Rows are stored as they are; the rules in `Rules` decide what may be stored.
package protocol NoteDAO: NoteReader, JournalKeeping {
    /// Inserts notes, without their attachments, under the owner’s next numbers, which no note had before.
    ///
    /// - Parameter numbers: The numbers of the first notes instead, each above all numbers before it.
    func insert(_ drafts: [NoteDraft], numbers: [Int]) throws -> [Note]

    /// Replaces a note.
    func update(_ old: Note, to new: Note) throws

    /// Removes a note and its versions.
    func delete(_ note: Note) throws

    /// Stores a replaced version of a note’s text under its number.
    func put(_ version: NoteVersion, of id: Int) throws

    /// Stores an attachment of a note under its number; equal bytes are kept once.
    func put(_ attachment: Attachment, bytes: [UInt8], of id: Int) throws

    /// Removes an attachment of a note, with its bytes unless another attachment has them.
    func delete(_ attachment: Attachment, of id: Int) throws

    /// Stores the owner’s key.
    func put(_ key: WrappedKey) throws

    /// Stores an unfinished text under a number; `nil` removes it.
    func put(_ unfinished: UnfinishedNote?, as id: Int) throws

    /// Stores a saved query under a `NameKey`; `nil` removes it.
    func put(_ query: SavedQuery?, as key: String) throws

    /// Stores the name of a protected notebook under its `NameKey`; `nil` removes it.
    func put(lockedNotebook name: String?, as key: String) throws

    /// Erases deleted data from file and log on commit.
    ///
    /// - Parameter id: The note whose words and origin are erased completely; `nil` if only bytes were removed.
    func erase(_ id: Int?) throws

    /// Removes all other data of the owner, including the used numbers.
    func deleteRest() throws

    /// The changes of the transaction so far; `nil` if they are not collected.
    var log: NoteChangeLog? { get }

    /// The changes of files; `nil` in a store without files.
    var fileChanges: (any NoteFileChanges)? { get }
}

extension NoteDAO {
    package var fileChanges: (any NoteFileChanges)? { nil }

    /// Completes the transaction before its commit, writes its journal entry, and returns its changes.
    package func finish() throws -> ChangeLog<NoteChange> {
        try journalChanges()
        return log?.all ?? ChangeLog()
    }
}

/// The questions about one owner’s notes, in one consistent state.
///
/// Valid until the transaction ends.
package protocol NoteReader: JournalReading {
    /// The notes of a key by number, `limit` at most.
    func notes(_ key: NoteKey, limit: Int) throws -> [Note]

    /// The notes that a query finds, as `NoteQuery.result(among:)` defines.
    func notes(_ query: NoteQuery) throws -> [Note]

    /// The number of notes that a query finds, its limit at most.
    func count(_ query: NoteQuery) throws -> Int

    /// The titles that a query finds, as `TitleQuery.result(among:limit:)` defines, from an index.
    func titles(_ query: TitleQuery, limit: Int) throws -> [NoteTitle]

    /// The counts of notes; `nil` for an owner who never had one.
    func counts() throws -> NoteCounts?

    /// The notebooks or the tags of notes outside the trash, by name.
    func labels(_ kind: NoteLabel.Kind) throws -> [NoteLabel]

    /// The replaced versions of a note’s text, the newest first.
    func replacedVersions(of id: Int) throws -> [NoteVersion]

    /// The attachments of the notes with these numbers, each note’s in order; no entry for a note without any.
    func attachments(of ids: ClosedRange<Int>) throws -> [Int: [Attachment]]

    /// The bytes of this digest, if an attachment of the owner has them.
    func bytes(of digest: Digest) throws -> [UInt8]?

    /// The owner’s key of protected notes; `nil` before the first one.
    func key() throws -> WrappedKey?

    /// The unfinished texts, the one saved last first.
    func unfinished() throws -> [UnfinishedNote]

    /// The saved queries, by the `NameKey` of their names.
    func savedQueries() throws -> [SavedQuery]

    /// The protected notebooks, whose notes are sealed when they come, by `NameKey`.
    func lockedNotebooks() throws -> [String]

    /// The files of the notes; `nil` in a store without files.
    var files: (any NoteFiles)? { get }
}

extension NoteReader {
    package var files: (any NoteFiles)? { nil }
}

/// The files of a store, within a transaction.
package protocol NoteFiles {
    /// The settings of the folder, if it is a graph of Logseq.
    var graph: LogseqFolder? { get }

    /// Whether links say their label before the note, as in vaults of Dendron: `[[label|note]]`.
    var hasLabelsFirst: Bool { get }

    /// The path of a note’s file below the folder; `nil` if it has none.
    func path(of id: Int) throws -> String?

    /// The block of front matter in a note’s file, byte by byte; `nil` if it has no file.
    func head(of id: Int) throws -> String?

    /// The ends of lines in a note’s file; `nil` if it has no file.
    func lineEnd(of id: Int) throws -> String?

    /// The paths of the files of a note’s attachments, from the folder of the note’s own file, by their numbers. Links in the
    /// note’s text lead there.
    func places(of id: Int) throws -> [Int: String]

    /// The file that a reference names; `nil` if there is none.
    func file(_ named: Reference, of note: Note) throws -> LinkedFile?

    /// The path below the folder of a file that is not a note, by its path or by its name alone; `nil` for none.
    func path(ofFile name: String) throws -> String?

    /// The bytes of a file below the folder; `nil` if there is no such file, or if it is larger than `limit`.
    func bytes(of path: String, limit: Int) -> [UInt8]?

    /// The number of files in which other programs keep notes, at the last look at the folder.
    var unread: FileKinds { get }

    /// The files without a note to show, by name.
    func skipped() throws -> [SkippedFile]
}

/// The changes of files beside those of their notes.
package protocol NoteFileChanges {
    /// Renames a note’s file.
    ///
    /// - Parameter path: The path, without its ending, that the file gets if it is free; `nil` for that of the title.
    /// - Returns: `nil` if the note has no file, or if the file has that name already.
    func rename(_ note: Note, to title: String, as path: String?) throws -> RenamedFile?

    /// Moves a note’s file to the folder of another notebook.
    ///
    /// - Returns: The new path; `nil` if the note has no file.
    func move(_ note: Note, to notebook: String) throws -> String?

    /// The files of a note’s attachments that move with its own, each with its path before and after.
    func movingFiles(of note: Note) throws -> [(old: String, new: String)]

    /// Whether the file of an attachment moves to this path.
    func isMoving(to path: String) -> Bool

    /// Makes the transaction fail with `NotesFault.nameTaken` unless a note’s file has this path, without its ending.
    func expect(_ path: String, of id: Int)

    /// Restores the front matter of a note’s file as far as it fits the note.
    func restore(head: String, of id: Int)

    /// Removes the folders that become empty, also those of notes.
    func dropsEmptied()

    /// Marks a note’s text as edited by the user: its file gets a new time of change.
    func edited(_ id: Int)
}

/// The changes of a transaction, for observers, the journal and files.
package final class NoteChangeLog {
    package private(set) var all = ChangeLog<NoteChange>()
    /// The notes that changed, or whose belongings changed, in the order of the changes.
    package private(set) var notes: [Int] = []
    /// Whether a change cannot be undone.
    private(set) var isLasting = false
    /// Whether the transaction replays the journal, and is no change of its own.
    var isJournaled = false
    /// Whether the changes are links that follow another note.
    var isFollowing = false
    /// The notes whose new titles are followed by links.
    var renamed: Set<Int> = []
    private var added: Set<Int> = []
    /// The notes that were added and then removed.
    private var gone: Set<Int> = []
    private var before: [Int: NoteState] = [:]
    private var meant: Set<Int> = []
    private var queries: [String: (before: SavedQuery?, after: SavedQuery?)] = [:]
    private var locks: [String: (before: String?, after: String?)] = [:]
    private var attached: [(note: Int, attachment: Attachment)] = []
    private var knownNotes: Set<Int> = []
    /// The notes with a new time of creation.
    package private(set) var redated: Set<Int> = []
    /// The former marks of notes.
    package private(set) var marks: [Int: NoteMarks] = [:]

    package init() {}

    package func add(_ change: NoteChange) {
        switch change {
        case .note(let id, .added): added.insert(id)
        case .note(let id, .removed) where added.remove(id) != nil: gone.insert(id)
        default: break
        }
        if let note = change.note, knownNotes.insert(note).inserted { notes.append(note) }
        if case .note(let id, .changed(let parts)) = change, parts.contains(.date) { redated.insert(id) }
        all.add(change)
    }

    /// Adds the change of a note.
    package func add(_ old: Note, becoming new: Note) {
        if before[old.id] == nil { before[old.id] = NoteState(old) }
        if !isFollowing { meant.insert(old.id) }
        if old.isProtected != new.isProtected { setLasting(old.id) }
        if !knownNotes.contains(old.id) { marks[old.id] = old.marks }
        add(.note(old.id, .changed(NoteParts(of: old, and: new))))
    }

    /// Adds more changes than are listed one by one.
    package func addUnknown() { all.addUnknown() }

    /// Erases deleted data from the file and its log on commit.
    package func erase() { all.erases = true }

    /// Marks the change of a note as one that cannot be undone, unless the note is new.
    func setLasting(_ id: Int) { if !added.contains(id) { isLasting = true } }

    /// Adds an attachment of a note; that of a new note is a part of it.
    func add(_ attachment: Attachment, to id: Int) {
        if !added.contains(id) { attached.append((id, attachment)) }
    }

    /// Adds the change of the saved query of a `NameKey`.
    func add(query key: String, before: SavedQuery?, after: SavedQuery?) {
        queries[key] = (queries[key]?.before ?? before, after)
    }

    /// Adds the change of the protected notebook of a `NameKey`.
    func add(lock key: String, before: String?, after: String?) { locks[key] = (locks[key]?.before ?? before, after) }

    /// Marks the transaction as one that cannot be undone.
    func setLasting() { isLasting = true }

    /// The mutations, with the states before and after.
    ///
    /// - Parameter heads: The front matter above the texts of notes in their files.
    func steps(in reader: any NoteReader, heads: [Int: String]) throws -> [NoteStep] {
        let changed = try notes.compactMap { id -> NoteStep? in
            if added.contains(id) { return .added(id) }
            if gone.contains(id) { return nil }
            guard var before = before[id] else { return isLasting ? .lost(id) : nil }
            before.head = heads[id]
            guard let note = try reader.note(id) else { return .lost(id) }
            let after = NoteState(note, head: try reader.files?.head(of: id))
            guard before != after else { return isLasting ? .lost(id) : nil }
            return .changed(
                id, before: before, after: after, isFollower: !meant.contains(id), renames: renamed.contains(id))
        }
        let files = attached.map { NoteStep.attached($0.note, $0.attachment, bytes: nil) }
        let asked = queries.sorted { $0.key < $1.key }.filter { $0.value.before != $0.value.after }
        let locked = locks.sorted { $0.key < $1.key }.filter { $0.value.before != $0.value.after }
        return changed + files + asked.map { .query($0.key, before: $0.value.before, after: $0.value.after) }
            + locked.map { .lockedNotebook($0.key, before: $0.value.before, after: $0.value.after) }
    }
}
