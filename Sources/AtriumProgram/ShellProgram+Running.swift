// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import Files
import Foundation
import Session
import Terminal
import Worlds

extension ShellProgram {
    /// Reads the command line of the process, runs what it asks for, and ends the process with its status.
    ///
    /// To be called first, on the main actor’s own thread, and once: the process’s streams, signals and terminal are the
    /// program’s from then on.
    @MainActor
    public func main() async -> Never {
        // What is made is the user’s alone, whatever the terminal’s own mask is.
        umask(0o077)
        // Whoever looks for a fault in the program itself needs the memory of a crash.
        if getenv(identity.variable("CORE")) == nil { CoreDumps.forbid() }
        LargeMemory.giveBack()
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
    private func run(_ gate: OutputGate, closed: [Int32]) async -> ExitStatus {
        do {
            guard !closed.contains(STDOUT_FILENO) else { throw StandardStreams.Fault.outputClosed }
            try OpenFiles.prepare()
            let status = try await runCommand(gate)
            try gate.flush()
            return status
        } catch {
            return end(with: error, gate)
        }
    }

    @MainActor
    private func runCommand(_ gate: OutputGate) async throws -> ExitStatus {
        if let start = StartOptions(CommandLine.arguments.dropFirst()) { return try await run(start, gate) }
        return try await asCommandLine {
            var command = try RootCommand.parseAsRoot()
            if let ours = command as? any ProgramCommand { return try await ours.run(gate) }
            // ArgumentParser’s own, such as the one that prints completion scripts.
            try command.run()
            return .success
        }
    }

    /// Runs the shell.
    @MainActor
    func run(_ start: StartOptions, _ gate: OutputGate) async throws -> ExitStatus {
        let (options, commands, open) = (start.program, start.commands, start.open)
        if commands.isEmpty, StandardStreams.closed.contains(STDIN_FILENO) {
            throw StandardStreams.Fault.inputClosed
        }
        if let unattended, commands.isEmpty, open == nil, !options.json, !options.namesData,
            StandardStreams.hasNobodyToTalkTo
        {
            return try await unattended(options, gate)
        }
        let program = try RunningProgram(options, of: self, gate: gate, isInteractive: commands.isEmpty)
        return try await program.closing {
            if let place = open.flatMap({ Place($0) }) { Coordinator.shared.openAfterLogin(place) }
            try await program.logIn(as: options.user)
            return try await commands.isEmpty ? program.runShell() : program.run(commands)
        }
    }

    /// Says why the program ends.
    @MainActor
    private func end(with error: any Error, _ gate: OutputGate) -> ExitStatus {
        if let fault = error as? any UserFacing {
            if fault.status == .brokenPipe { return .brokenPipe }
            gate.writeErrorLine(VisibleText(fault.sentence.string(in: .ofCommandLine)))
            return fault.status
        }
        do {
            // Help and version are “errors” of ArgumentParser that went well. They repeat what was typed.
            let (text, isSuccess) = try asCommandLine {
                (RootCommand.fullMessage(for: error), RootCommand.exitCode(for: error).isSuccess)
            }
            let message = VisibleText(
                ParserText(language: .ofCommandLine).translated(text), keepingNewlines: true)
            guard isSuccess else {
                gate.writeErrorLine(message)
                return .usage
            }
            gate.writeLine(message)
            try gate.flush()
            return .success
        } catch let fault as any UserFacing {
            return end(with: fault, gate)
        } catch {
            let described = Described(error)
            gate.writeErrorLine(VisibleText(described.sentence.string(in: .ofCommandLine)))
            return described.status
        }
    }
}
