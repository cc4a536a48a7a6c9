// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
import AtriumSession
import AtriumStores
import AtriumTesting
import Testing

/// The commands of a journal, with that of the settings beside it.
@MainActor
struct JournalCommandTests {
    /// A journal whose steps are counted and change nothing else.
    private final class Model: AppModel, JournalModel {
        var entries: [JournalEntry]

        init(_ entries: [JournalEntry]) { self.entries = entries }

        func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply {
            guard let entry = entries.next(step).first else { throw step.nothingLeft }
            for index in entries.indices where entries[index].id == entry.id {
                entries[index].state = step == .undo ? .undone : .done
            }
            return .message(LocalizedText(verbatim: entry.origin.command))
        }

        func journal() async throws -> [JournalEntry] { entries }
        func subject(of entries: [JournalEntry]) -> LocalizedText { LocalizedText(verbatim: "\(entries.count)") }
    }

    private func entries(_ times: some Sequence<Int>, from first: Int = 1, named name: String) -> [JournalEntry] {
        zip(first..., times).map { id, time in
            JournalEntry(id: id, origin: Origin("\(name) \(time)", at: Timestamp(seconds: Int64(time))), changes: [])
        }.reversed()
    }

    private func perform(
        _ command: Command<Model>, _ values: [String: String] = [:], on model: Model, _ settings: Model?
    ) async throws -> Reply {
        let plain = CommandContext(language: .english, world: .test(), prompter: CannedPrompter())
        let context = CommandContext(plain) {
            settings.map { model in SettingsJournal(model: model) { try await model.perform($0, $1) } }
        }
        var arguments = Arguments()
        for parameter in command.spec.parameters { values[parameter.name].map { arguments.set(parameter, $0) } }
        return try await command.performing(model, arguments, context)
    }

    private func undone(_ step: Command<Model>, on model: Model, _ settings: Model?) async throws -> String? {
        guard case .message(let text, _) = try await perform(step, on: model, settings).body else { return nil }
        return text.string(in: .english)
    }

    @Test func `the later change is undone, and the earlier undone one done again`() async throws {
        let model = Model(entries([1, 3], named: "own"))
        let settings = Model(entries([2, 4], named: "set"))
        for expected in ["set 4", "own 3", "set 2", "own 1"] {
            #expect(try await undone(.undo, on: model, settings) == expected)
        }
        await #expect(throws: JournalFault.nothingToUndo) { try await perform(.undo, on: model, settings) }
        for expected in ["own 1", "set 2", "own 3", "set 4"] {
            #expect(try await undone(.redo, on: model, settings) == expected)
        }
    }

    @Test func `of changes at one moment the later run of a process is the later`() async throws {
        let settings = Model(entries([1], named: "set"))
        let model = Model(entries([1], named: "own"))
        #expect(try await undone(.undo, on: model, settings) == "own 1")
        #expect(try await undone(.undo, on: model, settings) == "set 1")
    }

    @Test func `that older changes are not kept is said`() async throws {
        let model = Model(entries(1...60, from: 41, named: "own"))
        let changes = Command<Model>.journal[2]
        let reply = try await perform(changes, on: model, nil)
        guard case .records(let records) = reply.body else { throw CommandFault.cancelled }
        #expect(records.count == 50 && records.cut?.total == 60)
        #expect(reply.notices.map { $0.string(in: .english) } == ["Older changes are not kept."])
        let all = try await perform(.undo, ["count": "61"], on: model, nil)
        #expect(all.notices.last?.string(in: .english).hasPrefix("No change is left to undo: older") == true)
        #expect(try await perform(changes, on: Model(entries([1], named: "own")), nil).notices.isEmpty)
    }
}
