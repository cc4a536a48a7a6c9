// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import SMSLogDomain
import SMSLogStore
import Session
import Synchronization
import Systems

/// A store in memory of which some calls to `merge` fail.
final class FailingMessageDAO: MessageDAO {
    private let dao: any MessageDAO
    private let fault: StoreFault
    private let failing: ClosedRange<Int>
    private let calls = Mutex(0)

    /// Fails from one call to another, which count from 1.
    init(_ fault: StoreFault, from first: Int, until last: Int) throws {
        dao = try MessageStore.open(on: .memory(MemorySystem()))
        self.fault = fault
        failing = first...last
    }

    func save(_ drafts: [MessageDraft], of owner: UserID) async throws -> [Int] {
        try await dao.save(drafts, of: owner)
    }

    func merge(_ drafts: [MessageDraft], of owner: UserID, matched: MatchedMessages) async throws -> MergedMessages {
        let call = calls.withLock { calls in
            calls += 1
            return calls
        }
        if failing.contains(call) { throw fault }
        // Every draft is another one; comparing them all in memory would take its time.
        return MergedMessages(numbers: try await dao.save(drafts, of: owner), matched: matched)
    }

    func message(_ id: Int, of owner: UserID) async throws -> Message? { try await dao.message(id, of: owner) }
    func message(reference: String, of owner: UserID) async throws -> Message? {
        try await dao.message(reference: reference, of: owner)
    }
    func messages(with address: Address, of owner: UserID, page: Page, limit: Int) async throws -> [Message] {
        try await dao.messages(with: address, of: owner, page: page, limit: limit)
    }
    func find(_ query: SearchQuery, of owner: UserID, limit: Int) async throws -> [Message] {
        try await dao.find(query, of: owner, limit: limit)
    }
    func conversationCounts(of owner: UserID, limit: Int) async throws -> [ConversationKind: Int]? {
        try await dao.conversationCounts(of: owner, limit: limit)
    }
    func conversations(of owner: UserID, _ kind: ConversationKind, after last: Conversation?, limit: Int) async throws
        -> [Conversation]
    {
        try await dao.conversations(of: owner, kind, after: last, limit: limit)
    }
    func conversation(with address: Address, of owner: UserID) async throws -> Conversation? {
        try await dao.conversation(with: address, of: owner)
    }
    func markRead(_ address: Address, of owner: UserID) async throws -> Int {
        try await dao.markRead(address, of: owner)
    }
    func markRead(_ ids: [Int], of owner: UserID) async throws -> Int { try await dao.markRead(ids, of: owner) }
    func markUnread(_ address: Address, of owner: UserID) async throws -> Int {
        try await dao.markUnread(address, of: owner)
    }
    func change(_ id: Int, of owner: UserID, _ change: StatusChange) async throws -> Message? {
        try await dao.change(id, of: owner, change)
    }
    func remove(_ id: Int, of owner: UserID) async throws -> Message? { try await dao.remove(id, of: owner) }
    func save(_ contact: Contact, of owner: UserID) async throws { try await dao.save(contact, of: owner) }
    func contact(_ address: Address, of owner: UserID) async throws -> Contact? {
        try await dao.contact(address, of: owner)
    }
    func contacts(of owner: UserID) async throws -> [Contact] { try await dao.contacts(of: owner) }
    func parties(startingWith prefix: String, of owner: UserID, limit: Int) async throws -> [Party] {
        try await dao.parties(startingWith: prefix, of: owner, limit: limit)
    }
    func unread(of owner: UserID) async throws -> Int { try await dao.unread(of: owner) }
    func tally(of owner: UserID) async throws -> Tally { try await dao.tally(of: owner) }
    func changes() -> AsyncStream<Void> { dao.changes() }
}
