// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import Foundation
import Session
import Terminal

/// `atrium test`: runs session scripts and tells what differs.
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
        let language = lang ?? .ofCommandLine
        ScriptSignals.observe()
        let unwritten = update ? try await updateAll(gate, language) : 0
        let exercised = coverage ? ScriptCoverage(catalog: AppCatalog.factories()) : nil
        let batch = ScriptBatch(
            stage: ProgramStage(coverage: exercised), temporaryFolder: TemporaryFolder.parent,
            jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        let writer = ScriptTextReport(language: language)
        let report = await batch.run(paths) { result in
            guard format == .text else { return }
            gate.write(writer.text(of: result))
            // A reader who has gone shows at the end.
            try? gate.flush()
        }
        gate.write(format == .text ? writer.summary(of: report) : format.rendered(report, in: language))
        if let exercised {
            let text = exercised.report(in: language)
            // A document for programs stays one.
            if format == .text { gate.write(text) } else { gate.writeErrorLine(String(text.dropLast())) }
        }
        return report.failed + unwritten == 0 ? .success : .failure
    }

    /// Updates the scripts that can be; the others show when they run.
    ///
    /// - Returns: how many could not be written.
    @MainActor
    private func updateAll(_ gate: OutputGate, _ language: Language) async throws -> Int {
        let updater = try ScriptUpdater(
            stage: ProgramStage(), temporaryFolder: TemporaryFolder.parent,
            environment: ProcessInfo.processInfo.environment)
        var unwritten = 0
        for path in ScriptFiles.named(by: paths) {
            do {
                let update = try await updater.update(path)
                guard update.isChanged else { continue }
                try updater.save(update)
                let text = ScriptTextReport(language: language).text(of: update)
                // A document for programs stays one.
                if format == .text { gate.write(text) } else { gate.writeErrorLine(String(text.dropLast())) }
                try gate.flush()
            } catch let fault as ScriptUpdateFault {
                guard case .notWritten = fault else { continue }
                unwritten += 1
                gate.writeErrorLine(ScriptFaultText(language: language).text(of: fault))
            }
        }
        return unwritten
    }
}

extension ScriptReportFormat: ExpressibleByArgument {}
