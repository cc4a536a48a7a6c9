// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
package import Search
package import Session
package import Stores

/// A store of messages and contacts: transactions on those of one owner.
///
/// What an operation means is written once, for all stores, in terms of `MessageTransaction`: see the folder `Rules`. A
/// store keeps owners apart and gives messages their numbers.
///
/// Reads answer at once on the caller’s actor, from an index; writes wait for other processes without blocking it. All
/// throw `StoreFault`.
package protocol MessageDAO: Sendable {
    /// Reads one consistent state, however much of it is asked for.
    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) async throws -> Result

    /// Changes messages and contacts, wholly or not at all.
    ///
    /// When `body` throws, everything is as it was before.
    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageTransaction) throws -> Result
    ) async throws -> Result

    /// Another store with the same messages, of which nothing stays: for who wants to see what a change would do.
    ///
    /// It has everything but the bytes of parts, and finds no words.
    func copy() async throws -> any MessageDAO

    /// Those who have a gateway.
    func owners() async throws -> [UserID]

    /// Somebody who hears of each change from now on, by this process or another, of whichever owner.
    func changes() -> ChangeObserver<MessageChange>
}

/// Single questions, each of one consistent state.
extension MessageDAO {
    /// One message; nil when there is none of this number.
    package func message(_ id: Int, of owner: UserID) async throws -> Message? {
        try await read(owner) { try $0.named($0.messages(.number(id), limit: 1)).first }
    }

    /// Messages of one conversation, oldest first: at most `limit` of them, next to where `page` begins.
    package func messages(with address: Address, of owner: UserID, page: Page, limit: Int) async throws -> [Message] {
        try await read(owner) { try $0.named($0.messages(.page(address, page), limit: limit)) }
    }

    /// The newest messages that a query finds, newest first: those that come after one, or the first ones.
    package func find(
        _ query: SearchQuery, of owner: UserID, after last: Message? = nil, limit: Int
    ) async throws -> [Message] {
        try await read(owner) {
            try $0.named($0.find(MessageFilter(words: query), after: last, limit: limit))
        }
    }

    /// The conversations of a kind, pinned ones first, then the newest: those that come after one, or the first ones.
    package func conversations(
        of owner: UserID, _ kind: ConversationKind, after last: Conversation? = nil, limit: Int
    ) async throws -> [Conversation] {
        try await read(owner) { try $0.named($0.conversations(kind, after: last, limit: limit)) }
    }

    /// How many conversations there are of each kind; nil where there are more than `limit`, for they are not counted.
    package func conversationCounts(of owner: UserID, limit: Int) async throws -> [ConversationKind: Int]? {
        try await read(owner) { try $0.conversationCounts(limit: limit) }
    }

    /// One conversation; nil when it has no message.
    package func conversation(with address: Address, of owner: UserID) async throws -> Conversation? {
        try await read(owner) { messages in
            try messages.conversation(with: address).flatMap { try messages.named([$0]).first }
        }
    }

    /// The address that stands for the conversation of another one; see `MessageReader.leader(of:)`.
    package func leader(of address: Address, owner: UserID) async throws -> Address {
        try await read(owner) { try $0.leader(of: address) }
    }

    /// The contact with this address; nil when there is none.
    package func contact(_ address: Address, of owner: UserID) async throws -> Contact? {
        try await read(owner) { try $0.contact(address) }
    }

    /// All contacts, by name and then by address.
    package func contacts(of owner: UserID) async throws -> [Contact] { try await read(owner) { try $0.contacts() } }

    /// Those with messages or a name whose address begins so, by address: at most `limit`.
    package func parties(startingWith prefix: String, of owner: UserID, limit: Int) async throws -> [Party] {
        try await read(owner) { try $0.parties(startingWith: prefix, limit: limit) }
    }

    /// The bytes of parts; nil where they never came.
    package func bytes(of digest: Digest, owner: UserID) async throws -> [UInt8]? {
        try await read(owner) { try $0.bytes(of: digest) }
    }

    /// The numbers that are known to be the user’s own.
    package func ownAddresses(of owner: UserID) async throws -> Set<Address> {
        try await read(owner) { try $0.ownAddresses() }
    }

    /// How much there is.
    package func tally(of owner: UserID) async throws -> Tally { try await read(owner) { try $0.tally() } }
}

/// Changes of one step each; what they do is said where their rules are.
extension MessageDAO {
    /// Stores what was read of a file; see `MessageTransaction.merge(_:)`.
    package func merge(_ rows: MessageMerge, of owner: UserID) async throws -> MergedMessages {
        try await write(owner) { try $0.merge(rows) }
    }

    /// Marks all messages of a conversation as seen, and returns how many were not.
    package func markRead(_ address: Address, of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.setRead(true, .conversation(address)) }
    }

    /// Marks the messages of these numbers as seen, and returns how many were not.
    package func markRead(_ ids: [Int], of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.setRead(true, .numbers(ids)) }
    }

    /// Marks the newest incoming message of a conversation as not seen, and returns how many that changed: 1 or 0.
    package func markUnread(_ address: Address, of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.markUnread(address) }
    }

    /// Removes a message for good and returns it; nil when there is none of this number.
    package func remove(_ id: Int, of owner: UserID) async throws -> Message? {
        try await write(owner) { try $0.remove(id) }
    }

    /// Reads numbers as those in a region do; see `MessageTransaction.setPeople(by:)`.
    package func setPeople(by region: String, of owner: UserID) async throws -> PeopleChange {
        try await write(owner) { try $0.setPeople(by: region) }
    }

    /// How many messages are removed in one transaction: others wait for no more than these.
    private static var step: Int { 500 }

    /// Removes everything that an owner has, some hundred messages at a time, so that others may write between.
    ///
    /// What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many messages are gone.
    func removeAll(of owner: UserID, onProgress: @MainActor (Int) -> Void) async throws {
        var count = 0
        while case let removed = try await removeSome(of: owner), removed > 0 {
            count += removed
            await onProgress(count)
        }
        try await write(owner) { messages in
            try messages.deleteRest()
            try messages.erase()
        }
    }

    private func removeSome(of owner: UserID) async throws -> Int {
        try await write(owner) { messages in
            let some = try messages.messages(.above(0), limit: Self.step)
            for message in some { try messages.delete(message) }
            return some.count
        }
    }
}

/// Messages that are only looked at: nothing of them can be changed.
package final class LookedMessageDAO: MessageDAO {
    private let messages: any MessageDAO
    private let name: String

    /// - Parameters:
    ///   - messages: The store that has them.
    ///   - name: What they are from, for whoever wants to change them.
    package init(_ messages: any MessageDAO, from name: String) {
        self.messages = messages
        self.name = name
    }

    package func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) async throws -> Result {
        try await messages.read(owner, body)
    }

    /// - Throws: `SMSLogFault.onlyLooked`.
    package func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageTransaction) throws -> Result
    ) async throws -> Result {
        throw SMSLogFault.onlyLooked(name)
    }

    /// - Throws: `SMSLogFault.onlyLooked`.
    package func copy() async throws -> any MessageDAO { throw SMSLogFault.onlyLooked(name) }

    package func owners() async throws -> [UserID] { try await messages.owners() }

    package func changes() -> ChangeObserver<MessageChange> { messages.changes() }
}
