// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import GRDB
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Each store lists a conversation under the kind that the rule determines, whatever is known of it.
struct ConversationKindTests {
    private static let addresses = [
        "+15551234567", "0601020", "060102", "10086", "ann@x.org", "abc@rcs.google.com", "Bank", "(unknown)",
        "+15551234567~ann@x.org", "12~34",
    ]

    /// Adds a message of each address to a store, with the given properties.
    private func fill(
        _ dao: any MessageStores, hasSenders: Bool, isOfChat: Bool, hasContact: Bool
    ) async throws {
        let drafts = Self.addresses.enumerated().map { number, address in
            var message = draft("a", from: address, at: Int64(number))
            message.sender = hasSenders ? Address("+15557654321") : nil
            message.details.sim = isOfChat ? MessageDetails.chats[number % 2] : "SIM 1"
            return message
        }
        _ = try await dao.save(drafts, of: ana)
        guard hasContact else { return }
        for address in Self.addresses {
            try await dao.save(Contact(address: Address(address), name: "Ann \(address)", kind: .local), of: ana)
        }
    }

    private func check(_ dao: any MessageStores, hasSenders: Bool, isOfChat: Bool, hasContact: Bool) async throws {
        var counts: [ConversationKind: Int] = [:]
        for kind in [ConversationKind.people, .unknown, .services, .groups] {
            let found = try await dao.conversations(of: ana, kind, limit: 99)
            let expected = Self.addresses.map { Address($0) }.filter {
                let rule = ConversationKind(
                    $0.form, isOfSeveral: hasSenders, isOfChat: isOfChat, hasContact: hasContact)
                return rule == kind
            }
            #expect(Set(found.map(\.address)) == Set(expected), "\(kind)")
            #expect(found.allSatisfy { $0.kind == kind })
            counts[kind] = expected.count
        }
        let counted = try await dao.conversationCounts(of: ana, limit: 99)
        for (kind, count) in counts { #expect(counted?[kind] == count, "\(kind)") }
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a conversation is of the kind that the rule says`(_ store: MessageTestStore) async throws {
        for number in 0..<8 {
            let (dao, system) = try store.make()
            let (senders, chat, contact) = (number & 1 > 0, number & 2 > 0, number & 4 > 0)
            try await fill(dao, hasSenders: senders, isOfChat: chat, hasContact: contact)
            try await check(dao, hasSenders: senders, isOfChat: chat, hasContact: contact)
            withExtendedLifetime(system) {}
        }
    }

    @Test func `what looks like a name, a number or a code is of one form`() {
        let forms = Self.addresses.map { Address($0).form }
        #expect(
            forms == [.number, .number, .code, .code, .mail, .mail, .name, .unknown, .group, .group])
    }
}
