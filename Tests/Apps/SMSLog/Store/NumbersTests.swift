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

/// A person with several numbers, in every store.
@Suite struct NumbersTests {
    private let home = Address("+6581234567")
    private let mobile = Address("+6591234567")
    private let work = Address("+33601020304")

    private func lines(_ dao: any MessageStores) async throws -> [String] {
        try await dao.conversations(of: ana, .all, limit: 99).map { "\($0.displayName) \($0.count) \($0.unread)" }
    }

    /// All data of conversations, by address.
    private func snapshot(_ dao: any MessageStores) async throws -> [String] {
        try await dao.read(ana) { messages in
            try messages.joinedAddresses().map { joined in
                """
                \(joined) \(try messages.conversation(with: joined.address) as Any) \
                \(try messages.contact(joined.address) as Any) \(try messages.givenName(of: joined.address) as Any) \
                \(try messages.draft(for: joined.address) as Any)
                """
            } + ["\(try messages.contacts()) \(try messages.allNames()) \(try messages.drafts())"]
        }
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a person has one conversation, and comes apart again`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.setPeople(by: "SG", of: ana)
        _ = try await dao.save(
            [
                draft("a", from: "8123 4567", at: 1), draft("b", from: mobile.text, at: 2),
                draft("c", from: work.text, at: 3), draft("d", from: home.text, at: 4),
                draft("other", from: "MyBank", at: 5),
            ], of: ana)
        try await dao.save(Contact(address: mobile, name: "Mei", kind: .local), of: ana)
        let apart = try await snapshot(dao)
        try await dao.write(ana) { try $0.merge([home, mobile, work]) }
        #expect(try await lines(dao) == ["MyBank 1 1", "Mei 4 4"])
        for address in [home, mobile, work, Address("tel:+65-8123-4567")] {
            let page = try await dao.messages(with: address, of: ana, page: .newest, limit: 3)
            #expect(page.map { "\($0.content) \($0.address)" } == ["b +6591234567", "c +33601020304", "d +6581234567"])
            #expect(try await dao.leader(of: address, owner: ana) == mobile)
            #expect(try await dao.contact(address, of: ana)?.name == "Mei")
        }
        #expect(try await dao.tally(of: ana).conversations == 2)
        // What comes later is theirs, in a spelling that nobody has seen too.
        _ = try await dao.merge(MessageMerge(drafts: [draft("e", from: "0065 8123 4567", at: 6)]), of: ana)
        #expect(try await lines(dao) == ["Mei 5 5", "MyBank 1 1"])
        #expect(try await dao.markRead(work, of: ana) == 5)
        #expect(try await dao.unread(of: ana) == 1)
        _ = try await dao.markUnread(home, of: ana)
        #expect(try await dao.unread(of: ana) == 2)
        #expect(try await dao.remove(6, of: ana) != nil)
        _ = try await dao.markUnread(home, of: ana)
        // The region says what is one number, and the user whose it is.
        _ = try await dao.setPeople(by: "", of: ana)
        #expect(try await lines(dao) == ["MyBank 1 1", "Mei 4 1"])
        _ = try await dao.setPeople(by: "SG", of: ana)
        #expect(try await lines(dao) == ["MyBank 1 1", "Mei 4 1"])
        #expect(try await dao.write(ana) { try $0.split(work) }.sorted() == [work, home, mobile].sorted())
        #expect(try await lines(dao) == ["MyBank 1 1", "+6581234567 2 1", "+33601020304 1 0", "Mei 1 0"])
        #expect(apart.count == 6)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a file adds nothing twice to a person, and parts nobody`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        var drafts = [draft("a", from: home.text, at: 1), draft("b", from: mobile.text, at: 2)]
        drafts[0].importedName = "Mei"
        drafts[1].importedName = "Mei Lin"
        _ = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
        try await dao.write(ana) { try $0.merge([home, mobile]) }
        _ = try await dao.remove(1, of: ana)
        let before = try await snapshot(dao)
        let again = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
        #expect(again.numbers == [nil, nil] && again.removed == 1 && again.refreshed == 0)
        #expect(try await snapshot(dao) == before)
        #expect(try await lines(dao).count == 1)
        // A later file names one number anew; the other keeps its name.
        drafts[1].importedName = "Lin"
        drafts[1].namedAt = Timestamp(milliseconds: .max)
        _ = try await dao.merge(MessageMerge(drafts: drafts), of: ana)
        #expect(try await dao.read(ana) { try $0.allNames() }.map(\.contact.name) == ["Lin", "Mei"])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a name stays beside that of the corporate book`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        func given() async throws -> GivenName? { try await dao.read(ana) { try $0.givenName(of: home) } }
        func names() async throws -> [String] {
            try await dao.read(ana) { try $0.allNames() }.map { "\($0.contact.name) \($0.isLeading)" }
        }
        func read(_ contact: Contact) async throws -> Int {
            try await dao.merge(MessageMerge(drafts: [], contacts: [contact]), of: ana).named
        }
        _ = try await dao.save([draft("a", from: home.text, at: 1)], of: ana)
        let mine = Contact(address: home, name: "Mine", kind: .local, workNumber: "42")
        let book = Contact(address: home, name: "Book", kind: .corporate)
        try await dao.save(mine, of: ana)
        #expect(try await read(book) == 1)
        #expect(try await given() == GivenName(contact: book, namedAt: nil, local: mine))
        #expect(try await names() == ["Book true", "Mine false"])
        #expect(try await dao.contacts(of: ana) == [book])
        // No file takes the place of either.
        var later = draft("b", from: home.text, at: 2)
        later.importedName = "Other"
        _ = try await dao.merge(MessageMerge(drafts: [later]), of: ana)
        #expect(try await read(Contact(address: home, name: "Other", kind: .local)) == 0)
        #expect(try await read(book) == 0)
        #expect(try await read(Contact(address: home, name: "Zed", kind: .corporate)) == 1)
        #expect(try await names() == ["Mine false", "Zed true"])
        #expect(try await dao.removeContact(home, of: ana)?.name == "Zed")
        #expect(try await given() == GivenName(contact: mine, namedAt: nil))
        // What a file says is the same before the book and after it, and gives way to a later one.
        #expect(try await dao.removeContact(home, of: ana) == mine)
        #expect(try await given() == nil)
        #expect(try await read(book) == 1)
        _ = try await dao.merge(MessageMerge(drafts: [later]), of: ana)
        #expect(try await names() == ["Book true", "Other false"])
        #expect(try await read(Contact(address: home, name: "Card", kind: .local)) == 1)
        #expect(try await names() == ["Book true", "Card false"])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a number at work joins its person when it becomes known`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        for (number, name) in [(home, "Mei"), (mobile, "Lin")] {
            let contact = Contact(
                address: number, name: name, kind: .corporate,
                workNumber: number == home ? "+33 6 01 02 03 04" : "+33601020305")
            try await dao.save(contact, of: ana)
        }
        _ = try await dao.merge(
            MessageMerge(drafts: [draft("a", from: work.text, at: 1), draft("b", from: "+6560000000", at: 2)]), of: ana)
        #expect(try await lines(dao) == ["+6560000000 1 1", "Mei 1 1"])
        _ = try await dao.write(ana) { try $0.receive(draft("c", from: "+33601020305", at: 3), as: "c") }
        #expect(try await lines(dao) == ["Lin 1 1", "+6560000000 1 1", "Mei 1 1"])
        // What the user has parted since stays so.
        try await dao.write(ana) { _ = try $0.split(work) }
        _ = try await dao.merge(MessageMerge(drafts: [draft("d", from: work.text, at: 4)]), of: ana)
        #expect(try await lines(dao).contains("+33601020304 2 2"))
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `the corporate book’s name comes first, then the user’s own, then that of a file`(_ kind: MessageTestStore)
        async throws
    {
        let (dao, system) = try kind.make()
        var first = draft("a", from: home.text, at: 1)
        first.importedName = "From a file"
        _ = try await dao.save(
            [first, draft("b", from: mobile.text, at: 2), draft("c", from: work.text, at: 3)], of: ana)
        try await dao.write(ana) { try $0.merge([home, mobile, work]) }
        #expect(try await lines(dao) == ["From a file 3 3"])
        try await dao.write(ana) { messages in
            _ = try messages.mark(.pin, mobile)
            try messages.setDraft(ConversationDraft(text: "x", savedAt: Timestamp(milliseconds: 1)), for: home)
        }
        try await dao.save(Contact(address: mobile, name: "Mine", kind: .local), of: ana)
        #expect(try await lines(dao) == ["Mine 3 3"])
        try await dao.save(Contact(address: work, name: "Book", kind: .corporate), of: ana)
        #expect(try await lines(dao) == ["Book 3 3"])
        // Marks and draft are the person’s, whoever stands for them.
        let person = try #require(try await dao.conversation(with: home, of: ana))
        #expect(person.marks == .pinned && person.draft?.text == "x" && person.address == work)
        #expect(try await dao.read(ana) { try $0.drafts() }.count == 1)
        #expect(try await dao.contacts(of: ana).map(\.name) == ["Book"])
        #expect(try await dao.read(ana) { try $0.allNames() }.map(\.contact.name) == ["Book", "From a file", "Mine"])
        #expect(try await dao.removeContact(work, of: ana)?.name == "Book")
        #expect(try await lines(dao) == ["Mine 3 3"])
        #expect(try await dao.conversation(with: home, of: ana)?.marks == .pinned)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `each number has again what was said of it, and what was said since`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.save([draft("a", from: home.text, at: 1), draft("b", from: mobile.text, at: 2)], of: ana)
        try await dao.write(ana) { messages in
            _ = try messages.mark(.archive, home)
            _ = try messages.mark(.mute, mobile)
            try messages.setDraft(ConversationDraft(text: "one", savedAt: Timestamp(milliseconds: 1)), for: home)
            try messages.setDraft(ConversationDraft(text: "two", savedAt: Timestamp(milliseconds: 2)), for: mobile)
        }
        let apart = try await snapshot(dao)
        try await dao.write(ana) { try $0.merge([home, mobile]) }
        let person = try #require(try await dao.conversation(with: home, of: ana))
        #expect(person.marks == .muted && person.draft?.text == "one\ntwo")
        _ = try await dao.write(ana) { try $0.split(home) }
        #expect(try await snapshot(dao) == apart)
        try await dao.write(ana) { messages in
            try messages.merge([home, mobile])
            _ = try messages.mark(.unmute, home)
            _ = try messages.mark(.pin, mobile)
            try messages.setDraft(ConversationDraft(text: "three", savedAt: Timestamp(milliseconds: 3)), for: mobile)
            try messages.split(mobile)
        }
        #expect(try await dao.conversation(with: home, of: ana)?.marks == .archived)
        #expect(try await dao.conversation(with: mobile, of: ana)?.marks == .pinned)
        #expect(try await dao.read(ana) { try $0.drafts() }.map(\.state.draft?.text) == ["three"])
        withExtendedLifetime(system) {}
    }

