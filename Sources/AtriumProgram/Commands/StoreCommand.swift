// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation

/// `store`: makes the tables on a server, or says where the home keeps everything from then on.
struct StoreCommand: ProgramCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "store", abstract: Strings.abstractStore.string(in: .ofCommandLine),
            discussion: Strings.discussionStore.string(in: .ofCommandLine))
    }

    /// The action to perform.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case `init`, use
    }

    @OptionGroup var place: HomeOption

    @Option(help: Language.optionHelp)
    var lang: Language?

    @Argument(help: Strings.argumentStoreAction.help)
    var action: Action

    @Argument(help: Strings.argumentStore.help)
    var store: ProgramOptions.Store

    func validate() throws {
        switch (action, store) {
        case (.`init`, .server), (.use, .server), (.use, .sqlite): break
        default: throw ValidationError(Strings.storeNotAddress.string(in: .ofCommandLine))
        }
    }

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let (program, home) = (ShellProgram.ofCommandLine, place.found)
        let language = lang ?? .ofCommandLine
        switch (action, store) {
        case (.`init`, .server(let address)):
            let system = PostgreSQLSystem(address, folder: home.path, makesTables: true)
            defer { system.close() }
            try await program.makeTables(on: system, home: home)
            gate.writeLine(VisibleText(Strings.storeReady(address: system.place).string(in: language)))
        case (_, .server(let address)):
            let system = PostgreSQLSystem(address, folder: home.path)
            defer { system.close() }
            // A server without tables would be of no use.
            try await program.makeTables(on: system, home: home)
            try home.keepStore(address)
            gate.writeLine(VisibleText(Strings.storeUsed(address: system.place).string(in: language)))
        default:
            try home.keepStore(nil)
            gate.writeLine(VisibleText(Strings.storeUsed(address: home.store).string(in: language)))
        }
        return .success
    }
}

extension ShellProgram {
    /// Opens every app’s store once, which makes missing tables if the system does.
    @MainActor
    func makeTables(on system: PostgreSQLSystem, home: Home) async throws {
        let world = world(on: .postgreSQL(system), home: home)
        let factories = try factories(in: world)
        // No user has this number.
        let user = UserID(rawValue: 0)
        for factory in factories { _ = try await factory.kept(of: user, in: world) }
        for factory in factories.compactMap(\.authenticating) { _ = try factory.makeAuthenticator(in: world) }
    }

    /// Settles the copied data of every app, and returns notices for users.
    @MainActor
    func settleCopy(_ system: InformationSystem, home: Home) async throws -> [LocalizedText] {
        let world = world(on: system, home: home)
        var notices: [LocalizedText] = []
        for factory in try factories(in: world) { notices += try await factory.settleCopied(in: world) }
        return notices
    }

    private func world(on system: InformationSystem, home: Home) -> World {
        World(
            program: identity, system: system, timeZone: .system(ProcessVariables.all), home: home.path,
            variables: ProcessVariables.all)
    }
}
