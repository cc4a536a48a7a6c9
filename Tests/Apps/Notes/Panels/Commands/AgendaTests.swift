// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumTesting
import Foundation
@testable import NotesLogic
import Testing

@testable import NotesPanels

/// Tasks with times, tasks that come again, and their month.
@MainActor
struct AgendaTests {
    @Test func `a task that comes again is due again, and what was done is told`() async throws {
        let fixture = try NotesFixture()
        _ = try await fixture.lines("add Rent")
        #expect(
            try await fixture.lines("todo 3 --due \"2026-01-31 15:00\" --every month")
                == ["Note 3 is to do by 2026-01-31 15:00, every month on day 31."])
        #expect(try await fixture.lines("done 3") == ["Note 3 is done; next it is due 2026-02-28 15:00."])
        #expect(try await fixture.lines("done 3") == ["Note 3 is done; next it is due 2026-03-31 15:00."])
        let shown = try await fixture.lines("show 3").joined(separator: "\n")
        #expect(
            shown.contains("Repeats") && shown.contains("every month on day 31") && shown.contains("2026-03-31 15:00"))
        #expect(shown.contains("Times done") && shown.contains("2026-01-01 09:00:00"))
        #expect(
            try await fixture.lines("todo 3 --due 2026-04-30") == [
                "Note 3 is to do by 2026-04-30, every month on day 30."
            ])
        #expect(try await fixture.lines("todo 3 --every never") == ["Note 3 is to do by 2026-04-30."])
        #expect(try await fixture.lines("done 3") == ["Note 3 is done."])
        #expect(try await fixture.lines("todo 3 --every jour") == ["Note 3 is to do by 2026-04-30, every day."])
        await #expect(throws: NotARepetition(word: "sometimes")) {
            try await fixture.lines("todo 3 --every sometimes")
        }
    }

    @Test func `today is over by the time of the day`() async throws {
        let fixture = try NotesFixture()
        for text in ["Late", "Soon", "All day"] { _ = try await fixture.lines("add \(text)") }
        _ = try await fixture.lines("todo 3 --due \"today 08:30\"")
        _ = try await fixture.lines("todo 4 --due 10:00")
        _ = try await fixture.lines("todo 5 --due today")
        let agenda = try await fixture.lines("agenda")
        #expect(agenda.map { $0.contains("overdue") } == [false, true, false])
        #expect(agenda.map { $0.contains("08:30") } == [false, true, false] && agenda[2].contains("10:00"))
        #expect(try await fixture.lines("list is:overdue").count == 1)
        fixture.clock.advance(by: .seconds(7200))
        #expect(try await fixture.lines("list is:overdue").count == 2)
    }

    @Test func `the agenda is one of itself, and a query in its words is none`() async throws {
        let fixture = try NotesFixture()
        for (line, title) in [
            ("agenda", "Agenda"), ("agenda ..friday", "Agenda: ..friday"), ("agenda ..+6", "Agenda"),
            ("list is:todo due:..+6 sort:due", "Found: is:todo due:..+6 sort:due"),
        ] {
            _ = try await fixture.lines(line)
            try await fixture.app.refresh()
            let context = ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now)
            fixture.app.panels.main.settle(for: Size(columns: 40, rows: 5), in: context)
            #expect(fixture.app.panels.main.title == title)
        }
        // A day that a word means goes on with the days.
        _ = try await fixture.lines("add Rent")
        _ = try await fixture.lines("todo 3 --due +7")
        #expect(
            try await fixture.lines("agenda") == [
                "Nothing is due on these days. todo 3 --due friday makes note 3 a task for friday."
            ])
        fixture.clock.advance(by: .seconds(86_400))
        #expect(try await fixture.lines("agenda").count == 1)
        await #expect(throws: CommandFault.notAPeriod(name: "days", value: "soon")) {
            try await fixture.lines("agenda soon")
        }
    }

    @Test func `a month has its days, weeks and tasks`() async throws {
        let first = try #require(Day("2026-02-01"))
        let month = AgendaMonth(first: first, entries: [], overdue: 0)
        #expect(month.weeks(from: 6).count == 4 && month.weeks(from: 6)[0][0] == first)
        #expect(month.weeks(from: 0).count == 5 && month.weeks(from: 0)[0][6] == first)
        for offset in 0..<500 {
            let month = AgendaMonth(
                first: AgendaMonth.start(of: first.adding(days: 17 * offset)), entries: [], overdue: 0)
            for weekday in 0..<7 {
                let weeks = month.weeks(from: weekday)
                let days = weeks.flatMap(\.self).compactMap(\.self)
                #expect(days.first == month.first && days.last?.adding(days: 1) == month.end)
                #expect(weeks.allSatisfy { $0.count == 7 })
                for week in weeks {
                    for (place, day) in week.enumerated() where day != nil {
                        #expect(day?.weekday == (place + weekday) % 7)
                    }
                }
            }
        }
    }

    @Test func `the month is shown, and any list takes its place`() async throws {
        let fixture = try NotesFixture()
        for text in ["Rent", "Water", "Before"] { _ = try await fixture.lines("add \(text)") }
        _ = try await fixture.lines("todo 3 --due 2026-01-05 --every month")
        _ = try await fixture.lines("todo 4 --due \"2026-01-05 15:00\"")
        _ = try await fixture.lines("todo 5 --due 2025-12-30")
        let reply = try await fixture.reply("agenda --month")
        guard case .records(let records) = reply.body else { throw CancellationError() }
        #expect(records.rows.count == 1 && reply.notices.count == 1)
        let said = ["2026-01-05  Mon  2  Rent, 15:00 Water", "! Overdue: 1"]
        #expect(try await fixture.lines("agenda --month") == said)
        #expect(try await fixture.lines("agenda --month 2026-02") == ["Nothing is due in 2026-02."])
        await #expect(throws: CommandFault.self) { try await fixture.lines("agenda --month soon") }
    }

    @Test func `a day of the month that is seen opens by its number`() async throws {
        let fixture = try NotesFixture()
        for text in ["Rent", "Water", "Dentist"] { _ = try await fixture.lines("add \(text)") }
        _ = try await fixture.lines("todo 3 --due 2026-01-05")
        _ = try await fixture.lines("todo 4 --due \"2026-01-05 15:00\"")
        _ = try await fixture.lines("todo 5 --due 2026-01-20")
        _ = try await fixture.lines("agenda --month")
        try await fixture.app.refresh()
        let app = fixture.app
        #expect(app.place(of: 2) == Place("notes", ["month", "2026-01", "2"]))
        let days = await app.completions(of: "month-day", for: "", language: .english)
        #expect(days.map(\.description) == ["2026-01-05", "2026-01-20"])
        // A press anywhere on a busy day, in the weeks or below them, and on no other.
        let document = try #require(app.panels.detail)
        let context = ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now)
        document.settle(for: Size(columns: 60, rows: 24), in: context)
        var pressed: [Int: Int] = [:]
        for line in 0..<24 {
            for column in 0..<60 {
                if let number = document.sight.link(atLine: line, column: column) { pressed[number, default: 0] += 1 }
            }
        }
        // “ 5 ” and “•2 ”, “[1] ” with the time twice; “20 ” and “•1 ”, and “[2] ”.
        #expect(pressed.keys.sorted() == [1, 2] && pressed.values.allSatisfy { $0 > 15 }, "\(pressed)")
        #expect(try await fixture.open("month", "2026-01", "2").map { $0.contains("Dentist") } == [true])
        let model = try #require(app.model as? NotesModel)
        #expect(model.month == nil && model.listing.sort == .due)
        // Nothing is seen of the month: its number is that of another month's days, or of none.
        let first = try await fixture.open("month", "2026-01", "1")
        #expect(first.count == 2 && first[0].contains("Rent") && first[1].contains("Water"))
        #expect(try await fixture.open("month", "2026-01", "2026-01-20").count == 1)
        await #expect(throws: CommandFault.notADay(name: "day", value: "3")) {
            try await fixture.open("month", "2026-01", "3")
        }
        await #expect(throws: CommandFault.notAPeriod(name: "month", value: "x")) {
            try await fixture.open("month", "x", "1")
        }
        #expect(try await fixture.open("month", "2026-01").count == 2)
        // A note over the month has links of its own.
        _ = try await fixture.lines("show 3")
        #expect(app.place(of: 1) == Place("notes", ["3", "1"]))
    }

    @Test(arguments: [
        (Language.english, [:] as [String: String], 6), (.english, ["LANG": "en_US.UTF-8"], 6),
        (.english, ["LANG": "en_GB.UTF-8"], 0), (.english, ["LC_TIME": "en_GB", "LANG": "en_US"], 0),
        (.english, ["LANG": "C.UTF-8"], 6), (.french, ["LANG": "en_US"], 0), (.simplifiedChinese, [:], 0),
    ])
    func `a week begins as in the user’s country`(language: Language, variables: [String: String], weekday: Int) {
        #expect(language.firstWeekday(variables) == weekday)
    }
}
