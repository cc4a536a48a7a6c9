// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import AtriumKit
import AtriumProcesses
public import AtriumScripts
import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation

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
        // Only the output of commands is visible: no frame is drawn between two commands.
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

/// `test`: runs session scripts and reports differences.
struct TestCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: Strings.abstractTest.string(in: .ofCommandLine))

    @OptionGroup var data: OwnDataOptions

    @Argument(help: Strings.argumentPaths.help, completion: .file())
    var paths: [String]

    @Option(help: Strings.optionServer.help)
    var server: String?

    @Option(help: Strings.optionJobs.help)
    var jobs: Int?

    @Option(help: Strings.optionFormat.help)
    var format = ScriptReportFormat.text

    @Flag(help: Strings.optionUpdate.help)
    var update = false

    @Flag(help: Strings.optionCoverage.help)
    var coverage = false

    @Option(
        help: ArgumentHelp(Strings.optionShell.string(in: .ofCommandLine), valueName: "program"))
    var shell: String?

    @Option(help: Language.optionHelp)
    var lang: Language?

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError(Strings.argumentPaths.string(in: .ofCommandLine)) }
        guard shell == nil || !coverage else {
            throw ValidationError(Strings.coverageOfProgram.string(in: .ofCommandLine))
        }
        if let server, !PostgreSQLSystem.isAddress(server) {
            throw ValidationError(Strings.storeNotAddress.string(in: .ofCommandLine))
        }
        guard jobs ?? 1 > 0 else { throw ValidationError(Strings.jobsTooFew.string(in: .ofCommandLine)) }
    }

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let program = ShellProgram.ofCommandLine
        let language = lang ?? .ofCommandLine
        ScriptSignals.observe()
        try await (factory() as? CommandShellFactory)?.check()
        let unwritten = update ? try await updateAll(gate, language) : 0
        let exercised =
            coverage
            ? ScriptCoverage(
                catalog: try program.factories(), languages: program.identity.languages) : nil
        let batch = ScriptBatch(
            factory: try factory(coverage: exercised), temporaryFolder: TemporaryFolder.parent,
            jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, isUpdating: update)
        let writer = ScriptTextReport(language: language)
        let report = await batch.run(paths) { result in
            guard format == .text else { return }
            gate.write(VisibleText(writer.text(of: result), keepingNewlines: true))
            // A closed output is reported at the end.
            try? gate.flush()
        }
        if format == .text {
            gate.write(VisibleText(writer.summary(of: report), keepingNewlines: true))
        } else {
            gate.write(VisibleText(format.rendered(report, in: language), keepingNewlines: true))
        }
        if let exercised { tell(exercised.report(in: language), gate) }
        return report.failed + unwritten == 0 ? .success : .failure
    }

    /// The shells of the scripts: those of this program, or calls of another one.
    @MainActor
    private func factory(coverage: ScriptCoverage? = nil) throws -> any ScriptShellFactory {
        if let shell {
            return try CommandShellFactory(shell, workingFolder: FileManager.default.currentDirectoryPath)
        }
        return ProgramShellFactory(.ofCommandLine, coverage: coverage, server: server)
    }

    /// Updates the scripts that can be updated; the others are reported when they run.
    ///
    /// - Returns: The number of scripts that could not be written.
    @MainActor
    private func updateAll(_ gate: OutputGate, _ language: Language) async throws -> Int {
        let updater = try ScriptUpdater(
            factory: try factory(), temporaryFolder: TemporaryFolder.parent,
            environment: ProcessVariables.all)
        var unwritten = 0
        for path in ScriptFiles.named(by: paths) {
            do {
                let update = try await updater.update(path)
                guard update.isChanged else { continue }
                try updater.save(update)
                tell(ScriptTextReport(language: language).text(of: update), gate)
                try gate.flush()
            } catch let fault as ScriptUpdateFault {
                guard case .notWritten = fault else { continue }
                unwritten += 1
                gate.writeErrorLine(VisibleText(ScriptFaultText(language: language).text(of: fault)))
            }
        }
        return unwritten
    }

    /// Prints lines for people, apart from the report if that is a document for programs.
    @MainActor
    private func tell(_ text: String, _ gate: OutputGate) {
        let text = VisibleText(text, keepingNewlines: true)
        if format == .text { gate.write(text) } else { text.lines.forEach(gate.writeErrorLine) }
    }
}

extension ScriptReportFormat: ExpressibleByArgument {}

/// `record`: writes the user’s input as a session script.
struct RecordCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: Strings.abstractRecord.string(in: .ofCommandLine),
        discussion: discussion.string(in: .ofCommandLine))

    private static var discussion: LocalizedText {
        guard ShellProgram.ofCommandLine.hasAccounts else { return Strings.discussionRecordGuest }
        return Strings.discussionRecord(password: ScriptShell.password)
    }

    @OptionGroup var data: OwnDataOptions

    @Argument(help: Strings.argumentRecording.help, completion: .file())
    var file: String

    @Option(help: Language.optionHelp)
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
        // The file contains everything up to the last command. On a terminal the editor handles Ctrl-C.
        ScriptSignals.observe([SIGTERM, SIGHUP], restoring: restore)
        let pipe = PipeLineReader()
        // Otherwise, a signal would wait for the next line.
        pipe.leavesActorFree = true
        let recorder = ScriptRecorder(
            factory: ProgramShellFactory(program), source: editor ?? pipe as any LineSource, gate: gate,
            language: lang ?? .ofCommandLine, temporaryFolder: TemporaryFolder.parent,
            workingFolder: FileManager.default.currentDirectoryPath,
            homeFolder: Home.folderOfUser(ProcessVariables.all))
        try await recorder.record(to: file)
        return .success
    }
}
