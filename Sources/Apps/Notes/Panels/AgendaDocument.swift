// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import NotesLogic

/// A month of tasks: its weeks with how much is due on each day, and below them what it is.
@MainActor
enum AgendaDocument {
    /// The document of the month that a model shows.
    static func source(of month: AgendaMonth, in model: NotesModel) -> DocumentSource {
        var source = DocumentSource(
            id: "month " + month.text, title: Strings.panelMonth(month: month.text), isOpen: true
        ) { context in
            [
                [grid(of: month, from: model.firstWeekday(in: context.language), in: context)],
                list(of: month, in: context),
            ]
        }
        source.close = { model.closeMonth() }
        return source
    }

    private static func grid(of month: AgendaMonth, from weekday: Int, in context: ViewContext) -> Block {
        let today = Day(context.now, in: context.timeZone)
        let names = context.language.narrowWeekdays
        // The last column has the rest of the row: an empty one, so that the days stand together.
        var rows: [[StyledText]] = [(0..<7).map { StyledText(names[($0 + weekday) % 7] + " ") } + [StyledText()]]
        for week in month.weeks(from: weekday) {
            let links = week.map { day in day.flatMap(month.number).flatMap { SpanLink(address: nil, number: $0) } }
            rows.append(
                zip(week, links).map { day, link in
                    day.map { number(of: $0, isToday: $0 == today, link) } ?? StyledText()
                })
            let counts = week.map { day in day.map { month.entries(on: $0).count } ?? 0 }
            guard counts.contains(where: { $0 > 0 }) else { continue }
            rows.append(
                zip(counts, links).map { count, link in
                    count == 0 ? StyledText() : StyledText("•\(count) ", [.accented, .strong], link: link)
                })
        }
        return Block(.table(Block.Table(.open, rows: rows, rightAligned: Set(0..<7))))
    }

    /// The number of a day; today’s is in brackets.
    private static func number(of day: Day, isToday: Bool, _ link: SpanLink?) -> StyledText {
        isToday
            ? StyledText("[\(day.day)]", [.accented, .strong], link: link) : StyledText("\(day.day) ", link: link)
    }

    private static func list(of month: AgendaMonth, in context: ViewContext) -> [Block] {
        let now = DueTime(context.now, in: context.timeZone)
        var blocks: [Block] = [.blank]
        if month.overdue > 0 {
            blocks += [.text(Strings.agendaOverdue(count: month.overdue).string(in: context.language), .faint), .blank]
        }
        guard !month.entries.isEmpty else {
            return blocks + [.text(Strings.agendaEmpty(month: month.text).string(in: context.language), .faint)]
        }
        let width = String(month.busyDays.count).count + 3
        var last: Day?
        for entry in month.entries {
            // The number that opens the day, before the first due task on it.
            let number = month.number(of: entry.due.day)
            let label = last == entry.due.day ? "" : number.map { "[\($0)]" } ?? ""
            last = entry.due.day
            let padding = String(repeating: " ", count: max(0, width - label.count))
            var line = StyledText(
                label + padding + entry.due.shown, .faint, link: SpanLink(address: nil, number: number))
            line.append("  ", .faint)
            line.append(
                (entry.isRepeated ? "↻ " : "") + "\(entry.id) " + entry.title,
                entry.due.isOver(at: now) ? .strong : [])
            blocks.append(Block(.paragraph(line)))
        }
        return blocks
    }

    /// A title; for people with the time of the day at which it is due.
    private nonisolated static func title(of entry: AgendaMonth.Entry) -> Value {
        guard entry.due.minutes != nil else { return .text(entry.title) }
        let time = entry.due.short(on: entry.due.day)
        return .word(key: entry.title, LocalizedText(verbatim: "\(time) \(entry.title)"))
    }

    /// The days of the month on which something is due.
    static func reply(_ month: AgendaMonth, today: Day, limit: Int?) -> Reply {
        .records(
            Records(
                month.busyDays,
                [
                    .init("day", Strings.columnDay) { .text($0.text) },
                    .init("weekday", Strings.columnWeekday) { day in
                        .word(
                            key: DayReference.weekday(day.weekday).text,
                            LocalizedText("agenda.weekday") { $0.shortWeekdays[day.weekday] })
                    },
                    .init("today", Strings.columnToday) { .mark($0 == today) },
                    .init("notes", Strings.columnCount, isRightAligned: true) { .number(month.entries(on: $0).count) },
                    .init("titles", Strings.columnTitle) { .list(month.entries(on: $0).map(title)) },
                    .init("ids", Strings.columnId, isHidden: true) { day in
                        .list(month.entries(on: day).map { .number($0.id) })
                    },
                ], whenEmpty: Strings.agendaEmpty(month: month.text)
            ).limited(to: limit),
            notices: month.overdue > 0 ? [Strings.agendaOverdue(count: month.overdue)] : [])
    }
}

extension Moment {
    /// By when something is due; without a time of day, on that day.
    func due(today: Day) -> DueTime { DueTime(day.day(today: today), minutes: seconds.map { $0 / 60 }) }
}
