// SPDX-License-Identifier: GPL-3.0-or-later

import Session
package import Stores

/// What cannot be done with a note.
package enum NotesFault: Error, Hashable, Sendable {
    /// There is no note of this number.
    case unknownNote(Int)
    /// The text is empty, or only blanks.
    case emptyText
    /// The note is not in the trash, so it is not removed for good.
    case notInTrash(Int)
    /// The note is in the trash already.
    case inTrash(Int)
    /// The query has no letter and no digit to look for.
    case emptyQuery(String)
    /// A term of a query that has a known key but no known value.
    case badTerm(String)
    /// A term with a word before its colon that is no key.
    case unknownKey(String, term: String)
    /// No note is meant by a query of which some are to be changed.
    case noMatch(String)
    /// A term that says something of the whole query stands beside `OR`.
    case notAlternative(String)
    /// No query is saved under this name.
    case unknownSavedQuery(String)
    /// The note has no such version.
    case unknownVersion(Int, note: Int)
    /// There is no template of this name.
    case unknownTemplate(String)
    /// The name has nothing that could be a tag, a notebook or a query’s name.
    case badName(String)
    /// The name has more characters or levels than a tag may have, see `TagText.limits`.
    case longTag
    /// The note has no such tag.
    case noSuchTag(String, note: Int)
    /// There are several tasks in the text of a note, and nobody says which is done.
    case severalTasks(Int, [String])
    /// The text of a note has no such task that is to be done.
    case unknownTask(Int, note: Int)
    /// A task in the text of a note comes again in a way that is another program’s.
    case recurringTask(Int, String)
    /// The tasks of a note are in its text.
    case tasksInText(Int)
    /// A name of a file has a sign that parts folders.
    case pathAsName(String, note: Int)
    /// No note has such a tag.
    case unknownTag(String)
    /// No note is in such a notebook.
    case unknownNotebook(String)
    /// There is no unfinished note.
    case nothingUnfinished
    /// No unfinished text is known by this.
    case unknownDraft(String)
    /// What was typed in an edit of the note that was broken off lies in the clear.
    case openEdit(Int)
    /// Several notes have this in their titles.
    case ambiguousTitle(String, notes: [NoteTitle], isMore: Bool)
    /// No note has this title.
    case unknownTitle(String)
    /// The note is protected, and the password was not given.
    case locked(Int)
    /// The password is not the one of the protected notes.
    case wrongPassword
    /// The two passwords that were typed differ.
    case passwordsDiffer
    /// The password is empty.
    case noPassword
    /// No note was ever protected, so there is no password to change.
    case nothingProtected
    /// Sealing or opening a note was broken off: some of what belongs to it may be sealed, and some open.
    case brokenOff(Int, StoreFault)
    /// The sealed text of the note was changed by something else, and does not open.
    case damaged(Int)
    /// The key of the protected notes is not as it was written, or asks for more work than any version did.
    case damagedKey
    /// What was typed as a store is none.
    case badStore(String)
    /// A folder that is none to keep notes in.
    case storePlace(path: String, StorePlace)
    /// A folder that another user keeps notes in.
    case storeShared(path: String, typed: String)
    /// The folder of the notes has nothing in it, not even what was kept beside them: a disk may not be mounted.
    case emptyFolder(path: String)
    /// Most files of the folder are gone at once, with so many notes.
    case filesGone(path: String, lost: Int, of: Int)
    /// What was named for an import or an export is, holds or lies in the folder that the notes are in.
    case storeFolder(path: String, store: String)
    /// No change is left that could be taken back by itself.
    case noUndo
    /// The last change, made by this command, is none that could be taken back.
    case cannotUndo(command: String)
    /// The note was changed again since what was to be taken back, which this command had made.
    case changedSince(Int, command: String)
    /// Links are asked for, and neither of which note nor which of all notes.
    case noLinksOf
    /// The note has no link of this number.
    case unknownLink(Int, note: Int)
}
