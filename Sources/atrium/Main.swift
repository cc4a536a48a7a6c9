// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import Foundation
import Session
import Terminal

/// Where the program starts: reads the command line, runs what it asks for, and ends with its status.
@main
struct Main {
    @MainActor
    static func main() async {
        // What is made is the user’s alone, whatever the terminal’s own mask is.
        umask(0o077)
        // Whoever looks for a fault in the program itself needs the memory of a crash.
        if getenv("ATRIUM_CORE") == nil { CoreDumps.forbid() }
        // Before anything is opened.
        let closed = StandardStreams.closed
        Signals.ignoreFailedWrites()
        let gate = OutputGate(
            output: DescriptorSink(STDOUT_FILENO), error: DescriptorSink(STDERR_FILENO),
            isTerminal: isatty(STDOUT_FILENO) == 1)
        let status = await run(gate, closed: closed)
        exit(status.rawValue)
    }

    @MainActor
    private static func run(_ gate: OutputGate, closed: [Int32]) async -> ExitStatus {
        do {
            guard !closed.contains(STDOUT_FILENO) else { throw StandardStreams.Fault.outputClosed }
            let status = try await runCommand(gate)
            try gate.flush()
            return status
        } catch {
            return end(with: error, gate)
        }
    }

    @MainActor
    private static func runCommand(_ gate: OutputGate) async throws -> ExitStatus {
        if let start = StartOptions(CommandLine.arguments.dropFirst()) {
            return try await AtriumCommand.run(start, gate)
        }
        var command = try AtriumCommand.parseAsRoot()
        if let ours = command as? any ProgramCommand { return try await ours.run(gate) }
        // ArgumentParser’s own, such as the one that prints completion scripts.
        try command.run()
        return .success
    }

    /// Says why the program ends.
    @MainActor
    private static func end(with error: any Error, _ gate: OutputGate) -> ExitStatus {
        if let fault = error as? any UserFacing {
            if fault.status == .brokenPipe { return .brokenPipe }
            gate.writeErrorLine(VisibleText(fault.sentence.string(in: .ofCommandLine)))
            return fault.status
        }
        // Help and version are “errors” of ArgumentParser that went well.
        // They repeat what was typed.
        let message = VisibleText(AtriumCommand.fullMessage(for: error), keepingNewlines: true)
        guard AtriumCommand.exitCode(for: error).isSuccess else {
            gate.writeErrorLine(message)
            return .usage
        }
        gate.writeLine(message)
        do { try gate.flush() } catch { return end(with: error, gate) }
        return .success
    }
}
