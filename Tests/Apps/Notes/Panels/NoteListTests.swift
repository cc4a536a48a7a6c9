// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import NotesDomain
import NotesStore
import Session
import Systems
import Terminal
import Testing

import AtriumKit
import Foundation
@testable import Notes

/// Long lists on the screen.
@MainActor
struct NoteListTests {
    private static let count = 2_020

    /// A user with so many notes, and the welcome notes among them.
    private func house(_ count: Int = count) async throws -> NotesHouse {
        let house = try NotesHouse()
        let dao = try NoteStore.open(on: house.world.system)
        _ = try await house.reply("list")
        let drafts = (3...count).map {
            NoteDraft(
                content: "Note \($0)\($0 % 2 == 0 ? " even" : "")",
                createdAt: Timestamp(seconds: 1_700_000_000 + Int64($0)))
        }
        _ = try await dao.create(drafts, owner: ProbeAuthenticator().make("ana").user)
        return house
    }

    private func draw(_ house: NotesHouse, columns: Int = 60, rows: Int = 14) -> [String] {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        let context = ViewContext(language: .english, timeZone: .gmt, now: house.clock.now)
        house.app.main.arrange(for: canvas.size, in: context)
        house.app.main.draw(on: &canvas, accent: .palette(3), isFocused: true)
        return canvas.lines
    }

    /// Pages to one end, as keys do; returns all rows that were seen.
    private func page(_ house: NotesHouse, to edge: PanelEdge) async throws -> [String] {
        let list = house.app.main
        try await house.app.refresh()
        var seen = draw(house)
        for _ in 0..<1_000 {
            let before = (list.position.top, list.offset)
            list.position.scroll(by: edge == .start ? -13 : 13)
            seen += draw(house)
            if list.position.isNear(edge) { try await list.turnPage(edge) }
            seen += draw(house)
            if (list.position.top, list.offset) == before { break }
        }
        return seen
    }

    /// The numbers of the notes in rows.
    private func numbers(_ rows: [String]) -> Set<Int> {
        Set(rows.compactMap { Int($0.dropFirst().drop { $0 == " " }.prefix { $0.isNumber }) })
    }

    @Test func `the newest last, and back to the oldest`() async throws {
        let house = try await house()
        _ = try await house.reply("list")
        let seen = try await page(house, to: .start)
        #expect(numbers(seen) == Set(1...Self.count))
        let list = house.app.main
        #expect((list.offset, list.total.count, list.position.top) == (0, Self.count, 0))
        #expect(numbers(try await page(house, to: .end)).contains(Self.count))
        #expect(list.offset + list.position.rows.upperBound == Self.count)
    }

    @Test func `the newest first, and down to the oldest`() async throws {
        let house = try await house()
        for line in ["list --sort newest", "list --sort title", "list --sort modified"] {
            _ = try await house.reply(line)
            let seen = try await page(house, to: .end)
            #expect(numbers(seen) == Set(1...Self.count), "\(line)")
            #expect(house.app.main.total == ListTotal(Self.count))
        }
    }

    @Test func `what was found is there to its end, and counted`() async throws {
        let house = try await house()
        _ = try await house.reply("find even")
        try await house.app.refresh()
        _ = draw(house)
        #expect(house.app.main.total == ListTotal(Self.count / 2 - 1))
        #expect(house.app.main.title.contains("even"))
        let list = house.app.main
        for _ in 0..<100 {
            list.position.scroll(by: 30)
            try await list.turnPage(.end)
            _ = draw(house)
        }
        #expect(list.offset + list.position.rows.upperBound == Self.count / 2 - 1)
    }

    @Test func `a number that is asked for ends the list`() async throws {
        let house = try await house()
        for line in ["list --limit 60", "list --sort newest --limit 60", "find even --limit 60"] {
            _ = try await house.reply(line)
            let isUp = line == "list --limit 60"
            _ = try await page(house, to: isUp ? .start : .end)
            let list = house.app.main
            #expect(list.total == ListTotal(60), "\(line)")
            #expect(list.offset + (isUp ? 0 : list.position.count) == (isUp ? 0 : 60), "\(line)")
        }
        _ = try await house.reply("move 4 home")
        _ = try await house.reply("move 5 home")
        #expect(try await house.lines("notebook home --limit 1").first?.hasPrefix("5") == true)
        #expect(
            try await house.lines("notebook home --limit 1").last == "! Only the newest 1 of 2; --limit N shows more.")
    }

    @Test func `the selection and what is seen stay while more is loaded`() async throws {
        let house = try await house()
        _ = try await house.reply("list")
        try await house.app.refresh()
        _ = draw(house)
        let list = house.app.main
        for _ in 0..<44 { list.position.select(by: -1) }
        let before = draw(house)
        try await list.turnPage(.start)
        #expect(draw(house) == before)
    }

    @Test func `a printed list says how many there are`() async throws {
        let house = try await house(60)
        #expect(try await house.lines("list").last == "! Only the newest 50 of 60; --limit N shows more.")
        #expect(
            try await house.lines("list --sort title --limit 2").last
                == "! Only the first 2 of 60; --limit N shows more.")
        #expect(try await house.lines("find even --limit 3").last == "! Only the newest 3 of 29; --limit N shows more.")
    }

    /// Counting those of all words that start so would take far longer than to find the newest.
    @Test func `of very many notes those with a word that is only begun are not counted`() async throws {
        let house = try await house(10_001)
        #expect(
            try await house.lines("find even --limit 2").last
                == "! More notes match than the 2 shown; --limit N shows more.")
        #expect(
            try await house.lines("find \"even\" --limit 2").last
                == "! Only the newest 2 of 4999; --limit N shows more.")
        #expect(
            try await house.lines("list --limit 2").last == "! Only the newest 2 of 10001; --limit N shows more.")
    }
}
