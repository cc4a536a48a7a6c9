// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
public import AtriumKit
public import Terminal

/// A command of a program’s command line, such as `test`: everything it prints passes the gate.
///
/// ```swift
/// struct TossCommand: ProgramCommand {
///     static let configuration = CommandConfiguration(commandName: "toss", abstract: "Tosses the coin once.")
///
///     func run(_ gate: OutputGate) async throws -> ExitStatus {
///         gate.writeLine(VisibleText(Bool.random() ? "heads" : "tails"))
///         return .success
///     }
/// }
/// ```
public protocol ProgramCommand: ParsableCommand, SendableMetatype {
    /// Does the work, and tells the program’s exit status.
    ///
    /// - Throws: Anything; a `UserFacing` error ends the program with its sentence and status.
    @MainActor func run(_ gate: OutputGate) async throws -> ExitStatus
}
