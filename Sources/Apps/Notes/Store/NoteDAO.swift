// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session

/// Keeps notes: atomic operations, which the service combines.
///
/// Every operation sees the notes of one owner only, and is one transaction. All may be called from anywhere; reads
/// take microseconds to milliseconds whatever the number of notes, writes may wait for another process. All throw
/// `StoreFault`.
package protocol NoteDAO: Sendable {
    /// Keeps notes, all or none, and gives each the owner’s next number.
    ///
    /// A draft with an origin is passed over when a note of that origin is there, or more notes of its date and text
    /// than it has twins: what was imported, or exported before, is not there twice.
    ///
    /// - Parameter unfinished: The unfinished text that they are made of, which is forgotten with it.
    func create(_ drafts: [NoteDraft], finishing unfinished: Int?, owner: UserID) async throws -> [Note]

    /// Keeps notes that come from elsewhere as `create` does, and says of each draft which note it is now.
    ///
    /// Where an origin has links by number, other numbers in them make no other text, since those are given anew in each
    /// store; of a draft with attachments, other folders in links to files make none.
    func take(_ drafts: [NoteDraft], owner: UserID) async throws -> [TakenNote]

    /// Puts texts right that nobody has changed since they came: neither a version nor another time is kept of it, and
    /// no link follows a title.
    ///
    /// A note that is not there, is protected, has a second version or another text than it should stays as it is.
    func amend(_ texts: [Amendment], owner: UserID) async throws

    /// Keeps the notes of a user who never had one; does nothing, and returns false, for anybody else.
    func createFirst(_ drafts: [NoteDraft], owner: UserID) async throws -> Bool

    /// Changes a note’s text; nil when there is no such note.
    ///
    /// The text before stays as a version. No other note changes, unless the note is renamed: then links to its old
    /// title follow the new one, unless another note outside the trash has the old title too; those in protected notes
    /// stay. In a store of files the note’s file is renamed with it, and links that name the file follow.
    ///
    /// - Parameters:
    ///   - sealed: The sealed text of a protected note, whose `content` is then its title alone. Nil as well where the
    ///     note is protected and this is missing, or the other way round: no race writes a secret in the clear.
    ///   - renames: Whether the new title is the note’s new name.
    func modify(_ id: Int, content: String, sealed: [UInt8]?, renames: Bool, at time: Timestamp, owner: UserID)
        async throws -> ModifiedNote?

    /// Whether the first line of a note is no part of its text but stands apart: in a field of front matter, or as the
    /// name of a file with no text. Only in a store of files.
    func hasTitleApart(_ id: Int, owner: UserID) async throws -> Bool

    /// Puts other texts in place of all versions of a note’s text, the newest first: the same ones sealed or opened.
    ///
    /// Nil when there is no such note, when these are not all of its versions, or when they are sealed and an attachment
    /// is not. No trace of the texts before stays in a file, nor of what the note was imported from.
    func rewrite(_ id: Int, _ texts: [NoteVersion], owner: UserID) async throws -> Note?

    /// The owner’s key of protected notes; nil before the first one.
    func key(owner: UserID) async throws -> WrappedKey?

    /// Keeps the owner’s key; false when the one that it replaces is no longer there.
    func keepKey(_ key: WrappedKey, replacing old: WrappedKey?, owner: UserID) async throws -> Bool

    /// Changes what is kept beside a note’s text; nil when there is no such note.
    func mark(_ id: Int, _ change: MarkChange, owner: UserID) async throws -> Note?

    /// Moves a note to the trash at a time, or back with nil; nil when there is no such note.
    func trash(_ id: Int, at time: Timestamp?, owner: UserID) async throws -> Note?

    /// Removes a note, its versions and its attachments for good; false when there is no such note.
    func remove(_ id: Int, owner: UserID) async throws -> Bool

    /// The note of this number, also one in the trash.
    func find(_ id: Int, owner: UserID) async throws -> Note?

    /// The note outside the trash of this title, the one with the lowest number where several have it.
    func find(titled title: String, owner: UserID) async throws -> Note?

    /// The note outside the trash whose file a link names, as other programs call it; only a store of files has any.
    func find(named name: String, owner: UserID) async throws -> Note?

    /// The notes that a query means.
    func find(_ query: NoteQuery, owner: UserID) async throws -> [Note]

    /// How many notes a query means, its limit at most: so many are counted in a few milliseconds.
    func count(_ query: NoteQuery, owner: UserID) async throws -> Int

    /// The notes outside the trash that a question for titles means, `limit` at most: by number where digits were
    /// typed, otherwise the highest number first. Answered by an index, in milliseconds for 100,000 notes.
    func titles(_ query: TitleQuery, limit: Int, owner: UserID) async throws -> [NoteTitle]

    /// The notes above a number, also those in the trash, by number: page by page, all of them.
    func page(after id: Int, limit: Int, owner: UserID) async throws -> [Note]

    /// The versions of a note’s text, the newest and present one first; empty when there is no such note.
    func versions(of id: Int, owner: UserID) async throws -> [NoteVersion]

    /// Attaches bytes to a note.
    ///
    /// Nil when there is no such note, when it has an attachment of this name, or when one of the two is protected and
    /// the other not: no race keeps a secret in the clear. Bytes that the owner has already are kept once.
    func attach(_ draft: AttachmentDraft, to id: Int, owner: UserID) async throws -> Attachment?

    /// Puts an attachment’s bytes in place of it: the same ones sealed or opened.
    ///
    /// Nil when it is not there as it was, or when it would be in the clear at a protected note. No trace of bytes that
    /// are sealed now stays in a file, unless another attachment has them.
    func replace(_ attachment: Attachment, of id: Int, with draft: AttachmentDraft, owner: UserID) async throws
        -> Attachment?

    /// Takes an attachment from a note, and removes bytes that no other has; false when it is not there.
    func detach(_ number: Int, from id: Int, owner: UserID) async throws -> Bool

    /// The attachments of the notes with these numbers, each note’s in order; no entry for a note without any.
    func attachments(of ids: ClosedRange<Int>, owner: UserID) async throws -> [Int: [Attachment]]

    /// Where the files of a note’s attachments lie, from the folder of the note’s own file, by their numbers; only a
    /// store of files has any. Links in the note’s text lead there.
    func places(of id: Int, owner: UserID) async throws -> [Int: String]

    /// The bytes of this digest that an attachment of the owner has; nil when none has.
    func bytes(of digest: Digest, owner: UserID) async throws -> [UInt8]?

    /// How many notes there are.
    func counts(owner: UserID) async throws -> NoteCounts

    /// The notebooks or the tags of notes outside the trash, by name.
    func labels(_ kind: NoteLabel.Kind, owner: UserID) async throws -> [NoteLabel]

    /// Keeps what is being written, as a new unfinished text or in place of one; returns its number.
    func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp, owner: UserID) async throws -> Int

    /// Forgets an unfinished text.
    func dropUnfinished(_ id: Int, owner: UserID) async throws

    /// The unfinished texts, the one saved last first.
    func unfinished(owner: UserID) async throws -> [UnfinishedNote]

    /// Keeps a query under a name; nil forgets it. False when there was nothing to forget.
    func saveQuery(_ query: String?, as name: String, owner: UserID) async throws -> Bool

    /// The saved queries, by name.
    func savedQueries(owner: UserID) async throws -> [SavedQuery]

    /// The files that hold no note that could be shown, by name; only a store of files has any.
    func skippedFiles(owner: UserID) async throws -> [SkippedFile]

    /// A value for each change of any note, by this process or another.
    func changes() -> AsyncStream<Void>
}

extension NoteDAO {
    /// Keeps notes of which no unfinished text was kept.
    package func create(_ drafts: [NoteDraft], owner: UserID) async throws -> [Note] {
        try await create(drafts, finishing: nil, owner: owner)
    }

    /// None.
    package func skippedFiles(owner: UserID) async throws -> [SkippedFile] { [] }

    /// None.
    package func places(of id: Int, owner: UserID) async throws -> [Int: String] { [:] }

    /// None.
    package func find(named name: String, owner: UserID) async throws -> Note? { nil }

    /// False.
    package func hasTitleApart(_ id: Int, owner: UserID) async throws -> Bool { false }

    /// Changes the text of a note that is not protected; nil when there is no such note.
    package func modify(
        _ id: Int, content: String, renames: Bool = false, at time: Timestamp, owner: UserID
    ) async throws -> ModifiedNote? {
        try await modify(id, content: content, sealed: nil, renames: renames, at: time, owner: owner)
    }

    /// The attachments of a note, in order.
    package func attachments(of id: Int, owner: UserID) async throws -> [Attachment] {
        try await attachments(of: id...id, owner: owner)[id] ?? []
    }
}
