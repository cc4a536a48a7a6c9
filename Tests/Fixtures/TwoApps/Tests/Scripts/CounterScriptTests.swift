// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import Foundation
import Testing

/// A program that has nothing of the shell: it counts.
@MainActor
private final class Counter: ScriptSubject {
    private var count = 0

    var currentApp: String? { "counter" }

    func perform(_ command: String, answers: [String]) async -> ScriptOutcome {
        guard command == "count" else {
            return ScriptOutcome(output: "", errorOutput: "Only count is understood.\n", status: 2)
        }
        count += 1
        return ScriptOutcome(output: "\(count)\n", errorOutput: "", status: 0)
    }

    func apply(_ setting: ScriptSetting) async throws {}

    func openTerminal() async throws -> any ScriptTerminal { throw CocoaError(.featureUnsupported) }

    func end() async {}
}

@MainActor
private final class Counters: ScriptShellFactory {
    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject { Counter() }
}

/// Session scripts drive any program.
@MainActor
@Suite struct CounterScriptTests {
    private func result(of script: String) async throws -> ScriptResult {
        let script = try SessionScriptParser().parse(Array(script.utf8))
        let folder = FileManager.default.temporaryDirectory.path
        return await ScriptBatch(factory: Counters(), temporaryFolder: folder).perform(script, path: "counter.session")
    }

    @Test func `what the program says is what its script says`() async throws {
        let result = try await result(
            of: """
                @ counter
                $ count
                  [N:number]
                $ count
                  2
                $ add
                ! Only count is understood.
                ? 2
                """)
        #expect(result.passed)
        #expect(result.stepsRun == 4)
    }

    @Test func `what it says otherwise is told of by its line`() async throws {
        let result = try await result(of: "$ count\n  2\n")
        #expect(result.failures.map(\.line) == [1])
    }
}
