// SPDX-License-Identifier: GPL-3.0-or-later

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

/// What the panels show of one conversation.
extension SMSLogPanelTests {
    @Test func theThreadStandsOnItsNewestMessage() async throws {
        var lines: [String] = []
        _ = try await phone.reply("thread alice")
        #expect(phone.tabs.selected == "messages")
        let detail = try #require(phone.app.panels.detail)
        lines = try await phone.draw(detail, columns: 50, rows: 6)
        #expect(
            lines == [
                " 1970-01-01", " ← 00:00 Are you there? It is getting late, and", "         the train leaves at six.",
                " 1970-01-02", " → 02:23 Yes", "         soon · waiting",
            ])
    }

    /// The document after the list was drawn at a row, and what its selection stands on was loaded.
    private func preview(row: Int) async throws -> [String] {
        phone.app.panels.main.position.select(row)
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 8)
        return try await phone.draw(try #require(phone.app.panels.detail), columns: 50, rows: 6)
    }

    @Test func `the tab of the messages opens the selected conversation`() async throws {
        for row in 0...1 { _ = try await preview(row: row) }
        #expect(phone.app.panels.detail?.isOpen == false)
        try await phone.selectTab("messages")
        let lines = try await phone.draw(try #require(phone.app.panels.detail), columns: 50, rows: 6)
        #expect(phone.app.panels.detail?.isOpen == true)
        #expect(lines.contains { $0.contains("你好") })
    }

    @Test func `the selected conversation is seen beside the list, and stays unread until it is opened`() async throws {
        let unread = try await phone.dao.unread(of: ana)
        _ = try await preview(row: 0)
        var lines = try await preview(row: 1)
        let detail = try #require(phone.app.panels.detail)
        #expect(detail.title == "Bank" && !detail.isOpen)
        #expect(lines.contains { $0.contains("你好") })
        #expect(detail.unseen.isEmpty)
        await detail.wasSeen()
        lines = try await preview(row: 0)
        #expect(detail.title == "Alice")
        #expect(lines.contains { $0.contains("Yes") })
        #expect(try await phone.dao.unread(of: ana) == unread)
        // What comes is seen there too.
        try await phone.receive(draft("One more", from: "+15551", at: 99_000))
        lines = try await preview(row: 0)
        #expect(lines.contains { $0.contains("One more") })
        // Open, the same conversation is read.
        _ = try await phone.reply("thread alice", isPrinted: false)
        _ = try await phone.draw(detail, columns: 50, rows: 20)
        #expect(detail.isOpen && !detail.unseen.isEmpty)
        await detail.wasSeen()
        #expect(try await phone.dao.unread(of: ana) == unread - 1)
        // And left, it is seen as before.
        detail.close()
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 8)
        #expect(try await phone.draw(detail, columns: 50, rows: 6).contains { $0.contains("One more") })
        #expect(!detail.isOpen)
    }

    @Test func `older messages of the selected conversation are scrolled to`() async throws {
        for second in 1...130 {
            try await phone.receive(draft("m\(second)", from: "+1777", at: Int64(100_000 + second)))
        }
        _ = try await preview(row: 0)
        let detail = try #require(phone.app.panels.detail)
        #expect(detail.title == "+1777")
        for _ in 1...3 { try await detail.turnPage(.start) }
        detail.position.select(by: -10_000)
        let lines = try await phone.draw(detail, columns: 50, rows: 6)
        #expect(lines.contains { $0.hasSuffix("m1") }, "\(lines)")
    }

    @Test func `a message that was found is seen in its conversation`() async throws {
        for second in 1...130 {
            try await phone.receive(draft("m\(second)", from: "+1777", at: Int64(100_000 + second)))
        }
        _ = try await phone.reply("find m7", isPrinted: false)
        _ = try await phone.draw(phone.app.panels.main, columns: 60, rows: 60)
        let lines = try await phone.draw(try #require(phone.app.panels.detail), columns: 50, rows: 6)
        #expect(lines.contains { $0.hasSuffix("m79") }, "\(lines)")
        #expect(!lines.contains { $0.hasSuffix("m80") })
    }

    @Test func onTheScreenWhatIsInSightIsRead() async throws {
        for second in 1...60 { try await phone.receive(draft("m\(second)", from: "+1777", at: Int64(second))) }
        let before = try await phone.dao.unread(of: ana)
        // On the screen nothing is printed of it.
        #expect(try await phone.reply("thread +1777 --limit 20", isPrinted: false).isOnPanels)
        let detail = try #require(phone.app.panels.detail)
        _ = try await phone.draw(detail, columns: 50, rows: 5)
        #expect(!detail.unseen.isEmpty)
        #expect(try await phone.dao.unread(of: ana) == before)
        await detail.wasSeen()
        #expect(try await phone.dao.unread(of: ana) == before - 5)
        detail.position.scroll(by: -4)
        _ = try await phone.draw(detail, columns: 50, rows: 5)
        await detail.wasSeen()
        #expect(try await phone.dao.unread(of: ana) == before - 9)
        _ = try await phone.draw(detail, columns: 50, rows: 5)
        #expect(detail.unseen.isEmpty)
    }

    @Test func `a store that cannot be written to is told once of what is in sight`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let system) = store.system else { return }
        let phone = try Phone(system: store.system)
        try await phone.receive(draft("Hello", from: "Bank", at: 0))
        for second in 1...20 { try await phone.receive(draft("m\(second)", from: "+1777", at: Int64(second))) }
        _ = try await phone.reply("thread +1777 --limit 20", isPrinted: false)
        try await system.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER refusal BEFORE UPDATE ON sms_message BEGIN SELECT RAISE(FAIL, 'read-only'); END
                    """)
        }
        let detail = try #require(phone.app.panels.detail)
        _ = try await phone.draw(detail, columns: 50, rows: 5)
        #expect(!detail.unseen.isEmpty)
        await detail.wasSeen()
        _ = try await phone.draw(detail, columns: 50, rows: 5)
        #expect(detail.unseen.isEmpty)
        // Others come into sight.
        detail.position.scroll(by: -4)
        _ = try await phone.draw(detail, columns: 50, rows: 5)
        #expect(!detail.unseen.isEmpty)
        await detail.wasSeen()
        // With another conversation it is all new.
        _ = try await phone.reply("thread Bank", isPrinted: false)
        _ = try await phone.draw(detail, columns: 50, rows: 5)
        _ = try await phone.reply("thread +1777 --limit 20", isPrinted: false)
        _ = try await phone.draw(detail, columns: 50, rows: 5)
        #expect(!detail.unseen.isEmpty)
    }

    @Test func `a conversation that stays open keeps its newest messages, and not all of them`() async throws {
        for batch in 1...12 {
            for number in 1...40 {
                try await phone.receive(draft("m", from: "+15551", at: Int64(200_000 + batch * 100 + number)))
            }
            if batch == 1 { _ = try await phone.reply("thread Alice --limit 20", isPrinted: false) }
            try await phone.app.refresh()
            let thread = try #require((phone.app.model as? SMSLogModel)?.thread)
            #expect(thread.messages.count <= 200)
            #expect(thread.isAtEnd && thread.messages.last?.date == Timestamp(seconds: Int64(200_040 + batch * 100)))
        }
    }

    @Test(arguments: [60, 40, 24])
    func aNameThatTheBorderCutsStandsAboveTheMessages(columns: Int) async throws {
        let name = "The very long name of a group of people who meet in the park on Sundays, and its end"
        try await phone.receive(draft("Hi", from: "+1888", at: 7, name: name))
        _ = try await phone.reply("thread +1888")
        let lines = try await phone.draw(try #require(phone.app.panels.detail), columns: columns, rows: 12)
        let text = lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: " ")
        #expect(text.hasPrefix(name))
    }

    @Test func aConversationGoesBackToItsFirstMessage() async throws {
        let drafts = (1...600).map { draft("m\($0).", from: "+1777", at: Int64($0) * 86_400) }
        _ = try await phone.dao.save(drafts, of: ana)
        _ = try await phone.reply("thread +1777")
        let panel = try #require(phone.app.panels.detail)
        var seen = try await phone.draw(panel, columns: 50, rows: 14)
        #expect(seen.last?.contains("m600.") == true)
        for _ in 0..<100 {
            panel.position.scroll(by: -13)
            if panel.position.isNear(.start) { try await panel.turnPage(.start) }
            seen += try await phone.draw(panel, columns: 50, rows: 14)
        }
        for number in 1...600 { #expect(seen.contains { $0.hasSuffix(" m\(number).") }, "\(number)") }
        for _ in 0..<100 {
            panel.position.scroll(by: 13)
            if panel.position.isNear(.end) { try await panel.turnPage(.end) }
            _ = try await phone.draw(panel, columns: 50, rows: 14)
        }
        #expect(try await phone.draw(panel, columns: 50, rows: 14).last?.contains("m600.") == true)
        // Whoever is at the end stays there.
        try await phone.receive(draft("now", from: "+1777", at: 90_000_000))
        #expect(try await phone.draw(panel, columns: 50, rows: 14).last?.contains("now") == true)
    }

    @Test func `the nearest message is found in a conversation of which little is loaded`() async throws {
        let drafts = (1...2_600).map {
            draft($0 % 1_000 == 7 ? "needle \($0)." : "m\($0).", from: "+1777", at: Int64($0) * 60)
        }
        _ = try await phone.dao.save(drafts, of: ana)
        _ = try await phone.reply("thread +1777")
        let model = try #require(phone.app.model as? SMSLogModel)
        func seek(_ edge: PanelEdge, isWhole: Bool = false) async throws -> String? {
            let id = try await model.loadMessage(edge, isWhole: isWhole) { $0.content.contains("needle") }
            let found = model.thread?.messages.first { $0.id == id }
            // As much as was loaded before, however far it is.
            #expect(try #require(model.thread).messages.count <= 100)
            return found?.content
        }
        #expect(try await seek(.start) == "needle 2007.")
        #expect(try await seek(.start) == "needle 1007.")
        #expect(try await seek(.start) == "needle 7.")
        #expect(try await seek(.start) == nil)
        #expect(try await seek(.end) == "needle 1007.")
        #expect(try await seek(.end, isWhole: true) == "needle 7.")
        #expect(try await seek(.start, isWhole: true) == "needle 2007.")
        #expect(try await model.loadMessage(.start, isWhole: true) { _ in false } == nil)
    }

    @Test func `older messages are those of what is seen beside the list`() async throws {
        _ = try await preview(row: 1)
        await #expect(throws: SMSLogFault.nothingOlder) { try await phone.lines("older") }
    }
}
