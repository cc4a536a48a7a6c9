// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumScripts
import Session
import Terminal
import Worlds

/// `run`: performs a session script on the real store.
struct RunCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: Strings.abstractRun.string(in: .ofCommandLine),
        discussion: Strings.discussionRun.string(in: .ofCommandLine))

    @OptionGroup var data: DataOptions

    @OptionGroup var output: OutputOptions

    @Argument(help: Strings.argumentScript.help, completion: .file())
    var file: String

    @Flag(help: Strings.optionDryRun.help)
    var dryRun = false

    @Option(
        name: .customLong("var"), parsing: .singleValue,
        help: ArgumentHelp(Strings.optionVar.string(in: .ofCommandLine), valueName: "name=value"))
    var variables: [VariableValue] = []

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let values = Dictionary(variables.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let macro = try ScriptMacro(path: file, variables: values)
        guard !dryRun else {
            for line in macro.outline { gate.writeLine(VisibleText(line)) }
            return .success
        }
        var options = data.added(to: output.values)
        // What a command prints is all there is to see: no frame is drawn between two commands.
        options.plain = true
        let answers = AnswerLines()
        let program = try RunningProgram(
            options, of: .ofCommandLine, gate: gate, isInteractive: true, answers: answers)
        return try await program.closing {
            try await program.logIn(as: options.user)
            return try await program.perform(macro, answers: answers)
        }
    }
}
