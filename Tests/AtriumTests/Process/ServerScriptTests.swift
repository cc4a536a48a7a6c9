// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import AtriumSession
import AtriumSystems
import AtriumTesting
import AtriumWorlds
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

    /// Their names: one in eighteen, since all take as long as a quarter of the other tests, or those that the variable
    /// ATRIUM_SCRIPTS has a part of; `/` is a part of all.
    nonisolated private static let names = {
        let all = Repository.scripts.map { path in
            String(path.dropFirst(Repository.sessions.count + 1).dropLast(".session".count))
        }.filter { name in
            // Panels with what is said of a file alone.
            apps.contains { name.hasPrefix("\($0)/") } && !text(of: name).contains("│ No daily backups.")
        }
        guard let part = ProcessInfo.processInfo.environment["ATRIUM_SCRIPTS"] else {
            return all.enumerated().filter { $0.offset % 18 == 0 }.map(\.element)
        }
        return all.filter { $0.contains(part) }
    }()

    nonisolated private static func text(of name: String) -> String {
        let bytes = FileManager.default.contents(atPath: "\(Repository.sessions)/\(name).session") ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let batch = Result {
        ScriptBatch(
            factory: ProgramShellFactory(
                .atrium, executable: Repository.program, server: try PostgreSQLCluster.shared().address),
            temporaryFolder: TemporaryFolder.parent)
    }

    /// Scripts of one user, who changes neither accounts nor files of the home.
    nonisolated private static let ofOneUser = names.filter { name in
        let text = text(of: name)
        return !name.hasPrefix("Account/") && !text.contains("$ register")
            && text.split(separator: "\n").count { $0.hasPrefix("% user ") } < 2
    }

    private static let roles = Result {
        ScriptBatch(factory: RoleShellFactory(try PostgreSQLCluster.shared()), temporaryFolder: TemporaryFolder.parent)
    }

    @Test(arguments: ofOneUser) func `a script passes with the role of its user`(name: String) async throws {
        try await pass(name, in: try Self.roles.get())
    }

    @Test(arguments: names) func `a script passes on a server`(name: String) async throws {
        try await pass(name, in: try Self.batch.get())
    }

    private func pass(_ name: String, in batch: ScriptBatch) async throws {
        let path = "\(Repository.sessions)/\(name).session"
        let bytes = try #require(FileManager.default.contents(atPath: path))
        let script = try SessionScriptParser().parse(Array(bytes))
        let result = await batch.perform(script, path: path) { settings in
            if settings.store == .sqlite { settings.store = .postgres }
        }
        #expect(
            result.failures.isEmpty,
            "\(ScriptTextReport(language: .english).text(of: ScriptReport(results: [result])))")
    }
}

/// Creates shells whose user has a role of a server, and no more than that role.
@MainActor
private final class RoleShellFactory: ScriptShellFactory {
    private let cluster: PostgreSQLCluster

    init(_ cluster: PostgreSQLCluster) { self.cluster = cluster }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        let home = folder + "/.atrium"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let system = try cluster.system(folder: home)
        // The owner of the tables makes them, and the account of the first user.
        try await ShellProgram.atrium.makeTables(
            on: system,
            home: Home(
                of: ShellProgram.atrium.identity, named: home, variables: [:], workingFolder: folder))
        try await ScriptShell(.atrium, settings: settings, folder: folder, system: .postgreSQL(system)).end()
        let user = UserID(rawValue: 1)
        let member = try cluster.member(user, of: system)
        // On the archive, too, whose tables may be older than the groups.
        try await system.grant(PostgreSQLRole("member\(user.rawValue)", of: user))
        return try await ScriptShell(.atrium, settings: settings, folder: folder, system: .postgreSQL(member))
    }
}
