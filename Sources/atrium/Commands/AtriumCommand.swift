import ArgumentParser
import AtriumKit
import Session
import Terminal

/// `atrium` itself: the shell.
struct AtriumCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "atrium", abstract: Strings.abstract.string(in: .ofCommandLine), version: Version.text,
        subcommands: [RunCommand.self, RecordCommand.self, TestCommand.self])

    @OptionGroup var options: GlobalOptions

    @Option(
        name: .customShort("c"), parsing: .singleValue,
        help: ArgumentHelp(Strings.optionCommand.string(in: .ofCommandLine), valueName: "command"))
    var commands: [String] = []

    @Option(help: ArgumentHelp(Strings.optionOpen.string(in: .ofCommandLine), valueName: "route"))
    var open: String?

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let program = try Program(options, gate: gate, isInteractive: commands.isEmpty)
        if let open { program.coordinator.openAfterLogin(open) }
        try await program.logIn(as: options.user)
        return try await commands.isEmpty ? program.runShell() : program.run(commands)
    }
}
