// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// What a store of files knows of them, within a transaction.
package protocol NoteFiles {
    /// How the folder is kept, if it is a graph of Logseq’s.
    var graph: LogseqFolder? { get }

    /// The name of a note’s file, below the folder; nil where it has none.
    func path(of id: Int) throws -> String?

    /// What stands above a note’s text in its file: a block of front matter, byte by byte; nil where it has no file.
    func head(of id: Int) throws -> String?

    /// Where the files of a note’s attachments lie, from the folder of the note’s own file, by their numbers. Links in
    /// the note’s text lead there.
    func places(of id: Int) throws -> [Int: String]

    /// The file that a note’s text names; nil where there is none.
    func file(_ named: NamedFile, of note: Note) throws -> LinkedFile?

    /// Where a file lies that is no note, below the folder, by its path or by its name alone; nil where there is none.
    func path(ofFile name: String) throws -> String?

    /// The bytes of a file below the folder; nil where there is none, and of one that is larger than `limit`.
    func bytes(of path: String, limit: Int) -> [UInt8]?

    /// How many files there were, when the folder was looked at last, that other programs keep notes in.
    var unread: FileKinds { get }

    /// The files that hold no note that could be shown, by name.
    func skipped() throws -> [SkippedFile]
}

/// What becomes of a note’s file beside what the note says.
package protocol NoteFileChanges {
    /// Has a note’s file take a new name.
    ///
    /// - Parameter path: The path, without its ending, that the file gets if that is free; nil: the one for the title.
    /// - Returns: Nil where the note has no file, or where the file has that name already.
    func rename(_ note: Note, to title: String, as path: String?) throws -> RenamedFile?

    /// Has a note’s file go to the folder of another notebook.
    ///
    /// - Returns: The path that it gets; nil where the note has no file.
    func move(_ note: Note, to notebook: String) throws -> String?

    /// Has what stands above a note’s text be again what it was, as far as that says what the note is by then.
    func restore(head: String, of id: Int)

    /// Has folders go that become empty, those of notes too: what was made goes with them, or gets another name.
    func dropsEmptied()

    /// Has a note’s file say when it was changed: somebody has written its text, it does not follow another’s.
    func edited(_ id: Int)
}
