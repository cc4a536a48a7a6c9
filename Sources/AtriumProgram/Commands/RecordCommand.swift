// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumScripts
import Foundation
import Processes
import Session
import Terminal
import Worlds

/// `record`: writes a session script of what somebody types.
struct RecordCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: Strings.abstractRecord.string(in: .ofCommandLine),
        discussion: Strings.discussionRecord(password: ScriptShell.password).string(in: .ofCommandLine))

    @Argument(help: Strings.argumentRecording.help, completion: .file())
    var file: String

    @Option(help: Strings.optionLang.help)
    var lang: Language?

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let program = ShellProgram.ofCommandLine
        let isTerminal = gate.isTerminal && isatty(STDIN_FILENO) == 1
        let mode = isTerminal ? TerminalMode() : nil
        let editor =
            isTerminal ? LineEditor(program: program.identity.name, gate: gate, depth: .none, historyFolder: nil) : nil
        gate.editor = editor
        func restore() {
            editor?.close()
            mode?.restore()
        }
        defer { restore() }
        // The file holds everything up to the last command. On a terminal the editor has Ctrl-C.
        ScriptSignals.observe([SIGTERM, SIGHUP], restoring: restore)
        let pipe = PipeLineReader()
        // Else a signal would wait for the next line.
        pipe.leavesActorFree = true
        let recorder = ScriptRecorder(
            factory: ProgramShellFactory(program), source: editor ?? pipe as any LineSource, gate: gate,
            language: lang ?? .ofCommandLine, temporaryFolder: TemporaryFolder.parent,
            workingFolder: FileManager.default.currentDirectoryPath,
            homeFolder: ProcessVariables.all["HOME"] ?? NSHomeDirectory())
        try await recorder.record(to: file)
        return .success
    }
}
