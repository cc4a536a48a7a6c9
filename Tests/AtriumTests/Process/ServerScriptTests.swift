// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import AtriumTesting
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The session scripts of the apps pass on a PostgreSQL server, too, each with tables of its own; skipped where PostgreSQL is
/// not installed.
@MainActor
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL is not installed"))
struct ServerScriptTests {
    nonisolated private static let apps = ["Account", "Notes", "SMSLog"]

    /// Their names: of each twelve one, since all take as long as a quarter of the other tests, or those that the variable
    /// ATRIUM_SCRIPTS has a part of; `/` is a part of all.
    nonisolated private static let names = {
        let all = Repository.scripts.map { path in
            String(path.dropFirst(Repository.sessions.count + 1).dropLast(".session".count))
        }.filter { name in apps.contains { name.hasPrefix("\($0)/") } }
        guard let part = ProcessInfo.processInfo.environment["ATRIUM_SCRIPTS"] else {
            return all.enumerated().filter { $0.offset % 12 == 0 }.map(\.element)
        }
        return all.filter { $0.contains(part) }
    }()

    private static let batch = Result {
        ScriptBatch(
            factory: ProgramShellFactory(
                .atrium, executable: Repository.program, server: try PostgreSQLCluster.shared().address),
            temporaryFolder: TemporaryFolder.parent)
    }

    @Test(arguments: names) func `a script passes on a server`(name: String) async throws {
        let path = "\(Repository.sessions)/\(name).session"
        let bytes = try #require(FileManager.default.contents(atPath: path))
        let script = try SessionScriptParser().parse(Array(bytes))
        let result = await (try Self.batch.get()).perform(script, path: path) { settings in
            if settings.store == .sqlite { settings.store = .postgres }
        }
        #expect(
            result.failures.isEmpty,
            "\(ScriptTextReport(language: .english).text(of: ScriptReport(results: [result])))")
    }
}
