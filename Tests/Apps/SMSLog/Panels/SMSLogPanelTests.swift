// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumSystems
import AtriumTesting
import GRDB
import SMSLogLogic
import SMSLogStore
import Testing

@testable import SMSLogPanels

/// What the panels show at several widths.
@MainActor
@Suite struct SMSLogPanelTests {
    let phone: Phone

    init() async throws {
        phone = try Phone()
        try await phone.receive(
            draft(
                "Are you there? It is getting late, and the train leaves at six.", from: "+15551", at: 1, name: "Alice"),
            draft("你好", from: "Bank", at: 90_000), outgoing("Yes\nsoon", to: "+15551", at: 95_000))
    }

    @Test func theListHasTextWhereThereIsRoom() async throws {
        var lines: [String] = []
        lines = try await phone.draw(phone.app.panels.main, columns: 60, rows: 4)
        #expect(
            lines == [
                "▸Alice (1)         → Yes⏎soon                    1970-01-02",
                " Bank (1)          你好                          1970-01-02", "", "",
            ])
        lines = try await phone.draw(phone.app.panels.main, columns: 24, rows: 2)
        #expect(
            lines == [
                "▸Alice (1)   1970-01-02", " Bank (1)    1970-01-02",
            ])
    }

    @Test func `a sender that is called like a query is a sender where it is selected`() async throws {
        try await phone.receive(draft("Hello", from: "is:unread", at: 200_000))
        let typed = ConversationSelection(CommandWord("is:unread"), of: "number")
        #expect(typed.kind == .unread)
        let selected = ConversationSelection(CommandWord("is:unread", isQuoted: true), of: "number")
        #expect(selected.kind == nil)
        _ = try await phone.reply("archive \"is:unread\"")
        #expect(try await phone.lines("threads archived").contains { $0.hasPrefix("is:unread") })
        #expect(try await phone.lines("threads").count == 2)
    }

    @Test func `closing what is read beside the contacts leaves them there`() async throws {
        _ = try await phone.reply("thread Alice")
        try await phone.selectTab("contacts")
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 4)
        #expect(phone.app.panels.main.title == "Contacts")
        phone.app.panels.detail?.close()
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 4)
        #expect(phone.app.panels.main.title == "Contacts")
        #expect(phone.app.panels.detail?.isOpen == false)
    }

    @Test(arguments: [120, 78, 48]) func `what was found is a list to select in, with the words in sight`(
        columns: Int
    ) async throws {
        let long = String(repeating: "and so on ", count: 30) + "the train home"
        try await phone.receive(draft(long, from: "Bank", at: 100_000), draft("No trains", from: "+15551", at: 100_001))
        #expect(try await phone.reply("find train", isPrinted: false).isOnPanels)
        let lines = try await phone.draw(phone.app.panels.main, columns: columns, rows: 8)
        #expect(phone.app.panels.main.title == "Found: train")
        #expect(lines[0].hasPrefix("▸Alice") && lines[2].hasPrefix(" Bank") && lines[4].hasPrefix(" Alice"))
        #expect(lines[1].contains("No trains"))
        #expect(lines[3].contains("the train home"), "\(lines[3])")
        #expect(lines[5].contains("train leaves"), "\(lines[5])")
        phone.app.panels.main.position.select(by: 1)
        _ = try await phone.draw(phone.app.panels.main, columns: columns, rows: 8)
        #expect(phone.app.panels.main.opening == .go(Place("sms", ["message", "4"])))
        _ = try await phone.reply("threads")
        _ = try await phone.draw(phone.app.panels.main, columns: columns, rows: 8)
        #expect(phone.app.panels.main.title == "Conversations")
    }

    @Test func `every message that was found can be scrolled to, and so many are listed as asked for`() async throws {
        for number in 1...130 { try await phone.receive(draft("word \(number)", from: "+1777", at: Int64(number))) }
        _ = try await phone.reply("find word")
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 20)
        // How many there are is known before all of them are loaded.
        #expect(phone.app.panels.main.total == ListTotal(130))
        for _ in 1...6 { try await phone.app.panels.main.turnPage(.end) }
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 20)
        #expect(phone.app.panels.main.position.count == 130)
        _ = try await phone.reply("find --limit 7 word")
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 20)
        #expect(phone.app.panels.main.position.count == 7)
    }

    @Test func theSidebarHasTheKindsOfConversationsAndOpensThem() async throws {
        try await phone.receive(
            draft("Hi", from: "+15551234567", at: 3), draft("Yo", from: "+1555~+1666", at: 4),
            draft("Me", from: "+15557654321", at: 5, name: "Zoë"))
        var lines = try await phone.draw(phone.app.panels.sidebar, columns: 14, rows: 9)
        #expect(
            lines == [
                "▌All         5", " Unread      5", " People      1", " Unknown     1", " Services    2",
                " Groups      1", " Contacts", " Archived    0", " Blocked     0",
            ])
        _ = try await phone.reply("thread Zoë")
        lines = try await phone.draw(phone.app.panels.sidebar, columns: 14, rows: 3, isFocused: true)
        #expect(lines == ["▸All         5", " Unread      4", " People      1"])
        phone.app.panels.sidebar.position.select(by: 3)
        #expect(
            phone.app.panels.sidebar.opening
                == .app("sms", ThreadCommands.threads, ThreadCommands.kind.argument(.unknown)))
        _ = try await phone.reply("threads unknown")
        #expect(try await phone.draw(phone.app.panels.main, columns: 30, rows: 2)[0].hasPrefix("▸+15551234567 (1)"))
        #expect(try await phone.draw(phone.app.panels.sidebar, columns: 14, rows: 9)[3] == "▌Unknown     1")
        _ = try await phone.reply("contacts")
        #expect(try await phone.draw(phone.app.panels.sidebar, columns: 14, rows: 9)[6] == "▌Contacts")
    }

    @Test func `a number without a name is whole beside what is unread`() async throws {
        try await phone.receive(draft("Hello", from: "+8613800138000", at: 99_000))
        let lines = try await phone.draw(phone.app.panels.main, columns: 48, rows: 3)
        #expect(lines[0] == "▸+8613800138000 (1)  Hello           1970-01-02", "\(lines)")
    }

    @Test func `what is said of conversations stands beside them, and counts`() async throws {
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 2)
        #expect(phone.app.model.badge == 2)
        _ = try await phone.reply("pin Bank")
        _ = try await phone.reply("mute Bank")
        var lines = try await phone.draw(phone.app.panels.main, columns: 60, rows: 2)
        #expect(lines[0].hasPrefix("▸★ Bank (1)        muted · 你好"), "\(lines)")
        #expect(lines[1].hasPrefix(" Alice (1)"), "\(lines)")
        #expect(phone.app.model.badge == 1)
        _ = try await phone.reply("archive Alice")
        _ = try await phone.reply("threads archived")
        lines = try await phone.draw(phone.app.panels.main, columns: 60, rows: 2)
        #expect(lines[0].hasPrefix("▸Alice (1)  ") && lines[1].allSatisfy(\.isWhitespace), "\(lines)")
        #expect(phone.app.panels.main.title == "Archived")
        #expect(phone.app.model.badge == 0)
        #expect(try await phone.draw(phone.app.panels.sidebar, columns: 14, rows: 9)[7] == "▌Archived    1")
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 2)
        _ = try await phone.reply("block Bank")
        _ = try await phone.reply("find 你好")
        lines = try await phone.draw(phone.app.panels.main, columns: 60, rows: 8)
        #expect(lines[1].contains("muted, blocked · 你好"), "\(lines)")
    }

    @Test func `a command means the conversation that is selected, or those that are marked`() async throws {
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 2)
        phone.app.panels.main.position.select(by: 1)
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 2)
        #expect(phone.app.panels.selection(of: "number") == ["Bank"])
        for name in ["archive", "mark", "thread", "contact"] {
            let command = phone.factory.anyCommands.map(\.spec).first { $0.name == name }
            #expect(command?.parameters[0].meansSelection == true, "\(name)")
        }
    }

    @Test func `marked messages are decided as one is`() async throws {
        try await phone.addGateway()
        phone.gateway.set { $0.fault = .unreachable(reason: "down") }
        for text in ["one", "two", "three"] { _ = try await phone.reply("send --yes +15551 \(text)") }
        let date = phone.clock.now + .seconds(9999)
        try await phone.dao.write(ana) { messages in
            for id in 4...6 {
                _ = try messages.claim(id, for: "stub", at: date, dayEnd: date)
                try messages.doubt(id, reason: "x")
            }
        }
        _ = try await phone.reply("find is:doubt")
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 8)
        let list = try #require(phone.app.panels.mainList)
        #expect(phone.app.panels.selection(of: "message") == ["6"])
        list.toggleMark()
        list.position.select(by: 1)
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 8)
        list.toggleMark()
        #expect(phone.app.panels.selection(of: "message") == ["6", "5"])
        #expect(
            phone.lines(try await phone.reply("resend --sent", isSelecting: true)) == [
                "Message 6 counts as sent. Message 5 counts as sent."
            ])
        #expect(try await phone.lines("decide sent --yes") == ["Messages that count as sent: 1."])
    }

    @Test func aListOfAKindSaysThatThereIsNone() async throws {
        #expect(try await phone.lines("threads groups") == ["There is no conversation of this kind."])
        #expect(
            try await phone.draw(phone.app.panels.main, columns: 40, rows: 1) == [
                " There is no conversation of this kind."
            ])
    }

    @Test func aListOfConversationsIsThereToItsEnd() async throws {
        let drafts = (1...644).map { draft("m\($0)", from: "+1666\(1_000 + $0)", at: 100_000 + Int64($0)) }
        _ = try await phone.dao.save(drafts, of: ana)
        let list = phone.app.panels.main
        _ = try await phone.draw(list, columns: 60, rows: 14)
        #expect(list.total == ListTotal(646))
        #expect(list.position.count == 50)
        for _ in 0..<100 {
            list.position.scroll(by: 13)
            if list.position.isNear(.end) { try await list.turnPage(.end) }
            _ = try await phone.draw(list, columns: 60, rows: 14)
        }
        #expect(list.position.rows.upperBound == 646)
        #expect(try await phone.draw(list, columns: 60, rows: 14).last?.hasPrefix("▸Alice") == false)
        _ = try await phone.reply("threads --limit 60")
        for _ in 0..<9 {
            _ = try await phone.draw(list, columns: 60, rows: 14)
            list.position.scroll(by: 13)
            try await list.turnPage(.end)
        }
        #expect((list.total.count, list.position.count) == (60, 60))
    }

    @Test func tabsAreSelectedByKey() async throws {
        var lines: [String] = []
        try await phone.selectTab("contacts")
        lines = try await phone.draw(phone.app.panels.main, columns: 30, rows: 1)
        #expect(
            lines == ["▸Alice         +15551"])
        #expect(phone.tabs.tabs.map(\.key) == ["threads", "messages", "contacts"])
    }
}
