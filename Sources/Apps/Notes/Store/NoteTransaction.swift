// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// What a store can change of one owner’s notes.
///
/// It sees its own changes, and belongs to the transaction that gave it. Rows are put as they are: what may be put is for the rules to say.
package protocol NoteTransaction: NoteReader {
    /// Puts notes, without their attachments, and gives each the owner’s next number, which none had before.
    ///
    /// - Parameter numbers: What the first of them have instead, each above all numbers before it.
    func insert(_ drafts: [NoteDraft], numbers: [Int]) throws -> [Note]

    /// Puts a note in place of what it was.
    func update(_ old: Note, to new: Note) throws

    /// Removes a note and its versions.
    func delete(_ note: Note) throws

    /// Puts a version of a note’s text that was replaced, in place of the one of its number if there is one.
    func put(_ version: NoteVersion, of id: Int) throws

    /// Puts an attachment of a note, in place of the one of its number if there is one; equal bytes are kept once.
    func put(_ attachment: Attachment, bytes: [UInt8], of id: Int) throws

    /// Removes an attachment of a note; bytes that no other has go with it.
    func delete(_ attachment: Attachment, of id: Int) throws

    /// Puts the owner’s key.
    func put(_ key: WrappedKey) throws

    /// Puts an unfinished text of a number; nil removes it.
    func put(_ unfinished: UnfinishedNote?, as id: Int) throws

    /// Puts a saved query of a `NameKey`; nil removes it.
    func put(_ query: SavedQuery?, as key: String) throws

    /// Lets nothing be left of what was removed, once the transaction is done: neither in a file nor in its log.
    ///
    /// - Parameter id: The note whose words, and what it was imported from, nothing may say any more; nil where only
    ///   bytes were removed.
    func erase(_ id: Int?) throws

    /// Removes whatever the owner has beside notes, the numbers that were given among it.
    func deleteRest() throws

    /// The changes of files that are no rows; nil in a store that has no files.
    var fileChanges: (any NoteFileChanges)? { get }
}

extension NoteTransaction {
    package var fileChanges: (any NoteFileChanges)? { nil }
}
