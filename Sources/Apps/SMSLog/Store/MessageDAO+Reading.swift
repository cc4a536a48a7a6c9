// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
package import Search
package import Session
package import Stores

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
