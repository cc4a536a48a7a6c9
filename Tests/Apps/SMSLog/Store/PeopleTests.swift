// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Dice
@testable import SMSLogLogic
import SMSLogStore
import Testing

/// The spellings of one person’s number, in every store.
@Suite struct PeopleTests {
    static let spellings = [
        "8123 4567", "+65 8123 4567", "+65 (0)8123 4567", "tel:+65-8123-4567", "sms:+6581234567", "0065 8123 4567",
        "\u{FF0B}６５８１２３４５６７", "81234567", "6581234567", "(+65) 8123.4567",
    ]

    private func texts(_ dao: any MessageStores, _ kind: ConversationKind = .all) async throws -> [String] {
        try await dao.conversations(of: ana, kind, limit: 99).map { "\($0.address) \($0.count) \($0.unread)" }
    }

    @Test(arguments: MessageTestStore.allCases)
    func `all spellings of a number are one conversation, and come apart again`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let drafts = Self.spellings.enumerated().map { draft("m\($0)", from: $1, at: Int64($0)) }
        _ = try await dao.save(drafts + [draft("code", from: "72000", at: 50)], of: ana)
        let apart = try await texts(dao)
        #expect(apart.count > 5)
        let change = try await dao.setPeople(by: "SG", of: ana)
        #expect(change == PeopleChange(before: apart.count - 1, after: 1))
        #expect(try await texts(dao) == ["72000 1 1", "+6581234567 10 10"])
        for spelling in Self.spellings {
            let address = Address(spelling)
            let page = try await dao.messages(with: address, of: ana, page: .newest, limit: 4)
            #expect(page.map(\.content) == ["m6", "m7", "m8", "m9"])
            let before = try await dao.messages(
                with: address, of: ana, page: .before(MessagePosition(page[0])), limit: 3)
            #expect(before.map(\.content) == ["m3", "m4", "m5"])
            let after = try await dao.messages(
                with: address, of: ana, page: .after(MessagePosition(before[0])), limit: 3)
            #expect(after.map(\.content) == ["m4", "m5", "m6"])
            #expect(try await dao.conversation(with: address, of: ana)?.address.text == "+6581234567")
            #expect(try await dao.leader(of: address, owner: ana).text == "+6581234567")
        }
        // Nobody wrote from this spelling.
        let other = Address("+65-8123/4567")
        #expect(try await dao.conversation(with: other, of: ana)?.count == 10)
        #expect(try await dao.conversation(with: Address("81234568"), of: ana) == nil)
        #expect(try await dao.tally(of: ana).conversations == 2)
        #expect(try await dao.tally(of: ana).first == draft("", from: "1", at: 0).date)
        #expect(try await dao.setPeople(by: "SG", of: ana) == PeopleChange(before: 0, after: 0))
        _ = try await dao.setPeople(by: "", of: ana)
        #expect(try await texts(dao) == apart)
        #expect(try await dao.conversation(with: Address("+65-8123/4568"), of: ana) == nil)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a thousand spellings are one person`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.setPeople(by: "SG", of: ana)
        var random = Dice(seed: 15)
        let fillers = [" ", "-", ".", "/", "\u{A0}", "\u{2011}", "\u{200E}", "[", ")"]
        let drafts = (0..<1000).map { index in
            let prefix = ["", "+65", "0065", "tel:+65", "SMS:+65", "65", "\u{FF0B}６５", "+65(0)"][index % 8]
            var spelling = prefix
            for digit in "81234567" {
                spelling.append(index % 3 == 0 ? String(digit) : "\u{FF10}".advanced(by: digit.wholeNumberValue ?? 0))
                if Bool.random(using: &random) { spelling += fillers.randomElement(using: &random) ?? "" }
            }
            return draft("m\(index)", from: spelling, at: Int64(index))
        }
        #expect(Set(drafts.map(\.rawAddress)).count == 1000)
        _ = try await dao.save(drafts, of: ana)
        let all = try await dao.conversations(of: ana, .all, limit: 9)
        #expect(all.map(\.count) == [1000])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `spellings that come later join by themselves`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.setPeople(by: "SG", of: ana)
        for (index, spelling) in Self.spellings.enumerated() {
            _ = try await dao.save([draft("m\(index)", from: spelling, at: Int64(index))], of: ana)
        }
        _ = try await dao.save(Self.spellings.map { draft("at once", from: $0, at: 20) }, of: ben)
        #expect(try await texts(dao) == ["81234567 10 10"])
        // In another region the number is somebody else’s, and only what has a country code stays together.
        _ = try await dao.setPeople(by: "FR", of: ana)
        #expect(try await texts(dao).count == 3)
        #expect(try await texts(dao).contains("+6581234567 7 7"))
        _ = try await dao.setPeople(by: "SG", of: ana)
        #expect(try await texts(dao) == ["+6581234567 10 10"])
        #expect(try await dao.unread(of: ana) == 10)
        #expect(try await dao.markRead(Address("tel:+65-8123-4567"), of: ana) == 10)
        #expect(try await dao.markUnread(Address("8123 4567"), of: ana) == 1)
        #expect(try await dao.unread(of: ana) == 1)
        #expect(try await dao.remove(10, of: ana)?.content == "m9")
        #expect(try await texts(dao) == ["+6581234567 9 0"])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a file finds its messages whatever is joined, and brings none back`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let drafts = Self.spellings.enumerated().map { draft("m", from: $1, at: Int64($0)) }
        _ = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
        for region in ["SG", "FR", ""] {
            _ = try await dao.setPeople(by: region, of: ana)
            let again = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
            #expect(again.numbers.allSatisfy { $0 == nil } && again.refreshed == 0)
        }
        _ = try await dao.setPeople(by: "SG", of: ana)
        #expect(try await dao.remove(3, of: ana) != nil)
        for region in ["SG", "FR", "SG"] {
            _ = try await dao.setPeople(by: region, of: ana)
            let again = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
            #expect(again.numbers.allSatisfy { $0 == nil } && again.removed == 1)
        }
        #expect(try await texts(dao) == ["+6581234567 9 9"])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a conversation has one name, its marks and one draft`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let (local, whole) = (Address("81234567"), Address("+6581234567"))
        _ = try await dao.save([draft("a", from: local.text, at: 1), draft("b", from: whole.text, at: 2)], of: ana)
        try await dao.save(Contact(address: local, name: "Mei", kind: .local), of: ana)
        try await dao.write(ana) { messages in
            _ = try messages.mark(.mute, whole)
            try messages.setDraft(ConversationDraft(text: "one", savedAt: Timestamp(milliseconds: 1)), for: whole)
            try messages.setDraft(ConversationDraft(text: "two", savedAt: Timestamp(milliseconds: 2)), for: local)
        }
        _ = try await dao.setPeople(by: "SG", of: ana)
        let joined = try #require(try await dao.conversation(with: whole, of: ana))
        #expect(joined.address == local && joined.displayName == "Mei" && joined.marks == .muted)
        #expect(joined.draft?.text == "one\ntwo")
        #expect(try await dao.read(ana) { try $0.drafts() }.count == 1)
        #expect(try await dao.message(2, of: ana)?.contact?.name == "Mei")
        #expect(try await dao.contact(Address("tel:+6581234567"), of: ana)?.address == local)
        try await dao.save(Contact(address: whole, name: "Mei Lin", kind: .local), of: ana)
        #expect(try await dao.contacts(of: ana).map { "\($0.address) \($0.name)" } == ["81234567 Mei Lin"])
        #expect(try await dao.tally(of: ana).contacts == 1)
        _ = try await dao.setPeople(by: "", of: ana)
        #expect(try await dao.conversation(with: whole, of: ana)?.displayName == "+6581234567")
        #expect(try await dao.conversation(with: whole, of: ana)?.marks == .muted)
        #expect(try await dao.conversation(with: local, of: ana)?.displayName == "Mei Lin")
        #expect(try await dao.removeContact(local, of: ana) != nil)
        #expect(try await dao.contacts(of: ana).isEmpty)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `groups with the same people are one, and parties are named`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.save(
            [
                draft("a", from: "8123 4567~MyBank", at: 1), draft("b", from: "MyBank~+65 8123 4567", at: 2),
                draft("c", from: "91234567", at: 3), draft("d", from: "+6591234567", at: 4),
                draft("e", from: "MyBank", at: 5), draft("f", from: "1800-FLOWERS", at: 6),
            ], of: ana)
        try await dao.save(Contact(address: Address("91234567"), name: "Mei", kind: .local), of: ana)
        _ = try await dao.setPeople(by: "SG", of: ana)
        #expect(
            try await texts(dao) == ["1800-FLOWERS 1 1", "MyBank 1 1", "91234567 2 2", "+6581234567~MyBank 2 2"])
        #expect(try await texts(dao, .groups).count == 1)
        #expect(
            try await dao.addresses(startingWith: "", of: ana, limit: 9).map {
                "\($0.address) \($0.contact?.name ?? "-")"
            } == [
                "+6581234567~MyBank -", "+6591234567 Mei", "1800-FLOWERS -", "81234567~MyBank -", "91234567 Mei",
                "MyBank -",
            ])
        withExtendedLifetime(system) {}
    }
}

extension String {
    /// The text of one character, advanced by `distance` places in Unicode.
    fileprivate func advanced(by distance: Int) -> String {
        unicodeScalars.first.flatMap { Unicode.Scalar($0.value + UInt32(distance)) }.map { String($0) } ?? self
    }
}
