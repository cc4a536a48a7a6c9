// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
public import AtriumBenchmark
import AtriumFiles
import AtriumKit
import AtriumProcesses
import AtriumProgram
import AtriumScripts
public import AtriumSession
import AtriumTerminal
import Foundation

/// `atrium bench`: measures this program on generated data, compared with a minimal version of the same work.
struct BenchCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: Strings.abstractBench.string(in: .ofCommandLine),
        discussion: Strings.discussionBench.string(in: .ofCommandLine))

    @Argument(help: LocalizedText.listing(Work.allCases.map(\.rawValue)) { Strings.argumentWorks(works: $0) }.help)
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

/// The results of a benchmark, for people and for programs.
struct BenchmarkReport {
    let size: Int
    let rounds: Int
    let language: Language

    /// The limits of the figures.
    func notices(hasReference: Bool) -> [VisibleText] {
        var notices: [LocalizedText] = []
        #if DEBUG
            notices.append(Strings.benchDebug)
        #endif
        if !hasReference { notices.append(Strings.benchNoReference) }
        return notices.map(text)
    }

    /// A table: each kind of work, its cost, the cost of the reference, and their ratio.
    func lines(of figures: [Figure]) -> [VisibleText] {
        let heading = [Strings.benchWork, Strings.benchAtrium, Strings.benchReference, Strings.benchRatio]
        let rows =
            [heading.map(text)]
            + figures.map { figure in
                [
                    text(figure.work.title), text(figure.median, figure.unit),
                    text(figure.referenceMedian, figure.unit),
                    VisibleText(figure.ratio.map { String(format: "%.2f", $0) } ?? "–"),
                ]
            }
        let widths = heading.indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
        return rows.map { row in
            row.indices.dropFirst().reduce(row[0].padded(to: widths[0])) { line, column in
                line + "  " + row[column].padded(to: widths[column], alignment: .right)
            }
        } + [text(Strings.benchSummary(size: size, rounds: rounds))]
    }

    /// The figures for programs; times in seconds, sizes in bytes.
    func document(of figures: [Figure]) -> JSONValue {
        .object([
            ("messages", .number(size)), ("rounds", .number(rounds)),
            (
                "figures",
                .array(
                    figures.map { figure in
                        .object([
                            ("work", .string(figure.work.rawValue)), ("unit", .string(figure.unit.rawValue)),
                            ("median", number(figure.median)), ("samples", .array(figure.samples.map { number($0) })),
                            ("reference", number(figure.referenceMedian)),
                            ("referenceSamples", .array(figure.reference.map { number($0) })),
                            ("ratio", number(figure.ratio)),
                        ])
                    })
            ),
        ])
    }

    private func number(_ value: Double?) -> JSONValue { value.map { .decimal($0) } ?? .null }

    private func text(_ text: LocalizedText) -> VisibleText { VisibleText(text.string(in: language)) }

    private func text(_ value: Double?, _ unit: Figure.Unit) -> VisibleText { VisibleText(written(value, unit)) }

    private func written(_ value: Double?, _ unit: Figure.Unit) -> String {
        guard let value else { return "–" }
        switch unit {
        case .seconds where value >= 1: return String(format: "%.2f s ", value)
        case .seconds where value >= 0.001: return String(format: "%.2f ms", value * 1e3)
        case .seconds: return String(format: "%.1f µs", value * 1e6)
        case .bytes where value >= 1_000_000: return String(format: "%.1f MB", value / 1e6)
        case .bytes: return String(format: "%.1f kB", value / 1e3)
        }
    }
}

extension Work {
    /// The title of the work, for people.
    fileprivate var title: LocalizedText {
        switch self {
        case .importing: Strings.workImport
        case .importTime: Strings.workImportTime
        case .start: Strings.workStart
        case .memory: Strings.workMemory
        case .switching: Strings.workSwitch
        case .frame: Strings.workFrame
        case .command: Strings.workCommand
        case .record: Strings.workRecord
        case .page: Strings.workPage
        case .search: Strings.workSearch
        case .rare: Strings.workRare
        case .add: Strings.workAdd
        }
    }
}

extension BenchmarkFault: UserFacing {
    /// One word for all faults: no caller of a benchmark distinguishes them.
    public var code: String { "benchmark.stopped" }

    /// The reason why the benchmark stopped.
    public var sentence: LocalizedText {
        switch self {
        case .notStarted(let program, let reason):
            Strings.benchNotStarted(program: program, reason: String(cString: strerror(reason)))
        case .failed(let program, let status): Strings.benchFailed(program: program, status: Int(status))
        default: Strings.sentence(of: self)
        }
    }
}
