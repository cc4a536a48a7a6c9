// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumTesting
import NotesLogic
import NotesStore
import Testing

import AtriumKit
import AtriumScreen
import AtriumWorlds
import Foundation
@testable import NotesPanels

/// Long lists on the screen.
@MainActor
struct NoteListTests {
    private static let count = 820

    /// A user with so many notes, and the welcome notes among them.
    private func fixture(_ count: Int = count) async throws -> NotesFixture {
        let fixture = try NotesFixture()
        let dao = try SystemNotes.all(on: fixture.world.system)
        _ = try await fixture.reply("list")
        let drafts = (3...count).map {
            NoteDraft(
                content: "Note \($0)\($0 % 2 == 0 ? " even" : "")",
                createdAt: Timestamp(seconds: 1_700_000_000 + Int64($0)))
        }
        _ = try await dao.create(drafts, owner: ProbeAuthenticator().make("ana").user)
        return fixture
    }

    private func draw(_ fixture: NotesFixture, columns: Int = 60, rows: Int = 14) -> [String] {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        let context = ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now)
        fixture.app.panels.main.settle(for: canvas.size, in: context)
        fixture.app.panels.main.draw(on: &canvas, accent: .palette(3), isFocused: true)
        return canvas.lines
    }

    @Test func `an empty list says what is in the trash`() async throws {
        let fixture = try NotesFixture()
        _ = try await fixture.reply("list")
        _ = try await fixture.reply("remove 1 2")
        try await fixture.app.refresh()
        #expect(draw(fixture).joined().contains("No notes. In the trash: 2; list is:trashed lists them."))
    }

    /// Pages to one end, as keys do; returns all rows that were seen.
    private func page(_ fixture: NotesFixture, to edge: PanelEdge) async throws -> [String] {
        let list = fixture.app.panels.main
        try await fixture.app.refresh()
        var seen = draw(fixture)
        for _ in 0..<1_000 {
            let before = (list.position.top, list.offset)
            list.position.scroll(by: edge == .start ? -13 : 13)
            seen += draw(fixture)
            if list.position.isNear(edge) { try await list.turnPage(edge) }
            seen += draw(fixture)
            if (list.position.top, list.offset) == before { break }
        }
        return seen
    }

    /// The numbers of the notes in rows.
    private func numbers(_ rows: [String]) -> Set<Int> {
        Set(rows.compactMap { Int($0.dropFirst().drop { $0 == " " }.prefix { $0.isNumber }) })
    }

    @Test func `locked notes and notebooks have one sign`() async throws {
        let fixture = try NotesFixture()
        for line in ["add --in diary/2026 A secret", "add --in letters A letter", "add Open"] {
            _ = try await fixture.reply(line)
        }
        func sidebar() -> [String] {
            var canvas = Canvas(size: Size(columns: 24, rows: 8))
            let context = ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now)
            fixture.app.panels.sidebar.arrange(for: canvas.size, in: context)
            fixture.app.panels.sidebar.draw(on: &canvas, accent: .palette(3), isFocused: false)
            return canvas.lines.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
        }
        try await fixture.app.refresh()
        #expect(sidebar().contains("diary") && sidebar().contains("2026 1"), "\(sidebar())")
        let notes = NotesService(
            dao: try SystemNotes.all(on: fixture.world.system), owner: ProbeAuthenticator().make("ana").user,
            clock: fixture.clock, timeZone: .gmt, sealingCost: .cheap)
        try await notes.protection.setPassword(Secret("sesame"))
        for name in ["diary", "Empty"] { try await notes.lock(notebook: name) }
        _ = try await notes.protection.protect(3)
        try await fixture.app.refresh()
        #expect(
            sidebar().dropFirst(2) == ["🔒 diary 0", "🔒 2026 1", "🔒 Empty 0", "letters 1"], "\(sidebar())")
        _ = try await fixture.reply("list")
        try await fixture.app.refresh()
        let lines = draw(fixture)
        #expect(
            lines.contains { $0.contains("🔒 A secret") } && !lines.contains { $0.contains("🔒 A letter") }, "\(lines)")
        let reply = try await fixture.reply("notebooks").inWords()
        guard case .records(let records) = reply.body else { return #expect(Bool(false), "\(reply)") }
        #expect(records.columns.map(\.key) == ["notebook", "notes", "state"])
    }

    @Test func `the newest last, and back to the oldest`() async throws {
        let fixture = try await fixture()
        _ = try await fixture.reply("list")
        let seen = try await page(fixture, to: .start)
        #expect(numbers(seen) == Set(1...Self.count))
        let list = fixture.app.panels.main
        #expect((list.offset, list.total.count, list.position.top) == (0, Self.count, 0))
        #expect(numbers(try await page(fixture, to: .end)).contains(Self.count))
        #expect(try #require(list.offset) + list.position.rows.upperBound == Self.count)
    }

    @Test func `the newest first, and down to the oldest`() async throws {
        let fixture = try await fixture()
        for line in ["list --sort newest", "list --sort title", "list --sort modified"] {
            _ = try await fixture.reply(line)
            let seen = try await page(fixture, to: .end)
            #expect(numbers(seen) == Set(1...Self.count), "\(line)")
            #expect(fixture.app.panels.main.total == ListTotal(Self.count))
        }
    }

    @Test func `what was found is there to its end, and counted`() async throws {
        let fixture = try await fixture()
        _ = try await fixture.reply("find even")
        try await fixture.app.refresh()
        _ = draw(fixture)
        #expect(fixture.app.panels.main.total == ListTotal(Self.count / 2 - 1))
        #expect(fixture.app.panels.main.title.contains("even"))
        let list = fixture.app.panels.main
        for _ in 0..<100 {
            list.position.scroll(by: 30)
            try await list.turnPage(.end)
            _ = draw(fixture)
        }
        #expect(try #require(list.offset) + list.position.rows.upperBound == Self.count / 2 - 1)
    }

    @Test func `a number that is asked for ends the list`() async throws {
        let fixture = try await fixture()
        for line in ["list --limit 60", "list --sort newest --limit 60", "find even --limit 60"] {
            _ = try await fixture.reply(line)
            let isUp = line == "list --limit 60"
            _ = try await page(fixture, to: isUp ? .start : .end)
            let list = fixture.app.panels.main
            #expect(list.total == ListTotal(60), "\(line)")
            #expect(try #require(list.offset) + (isUp ? 0 : list.position.count) == (isUp ? 0 : 60), "\(line)")
        }
        _ = try await fixture.reply("move 4 home")
        _ = try await fixture.reply("move 5 home")
        #expect(try await fixture.lines("notebook home --limit 1").first?.hasPrefix("5") == true)
        #expect(
            try await fixture.lines("notebook home --limit 1").last == "! Only the newest of 2; --limit N shows more."
        )
    }

    @Test func `the number of a query gives way to the option`() async throws {
        let fixture = try await fixture(60)
        _ = try await fixture.reply("save few limit:2")
        for (line, count) in [
            ("list limit:2", 2), ("list limit:2 --limit 5", 5), ("list @few", 2), ("list @few --limit 59", 59),
            ("find even limit:20 --limit 3", 3), ("list limit:5 --limit 100", 60),
        ] {
            let isCut = count < (line.hasPrefix("find") ? 29 : 60)
            let lines = try await fixture.lines(line)
            #expect(lines.count == count + (isCut ? 1 : 0), "\(line)")
            try await fixture.app.refresh()
            _ = draw(fixture)
            #expect(fixture.app.panels.main.total == ListTotal(count), "\(line)")
            #expect(fixture.app.panels.main.asides.isEmpty == !isCut, "\(line)")
        }
    }

    @Test(arguments: ["list", "list --sort title", "find number"])
    func `what is opened is selected, wherever in the list it stands`(line: String) async throws {
        let fixture = try await fixture()
        _ = try await fixture.reply(line)
        try await fixture.app.refresh()
        _ = draw(fixture)
        for number in [5, Self.count - 1, Self.count / 2] {
            _ = try await fixture.reply("show \(number)")
            try await fixture.app.refresh()
            let isListed = line != "find number"
            #expect(draw(fixture).contains { $0.hasPrefix("▸") && $0.contains(" Note \(number)") } == isListed)
            #expect((fixture.app.panels.mainList?.selectedRow?.name.hasPrefix("\(number) ") ?? false) == isListed)
        }
    }

    @Test func `the selection and what is seen stay while more is loaded`() async throws {
        let fixture = try await fixture()
        _ = try await fixture.reply("list")
        try await fixture.app.refresh()
        _ = draw(fixture)
        let list = fixture.app.panels.main
        for _ in 0..<44 { list.position.select(by: -1) }
        let before = draw(fixture)
        try await list.turnPage(.start)
        #expect(draw(fixture) == before)
    }

    @Test func `a printed list says how many there are`() async throws {
        let fixture = try await fixture(60)
        #expect(try await fixture.lines("list").last == "! Only the newest 50 of 60; --limit N shows more.")
        #expect(
            try await fixture.lines("list --sort title --limit 2").last
                == "! Only the first 2 of 60; --limit N shows more.")
        #expect(
            try await fixture.lines("find even --limit 3").last == "! Only the newest 3 of 29; --limit N shows more.")
    }

    /// Counting those of all words that start so would take far longer than to find the newest.
    @Test func `of very many notes those with a word that is only begun are not counted`() async throws {
        let fixture = try await fixture(10_001)
        #expect(
            try await fixture.lines("find even --limit 2").last
                == "! There are more than the 2 shown; --limit N shows more.")
        #expect(
            try await fixture.lines("find \"even\" --limit 2").last
                == "! Only the newest 2 of 4,999; --limit N shows more.")
        #expect(
            try await fixture.lines("list --limit 2").last == "! Only the newest 2 of 10,001; --limit N shows more.")
    }
}
