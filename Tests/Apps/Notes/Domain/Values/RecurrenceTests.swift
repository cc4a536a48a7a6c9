// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Dice
import Foundation
import NotesLogic
import Testing

/// How often something is to be done again.
struct RecurrenceTests {
    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    @Test(arguments: [
        ("every day", "2026-01-31", "2026-02-01"), ("every 2 weeks", "2026-01-31", "2026-02-14"),
        ("every month", "2026-01-15", "2026-02-15"), ("every month", "2026-01-31", "2026-02-28"),
        ("every month", "2024-01-31", "2024-02-29"), ("every month on the 31st", "2026-02-28", "2026-03-31"),
        ("every month on the 30th", "2026-02-28", "2026-03-30"), ("every 13 months", "2026-12-31", "2028-01-31"),
        ("every year", "2024-02-29", "2025-02-28"), ("every 4 years on the 29th", "2024-02-29", "2028-02-29"),
        ("every year on the 29th", "2027-02-28", "2028-02-29"), ("every weekday", "2026-01-02", "2026-01-05"),
        ("every weekday", "2026-01-03", "2026-01-05"), ("every 5 weekdays", "2026-01-01", "2026-01-08"),
        ("every day", "9999-12-30", "9999-12-31"),
    ])
    func `the next day`(rule: String, last: String, next: String) throws {
        #expect(try #require(Recurrence(rule)).next(after: day(last)) == day(next))
    }

    @Test(arguments: ["day", "week", "weekday", "month", "year", "1000 weeks"])
    func `beyond the last year there is no other day, and the task is done`(rule: String) throws {
        let rule = try #require(Recurrence(rule))
        let last = try day("9999-12-31")
        #expect(rule.next(after: last) == nil)
        let now = Timestamp(seconds: 0)
        let task = Todo(due: DueTime(last), recurrence: rule)
        #expect(task.finished(at: now, in: .gmt) == Todo(due: DueTime(last), doneAt: now, recurrence: rule))
    }

    @Test(arguments: [
        ("day", "every day"), ("Daily", "every day"), ("2 weeks", "every 2 weeks"), ("2w", "every 2 weeks"),
        ("weekday", "every weekday"), ("every  month", "every month"), ("yearly", "every year"),
        ("week when done", "every week when done"), ("2 days after done", "every 2 days when done"),
        ("jour", "every day"), ("chaque semaine", "every week"), ("toutes les 2 semaines", "every 2 weeks"),
        ("mois", "every month"), ("tous les ans", "every year"), ("jours ouvrés", "every weekday"),
        ("semaine une fois fait", "every week when done"),
        ("每天", "every day"), ("每周", "every week"), ("每两周", "every 2 weeks"), ("3个月", "every 3 months"),
        ("每 2 年", "every 2 years"), ("工作日", "every weekday"), ("完成后每周", "every week when done"),
        ("every month on the 31st", "every month on the 31st"), ("monthly on the 30th", "every month on the 30th"),
    ])
    func `a rule is read as people write it`(typed: String, text: String) {
        #expect(Recurrence(typed)?.text == text)
    }

    @Test(arguments: [
        "", "often", "0 days", "-1 day", "1001 days", "every", "every month on the 32nd", "every day on the 31st",
        "every month on the 12th", "week when", "99999999999999999999 days", "two weeks",
    ])
    func `anything else is none`(typed: String) {
        #expect(Recurrence(typed) == nil)
    }

    @Test(arguments: seeds(6))
    func `each rule reads back, goes on, and comes back to its day of the month`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<200 {
            let start = try #require(Day(year: 1900 + dice.roll(300), month: 1 + dice.roll(12), day: 1 + dice.roll(28)))
                .adding(days: dice.roll(4))
            let unit = try #require(Recurrence.Unit.allCases.randomElement(using: &dice))
            let rule = Recurrence(1 + dice.roll(30), unit, isAfterDone: dice.roll(4) == 0).anchored(at: start)
            #expect(Recurrence(rule.text) == rule)
            var day = start
            for _ in 0..<30 {
                let next = try #require(rule.next(after: day))
                #expect(next > day)
                switch unit {
                case .day, .week: #expect(day.adding(days: rule.count * (unit == .week ? 7 : 1)) == next)
                case .weekday: #expect(next.weekday < 5)
                case .month, .year:
                    let months = (next.year - day.year) * 12 + next.month - day.month
                    #expect(months == rule.count * (unit == .year ? 12 : 1))
                    // The last day of a month that is too short, and otherwise the day itself.
                    let wanted = rule.isAfterDone ? day.day : start.day
                    #expect(next.day == wanted || next.day < wanted && next.adding(days: 1).day == 1)
                }
                day = next
            }
        }
    }

    @Test(arguments: ["Europe/Paris", "America/New_York", "Asia/Kolkata", "Pacific/Apia"])
    func `a time of the clock stays, whatever becomes of the clocks`(zone: String) throws {
        let zone = try #require(Zone(identifier: zone))
        var todo = Todo(due: DueTime("2026-01-31T02:30"), recurrence: Recurrence("every month on the 31st"))
        for step in 0..<24 {
            let due = try #require(todo.due)
            let now = due.start(in: zone) + .seconds(90_000)
            #expect(todo.isOverdue(at: DueTime(now, in: zone)))
            todo = todo.finished(at: now, in: zone)
            #expect(todo.due?.minutes == 150 && todo.doneAt == nil && todo.completions.count == step + 1)
            #expect(todo.lastDone == now)
        }
        #expect(todo.due == DueTime("2028-01-31T02:30"))
    }

    @Test func `what is counted from the day of doing is`() throws {
        var todo = Todo(due: DueTime("2026-01-05"), recurrence: Recurrence("every week when done"))
        let done = try #require(CivilTime("2026-01-20 23:30")?.timestamp(in: .gmt))
        #expect(todo.finished(at: done, in: .gmt).due?.text == "2026-01-27")
        #expect(try todo.finished(at: done, in: #require(Zone(secondsFromGMT: 3600))).due?.text == "2026-01-28")
        todo.recurrence = Recurrence("every week")
        #expect(todo.finished(at: done, in: .gmt).due?.text == "2026-01-12")
    }

    @Test(arguments: [
        ("2026-01-31", "2026-01-31"), ("2026-01-31T15:00", "2026-01-31T15:00"),
        ("2026-01-31 15:00", "2026-01-31T15:00"),
        ("2026-01-31T15:00:30", "2026-01-31T15:00"), ("2026-01-31T15:00:00.5Z", "2026-01-31T16:00"),
        ("2026-01-31T23:30:00-05:00", "2026-02-01T05:30"), ("2026-01-31 soon", "2026-01-31"),
        ("2026-01-31T25:00", "2026-01-31"), ("2026-01-31, perhaps", "2026-01-31"),
    ])
    func `a due time is read as files have it`(text: String, expected: String) throws {
        let zone = try #require(Zone(secondsFromGMT: 3600))
        #expect(DueTime(text, in: zone)?.text == expected)
    }

    @Test func `what is due is over in the order of its text`() throws {
        let times = ["2026-01-01", "2026-01-01T00:00", "2026-01-01T09:30", "2026-01-02"].compactMap { DueTime($0) }
        #expect(times.map(\.text).sorted() == times.sorted().map(\.text) && times.sorted() == times)
        let now = try #require(DueTime("2026-01-01T09:30"))
        #expect(times.map { $0.isOver(at: now) } == [false, true, false, false])
        #expect(times[0].isOver(at: try #require(DueTime("2026-01-02T00:00"))))
    }
}
