// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumProgram
import AtriumShell
import Foundation
import Session
import Terminal
import Worlds

/// `atrium demo`: the shell with a ready-made user, in memory.
struct DemoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: Strings.abstractDemo.string(in: .ofCommandLine),
        discussion: Strings.discussionDemo(user: Demo.user, password: ScriptShell.password)
            .string(in: .ofCommandLine))

    @OptionGroup var data: OwnDataOptions

    @OptionGroup var options: OutputOptions

    @OptionGroup var typed: TypedCommands

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        var options = options.values
        options.store = .memory
        let program = try RunningProgram(
            options, of: .atrium, gate: gate, isInteractive: typed.commands.isEmpty,
            system: try await Demo.system(now: Date()))
        try await Demo.logIn(to: program)
        return try await typed.commands.isEmpty ? program.runShell() : program.run(typed.commands)
    }
}
