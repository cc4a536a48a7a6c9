// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumWorlds
import NotesLogic

extension NotesCommands {
    /// The commands for notes of days, due tasks, and texts that grow.
    static let days: [Command<NotesModel>] = [daily, agenda, append, prepend, redate]

    /// The time of a note’s creation.
    static let moment = Parameter.word(
        "at", as: Moment.self, placeholder: "DAY", summary: Strings.optionAt)

    private static let daily = Command<NotesModel>(
        "daily", aliases: ["today"], category: .writing, summary: Strings.commandDaily,
        parameters: .option(.day("on", placeholder: "DAY", summary: Strings.optionOn)),
        .optional(.text("text", summary: Strings.parameterDaily).orShown()),
        examples: ["daily", Strings.examplesDaily]
    ) { model, context, on, text in
        try await model.welcome()
        let day = (on ?? .fromToday(0)).day(today: context.world.today)
        let (note, unknown, isNew): (Note, [String], Bool)
        do {
            (note, unknown, isNew) = try await model.service.note(of: day, adding: text, in: context.language)
        } catch NotesFault.lockedNotebook {
            // Journals have a notebook of their own.
            try await model.unlock(context)
            (note, unknown, isNew) = try await model.service.note(of: day, adding: text, in: context.language)
        }
        if isNew { model.didAdd([note.id]) }
        let notices = NoteReplies.unknownGaps(unknown)
        guard let text else { return try await model.detail(note.id, context, notices: notices) }
        if isNew {
            await model.read(made: note)
            return NoteReplies.done(Strings.added(id: note.id), note.id, notices: notices)
        }
        let id = try await model.note(note.id, context).id
        let saved = try await model.changing([id]) {
            try await model.service.extend(id, by: text, at: .bottom)
        }
        return NoteReplies.saved(saved, Strings.modified(id: note.id), notices: notices)
    }

    private static let agenda = Command<NotesModel>(
        "agenda", category: .reading, summary: Strings.commandAgenda,
        parameters: .flag("month", summary: Strings.optionMonth), .limit,
        .optional(.period("days", placeholder: "DAY", summary: Strings.parameterAgenda)),
        examples: ["agenda", Strings.examplesAgenda, "agenda --month", "agenda --month 2026-02"]
    ) { model, context, showsMonth, limit, days in
        if showsMonth { return try await show(month: days, limit: limit, model, context) }
        // The agenda keeps the word, which means other days tomorrow; that it means some today is said here.
        _ = try days?.days(today: context.world.today)
        try await model.show(.agenda(days.map { AgendaDays($0.word) } ?? .usual), NoteListing(.due, limit: limit))
        return try await model.list()
    }

    /// The word before the places of months.
    nonisolated static let monthRoute = "month"
    /// A month, as its place has it.
    nonisolated static let month = Parameter.period("month", placeholder: "MONTH", summary: Strings.parameterMonth)
    /// One of its days: its number among those with due tasks, or the day itself.
    nonisolated static let dayOfMonth = Parameter.word(
        "day", as: String.self, placeholder: "DAY", values: .item("month-day"), summary: Strings.parameterDayOfMonth)

    /// Shows the due tasks of the month of a day; `nil` for this month.
    static func show(
        month days: Period?, limit: Int?, _ model: NotesModel, _ context: CommandContext
    ) async throws -> Reply {
        let today = context.world.today
        let span = try days?.days(today: today).days
        // A span without a beginning is in the month in which it ends.
        let day = span.map { $0.lowerBound.year > 0 ? $0.lowerBound : $0.upperBound.adding(days: -1) } ?? today
        let month = try await model.show(monthOf: day, limit: limit)
        return .onPanels { AgendaDocument.reply(month, today: today, limit: limit) }
    }

    /// Lists the due tasks of a day of a month.
    static func show(
        day typed: String, of month: Period, _ model: NotesModel, _ context: CommandContext
    ) async throws -> Reply {
        let first = try month.days(today: context.world.today).days.lowerBound
        // The displayed days count, whatever has changed since.
        var days = model.month?.busyDays ?? []
        if model.month?.text != month.word { days = try await model.service.agenda(ofMonth: first).busyDays }
        let numbered = Int(typed).flatMap { days[number: $0] }
        guard let day = numbered ?? DayReference(typed)?.day(today: context.world.today) else {
            throw CommandFault.notADay(name: "day", value: typed)
        }
        try await model.show(.agenda(AgendaDays(day.text)), NoteListing(.due))
        return try await model.list()
    }

    private static let append = Command<NotesModel>(
        "append", category: .writing, summary: Strings.commandAppend,
        parameters: id, .text("text", summary: Strings.parameterLines), examples: [Strings.examplesAppend]
    ) { model, context, reference, text in try await extend(reference, by: text, at: .bottom, model, context) }

    private static let prepend = Command<NotesModel>(
        "prepend", category: .writing, summary: Strings.commandPrepend,
        parameters: id, .text("text", summary: Strings.parameterLines), examples: [Strings.examplesPrepend]
    ) { model, context, reference, text in try await extend(reference, by: text, at: .top, model, context) }

    @MainActor
    private static func extend(
        _ reference: NoteReference, by text: String, at end: NotesService.End, _ model: NotesModel,
        _ context: CommandContext
    ) async throws -> Reply {
        let id = try await model.note(model.id(reference), context).id
        var (lines, unfinished) = (text, Int?.none)
        if text == "-" {
            let isSecret = try await model.service.note(id).isProtected
            let capture = NoteCapture(service: model.service, context: context, isSecret: isSecret)
            (lines, unfinished) = try await capture.lines(endingWithDot: false)
        }
        let saved = try await model.changing([id]) {
            try await model.service.extend(id, by: lines, at: end)
        }
        if let unfinished { try await model.service.dropUnfinished(unfinished) }
        return NoteReplies.saved(saved, Strings.modified(id: id))
    }

    private static let redate = Command<NotesModel>(
        "redate", category: .writing, summary: Strings.commandRedate,
        parameters: id.orSelection(),
        .word("day", as: Moment.self, placeholder: "DAY", summary: Strings.parameterRedate),
        examples: [Strings.examplesRedate, "redate 3 \"2026-01-05 14:30\""]
    ) { model, context, reference, moment in
        let time = moment.time(now: context.world.clock.now, in: context.world.timeZone)
        // A store has the years from 1 to 9999, in any time zone.
        guard let time, (1...9999).contains(CivilTime(time, in: .gmt).year) else {
            throw CommandFault.notAMoment(name: "day", value: moment.word)
        }
        let id = try await model.id(reference)
        let note = try await model.changing([id]) { try await model.service.redate(id, to: time) }
        let said = CivilTime(time, in: context.world.timeZone).dateAndTime
        return NoteReplies.done(
            Strings.redated(id: note.id, time: said), note.id, notices: NoteReplies.toCome(time, in: context.world))
    }
}
