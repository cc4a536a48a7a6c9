// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumProgram
import AtriumShell
import Foundation
import Session
import Terminal
import Worlds

/// What `atrium` shows where there is neither a terminal nor anything to read: some commands on the demonstration's
/// store, with what they print, and what to type next.
@MainActor
enum Tour {
    /// What is typed, in order.
    private static let commands = ["list", "show 6", "find concert", "switch sms", "threads", "thread Mum"]
    /// What is typed then, where there are accounts.
    private static let commandsOfAccounts = ["switch account", "profile"]

    /// Shows the tour.
    static func show(_ options: ProgramOptions, _ gate: OutputGate) async throws -> ExitStatus {
        var options = options
        options.store = .memory
        let program = try RunningProgram(
            options, of: .atrium, gate: gate, isInteractive: false, system: try await Demo.system(now: Date()))
        return try await program.closing {
            let coordinator = Coordinator.shared
            try await Demo.logIn(to: program)
            if let language = options.lang { coordinator.setLanguage(language) }
            let language = coordinator.language
            gate.writeLine(VisibleText(Strings.tourBeginning.string(in: language), keepingNewlines: true))
            let hasAccounts = coordinator.hasAccounts
            for command in commands + (hasAccounts ? commandsOfAccounts : []) {
                gate.writeLine("\n\(hasAccounts ? Demo.user + "@" : "")\(coordinator.current.rawValue) ❯ \(command)")
                let (status, _) = await program.shell.perform(command)
                guard status == .success else { return status }
            }
            gate.writeLine("")
            gate.writeLine(VisibleText(Strings.tourEnd.string(in: language), keepingNewlines: true))
            return .success
        }
    }
}
