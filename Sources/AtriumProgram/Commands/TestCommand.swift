// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import AtriumKit
public import AtriumScripts
import Foundation
import Processes
import Session
import Terminal
import Worlds

/// `test`: runs session scripts and tells what differs.
struct TestCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: Strings.abstractTest.string(in: .ofCommandLine))

    @Argument(help: Strings.argumentPaths.help, completion: .file())
    var paths: [String]

    @Option(help: Strings.optionJobs.help)
    var jobs: Int?

    @Option(help: Strings.optionFormat.help)
    var format = ScriptReportFormat.text

    @Flag(help: Strings.optionUpdate.help)
    var update = false

    @Flag(help: Strings.optionCoverage.help)
    var coverage = false

    @Option(help: Strings.optionLang.help)
    var lang: Language?

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError(Strings.argumentPaths.string(in: .ofCommandLine)) }
        guard jobs ?? 1 > 0 else { throw ValidationError(Strings.jobsTooFew.string(in: .ofCommandLine)) }
    }

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let program = ShellProgram.ofCommandLine
        let language = lang ?? .ofCommandLine
        ScriptSignals.observe()
        let unwritten = update ? try await updateAll(gate, language) : 0
        let exercised = coverage ? ScriptCoverage(catalog: try program.factories()) : nil
        let batch = ScriptBatch(
            factory: ProgramShellFactory(program, coverage: exercised), temporaryFolder: TemporaryFolder.parent,
            jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, isUpdating: update)
        let writer = ScriptTextReport(language: language)
        let report = await batch.run(paths) { result in
            guard format == .text else { return }
            gate.write(VisibleText(writer.text(of: result), keepingNewlines: true))
            // A reader who has gone shows at the end.
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

    /// Updates the scripts that can be; the others show when they run.
    ///
    /// - Returns: how many could not be written.
    @MainActor
    private func updateAll(_ gate: OutputGate, _ language: Language) async throws -> Int {
        let updater = try ScriptUpdater(
            factory: ProgramShellFactory(.ofCommandLine), temporaryFolder: TemporaryFolder.parent,
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

    /// Prints lines for people beside the report: a document for programs stays one.
    @MainActor
    private func tell(_ text: String, _ gate: OutputGate) {
        let text = VisibleText(text, keepingNewlines: true)
        if format == .text { gate.write(text) } else { text.lines.forEach(gate.writeErrorLine) }
    }
}

extension ScriptReportFormat: ExpressibleByArgument {}
