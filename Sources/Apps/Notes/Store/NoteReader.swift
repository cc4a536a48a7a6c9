// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Stores

/// What a store tells of one owner’s notes, in one consistent state.
///
/// It belongs to the transaction that gave it.
package protocol NoteReader {
    /// The notes of a key by number, `limit` at most.
    func notes(_ key: NoteKey, limit: Int) throws -> [Note]

    /// The notes that a query means: those that `NoteQuery.result(among:)` gives.
    func notes(_ query: NoteQuery) throws -> [Note]

    /// How many notes a query means, its limit at most: so many are counted in a few milliseconds.
    func count(_ query: NoteQuery) throws -> Int

    /// The notes that `TitleQuery.result(among:limit:)` gives. Answered by an index, in milliseconds for 100,000 notes.
    func titles(_ query: TitleQuery, limit: Int) throws -> [NoteTitle]

    /// How many notes there are; nil for an owner who never had one.
    func counts() throws -> NoteCounts?

    /// The notebooks or the tags of notes outside the trash, by name.
    func labels(_ kind: NoteLabel.Kind) throws -> [NoteLabel]

    /// The versions of a note’s text that were replaced, the newest first.
    func replacedVersions(of id: Int) throws -> [NoteVersion]

    /// The attachments of the notes with these numbers, each note’s in order; no entry for a note without any.
    func attachments(of ids: ClosedRange<Int>) throws -> [Int: [Attachment]]

    /// The bytes of this digest that an attachment of the owner has; nil when none has.
    func bytes(of digest: Digest) throws -> [UInt8]?

    /// The owner’s key of protected notes; nil before the first one.
    func key() throws -> WrappedKey?

    /// The unfinished texts, the one saved last first.
    func unfinished() throws -> [UnfinishedNote]

    /// The saved queries, by the `NameKey` of their names.
    func savedQueries() throws -> [SavedQuery]

    /// The files of the notes; nil in a store that has no files.
    var files: (any NoteFiles)? { get }
}

extension NoteReader {
    package var files: (any NoteFiles)? { nil }
}
