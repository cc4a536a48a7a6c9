// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import AtriumSession
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// Every session script beside the tests passes, each as a case of its own.
///
/// The scripts run side by side, as many as other tests do. Those of some names run alone with the names’ start or a part
/// of it: `ATRIUM_SCRIPTS=Notes/links swift test --filter SessionScriptTests`.
@MainActor
@Suite(.exercisingAll) struct SessionScriptTests {
    /// The names of the scripts: their paths below the folder of all scripts, without the ending.
    ///
    /// They are in the order of their files' names, whatever their folders: scripts on a terminal wait more than they
    /// work, and one after another would leave a processor idle.
    nonisolated private static let names = Repository.scripts.map { path in
        String(path.dropFirst(Repository.sessions.count + 1).dropLast(".session".count))
    }.sorted { ($0 as NSString).lastPathComponent < ($1 as NSString).lastPathComponent }
    nonisolated private static let wanted = names.filter { name in
        ProcessInfo.processInfo.environment["ATRIUM_SCRIPTS"].map { name.contains($0) } ?? true
    }

    /// What the scripts have in common: the tables that a store starts with, and the list of what they exercise.
    private static let shared = Result {
        let coverage = try ScriptCoverage(catalog: ShellProgram.atrium.factories())
        return (coverage, ProgramShellFactory(.atrium, coverage: coverage, executable: Repository.program))
    }
    private static var passed: Set<String> = []

    @Test(arguments: wanted) func `a script passes`(name: String) async throws {
        let batch = ScriptBatch(factory: try Self.shared.get().1, temporaryFolder: TemporaryFolder.parent)
        let report = await batch.run(["\(Repository.sessions)/\(name).session"])
        #expect(report.passed == 1, "\(ScriptTextReport(language: .english).text(of: report))")
        Self.passed.insert(name)
    }

    /// Looks, once all scripts have run, whether a command, a route or a setting is left that none of them exercises.
    fileprivate static func judge() throws {
        guard passed.count == names.count else { return }
        let coverage = try shared.get().0
        #expect(coverage.missing.isEmpty, "\(coverage.report(in: .english))")
    }

    @Test func `there are scripts for every app`() {
        #expect(Repository.scripts.count > 100)
        for app in ["Shell", "Notes", "SMSLog", "Account", "pty"] {
            #expect(Repository.scripts.contains { $0.contains("/Sessions/\(app)/") }, "\(app)")
        }
    }

    @Test(arguments: names) func `what a script waits for on a terminal may take a minute`(name: String) throws {
        let text = try #require(FileManager.default.contents(atPath: "\(Repository.sessions)/\(name).session"))
        for case .terminal(let line, let step) in try SessionScriptParser().parse(Array(text)).steps {
            switch step {
            case .wait(_, let seconds), .screen(_, let seconds): #expect(seconds >= 60, "line \(line)")
            default: break
            }
        }
    }
}

/// Judges a suite as a whole behind its tests.
private struct ExercisingAll: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await function()
        try await SessionScriptTests.judge()
    }
}

extension Trait where Self == ExercisingAll {
    fileprivate static var exercisingAll: Self { ExercisingAll() }
}
