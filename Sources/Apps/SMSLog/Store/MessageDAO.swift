// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import SMSLogDomain
import Session
import Systems

/// Where messages and contacts are kept.
///
/// Every operation is atomic and sees the data of one owner only. Reads answer at once on the caller’s actor, from an
/// index; writes wait for other processes without blocking it. All throw `StoreFault`.
package protocol MessageDAO: Sendable {
    /// Stores messages in one transaction, which settles their contacts and the list of conversations too.
    ///
    /// A name that a draft brings makes a local contact where there is none of its address.
    ///
    /// - Returns: the number of each message.
    func save(_ drafts: [MessageDraft], of owner: UserID) async throws -> [Int]

    /// Stores those rows of a file of which the message is not there yet, as `save` does.
    ///
    /// The same message has the same address, date, direction, kind, sender, text and attachments. Each row takes one
    /// message, so that what a file has twice is stored twice, once. A message in one of the draft’s `poorerReadings`
    /// is the same too if there is none of the full one; it gets what it lacks, and moves to the draft’s address.
    ///
    /// - Parameter matched: what earlier rows of the same file stand for.
    func merge(_ drafts: [MessageDraft], of owner: UserID, matched: MatchedMessages) async throws -> MergedMessages

    /// One message; nil when there is none of this number.
    func message(_ id: Int, of owner: UserID) async throws -> Message?

    /// The message that a gateway knows by this name; nil when there is none.
    func message(reference: String, of owner: UserID) async throws -> Message?

    /// Messages of one conversation, oldest first: at most `limit` of them, next to where `page` begins.
    func messages(with address: Address, of owner: UserID, page: Page, limit: Int) async throws -> [Message]

    /// The newest messages that a query finds, newest first. Messages of one millisecond come in the order of arrival.
    func find(_ query: SearchQuery, of owner: UserID, limit: Int) async throws -> [Message]

    /// The conversations of a kind with the newest messages, newest first: those that come after one, as it was when it
    /// was read, or the first ones.
    func conversations(of owner: UserID, _ kind: ConversationKind, after last: Conversation?, limit: Int) async throws
        -> [Conversation]

    /// How many conversations there are of each kind; nil where there are more than `limit`, for they are not counted.
    func conversationCounts(of owner: UserID, limit: Int) async throws -> [ConversationKind: Int]?

    /// One conversation; nil when it has no message.
    func conversation(with address: Address, of owner: UserID) async throws -> Conversation?

    /// Marks all messages of a conversation as seen, and returns how many were not.
    func markRead(_ address: Address, of owner: UserID) async throws -> Int

    /// Marks the messages of these numbers as seen, and returns how many were not.
    func markRead(_ ids: [Int], of owner: UserID) async throws -> Int

    /// Marks the newest incoming message of a conversation as not seen, and returns how many that changed: 1 or 0.
    func markUnread(_ address: Address, of owner: UserID) async throws -> Int

    /// Changes how far a message has come, if it stands where it may; of several who try at the same time one does it.
    ///
    /// - Returns: the message as it is now; nil when there is none or it stands elsewhere.
    func change(_ id: Int, of owner: UserID, _ change: StatusChange) async throws -> Message?

    /// Removes a message and returns it; nil when there is none of this number.
    func remove(_ id: Int, of owner: UserID) async throws -> Message?

    /// Stores a contact in place of the one with its address, for all messages there are with it.
    func save(_ contact: Contact, of owner: UserID) async throws

    /// The contact with this address; nil when there is none.
    func contact(_ address: Address, of owner: UserID) async throws -> Contact?

    /// All contacts, by name and then by address, as their Unicode numbers order them.
    func contacts(of owner: UserID) async throws -> [Contact]

    /// Those with messages or a name whose address begins so, by address as its bytes order it: at most `limit`.
    func parties(startingWith prefix: String, of owner: UserID, limit: Int) async throws -> [Party]

    /// How many messages the user has not seen.
    func unread(of owner: UserID) async throws -> Int

    /// How much there is.
    func tally(of owner: UserID) async throws -> Tally

    /// A value for each change, by this process or another.
    func changes() -> AsyncStream<Void>
}

extension MessageDAO {
    /// The conversations of a kind with the newest messages, newest first.
    package func conversations(of owner: UserID, _ kind: ConversationKind, limit: Int) async throws -> [Conversation] {
        try await conversations(of: owner, kind, after: nil, limit: limit)
    }
}
