// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import Terminal

/// A command of the program, such as `atrium test`: everything it prints passes the gate.
protocol ProgramCommand: ParsableCommand {
    /// Does the work, and tells the program’s exit status.
    @MainActor func run(_ gate: OutputGate) async throws -> ExitStatus
}