    /// Any data and any merged people, one after the other.
    @Test(arguments: MessageTestStore.allCases, seeds(4))
    func `parting takes back merging`(_ kind: MessageTestStore, _ seed: UInt64) async throws {
        let (dao, system) = try kind.make()
        var random = Dice(seed: seed)
        let all = ["8123 4567", "+6581234567", "+6591234567", "MyBank", "72000", "+33601020304", "a@b.org"]
        for step in 0..<12 {
            let address = Address(all.randomElement(using: &random) ?? "")
            switch Int.random(in: 0..<6, using: &random) {
            case 0...1:
                _ = try await dao.save([draft("m", from: address.text, at: Int64(step % 4))], of: ana)
            case 2:
                let kind: ContactKind = Bool.random(using: &random) ? .local : .corporate
                try await dao.save(Contact(address: address, name: "N\(step)", kind: kind), of: ana)
            case 3: _ = try await dao.setPeople(by: ["SG", ""].randomElement(using: &random) ?? "", of: ana)
            case 4:
                let marking = ConversationMarking.allCases.randomElement(using: &random) ?? .pin
                _ = try await dao.write(ana) { try $0.mark(marking, address) }
            default:
                let draft = ConversationDraft(text: "d\(step)", savedAt: Timestamp(milliseconds: Int64(step)))
                try await dao.write(ana) { try $0.setDraft(draft, for: address) }
            }
            let known = try await dao.read(ana) { try $0.joinedAddresses() }.map(\.address)
            guard known.count > 1 else { continue }
            let before = try await snapshot(dao)
            let some = known.shuffled(using: &random)
            try await dao.write(ana) { messages in
                try messages.merge(Array(some.prefix(2)))
                // The second time those are parted first whom the first time has merged.
                try messages.merge(Array(some.prefix(3)))
            }
            let numbers = try await dao.read(ana) { try $0.numbers(of: some[0]) }
            #expect(Set(numbers.map(\.text)).isSuperset(of: [numbers[0].text]))
            _ = try await dao.write(ana) { try $0.split(some[1]) }
            #expect(try await snapshot(dao) == before, "step \(step)")
        }
        withExtendedLifetime(system) {}
    }
}
