// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import SMSLogLogic
import SMSLogStore
import Testing

/// The contract of every store.
@Suite(.timeLimit(.minutes(10))) struct MessageDAOTests {
    @Test(arguments: MessageTestStore.allCases)
    func numbersAreShortAndNeverUsedAgain(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        #expect(try await dao.save([draft("a"), draft("b")], of: ana) == [1, 2])
        #expect(try await dao.save([draft("c")], of: ben) == [1])
        #expect(try await dao.remove(2, of: ana)?.content == "b")
        #expect(try await dao.remove(2, of: ana) == nil)
        #expect(try await dao.save([draft("d")], of: ana) == [3])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func partiesAreThoseWithMessagesOrAName(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let drafts = ["+15552", "+15551", "+3", "Bank"].map { draft("a", from: $0) }
        _ = try await dao.save(drafts, of: ana)
        try await dao.save(Contact(address: Address("+15553"), name: "Zoë", kind: .local), of: ana)
        func parties(_ prefix: String, limit: Int = 9) async throws -> [String] {
            try await dao.addresses(startingWith: prefix, of: ana, limit: limit).map {
                $0.address.text + ($0.contact.map { " \($0.name)" } ?? "")
            }
        }
        #expect(try await parties("") == ["+15551", "+15552", "+15553 Zoë", "+3", "Bank"])
        #expect(try await parties("+1555", limit: 2) == ["+15551", "+15552"])
        #expect(try await parties("+15553") == ["+15553 Zoë"])
        #expect(try await parties("+4") == [])
        _ = try await dao.remove(2, of: ana)
        #expect(try await parties("+1555") == ["+15552", "+15553 Zoë"])
        #expect(try await dao.addresses(startingWith: "", of: ben, limit: 9).isEmpty)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func eachConversationIsOfOneKind(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let addresses = [
            "+15551234567", "0601020304", "ann@x.org", "Bank", "10086", "+15", "+15551234567~ann@x.org", "AB12345678",
        ]
        _ = try await dao.save(
            addresses.enumerated().map { draft("a", from: $1, at: Int64($0)) }, of: ana)
        try await dao.save(Contact(address: Address("ann@x.org"), name: "Ann", kind: .local), of: ana)
        try await dao.save(Contact(address: Address("Bank"), name: "My bank", kind: .local), of: ana)
        // Somebody with a name alone is no conversation.
        try await dao.save(Contact(address: Address("+15550000000"), name: "Bob", kind: .local), of: ana)
        _ = try await dao.markRead(Address("Bank"), of: ana)
        func texts(_ kind: ConversationKind, limit: Int = 9) async throws -> [String] {
            try await dao.conversations(of: ana, kind, limit: limit).map(\.address.text)
        }
        #expect(try await texts(.people) == ["ann@x.org"])
        #expect(try await texts(.unknown) == ["0601020304", "+15551234567"])
        #expect(try await texts(.services) == ["AB12345678", "+15", "10086", "Bank"])
        #expect(try await texts(.services, limit: 1) == ["AB12345678"])
        #expect(try await texts(.groups) == ["+15551234567~ann@x.org"])
        #expect(try await texts(.unread) == addresses.filter { $0 != "Bank" }.reversed())
        #expect(try await texts(.all) == addresses.reversed())
        let counts = try await dao.conversationCounts(of: ana, limit: 8)
        #expect(
            counts == [
                .all: 8, .unread: 7, .people: 1, .unknown: 2, .services: 4, .groups: 1, .corporate: 0, .pinned: 0,
                .muted: 0, .archived: 0, .blocked: 0,
            ])
        #expect(try await dao.conversationCounts(of: ana, limit: 7) == nil)
        #expect(try await dao.conversationCounts(of: ben, limit: 7)?[.all] == 0)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func everyFieldComesBack(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let saved = MessageDraft(
            address: Address("+1 555"), rawAddress: "+1 555", content: "é\n你好", date: Timestamp(milliseconds: 1234),
            direction: .incoming, status: .received, isRead: false, kind: .mms, importedName: "Zoë",
            parts: [
                MessagePart(name: "a.jpg", contentType: "image/jpeg", size: 7),
                MessagePart(name: nil, contentType: "text/x-vCard", size: 0),
            ])
        _ = try await dao.merge([saved], of: ana)
        let message = try #require(try await dao.message(1, of: ana))
        #expect(message.address.text == "+1555")
        #expect(message.content == "é\n你好")
        #expect(message.date == Timestamp(milliseconds: 1234))
        #expect(message.direction == .incoming)
        #expect(message.status == .received)
        #expect(!message.isRead)
        #expect(message.kind == .mms)
        #expect(message.contact == Contact(address: Address("+1555"), name: "Zoë", kind: .local))
        let background = try #require(try await dao.background(1, of: ana))
        #expect(background == MessageBackground(rawAddress: "+1 555", importedName: "Zoë"))
        #expect(message.attachments == saved.attachments)
        #expect(try await dao.message(1, of: ben) == nil)
        #expect(try await dao.message(-1, of: ana) == nil)
        #expect(try await dao.message(1 << 40, of: ana) == nil)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func pagesFollowEachOtherWithoutGapOrOverlap(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        // Several of one date, and not in order of date.
        let drafts = (0..<23).map { draft("\($0)", at: Int64($0 * 7 % 11)) } + [draft("x", from: "+1")]
        _ = try await dao.save(drafts, of: ana)
        let address = Address("+15551000000")
        var all: [Message] = []
        var page = try await dao.messages(with: address, of: ana, page: .newest, limit: 5)
        while let first = page.first {
            all = page + all
            page = try await dao.messages(with: address, of: ana, page: .before(MessagePosition(first)), limit: 5)
        }
        #expect(all.count == 23)
        #expect(all.map(MessagePosition.init) == all.map(MessagePosition.init).sorted())
        let after = try await dao.messages(with: address, of: ana, page: .after(MessagePosition(all[3])), limit: 5)
        #expect(after == Array(all[4...8]))
        #expect(try await dao.messages(with: address, of: ben, page: .newest, limit: 5).isEmpty)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func findsNewestFirstWhateverTheOrderOfArrival(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let drafts = [draft("hello 3", at: 3), draft("hello 1", at: 1), draft("hello 2", at: 2), draft("other", at: 9)]
        for draft in drafts { _ = try await dao.save([draft], of: ana) }
        _ = try await dao.save([draft("hello of another")], of: ben)
        let found = try await dao.find(SearchQuery("hel"), of: ana, limit: 2)
        #expect(found.map(\.content) == ["hello 3", "hello 2"])
        #expect(try await dao.find(SearchQuery("\"*\""), of: ana, limit: 2).isEmpty)
        _ = try await dao.remove(1, of: ana)
        #expect(try await dao.find(SearchQuery("hello"), of: ana, limit: 5).map(\.content) == ["hello 2", "hello 1"])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func onlyTheLastWordMayBeBegun(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let drafts = (0..<40).map { draft($0 % 4 == 0 ? "rare common \($0)" : "rarely common \($0)", at: Int64($0)) }
        _ = try await dao.save(drafts, of: ana)
        let rare = drafts.reversed().map(\.content).filter { $0.hasPrefix("rare ") }
        for query in ["rare com", "\"rare\" com", "com \"rare\"", "rare common"] {
            #expect(try await dao.find(SearchQuery(query), of: ana, limit: 50).map(\.content) == rare, "\(query)")
        }
        #expect(try await dao.find(SearchQuery("com rare"), of: ana, limit: 50).isEmpty)
        #expect(try await dao.find(SearchQuery("common rar"), of: ana, limit: 50).count == 40)
        #expect(try await dao.find(SearchQuery("rare \"com\""), of: ana, limit: 50).isEmpty)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func aThousandMessagesOfOneMillisecondAllStay(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let count = kind == .memory ? 60 : 600
        let drafts = (0..<count).map { draft("word \($0)") }
        _ = try await dao.merge(Array(drafts.prefix(count / 2)), of: ana)
        _ = try await dao.merge(drafts, of: ana)
        let found = try await dao.find(SearchQuery("word"), of: ana, limit: 1000)
        #expect(found.map(\.content) == drafts.reversed().map(\.content))
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func aContactNamesAllItsMessages(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.merge(
            [draft("a"), draft("b", name: "Zoë"), draft("c", name: "Z.")], of: ana)
        #expect(try await dao.message(1, of: ana)?.displayName == "Zoë")
        #expect(try await dao.background(3, of: ana)?.importedName == "Z.")
        let contact = Contact(address: Address("+15551000000"), name: "Office", kind: .corporate, workNumber: "42")
        try await dao.save(contact, of: ana)
        #expect(try await dao.message(1, of: ana)?.contact == contact)
        #expect(try await dao.conversation(with: contact.address, of: ana)?.contact == contact)
        #expect(try await dao.contact(contact.address, of: ben) == nil)
        try await dao.save(Contact(address: Address("7"), name: "Bea", kind: .local), of: ana)
        #expect(try await dao.contacts(of: ana).map(\.name) == ["Bea", "Office"])
        #expect(try await dao.conversations(of: ana, .all, limit: 9).count == 1)
        _ = try await dao.merge([draft("late", from: "7")], of: ana)
        #expect(try await dao.message(4, of: ana)?.contactKind == .local)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func readAndUnreadAreCounted(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let address = Address("+15551000000")
        _ = try await dao.merge(
            [draft("a"), draft("b", at: 2), outgoing("c", at: 3), draft("d", from: "9")], of: ana)
        #expect(try await dao.unread(of: ana) == 3)
        #expect(try await dao.markRead(address, of: ana) == 2)
        #expect(try await dao.markRead(address, of: ana) == 0)
        #expect(try await dao.unread(of: ana) == 1)
        #expect(try await dao.markUnread(address, of: ana) == 1)
        #expect(try await dao.markUnread(address, of: ana) == 0)
        #expect(try await dao.message(2, of: ana)?.isRead == false)
        #expect(try await dao.conversation(with: address, of: ana)?.unread == 1)
        #expect(try await dao.markUnread(Address("nobody"), of: ana) == 0)
        _ = try await dao.remove(2, of: ana)
        #expect(try await dao.tally(of: ana).unread == 1)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func someMessagesAreMarkedRead(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.save(
            [draft("a"), draft("b", at: 2), outgoing("c", at: 3), draft("d", from: "9"), draft("e", from: "9")],
            of: ana)
        _ = try await dao.save([draft("of another")], of: ben)
        #expect(try await dao.markRead([2, 3, 4, 2, 99], of: ana) == 2)
        #expect(try await dao.markRead([2, 3, 4], of: ana) == 0)
        #expect(try await dao.markRead([], of: ana) == 0)
        #expect(try await dao.message(1, of: ana)?.isRead == false)
        #expect(try await dao.message(2, of: ana)?.isRead == true)
        #expect(try await dao.conversations(of: ana, .all, limit: 9).map(\.unread).sorted() == [1, 1])
        #expect(try await dao.unread(of: ana) == 2)
        #expect(try await dao.unread(of: ben) == 1)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func aStatusChangesOnlyFromWhereItMay(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.save([outgoing("a")], of: ana)
        let sent = StatusChange(to: .sent, from: [.pending], reference: "r1")
        #expect(try await dao.change(1, of: ben, sent) == nil)
        #expect(try await dao.change(1, of: ana, sent)?.status == .sent)
        #expect(try await dao.change(1, of: ana, sent) == nil)
        #expect(try await dao.message(reference: "r1", of: ana)?.id == 1)
        #expect(try await dao.message(reference: "r1", of: ben) == nil)
        let failed = try await dao.change(1, of: ana, StatusChange(to: .failed, from: [.sent], failure: "no route"))
        #expect(failed?.failure == "no route")
        #expect(try await dao.background(1, of: ana)?.reference == "r1")
        #expect(try await dao.tally(of: ana).byStatus == [.failed: 1])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func changesAreTold(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        var changes = try dao.changes().makeAsyncIterator()
        _ = try await dao.save([draft("a")], of: ana)
        #expect(await changes.next() != nil)
        withExtendedLifetime(system) {}
    }
}
