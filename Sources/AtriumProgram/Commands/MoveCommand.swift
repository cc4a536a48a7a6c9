// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumFiles
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumShell
import AtriumStores
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation

/// `move`: copies everything from one store into another one.
struct MoveCommand: ProgramCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "move", abstract: Strings.abstractMove.string(in: .ofCommandLine),
            discussion: Strings.discussionMove.string(in: .ofCommandLine))
    }

    @OptionGroup var place: HomeOption

    @Option(help: Strings.optionFrom.help)
    var from: ProgramOptions.Store

    @Option(help: Strings.optionTo.help)
    var to: ProgramOptions.Store

    @OptionGroup var output: OutputOptions

    func validate() throws {
        switch (from, to) {
        case (.server, .sqlite), (.sqlite, .server),
            (.server, .server) where from != to:
            break
        default: throw ValidationError(Strings.faultMoveNoServer.string(in: .ofCommandLine))
        }
    }

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let (program, home) = (ShellProgram.ofCommandLine, place.found)
        if from == .sqlite, FileStatus(home.store) == nil {
            throw StoreFault.unreachable(path: home.store, reason: ENOENT)
        }
        let (source, target) = (try system(from, home, isCopy: false), try system(to, home, isCopy: true))
        defer {
            source.close()
            target.close()
        }
        for case .postgreSQL(let server) in [source, target] {
            try await program.makeTables(on: server, home: home)
            // Its part of the audit trail alone would be no whole one.
            if server.isForOneUser { throw StoreFault.oneUser(path: server.place) }
        }
        let move = try SystemMove(from: source, to: target)
        let isJSON = output.json
        let moved = try await BlockingCall.run {
            Result { try move.run(PercentLine.progress(isJSON: isJSON)) }
        }.get()
        let notices = try await program.settleCopy(target, home: home)
        try await BlockingCall.run { Result { try move.finish() } }.get()
        let rows = moved.reduce(0) { $0 + $1.rows }
        let language = output.lang ?? .ofCommandLine
        let (there, here) = (place(of: target), move.source)
        let reply = Reply.message(
            Strings.moveDone(target: there, source: here, count: rows), Fact("rows", .number(rows)),
            Fact("tables", .number(moved.count)), Fact("target", .text(there)),
            notices: notices + [Strings.moveUse(command: useCommand(of: target, program.identity.command))])
        let context = ViewContext(
            language: language, timeZone: .system(ProcessVariables.all), now: SystemClock().now)
        WrittenReply(in: context, isJSON: isJSON).write(reply, to: gate)
        return .success
    }

    private func system(
        _ store: ProgramOptions.Store, _ home: Home, isCopy: Bool
    ) throws -> InformationSystem {
        switch store {
        case .memory: .memory(MemorySystem())
        case .sqlite: .sqlite(try SQLiteSystem(path: home.store, takesCopy: isCopy))
        case .server(let address):
            .postgreSQL(
                isCopy
                    ? PostgreSQLSystem(copyAt: address, folder: home.path)
                    : PostgreSQLSystem(address, folder: home.path))
        }
    }

    private func place(of system: InformationSystem) -> String {
        switch system {
        case .memory: ""
        case .sqlite(let system): system.path
        case .postgreSQL(let system): system.place
        }
    }

    /// The line for the system’s shell that names a system, in which an address has quotation marks for its `&` and `?`.
    private func useCommand(of system: InformationSystem, _ command: String) -> String {
        func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
        let name = if case .postgreSQL(let system) = system { quoted(system.place) } else { "sqlite" }
        return "\(command) store use \(place.home.map { "--home \(quoted($0)) " } ?? "")\(name)"
    }
}

extension MoveFault: UserFacing {
    package static var area: String { "move" }

    package var sentence: LocalizedText { Strings.sentence(of: self) }

    package var status: ExitStatus { self == .noServer ? .usage : .failure }
}
