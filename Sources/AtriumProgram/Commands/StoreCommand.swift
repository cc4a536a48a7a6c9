// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumShell
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation

/// `store`: makes the tables on a server, says where the home keeps everything from then on, or gives roles of a server
/// their rights.
struct StoreCommand: ProgramCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "store", abstract: Strings.abstractStore.string(in: .ofCommandLine),
            discussion: Strings.discussionStore.string(in: .ofCommandLine))
    }

    /// The action to perform.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case `init`, use, grant, revoke, roles
    }

    @OptionGroup var place: HomeOption

    @OptionGroup var output: OutputOptions

    @Argument(help: Strings.argumentStoreAction.help)
    var action: Action

    @Argument(help: Strings.argumentStore.help)
    var names: [String] = []

    @Flag(help: Strings.optionWorker.help)
    var worker = false

    @Option(help: Strings.optionStore.help)
    var store: ProgramOptions.Store?

    func validate() throws {
        let count =
            switch action {
            case .roles: 0
            case .`init`, .use, .revoke: 1
            case .grant: worker ? 1 : 2
            }
        guard names.count == count, !worker || action == .grant else {
            throw ValidationError(Strings.storeUsage.string(in: .ofCommandLine))
        }
        switch (action, names.first.flatMap { ProgramOptions.Store(rawValue: $0) }) {
        case (.grant, _), (.revoke, _), (.roles, _): break
        case (_, .server) where store == nil, (.use, .sqlite) where store == nil: break
        default: throw ValidationError(Strings.storeNotAddress.string(in: .ofCommandLine))
        }
    }

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let reply =
            switch action {
            case .`init`: try await makeTables()
            case .use: try await use()
            case .grant, .revoke, .roles: try await changeRoles()
            }
        let context = ViewContext(
            language: output.lang ?? .ofCommandLine, timeZone: .system(ProcessVariables.all), now: SystemClock().now)
        WrittenReply(in: context, isJSON: output.json).write(reply, to: gate)
        return .success
    }

    @MainActor private func makeTables() async throws -> Reply {
        let system = PostgreSQLSystem(names[0], folder: place.found.path, makesTables: true)
        defer { system.close() }
        try await ShellProgram.ofCommandLine.makeTables(on: system, home: place.found)
        return .message(Strings.storeReady(address: system.place), Fact("store", .text(system.place)))
    }

    @MainActor private func use() async throws -> Reply {
        let home = place.found
        guard case .server(let address) = ProgramOptions.Store(rawValue: names[0]) else {
            try home.keepStore(nil)
            return .message(Strings.storeUsed(address: home.store), Fact("store", .text(home.store)))
        }
        let system = PostgreSQLSystem(address, folder: home.path)
        defer { system.close() }
        // A server without tables would be of no use.
        try await ShellProgram.ofCommandLine.makeTables(on: system, home: home)
        try home.keepStore(address)
        return .message(Strings.storeUsed(address: system.place), Fact("store", .text(system.place)))
    }

    /// Gives a role of the server rights, takes them away, or lists the roles that have some.
    @MainActor private func changeRoles() async throws -> Reply {
        let (program, home) = (ShellProgram.ofCommandLine, place.found)
        guard case .server(let address) = try store ?? home.keptStore() else {
            throw ValidationError(Strings.storeNotAddress.string(in: .ofCommandLine))
        }
        // The tables of an app that was added since the last time get their rights, too.
        let system = PostgreSQLSystem(address, folder: home.path, makesTables: action == .grant)
        defer { system.close() }
        try await program.makeTables(on: system, home: home)
        switch action {
        case .grant where worker:
            try await system.grant(PostgreSQLRole(names[0], of: nil))
            return .message(
                Strings.roleGrantedWorker(role: names[0]), Fact("role", .text(names[0])), Fact("worker", .flag(true)))
        case .grant:
            let name = names[1].lowercased()
            let users = try await program.names(on: system, home: home)
            guard let user = users.first(where: { $0.value == names[1] || $0.value.lowercased() == name }) else {
                throw RoleFault.noUser(names[1])
            }
            try await system.grant(PostgreSQLRole(names[0], of: user.key))
            return .message(
                Strings.roleGranted(role: names[0], user: user.value), Fact("role", .text(names[0])),
                Fact("user", .text(user.value)))
        case .revoke:
            try await system.revoke(names[0])
            return .message(Strings.roleRevoked(role: names[0]), Fact("role", .text(names[0])))
        default:
            let users = try await program.names(on: system, home: home)
            return .records(
                Records(
                    try await system.roles(),
                    [
                        .init("role", Strings.roleName) { .text($0.name) },
                        .init("user", Strings.roleUser) { role in
                            guard let user = role.user else { return .word(key: "worker", Strings.roleWorker) }
                            return .text(users[user] ?? String(user.rawValue))
                        },
                    ], whenEmpty: Strings.rolesNone, hasHeadings: true))
        }
    }
}

extension RoleFault: UserFacing {
    package static var area: String { "role" }

    package var sentence: LocalizedText { Strings.sentence(of: self) }

    package var status: ExitStatus { .failure }
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

    /// The names of the users.
    @MainActor
    func names(on system: PostgreSQLSystem, home: Home) async throws -> [UserID: String] {
        let world = world(on: .postgreSQL(system), home: home)
        return try await factories(in: world).compactMap(\.authenticating).first?.names(in: world) ?? [:]
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
