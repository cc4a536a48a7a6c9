// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import GRDB
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// The user’s marks of whole conversations, on every store.
struct ConversationMarkTests {
    private let addresses = (1...5).map { "+1555100000\($0)" }

    /// Five conversations with one unseen message each, the last one the newest.
    private func filled(_ kind: MessageTestStore) async throws -> (any MessageStores, TemporarySystem) {
        let (dao, system) = try kind.make()
        _ = try await dao.save(addresses.enumerated().map { draft("a", from: $1, at: Int64($0) * 10 + 10) }, of: ana)
        return (dao, system)
    }

    private func mark(_ dao: any MessageStores, _ marking: ConversationMarking, _ number: Int) async throws {
        let address = Address(addresses[number - 1])
        #expect(try await dao.write(ana) { try $0.mark(marking, address) } != nil)
    }

    /// The last digits of the addresses in a list.
    private func list(_ dao: any MessageStores, _ kind: ConversationKind = .all, by limit: Int = 9) async throws
        -> String
    {
        var found: [Conversation] = []
        while case let page = try await dao.conversations(of: ana, kind, after: found.last, limit: limit), !page.isEmpty
        {
            found += page
        }
        #expect(try await dao.conversationCounts(of: ana, limit: 9)?[kind] == found.count)
        return String(found.compactMap(\.address.text.last))
    }

    @Test(arguments: MessageTestStore.allCases)
    func `the list has pinned ones first and no archived ones, however it is read`(_ kind: MessageTestStore)
        async throws
    {
        let (dao, system) = try await filled(kind)
        try await mark(dao, .pin, 2)
        try await mark(dao, .archive, 4)
        try await mark(dao, .pin, 1)
        try await mark(dao, .block, 3)
        for limit in 1...3 {
            #expect(try await list(dao, by: limit) == "215")
            #expect(try await list(dao, .pinned, by: limit) == "21")
            #expect(try await list(dao, .archived, by: limit) == "4")
            #expect(try await list(dao, .blocked, by: limit) == "3")
            #expect(try await list(dao, .unread, by: limit) == "215")
            #expect(try await list(dao, .unknown, by: limit) == "215")
        }
        // What is archived is pinned no more, and the other way round.
        try await mark(dao, .archive, 2)
        try await mark(dao, .pin, 4)
        #expect(try await list(dao) == "415")
        #expect(try await list(dao, .archived) == "2")
        try await mark(dao, .unpin, 4)
        try await mark(dao, .unarchive, 2)
        try await mark(dao, .unblock, 3)
        #expect(try await list(dao) == "15432")
        #expect(try await dao.write(ana) { try $0.mark(.pin, Address("+1")) } == nil)
        #expect(try await dao.conversations(of: ben, .all, limit: 9).isEmpty)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `nobody is told of what comes to muted, archived and blocked ones`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try await filled(kind)
        #expect(try await dao.unread(of: ana) == 5)
        try await mark(dao, .mute, 1)
        try await mark(dao, .archive, 2)
        try await mark(dao, .block, 3)
        #expect(try await dao.unread(of: ana) == 2)
        #expect(try await dao.tally(of: ana).unread == 4)
        #expect(try await dao.conversation(with: Address(addresses[0]), of: ana)?.unread == 1)
        #expect(try await dao.conversation(with: Address(addresses[2]), of: ana)?.unread == 0)
        var filter = MessageFilter()
        filter.states = [.unread]
        let unread = filter
        #expect(try await dao.read(ana) { try $0.find(unread, after: nil, limit: 9).map(\.id) } == [5, 4, 2, 1])
        for (state, ids) in [(MessageFilter.State.muted, [1]), (.archived, [2]), (.blocked, [3]), (.pinned, [])] {
            filter.states = [state]
            let asked = filter
            #expect(try await dao.read(ana) { try $0.find(asked, after: nil, limit: 9).map(\.id) } == ids)
        }
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `something new brings an archived conversation back`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try await filled(kind)
        func archive() async throws {
            try await mark(dao, .archive, 1)
            #expect(try await list(dao, .archived) == "1")
        }
        try await archive()
        // What is old, what was there already, and what was never sent bring nothing back.
        _ = try await dao.merge(
            [draft("a", from: addresses[0], at: 10), draft("old", from: addresses[0], at: 9)], of: ana)
        var unsent = outgoing("never", to: addresses[0], at: 70)
        unsent.status = .draft
        _ = try await dao.merge([unsent], of: ana)
        #expect(try await list(dao, .archived) == "1")
        // One batch with an old row before a new one.
        _ = try await dao.merge(
            [draft("older", from: addresses[0], at: 8), draft("new", from: addresses[0], at: 80)], of: ana)
        #expect(try await list(dao, .archived) == "")
        try await archive()
        let sent = outgoing("sent", to: addresses[0], at: 1)
        _ = try await dao.write(ana) { try $0.add(outgoing: sent, key: "k", from: sent.date) }
        #expect(try await list(dao, .archived) == "")
        try await archive()
        let late = draft("late", from: addresses[0], at: 2)
        _ = try await dao.write(ana) { try $0.receive(late, as: "r") }
        #expect(try await list(dao, .archived) == "")
        try await archive()
        try await mark(dao, .mute, 1)
        _ = try await dao.merge([draft("newest", from: addresses[0], at: 90)], of: ana)
        #expect(try await list(dao, .archived) == "1")
        #expect(try await dao.conversation(with: Address(addresses[0]), of: ana)?.marks == [.archived, .muted])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `what is said of a conversation outlives its messages and follows a group`(_ kind: MessageTestStore)
        async throws
    {
        let (dao, system) = try await filled(kind)
        try await mark(dao, .pin, 1)
        _ = try await dao.remove(1, of: ana)
        #expect(try await list(dao, .pinned) == "")
        _ = try await dao.merge([draft("b", from: addresses[0], at: 3)], of: ana)
        #expect(try await list(dao, .pinned) == "1")
        let group = Address("+1~+2~+3")
        _ = try await dao.save([draft("all", from: group.text)], of: ana)
        _ = try await dao.write(ana) { try $0.mark(.mute, group) }
        try await dao.write(ana) { try $0.know(own: [Address("+3")]) }
        #expect(try await dao.conversation(with: Address("+1~+2"), of: ana)?.marks == .muted)
        // One of files that comes together with another keeps what was said of the other.
        let changes = try dao.changes()
        _ = changes.take()
        try await mark(dao, .unpin, 1)
        #expect(changes.take() == .these([.conversation(Address(addresses[0]))]))
        withExtendedLifetime(system) {}
    }

    /// The index contains them in their order.
    @Test(
        arguments: [ConversationKind.all, .unread, .people, .groups, .pinned, .muted, .archived, .blocked],
        [false, true])
    func `no list is sorted`(_ kind: ConversationKind, _ isContinued: Bool) async throws {
        let (_, system) = try TestStore.sqlite.make()
        guard case .sqlite(let file) = system.system else { return }
        let plan = try file.read { database in
            let sql = MessageRows.list(of: kind, isContinued: isContinued)
            let count = sql.count { $0 == "?" }
            return try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN \(sql)",
                arguments: StatementArguments(Array(repeating: 1, count: count))
            ).map { $0["detail"] as String }
        }
        #expect(plan[0].hasPrefix("SEARCH t USING INDEX sms_thread_listed (owner=? AND"), "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(plan)")
    }
}
