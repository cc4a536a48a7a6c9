// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Benchmark
import Foundation
import Session
import Terminal

/// What a benchmark found, for people and for programs.
struct BenchmarkReport {
    let size: Int
    let rounds: Int
    let language: Language

    /// What limits the figures.
    func notices(hasReference: Bool) -> [VisibleText] {
        var notices: [LocalizedText] = []
        #if DEBUG
            notices.append(Strings.benchDebug)
        #endif
        if !hasReference { notices.append(Strings.benchNoReference) }
        return notices.map(text)
    }

    /// A table: each kind of work, what it took, what the reference took, and how many times that it is.
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

    /// The same for programs; times in seconds, sizes in bytes.
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
    /// What it is, for people.
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
