// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumTesting
@testable import SMSLogLogic
import Testing

@testable import SMSLogStore

/// A message without a date in one file and with a date in another is one message.
struct LaterDateTests {
    private static func undated(_ text: String, at seconds: Int64 = 5) -> MessageDraft {
        var message = draft(text, from: "+15551234567", at: seconds)
        message.details.isUndated = true
        return message
    }

    private static func dated(_ text: String, at seconds: Int64) -> MessageDraft {
        draft(text, from: "+15551234567", at: seconds)
    }

    /// Merges a file, and returns the numbers of new, extended and still removed messages.
    private func merge(_ drafts: [MessageDraft], into dao: any MessageStores) async throws -> [Int] {
        let merged = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
        return [merged.numbers.compactMap(\.self).count, merged.refreshed, merged.removed]
    }

    private func details(of id: Int, _ dao: any MessageStores) async throws -> MessageDetails? {
        try await dao.read(ana) { try $0.details(of: id) }
    }

    @Test(arguments: MessageTestStore.allCases)
    func `it gets the date, and is known by both files from then on`(_ store: MessageTestStore) async throws {
        let (dao, system) = try store.make()
        let first = [Self.dated("a", at: 5), Self.undated("code")]
        #expect(try await merge(first, into: dao) == [2, 0, 0])
        let second = [Self.dated("a", at: 5), Self.dated("code", at: 9), Self.dated("b", at: 7)]
        #expect(try await merge(second, into: dao) == [1, 1, 0])
        #expect(try await dao.message(2, of: ana)?.date == Timestamp(seconds: 9))
        #expect(try await details(of: 2, dao)?.isUndated == false)
        let conversation = try #require(try await dao.conversation(with: Address("+15551234567"), of: ana))
        #expect(conversation.last.id == 2 && conversation.count == 3 && conversation.unread == 3)
        #expect(try await dao.find(SearchQuery("code"), of: ana, limit: 9).map(\.id) == [2])
        #expect(try await dao.find(SearchQuery("b"), of: ana, limit: 9).map(\.id) == [3])
        for file in [first, second, first] { #expect(try await merge(file, into: dao) == [0, 0, 0]) }
        #expect(try await details(of: 2, dao)?.isUndated == false)
        // Another one that says the same is another one, with a date and without.
        #expect(try await merge(second + [Self.dated("code", at: 11)], into: dao) == [1, 0, 0])
        #expect(try await merge(first + [Self.undated("code")], into: dao) == [1, 0, 0])
        #expect(try await merge(first + [Self.undated("code")], into: dao) == [0, 0, 0])
        withExtendedLifetime(system) {}
    }

    /// If several have the same text, one without a date takes another’s date by chance.
    @Test(arguments: MessageTestStore.allCases)
    func `a date at which it only stands is none of its own`(_ store: MessageTestStore) async throws {
        let (dao, system) = try store.make()
        let first = [Self.dated("z", at: 1), Self.undated("c", at: 1), Self.dated("c", at: 1), Self.dated("c", at: 4)]
        #expect(try await merge(first, into: dao) == [4, 0, 0])
        let second = [Self.dated("z", at: 1), Self.dated("c", at: 4), Self.dated("c", at: 1), Self.dated("c", at: 4)]
        #expect(try await merge(second, into: dao) == [0, 1, 0])
        #expect(try await dao.message(2, of: ana)?.date == Timestamp(seconds: 4))
        for file in [first, second] { #expect(try await merge(file, into: dao) == [0, 0, 0]) }
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `one that was removed does not return because another one stands at its date`(_ store: MessageTestStore)
        async throws
    {
        let (dao, system) = try store.make()
        let file = [Self.dated("b", at: 1), Self.undated("b", at: 1), Self.undated("b", at: 2)]
        #expect(try await merge(file, into: dao) == [3, 0, 0])
        _ = try await dao.remove(1, of: ana)
        #expect(try await merge(file, into: dao) == [0, 0, 1])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `one that stands there with its date is meant first`(_ store: MessageTestStore) async throws {
        let (dao, system) = try store.make()
        #expect(try await merge([Self.dated("ok", at: 3), Self.undated("ok")], into: dao) == [2, 0, 0])
        #expect(try await merge([Self.dated("ok", at: 3)], into: dao) == [0, 0, 0])
        #expect(try await details(of: 2, dao)?.isUndated == true)
        #expect(try await merge([Self.dated("ok", at: 8), Self.dated("ok", at: 3)], into: dao) == [0, 1, 0])
        #expect(try await dao.message(2, of: ana)?.date == Timestamp(seconds: 8))
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `what else the later file says comes with the date`(_ store: MessageTestStore) async throws {
        let (dao, system) = try store.make()
        var rich = Self.dated("look", at: 9)
        rich.sender = Address("+15557654321")
        rich.parts = [MessagePart(name: "a", contentType: "image/png", size: 3, digest: Digest(bytes: [8]))]
        rich.data = [Digest(bytes: [8]): [1, 2, 3]]
        var poor = Self.undated("look")
        poor.parts = [MessagePart(name: "a", contentType: "image/png")]
        #expect(try await merge([poor], into: dao) == [1, 0, 0])
        #expect(try await merge([rich], into: dao) == [0, 1, 0])
        let message = try #require(try await dao.message(1, of: ana))
        #expect(message.date == rich.date && message.sender == rich.sender && message.attachments == rich.attachments)
        #expect(try await merge([rich], into: dao) == [0, 0, 0])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases, [false, true])
    func `one that was removed comes back from neither`(_ store: MessageTestStore, _ isDatedBefore: Bool) async throws {
        let (dao, system) = try store.make()
        let (first, second) = (Self.undated("code"), Self.dated("code", at: 9))
        #expect(try await merge([first], into: dao) == [1, 0, 0])
        if isDatedBefore { #expect(try await merge([second], into: dao) == [0, 1, 0]) }
        _ = try await dao.remove(1, of: ana)
        for file in [first, second, first] { #expect(try await merge([file], into: dao) == [0, 0, 1]) }
        // It is known when that was: another one is another one.
        if isDatedBefore { #expect(try await merge([Self.dated("code", at: 11)], into: dao) == [1, 0, 0]) }
        withExtendedLifetime(system) {}
    }

    /// The network’s identifier of a message takes precedence over its text.
    @Test(arguments: MessageTestStore.allCases)
    func `one with a name of the network gets the date, too`(_ store: MessageTestStore) async throws {
        let (dao, system) = try store.make()
        func named(_ draft: MessageDraft) -> MessageDraft {
            var draft = draft
            draft.details.networkID = "G1"
            draft.isKnownByNetworkID = true
            return draft
        }
        #expect(try await merge([named(Self.undated("code"))], into: dao) == [1, 0, 0])
        #expect(try await merge([named(Self.dated("code", at: 9))], into: dao) == [0, 1, 0])
        #expect(try await merge([named(Self.dated("code", at: 9))], into: dao) == [0, 0, 0])
        #expect(try await merge([named(Self.undated("code"))], into: dao) == [0, 0, 0])
        #expect(try await dao.message(1, of: ana)?.date == Timestamp(seconds: 9))
        #expect(try await details(of: 1, dao)?.isUndated == false)
        withExtendedLifetime(system) {}
    }

    /// It moves to another store and back unchanged.
    @Test(arguments: MessageTestStore.allCases)
    func `an archive keeps by what it is known`(_ store: MessageTestStore) async throws {
        let (dao, system) = try store.make()
        let (first, second) = (Self.undated("code"), Self.dated("code", at: 9))
        #expect(try await merge([first], into: dao) == [1, 0, 0])
        #expect(try await merge([second], into: dao) == [0, 1, 0])
        var kept = second
        kept.details = try #require(try await details(of: 1, dao))
        #expect(try await dao.write(ana) { try $0.letGo(1) })
        for file in [first, second] { #expect(try await merge([file], into: dao) == [0, 0, 1]) }
        _ = try await dao.write(ana) { [kept] in try $0.keep([kept], outside: MatchedMessages()) }
        for file in [first, second] { #expect(try await merge([file], into: dao) == [0, 0, 0]) }
        withExtendedLifetime(system) {}
    }
}
