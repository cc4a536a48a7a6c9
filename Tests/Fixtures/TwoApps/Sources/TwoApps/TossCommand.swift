// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumProgram
import AtriumTerminal
import Coin

/// `twoapps toss`: tosses the coin without the shell.
struct TossCommand: ProgramCommand {
    static let configuration = CommandConfiguration(commandName: "toss", abstract: "Tosses the coin once.")

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        gate.writeLine(VisibleText(FairToss().isHeads() ? "heads" : "tails"))
        return .success
    }
}
