// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
@testable import SMSLogLogic
import SMSLogStore
import Testing

/// The messages of a file that a store already has.
@Suite struct KnownMessageTests {
    @Test(arguments: MessageTestStore.allCases)
    func aKnownMessageIsLeftOut(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        var other = draft("a")
        other.kind = .mms
        var pictured = other
        pictured.parts = [MessagePart(name: nil, contentType: "image/png", size: 1)]
        let drafts = [
            draft("a"), draft("a", from: "+1-555-100-0000"), draft("A"), draft("a", at: 2), outgoing("a"), other,
            pictured, draft("a", from: "+1555"), pictured,
        ]
        #expect(try await dao.merge(drafts, of: ana) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 == nil })
        #expect(try await dao.save([draft("a")], of: ana) == [10])
        #expect(try await dao.merge([draft("a")], of: ben) == [1])
        withExtendedLifetime(system) {}
    }

    /// A text written twice is two messages, and a backup of them adds no third one.
    @Test(arguments: MessageTestStore.allCases)
    func aFileAddsWhatTheStoreHasLessOften(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let other = draft("b", at: 9)
        #expect(try await dao.merge([draft("a"), other, draft("a")], of: ana) == [1, 2, 3])
        #expect(try await dao.merge([draft("a"), draft("a")], of: ana) == [nil, nil])
        #expect(try await dao.merge([draft("a")], of: ana) == [nil])
        let five = Array(repeating: draft("a"), count: 5)
        let merged = try await dao.merge(MessageMerge(drafts: Array(five.prefix(3))), of: ana)
        #expect(merged.numbers == [nil, nil, 4])
        // The rest of the file, with what came before it.
        let rest = MessageMerge(drafts: Array(five.dropFirst(3)), matched: merged.matched)
        #expect(try await dao.merge(rest, of: ana).numbers == [5, 6])
        #expect(try await dao.merge(five + [other], of: ana).allSatisfy { $0 == nil })
        // What the user has removed does not come back.
        _ = try await dao.remove(4, of: ana)
        #expect(try await dao.merge(five, of: ana).allSatisfy { $0 == nil })
        #expect(try await dao.merge(five + [draft("a")], of: ana) == [nil, nil, nil, nil, nil, 7])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func whoSaidItAndWhatWasSentTellMessagesApart(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        func said(by sender: String?) -> MessageDraft {
            var draft = draft("Happy New Year", from: "+1~+2~+3")
            draft.sender = sender.map { Address($0) }
            return draft
        }
        func picture(_ digest: UInt8?) -> MessageDraft {
            var draft = draft("", from: "+9")
            draft.parts = [
                MessagePart(
                    name: "a.jpg", contentType: "image/jpeg", size: 7, digest: digest.map { Digest(bytes: [$0]) })
            ]
            return draft
        }
        let file = [
            said(by: "+1"), said(by: "+2"), said(by: "+3"), picture(1), picture(2), picture(nil), picture(nil),
            picture(nil), picture(nil),
        ]
        #expect(try await dao.merge(file, of: ana) == Array(1...9))
        #expect(try await dao.merge(file.reversed(), of: ana).allSatisfy { $0 == nil })
        #expect(try await dao.message(2, of: ana)?.sender == Address("+2"))
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func aPoorerMessageIsKnownAndGetsWhatItLacks(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        var rich = draft("the text", from: "+1~+2", at: 5)
        rich.sender = Address("+2")
        rich.parts = [MessagePart(name: nil, contentType: "image/png", size: 3, digest: Digest(bytes: [8]))]
        rich.data = [Digest(bytes: [8]): [1, 2, 3]]
        rich.poorer = [
            PoorerReading(
                content: "",
                attachments: [MessagePart(name: nil, contentType: "text/html; charset=utf-8", size: 0)] + rich.parts)
        ]
        var poor = rich
        poor.content = ""
        poor.parts = rich.poorer[0].attachments
        poor.sender = nil
        poor.poorer = []
        #expect(rich.poorerReadings.last == poor.identity)
        var other = draft("other")
        other.address = poor.address
        _ = try await dao.save([other, poor, draft("last", from: "+1~+2")], of: ana)
        // Of two that were taken for one, one is known.
        var second = rich
        second.sender = Address("+1")
        #expect(try await dao.merge([rich, second], of: ana) == [nil, 4])
        #expect(try await dao.merge([second, rich], of: ana) == [nil, nil])
        let message = try #require(try await dao.message(2, of: ana))
        #expect(message.address.text == "+1~+2")
        #expect(message.content == "the text")
        #expect(message.sender == Address("+2"))
        #expect(message.attachments == rich.attachments)
        #expect(try await dao.bytes(of: Digest(bytes: [8]), owner: ana) == [1, 2, 3])
        #expect(try await dao.find(SearchQuery("text"), of: ana, limit: 9).map(\.id).sorted() == [2, 4])
        let group = try #require(try await dao.conversation(with: Address("+1~+2"), of: ana))
        #expect(group.count == 4)
        #expect(group.unread == 4)
        #expect(group.last.id == 4)
        withExtendedLifetime(system) {}
    }
}
