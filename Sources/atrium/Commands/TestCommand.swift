import ArgumentParser
import AtriumKit
import Foundation
import Session
import Terminal

/// `atrium test`: runs session scripts and tells what differs.
struct TestCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: Strings.abstractTest.string(in: .ofCommandLine))

    @Argument(help: Strings.argumentPaths.help)
    var paths: [String]

    @Option(help: Strings.optionJobs.help)
    var jobs = ProcessInfo.processInfo.activeProcessorCount

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
    }

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let language = lang ?? .ofCommandLine
        if update { try await updateAll(gate, language) }
        let exercised = coverage ? ScriptCoverage(catalog: AppCatalog.factories()) : nil
        let batch = ScriptBatch(
            stage: ProgramStage(coverage: exercised), temporaryFolder: TemporaryFolder.parent, jobs: jobs)
        let report = await batch.run(paths)
        gate.write(format.rendered(report, in: language))
        if let exercised {
            let text = exercised.report(in: language)
            // A document for programs stays one.
            if format == .text { gate.write(text) } else { gate.writeErrorLine(String(text.dropLast())) }
        }
        return report.failed == 0 ? .success : .failure
    }

    @MainActor
    private func updateAll(_ gate: OutputGate, _ language: Language) async throws {
        let updater = try ScriptUpdater(
            stage: ProgramStage(), temporaryFolder: TemporaryFolder.parent,
            environment: ProcessInfo.processInfo.environment)
        for path in ScriptFiles.named(by: paths) {
            let update = try await updater.update(path)
            guard update.isChanged else { continue }
            try updater.save(update)
            gate.writeLine(ScriptTextReport(language: language).text(of: update))
        }
    }
}

extension ScriptReportFormat: ExpressibleByArgument {}
