import Session

/// Keeps notes: atomic operations, which the service combines.
///
/// Every operation sees the notes of one owner only, and is one transaction. All may be called from anywhere; reads
/// take microseconds whatever the number of notes, writes may wait for another process. All throw `StoreFault`.
package protocol NoteDAO: Sendable {
    /// Keeps notes, all or none, and gives each the owner’s next number.
    func create(_ drafts: [NoteDraft], owner: UserID) async throws -> [Note]

    /// Keeps the notes of a user who never had one; does nothing, and returns false, for anybody else.
    func createFirst(_ drafts: [NoteDraft], owner: UserID) async throws -> Bool

    /// Changes a note’s text; nil when there is no such note.
    func modify(_ id: Int, content: String, at time: Timestamp, owner: UserID) async throws -> Note?

    /// Moves a note to the trash at a time, or back with nil; nil when there is no such note.
    func trash(_ id: Int, at time: Timestamp?, owner: UserID) async throws -> Note?

    /// Removes a note for good; false when there is no such note.
    func remove(_ id: Int, owner: UserID) async throws -> Bool

    /// The note of this number, also one in the trash.
    func find(_ id: Int, owner: UserID) async throws -> Note?

    /// The newest notes by date and number, or those in the trash, the newest first.
    func newest(isTrashed: Bool, limit: Int, owner: UserID) async throws -> [Note]

    /// The notes outside the trash that have the words of the query, the highest number first.
    func find(matching query: String, limit: Int, owner: UserID) async throws -> [Note]

    /// How many notes there are.
    func counts(owner: UserID) async throws -> NoteCounts

    /// A value for each change of any note, by this process or another.
    func changes() -> AsyncStream<Void>
}
