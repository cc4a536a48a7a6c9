// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Drafts of the user, on every store.
struct ConversationDraftTests {
    private let alice = Address("+15551000000")
    private let bob = Address("+15551000001")

    private func keep(_ dao: any MessageStores, _ text: String?, _ address: Address, at second: Int64 = 9) async throws
    {
        let draft = text.map { ConversationDraft(text: $0, savedAt: Timestamp(seconds: second)) }
        try await dao.write(ana) { try $0.setDraft(draft, for: address) }
    }

    private func texts(_ dao: any MessageStores, _ owner: UserID = ana) async throws -> [String] {
        try await dao.read(owner) { try $0.drafts().map { "\($0.displayName) \($0.state.draft?.text ?? "")" } }
    }

    @Test(arguments: MessageTestStore.allCases)
    func `each conversation has one, which messages and imports leave alone`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.save([draft("a", name: "Alice")], of: ana)
        try await keep(dao, "one\ntwo", alice)
        try await keep(dao, "newer", bob, at: 10)
        try await keep(dao, "one\nthree", alice)
        #expect(try await texts(dao) == ["+15551000001 newer", "Alice one\nthree"])
        #expect(try await texts(dao, ben).isEmpty)
        _ = try await dao.merge([draft("a"), draft("b", at: 70)], of: ana)
        let sent = outgoing("else", at: 71)
        _ = try await dao.write(ana) { try $0.add(outgoing: sent, key: "k", from: sent.date) }
        let conversation = try #require(try await dao.conversation(with: alice, of: ana))
        #expect(conversation.draft == ConversationDraft(text: "one\nthree", savedAt: Timestamp(seconds: 9)))
        let listed = try await dao.conversations(of: ana, .all, limit: 9)
        #expect(listed.map { $0.draft?.firstLine } == ["one"])
        // Who has a draft alone is no conversation.
        #expect(try await dao.conversation(with: bob, of: ana) == nil)
        let other = try await dao.read(ana) { [bob] in try $0.draft(for: bob) }
        #expect(other?.text == "newer")
        let draft = outgoing("one\nthree", at: 72)
        _ = try await dao.write(ana) { try $0.add(outgoing: draft, key: "l", from: draft.date, isDraft: true) }
        #expect(try await texts(dao) == ["+15551000001 newer"])
        try await keep(dao, nil, bob)
        #expect(try await texts(dao).isEmpty)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `one follows its group, and is told of`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let group = Address("+1~+2~+3")
        _ = try await dao.save([draft("all", from: group.text)], of: ana)
        try await keep(dao, "to all", group)
        try await dao.write(ana) { try $0.know(own: [Address("+3")]) }
        #expect(try await texts(dao) == ["+1~+2 to all"])
        let changes = try dao.changes()
        try await keep(dao, "more", alice)
        try await keep(dao, "more", alice)
        #expect(changes.take() == .these([.conversation(alice)]))
        try await keep(dao, nil, bob)
        #expect(changes.take() == nil)
        try await dao.removeAll(of: ana) { _ in }
        #expect(try await texts(dao).isEmpty)
        withExtendedLifetime(system) {}
    }
}
