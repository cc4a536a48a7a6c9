// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFaults
public import AtriumSession
public import AtriumStores
import AtriumWorlds
import Glibc

/// An app’s model whose changes stand in a journal, from which `undo` takes them back.
@MainActor
public protocol JournalModel: AnyObject {
    /// Undoes the last change, by any shell, or redoes the last one undone.
    ///
    /// - Returns: The reply about it.
    /// - Throws: `JournalFault`, and the app’s faults about data that was changed since.
    func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply

    /// The changes of commands, the newest first.
    ///
    /// - Throws: `StoreFault`.
    func journal() async throws -> [JournalEntry]

    /// The subject of the changes of one command, in a few words, such as the titles of the changed items.
    ///
    /// - Parameter entries: The entries of one run, the oldest first.
    func subject(of entries: [JournalEntry]) -> LocalizedText
}

/// The journal of a login’s settings and account, whose changes the commands of an app’s journal also undo and redo.
@MainActor
package struct SettingsJournal {
    let model: any JournalModel
    /// Undoes or redoes a change, as the commands of its own app do.
    let perform: @MainActor (JournalStep, CommandContext) async throws -> Reply

    /// The entries of changes that do not stand, as ones that cannot be undone, in an app’s journal as well.
    fileprivate func entries(beside own: [JournalEntry]) async throws -> [JournalEntry] {
        let runs = Set(own.lazy.filter(\.isLasting).map(\.origin.run))
        return try await model.journal().filter { !$0.isLasting || !runs.contains($0.origin.run) }
    }
}

extension CommandContext {
    /// The journal of the login’s settings, unless it is the model’s own.
    @MainActor
    fileprivate func settings(beside model: any JournalModel) -> SettingsJournal? {
        settings().flatMap { $0.model === model ? nil : $0 }
    }
}

extension Command where Model: JournalModel {
    /// The commands of a journal: `undo`, `redo` and `changes`.
    public static var journal: [Command] { [undo, redo, changes] }

    private static var count: Parameter<Int?> {
        .optional(.number("count", placeholder: "N", summary: Strings.parameterUndoCount))
    }

    /// Undoes the last change.
    public static var undo: Command {
        Command(
            "undo", category: .writing, summary: Strings.commandUndo, parameters: count, examples: ["undo", "undo 2"]
        ) { model, context, count in
            try await perform(.undo, count ?? 1, for: model, context)
        }
    }

    /// Redoes the last undone change.
    public static var redo: Command {
        Command(
            "redo", category: .writing, summary: Strings.commandRedo, parameters: count, examples: ["redo", "redo 2"]
        ) { model, context, count in
            try await perform(.redo, count ?? 1, for: model, context)
        }
    }

    @MainActor
    private static func perform(
        _ step: JournalStep, _ count: Int, for model: Model, _ context: CommandContext
    ) async throws -> Reply {
        let settings = context.settings(beside: model)
        var replies: [Reply] = []
        var reply: Reply {
            Reply(forEach: replies) {
                step == .undo ? Strings.undoneSeveral(count: $0) : Strings.redoneSeveral(count: $0)
            }
        }
        while replies.count < count {
            do {
                replies.append(try await perform(step, for: model, settings, context))
            } catch  where !replies.isEmpty {
                // The finished steps are reported, and the reason why there are no more.
                let fault = ErrorDescription(error)
                let done = reply
                return Reply(done.body, notices: done.notices + [fault.sentence], status: fault.status)
            }
        }
        return replies.count == 1 ? replies[0] : reply
    }

