// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import AtriumSession
import AtriumStores
import AtriumSystems

/// A change of the number, as the journal keeps it.
struct TallyChange: Codable, Hashable, Sendable {
    let before: Int
    let after: Int
}

/// The rows of one user.
struct TallyRows: Sendable {
    var number = 0
    var journal = MemoryJournal()
}

/// A transaction on the rows, which keeps a journal.
final class Tally: JournalKeeping {
    private(set) var rows: TallyRows
    private(set) var log = ChangeLog<TallyChange>()

    init(_ rows: TallyRows) { self.rows = rows }

    /// Changes the number and records the change, in the same transaction.
    func set(_ number: Int) throws {
        let change = TallyChange(before: rows.number, after: number)
        apply(change)
        try record(JournalEntry.lines([change]), isLasting: false)
    }

    /// Undoes the last change, or redoes the last undone one.
    func perform(_ step: JournalStep) throws -> [JournalEntry] {
        try perform(step) { entry in
            let changes: [TallyChange] = entry.steps()
            for change in step == .undo ? changes.reversed() : changes {
                let next = step == .undo ? TallyChange(before: change.after, after: change.before) : change
                guard rows.number == next.before else { throw JournalFault.changedSince(entry.origin.command) }
                apply(next)
            }
        }
    }

    private func apply(_ change: TallyChange) {
        rows.number = change.after
        log.add(change)
    }

    func journal(limit: Int) throws -> [JournalEntry] { rows.journal.entries(limit: limit) }
    func put(_ entry: JournalEntry) throws { rows.journal.put(entry) }
}

final class TallyModel: AppModel, JournalModel {
    let store: MemoryStore<TallyRows, Tally, Tally, TallyChange>

    init(in system: MemorySystem, of user: UserID) {
        store = MemoryStore(on: system, named: "tally", of: user, empty: TallyRows()) { rows in
            let tally = Tally(rows)
            return .init(reader: tally, writer: tally, finish: { (tally.rows, tally.log) })
        }
    }

    var number: Int { get throws { try store.read { $0.rows.number } } }

    func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply {
        do {
            let entries = try store.write { try $0.perform(step) }
            guard let last = entries.last else { throw step.nothingLeft }
            return .message(
                "\(step == .undo ? "Undone" : "Redone"): \(last.origin.command). The number is \(try number).")
        } catch let failure as JournalFailure {
            // Later steps pass it over.
            try store.write { try $0.pass(failure) }
            throw failure.fault
        }
    }

    func journal() async throws -> [JournalEntry] { try store.read { try $0.journal(limit: Journal.mostEntries) } }

    func subject(of entries: [JournalEntry]) -> LocalizedText {
        let changes: [TallyChange] = entries.flatMap { $0.steps() }
        return "\(changes.first?.before ?? 0) → \(changes.last?.after ?? 0)"
    }
}

struct TallyFactory: AppFactory {
    let id: AppID = "tally"
    let title: LocalizedText = "Tally"
    let summary: LocalizedText = "Keeps a number, and every change of it."
    private let system = MemorySystem()

    func makeModel(for session: UserSession, in world: World) -> TallyModel { TallyModel(in: system, of: session.user) }

    func main(_ model: TallyModel) -> MainSource { .text("\((try? model.number) ?? 0)", titled: title) }

    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) throws {
        try TallyModel(in: system, of: user).store.write { try $0.set(0) }
    }

    var selectionCommands: [SelectionKey: CommandSpec] { [.undo: Command<TallyModel>.undo.spec] }

    var commands: [Command<TallyModel>] {
        let count = Parameter.number("count", placeholder: "N", summary: "How many to add")
        let add = Command<TallyModel>("add", summary: "Adds to the number.", parameters: count, examples: ["add 3"]) {
            model, count in
            try model.store.write { try $0.set($0.rows.number + count) }
            return .message("\(try model.number)")
        }
        return [add] + Command.journal
    }
}

@main struct Main {
    static func main() async {
        await ShellProgram("Tally", version: "1.0", summary: "Keeps a number.") { _ in [TallyFactory()] }.main()
    }
}
