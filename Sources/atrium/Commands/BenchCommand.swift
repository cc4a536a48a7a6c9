// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import ArgumentParser
import AtriumKit
import AtriumScripts
public import Benchmark
import Files
import Foundation
import Processes
import Session
import Terminal

/// `atrium bench`: measures this program on made-up data, beside the bare minimum of the same work.
struct BenchCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: Strings.abstractBench.string(in: .ofCommandLine),
        discussion: Strings.discussionBench.string(in: .ofCommandLine))

    @Argument(help: Strings.argumentWorks(works: Work.allCases.map(\.rawValue).joined(separator: ", ")).help)
    var works: [Work] = []

    @Option(help: ArgumentHelp(Strings.optionSize.string(in: .ofCommandLine), valueName: "messages"))
    var size = 10_000

    @Option(help: Strings.optionRounds.help)
    var rounds = 5

    @OptionGroup var data: OwnDataOptions

    @OptionGroup var options: OutputOptions

    func validate() throws {
        guard size >= 100, size <= 10_000_000 else {
            throw ValidationError(Strings.benchSize(least: 100, most: 10_000_000).string(in: .ofCommandLine))
        }
        guard rounds > 0 else { throw ValidationError(Strings.benchRounds.string(in: .ofCommandLine)) }
    }

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        let language = options.lang ?? .ofCommandLine
        ScriptSignals.observe()
        let folder = try Folder.makeNew(TemporaryFolder.parent + "/atrium-bench-")
        ScriptFolders.add(folder)
        defer { ScriptFolders.removeAll() }
        let benchmark = Benchmark(
            of: ProgramShellFactory.running, in: folder, size: size, rounds: rounds,
            works: works.isEmpty ? Work.allCases : Work.allCases.filter(works.contains),
            path: ProcessVariables.all["PATH"] ?? "", hasAccounts: try ShellProgram.atrium.factories().hasAccounts)
        let report = BenchmarkReport(size: size, rounds: rounds, language: language)
        report.notices(hasReference: benchmark.hasReference).forEach(gate.writeErrorLine)
        let figures = try await BlockingCall.run { [rounds] in
            Result {
                try benchmark.run { round in
                    guard isatty(STDERR_FILENO) == 1 else { return }
                    // The cursor stays at the start of the line, so that the table is written over it.
                    FileHandle.standardError.write(Data("\(round)/\(rounds)\r".utf8))
                }
            }
        }.get()
        if options.json {
            gate.writeLine(report.document(of: figures).visible)
        } else {
            report.lines(of: figures).forEach(gate.writeLine)
        }
        return .success
    }
}

extension Work: ExpressibleByArgument {}
