// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFrontMatter
import AtriumSession
package import AtriumStores

/// An error of a note operation.
package enum NotesFault: RuleFault, Hashable, Sendable {
    /// There is no note of this number.
    case unknownNote(Int)
    /// The text is empty, or only blanks.
    case emptyText
    /// The note is not in the trash, so it is not removed for good.
    case notInTrash(Int)
    /// The note is in the trash already.
    case inTrash(Int)
    /// A term names a saved query that names itself, or that cannot be negated.
    case badTerm(String)
    /// A query for notes to change matches no note.
    case noMatch(String)
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
    case noSuchTag(String, note: Int)
    /// The text of a note has several tasks, and the user did not say which one is done.
    case severalTasks(Int, [String])
    /// The text of a note has no such open task.
    case unknownTask(Int, note: Int)
    /// A task in the text of a note recurs by a rule of another program.
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
    /// The text of an interrupted edit of the note is unencrypted.
    case openEdit(Int)
    /// Several notes have this in their titles.
    case ambiguousTitle(String, notes: [NoteTitle], isMore: Bool)
    /// No note has this title.
    case unknownTitle(String)
    /// The note is protected, and the password was not given.
    case locked(Int)
    /// The notebook is protected, and a note that comes there cannot be sealed: the password was not given.
    case lockedNotebook(String)
    /// The password is not the one of the protected notes.
    case wrongPassword
    /// The password is empty.
    case noPassword
    /// No note was ever protected, so there is no password to change.
    case nothingProtected
    /// Sealing or opening a note was broken off: some of what belongs to it may be sealed, and some open.
    case brokenOff(Int, StoreFault)
    /// The sealed text of the note was changed by something else, and does not open.
    case damaged(Int)
    /// The key of the protected notes was changed, or asks for more work than any version did.
    case damagedKey
    /// The typed text names no store.
    case badStore(String)
    /// A folder that cannot hold notes.
    case storePlace(path: String, StorePlace)
    /// A folder that another user keeps notes in.
    case storeShared(path: String, typed: String)
    /// The folder of the notes is empty, even without the data beside the notes: a disk may not be mounted.
    case emptyFolder(path: String)
    /// Most files of the folder, of this number of notes, are gone at once.
    case filesGone(path: String, lost: Int, of: Int)
    /// The path of an import or an export is, holds or lies in the folder of the notes.
    case storeFolder(path: String, store: String)
    /// No change is left that could be taken back by itself.
    case noUndo
    /// The note was changed again after the change by this command that was to be undone or redone.
    case changedSince(Int, command: String, JournalStep)
    /// A note is to get its former name again, which something else has now.
    case nameTaken(String, note: Int)
    /// Links are requested, but neither of a note nor of all notes.
    case noLinksOf
    /// The note has no link of this number.
    case unknownLink(Int, note: Int)
}

/// An error of an attachment operation.
package enum AttachmentFault: Error, Hashable, Sendable {
    /// The note has no attachment of this name.
    case unknown(String, note: Int)
    /// The file cannot be read; the operating system’s error number.
    case unreadable(path: String, reason: Int32)
    /// The file is larger than an attachment may be; bytes.
    case tooLarge(path: String, limit: Int)
    /// A file of this name exists already and is not overwritten.
    case exists(path: String)
    /// The file is in the folder of the notes, and the note only names it.
    case linked(path: String, note: Int)
    /// The note has a link to a missing file.
    case missing(String, note: Int)
    /// The note shows no such picture; `nil` for none at all.
    case noPicture(String?, note: Int)
    /// The attachment is in the store, and is not a file that another program could open.
    case inside(String, note: Int)
}

/// The reason why an edited text is not the note’s text, and the place where it is kept.
package enum EditFault: Error {
    /// The note was removed for good meanwhile; the text is an unfinished one.
    case gone(Int)
    /// The same of a protected note; the text is a protected note of its own.
    case goneProtected(Int, kept: Int)
    /// The note could not be changed; the text is an unfinished one.
    case notSaved(any Error)
}

/// A note’s file cannot say what the note is to be; both are as they were.
package struct FolderRefusal: RuleFault, Hashable, Sendable {
    /// The file’s name below the folder.
    package let file: String
    /// The front matter field that cannot change, and the reason.
    package let refusal: FrontMatterRefusal

    package init(file: String, _ refusal: FrontMatterRefusal) {
        self.file = file
        self.refusal = refusal
    }
}

/// An error of git, or of the connection to it, for a folder of notes.
///
/// `said` holds git’s own words: text from anywhere.
package enum GitFault: Error, Hashable, Sendable {
    /// The notes are in no folder.
    case noFolder
    /// The program is not installed.
    case missing
    /// `notes.git` is off.
    case off
    /// The typed value of `notes.git` is neither on nor off.
    case badChoice(String)
    /// No repository could be made in the folder.
    case notMade(said: String)
    /// The repository leaves the folder out.
    case ignored(path: String)
    /// Changes are not committed yet.
    case notCommitted(said: String)
    /// It has not ended in time, and was stopped.
    case tooLong(command: String)
    /// A merge, a rebase or the like is not finished.
    case underWay
    /// The work tree is on no branch.
    case noBranch
    /// The repository knows no other one.
    case noRemote
    /// The branch follows none of another repository.
    case noUpstream(branch: String, remote: String)
    /// The changes of others could not be fetched.
    case notFetched(said: String)
    /// The same lines were changed here and elsewhere; everything is as it was before. The command shows the conflict.
    case conflict(files: [String], pull: String)
    /// The fetched changes could not be merged with the local ones; everything is as it was before.
    case notMerged(said: String)
    /// The other repository has not taken what went.
    case notPushed(said: String)
}