    /// Undoes the later change of the app’s and the settings’, or redoes the earlier undone one.
    @MainActor
    private static func perform(
        _ step: JournalStep, for model: Model, _ settings: SettingsJournal?, _ context: CommandContext
    ) async throws -> Reply {
        let entries = try await model.journal()
        let others = try await settings?.entries(beside: entries) ?? []
        let own = entries.next(step, beside: others).first?.origin
        let other = others.next(step, beside: entries).first?.origin
        if let settings, let other, own.map({ step == .undo ? other.follows($0) : $0.follows(other) }) ?? true {
            return try await settings.perform(step, context)
        }
        if own == nil, step == .undo, entries.isCut { throw JournalFault.olderNotKept }
        // The model does not see what was set since.
        if own == nil, step == .redo { throw JournalFault.nothingToRedo }
        return try await model.perform(step, context)
    }

    private static var changes: Command {
        Command(
            "changes", category: .reading, summary: Strings.commandChanges,
            parameters: .optional(.period("when", placeholder: "DAY", summary: Strings.parameterChangesPeriod)), .limit,
            examples: ["changes", "changes today", "changes --limit 200"]
        ) { model, context, period, limit in
            let zone = context.world.timeZone
            let days = try period?.days(today: Day(context.world.clock.now, in: zone)).days
            let entries = try await model.journal()
            @MainActor func changes(_ entries: [JournalEntry], of model: any JournalModel) -> [Change] {
                var runs: [[JournalEntry]] = []
                for entry in entries where days?.contains(Day(entry.origin.time, in: zone)) ?? true {
                    if runs.last?.last?.origin.run == entry.origin.run {
                        runs[runs.count - 1].append(entry)
                    } else {
                        runs.append([entry])
                    }
                }
                return runs.reversed().map { Change(entry: $0[0], subject: model.subject(of: $0.reversed())) }
            }
            var rows = changes(entries, of: model)
            var oldest = entries.isCut ? entries.last : nil
            if let settings = context.settings(beside: model) {
                let entries = try await settings.entries(beside: entries)
                if entries.isCut, let last = entries.last, oldest.map({ last.origin.follows($0.origin) }) ?? true {
                    oldest = last
                }
                for row in changes(entries, of: settings.model) {
                    // Each journal keeps its own order, whatever the clock has done.
                    let place = rows.lastIndex { row.entry.origin.follows($0.entry.origin) }
                    rows.insert(row, at: place.map { $0 + 1 } ?? 0)
                }
            }
            let isCut = oldest.map { oldest in days.map { $0.lowerBound <= Day(oldest.origin.time, in: zone) } ?? true }
            return .records(
                Records(
                    rows,
                    [
                        .init("time", Strings.columnChangedAt) { .timestamp($0.entry.origin.time) },
                        .init("command", Strings.columnChangedBy) { .text($0.entry.origin.command) },
                        .init("what", Strings.columnChanged) { .word($0.subject) },
                        .init("state", Strings.columnChangedState) { $0.state },
                        .init("process", Strings.columnChangedState, isHidden: true) {
                            .number(Int($0.entry.origin.process))
                        },
                    ], whenEmpty: period == nil ? Strings.changesNone : Strings.changesNoneThen
                ).limited(to: limit ?? longestList, keeping: .last),
                notices: isCut ?? false ? [Strings.changesOlder] : [])
        }
    }
}

/// The most changes that are listed unless `--limit` says otherwise.
private let longestList = 50

/// The changes of one command.
private struct Change: Sendable {
    let entry: JournalEntry
    let subject: LocalizedText

    var state: Value {
        switch entry.state {
        case .undone, .left: .word(key: "undone", Strings.changesUndone)
        case _ where entry.isLasting: .word(key: "lasting", Strings.changesLasting)
        case .passed: .word(key: "passed", Strings.changesPassed)
        case .done where entry.origin.process != getpid(): .word(key: "done", Strings.changesElsewhere)
        case .done: .word(key: "done", LocalizedText(verbatim: ""))
        }
    }
}

extension JournalFault: UserFacing {
    /// The first word of its codes.
    public static var area: String { "journal" }

    /// The change that could not be undone or redone, and the remedy.
    public var sentence: LocalizedText { Strings.sentence(of: self) }
}
