import AtriumKit
import Testing

/// What the panels show at several widths.
@MainActor
@Suite struct SMSLogPanelTests {
    private let phone: Phone

    init() async throws {
        phone = try Phone()
        try await phone.receive(
            draft(
                "Are you there? It is getting late, and the train leaves at six.", from: "+15551", at: 1, name: "Alice"),
            draft("你好", from: "Bank", at: 90_000), outgoing("Yes\nsoon", to: "+15551", at: 95_000))
    }

    @Test func theListHasTextWhereThereIsRoom() async throws {
        var lines: [String] = []
        lines = try await phone.draw(phone.app.main, columns: 60, rows: 4)
        #expect(
            lines == [
                "▸Alice (1)         → Yes⏎soon                    1970-01-02",
                " Bank (1)          你好                          1970-01-02", "", "",
            ])
        lines = try await phone.draw(phone.app.main, columns: 24, rows: 2)
        #expect(
            lines == [
                "▸Alice (1)   1970-01-02", " Bank (1)    1970-01-02",
            ])
    }

    @Test func theSidebarCountsWhatIsUnread() async throws {
        var lines: [String] = []
        lines = try await phone.draw(phone.app.sidebar, columns: 12, rows: 2)
        #expect(
            lines == [" Alice     1", " Bank      1"])
        _ = try await phone.reply("thread alice")
        lines = try await phone.draw(phone.app.sidebar, columns: 12, rows: 2)
        #expect(
            lines == ["▌Alice", " Bank      1"])
    }

    @Test func theThreadStandsOnItsNewestMessage() async throws {
        var lines: [String] = []
        _ = try await phone.reply("thread alice")
        #expect(phone.app.tabBar.selected == "messages")
        let detail = try #require(phone.app.detail)
        lines = try await phone.draw(detail, columns: 50, rows: 5)
        #expect(
            lines == [
                " ← 1970-01-01  Are you there? It is getting late,",
                "               and the train leaves at six.", " → 1970-01-02  Yes",
                "               soon", "               pending",
            ])
    }

    @Test func tabsAreSelectedByKey() async throws {
        var lines: [String] = []
        try await phone.app.tabBar.select("contacts")
        lines = try await phone.draw(phone.app.main, columns: 30, rows: 1)
        #expect(
            lines == [" Alice         +15551"])
        await #expect(throws: CommandFault.unknownTab("x", tabs: ["threads", "messages", "contacts"])) {
            try await phone.app.tabBar.select("x")
        }
    }
}
