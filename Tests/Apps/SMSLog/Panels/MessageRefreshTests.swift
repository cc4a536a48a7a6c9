// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumTesting
import SMSLogLogic
import SMSLogStore
import Testing

@testable import AtriumKit
import Foundation
@testable import SMSLogPanels

/// What is read again when messages have changed: what panels show of them, and nothing else, all of one state.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct MessageRefreshTests {
    private let store: TemporarySystem
    /// What the panels read.
    private let dao: CountingStores
    /// What somebody else writes with.
    private let other: any MessageStores
    private let model: SMSLogModel
    private let list: ListPanel

    private static let sums = ["counts"]

    /// Two conversations, each with two messages: numbers 1 and 2, and 3 and 4.
    init() async throws {
        store = try TestStore.sqlite.open()
        other = try SystemMessages.all(on: store.system)
        dao = CountingStores(try SystemMessages.all(on: store.system))
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let model = try SMSLogModel(for: .ofAna, among: SystemMessages(on: store.system), attends: false) { _ in service
        }
        self.model = model
        list = ListPanel { if case .list(let source) = SMSLogList.source(of: model).kind { source } else { nil } }
        _ = try await other.save(
            [
                outgoing("a", to: "+1", at: 1), draft("b", from: "+1", at: 2), outgoing("c", to: "+2", at: 3),
                draft("d", from: "+2", at: 4),
            ], of: ana)
        _ = try await refresh()
        // What is selected then is seen beside the list.
        _ = try await refresh()
    }

    /// Reads what is to be read again, and says what that was, transaction by transaction.
    private func refresh() async throws -> [[String]] {
        _ = dao.take()
        list.prepare()
        try await model.refresh()
        try await list.refresh()
        list.settle(
            for: Size(columns: 40, rows: 10),
            in: ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0)))
        return dao.take()
    }

    @Test func `of what did not change nothing is read again`() async throws {
        #expect(try await refresh().isEmpty)
        #expect(list.view.rows.map(\.id) == ["+2", "+1"])
    }

    @Test func `what was found is read with everything else, and how much it is`() async throws {
        model.list(found: "a", limit: nil)
        #expect(try await refresh() == [["find"]])
        #expect(list.view.rows.map(\.id) == ["1"])
        // It is selected now, and seen in its conversation.
        #expect(try await refresh() == [["known", "messages"]])
        #expect(try await refresh().isEmpty)
        _ = try await other.save((0..<60).map { draft("a \($0)", from: "+1", at: 5 + $0) }, of: ana)
        #expect(try await refresh() == [Self.sums + ["known", "messages", "find", "last number", "count"]])
        #expect(list.view.total == ListTotal(61))
    }

    @Test func `more conversations than are counted at once are counted meanwhile, and all are told`() async throws {
        let count = 10_001
        _ = try await other.save((1...count).map { draft("x", from: "+4\(100_000 + $0)", at: 9) }, of: ana)
        _ = try await refresh()
        for _ in 0..<9 where list.view.total != ListTotal(count + 2) {
            #expect(!list.view.total.isKnown && list.view.total.count <= count)
            await model.countingConversations.settle()
            _ = try await refresh()
        }
        #expect(list.view.total == ListTotal(count + 2))
        #expect(model.counts[.all] == count + 2)
        #expect(try await refresh().isEmpty)
    }

    @Test func `what was found stays as it was read where gateways have changed`() async throws {
        model.list(found: "a", limit: nil)
        _ = try await refresh()
        _ = try await refresh()
        try await other.write(ana) { _ = try $0.add(Gateway(name: "outbox", kind: .folder, place: "/tmp/outbox")) }
        #expect(try await refresh().isEmpty)
    }

    @Test func `a query for somebody who is gone keeps nothing else from being read`() async throws {
        model.list(found: "from:nobody x", limit: nil)
        _ = try await other.save([draft("e", from: "+1", at: 5)], of: ana)
        await #expect(throws: SMSLogFault.unknownNumber("nobody")) { _ = try await refresh() }
        #expect(model.badge == 3)
    }

    @Test func `everything together is one state`() async throws {
        _ = try await model.open(Address("+1"))
        #expect(try await refresh().isEmpty)
        _ = try await other.save([draft("e", from: "+1", at: 5)], of: ana)
        #expect(try await refresh() == [Self.sums + ["known", "messages", "conversations"]])
        #expect(model.thread?.messages.map(\.content) == ["a", "b", "e"])
        #expect(list.view.rows.map(\.id) == ["+1", "+2"])
        #expect(model.badge == 3)
    }

    @Test func `a message that is neither seen nor counted otherwise is no reason to read`() async throws {
        _ = try await model.open(Address("+1"))
        let delivered = StatusChange(to: .delivered, from: Set(SendStatus.allCases))
        _ = try await other.change(3, of: ana, delivered)
        #expect(try await refresh().isEmpty)
        // This one is in the open conversation, though not the newest there.
        _ = try await other.change(1, of: ana, delivered)
        #expect(try await refresh() == [["known", "messages"]])
        #expect(model.thread?.messages.first?.status == .delivered)
    }

    @Test func `what somebody has seen, removed or named is read again where it is shown`() async throws {
        _ = try await model.open(Address("+1"))
        _ = try await other.markRead(Address("+2"), of: ana)
        #expect(try await refresh() == [Self.sums + ["conversations"]])
        #expect(model.badge == 1)
        _ = try await other.remove(4, of: ana)
        #expect(try await refresh() == [Self.sums + ["conversations"]])
        _ = try await other.remove(2, of: ana)
        #expect(try await refresh() == [Self.sums + ["known", "messages", "conversations"]])
        #expect(model.thread?.messages.map(\.content) == ["a"])
        _ = try await other.save(Contact(address: Address("+2"), name: "Bo", kind: .local), of: ana)
        #expect(try await refresh() == [Self.sums + ["conversations"]])
        #expect(list.view.rows.first?.title.text == "Bo")
        model.tab = .contacts
        // Whoever has a name, but for chats of several people.
        #expect(try await refresh() == [["named chats"]])
        #expect(try await refresh().isEmpty)
    }

    @Test func `a conversation without messages is open no more`() async throws {
        _ = try await model.open(Address("+1"))
        _ = try await other.remove(1, of: ana)
        _ = try await refresh()
        #expect(ThreadDocument.source(of: model).isOpen)
        _ = try await other.remove(2, of: ana)
        _ = try await refresh()
        #expect(model.thread == nil)
        #expect(!ThreadDocument.source(of: model).isOpen)
        #expect(list.view.rows.map(\.id) == ["+2"])
    }

    @Test func `a conversation whose messages are gone is read from its newest ones on`() async throws {
        _ = try await model.open(Address("+1"), upTo: other.message(1, of: ana))
        #expect(model.thread?.messages.map(\.content) == ["a"])
        _ = try await other.remove(1, of: ana)
        _ = try await other.remove(2, of: ana)
        _ = try await other.save([draft("e", from: "+1", at: 0)], of: ana)
        #expect(try await refresh() == [Self.sums + ["known", "messages", "messages", "conversations"]])
        #expect(model.thread?.messages.map(\.content) == ["e"])
    }
}
