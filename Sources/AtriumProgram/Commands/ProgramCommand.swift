// SPDX-License-Identifier: GPL-3.0-or-later

package import ArgumentParser
package import AtriumKit
package import Terminal

/// A command of a program, such as `test`: everything it prints passes the gate.
package protocol ProgramCommand: ParsableCommand, SendableMetatype {
    /// Does the work, and tells the program’s exit status.
    @MainActor func run(_ gate: OutputGate) async throws -> ExitStatus
}
