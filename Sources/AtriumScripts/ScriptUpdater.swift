// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumKit
public import AtriumSession
import Foundation

/// Rewrites session scripts to match the actual output.
///
/// Only lines that failed change, and none from the first command that the program lacks, unless the script has a line
/// for its error: else a script of a missing app would always pass. Comments, matching patterns, fixtures and line ends
/// stay. A script that fails runs again with another seed and clock, unless it sets them itself. If the two outputs
/// differ, the new line has a placeholder. A new line of a terminal has `?` for the digits of the time it shows.
@MainActor
public struct ScriptUpdater {
    /// A day, an hour, a minute and a second, so that every field of a date and time changes.
    private static let clockOffset = 90_061.0

    private let performance: ScriptPerformance
    private let clock: any WallClock

    /// Makes an updater.
    ///
    /// - Parameters:
    ///   - factory: Creates a shell for each run.
    ///   - temporaryFolder: The absolute path of the folder in which each run's folder is created and removed.
    ///   - environment: The process's environment.
    ///   - clock: The clock that a terminal shows.
    /// - Throws: ``ScriptUpdateFault/refusedUnderCI`` if `CI` is set to any value.
    public init(
        factory: any ScriptShellFactory, temporaryFolder: String, environment: [String: String],
        clock: any WallClock = SystemClock()
    ) throws(ScriptUpdateFault) {
        guard environment["CI"] == nil else { throw .refusedUnderCI }
        self.clock = clock
        performance = ScriptPerformance(factory: factory, temporaryFolder: temporaryFolder, isUpdating: true)
    }

    /// Returns the update of the script in this file.
    ///
    /// The file is not changed.
    public func update(_ path: String) async throws(ScriptUpdateFault) -> ScriptUpdate {
        guard let bytes = ScriptFiles.bytes(of: path) else { throw .unreadable(path: path) }
        let script = try parse(bytes, path: path)
        let start = clock.now
        let first = await performance.perform(script, path: path)
        let moments = ShownMoments(from: start, to: clock.now, in: script.settings.timeZone)
        guard !first.result.passed else {
            return ScriptUpdate(path: path, bytes: bytes, newLines: 0, isChanged: false, remaining: first.result)
        }
        let second = await performance.perform(script, path: path, after: first) { settings in
            if !settings.given.contains(.seed) { settings.seed &+= 1 }
            if !settings.given.contains(.clock) { settings.clock += Self.clockOffset }
        }
        let proposal = await update(bytes, script, path: path, first: first, second: second, moments)
        if let proposal, proposal.remaining.passed { return proposal }
        // Inconsistent placeholders are omitted.
        let literal = await update(bytes, script, path: path, first: first, second: nil, moments)
        return [proposal, literal].compactMap(\.self).min { $0.remaining.failures.count < $1.remaining.failures.count }
            ?? ScriptUpdate(path: path, bytes: bytes, newLines: 0, isChanged: false, remaining: first.result)
    }

    /// Writes an update to its file, completely or not at all.
    public func save(_ update: ScriptUpdate) throws(ScriptUpdateFault) {
        guard update.isChanged else { return }
        do {
            let target = try OwnLink.target(of: update.path)
            let draft = try DraftFile(for: target, replacing: true, keepsMode: true)
            try draft.write(update.bytes)
            try draft.finish()
        } catch {
            throw .notWritten(path: update.path)
        }
    }

    private func parse(_ bytes: [UInt8], path: String) throws(ScriptUpdateFault) -> SessionScript {
        do {
            return try SessionScriptParser().parse(bytes)
        } catch {
            throw .syntax(path: path, error)
        }
    }

    /// The rewritten script, checked against the first run; `nil` if it can no longer be read.
    private func update(
        _ bytes: [UInt8], _ script: SessionScript, path: String, first: ScriptTrace, second: ScriptTrace?,
        _ moments: ShownMoments
    ) async -> ScriptUpdate? {
        var rewriter = ScriptRewriter(bytes: bytes, script: script)
        rewriter.rewrite(after: first.records, other: second?.records, moments: moments)
        let (rewritten, newLines) = rewriter.result
        guard let script = try? SessionScriptParser().parse(rewritten) else { return nil }
        let replay = ScriptReplay(records: first.records)
        let remaining = await ScriptRunner(script: script, path: path, subject: replay).run()
        return ScriptUpdate(
            path: path, bytes: rewritten, newLines: newLines, isChanged: rewritten != bytes, remaining: remaining)
    }
}

/// A session script rewritten to match the actual output.
public struct ScriptUpdate: Sendable, Equatable {
    /// The script's file as named by the caller.
    public let path: String
    /// The whole text, with every correct line unchanged.
    public let bytes: [UInt8]
    /// The number of new or changed lines; 0 if nothing had to be rewritten.
    public let newLines: Int
    /// Whether the text differs from the file.
    public let isChanged: Bool
    /// The problems that remain: missing or unread lines of input, settings that fail, steps after the shell was
    /// left.
    public let remaining: ScriptResult
}

/// The reasons for not updating a session script.
public enum ScriptUpdateFault: Error, Equatable {
    /// The environment is that of a build server, where wrong output must fail and not become expected.
    case refusedUnderCI
    /// The file cannot be read.
    case unreadable(path: String)
    /// The file is not a session script.
    case syntax(path: String, ScriptSyntaxFault)
    /// The file cannot be written and is unchanged.
    case notWritten(path: String)
}

extension ScriptUpdateFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.update" }

    /// The reason why the script is unchanged.
    public var sentence: LocalizedText {
        LocalizedText(code) { ScriptFaultText(language: $0).text(of: self) }
    }
}

/// Rewrites the lines of a session script that differ from the actual output.
struct ScriptRewriter {
    /// A line of the rewritten script.
    private enum Item {
        /// An unchanged line of the script, by its number, counted from 1.
        case old(Int)
        /// A new line, including its prefix.
        case new(String)
    }

    private let bytes: [UInt8]
    private let lines: [SourceLines.Line]
    private let script: SessionScript
    private let newline: [UInt8]
    private var proposer: PlaceholderProposer
    private var replacements: [Int: [String]] = [:]
    private var insertions: [Int: [String]] = [:]
    private var precedingInsertions: [Int: [String]] = [:]

    init(bytes: [UInt8], script: SessionScript) {
        self.bytes = bytes
        self.script = script
        lines = SourceLines(of: bytes).lines
        newline = Array(lines.first.map { bytes[$0.content.upperBound..<$0.whole.upperBound] } ?? [])
        proposer = PlaceholderProposer(reserved: Self.expected(of: script).flatMap(\.pattern.placeholders))
    }

    private static func expected(of script: SessionScript) -> [ExpectedLine] {
        script.steps.flatMap { step in
            switch step {
            case .command(let command): command.output + command.errorOutput
            case .terminal(_, .screen(let expected, _)): expected
            case .terminal(_, .wait(let wait, _)): wait.expected
            case .check, .setting, .terminal: [ExpectedLine]()
            }
        }
    }

    /// Applies the records of the script’s steps, up to a command that the program lacks and that no line expects
    /// to fail.
    ///
    /// - Parameters:
    ///   - records: The records of the run that the script describes.
    ///   - other: The records of another run, which show what varies.
    ///   - moments: The times that a terminal may have shown.
    mutating func rewrite(
        after records: [ScriptTrace.Record], other: [ScriptTrace.Record]?, moments: ShownMoments = ShownMoments()
    ) {
        for (index, (step, record)) in zip(script.steps, records).enumerated() {
            switch (step, record) {
            case (.check(let line, let expected), .app(let actual)) where actual != expected:
                replacements[line] = ["@ " + (actual ?? "-")]
            case (.command(let command), .outcome(let outcome)):
                // A missing command is not new behaviour, and later steps depend on it.
                guard outcome.isUnderstood || !command.errorOutput.isEmpty else { return }
                var varied: ScriptOutcome?
                if let other, index < other.count, case .outcome(let outcome) = other[index] { varied = outcome }
                rewrite(command, outcome: outcome, varied: varied)
            case (.terminal(let line, .screen(let expected, _)), .terminal(let screen?, _)):
                var varied: [String]?
                if let other, index < other.count, case .terminal(let screen, _) = other[index] { varied = screen }
                rewrite(expected, lines: screen, varied: varied, prefix: "  ", anchor: line, moments)
            case (.terminal(_, .wait(let wait, _)), .terminal(let screen?, _)):
                let matcher = OutputMatcher(expected: wait.expected)
                proposer.bindings = matcher.bindings(matching: screen, from: proposer.bindings) ?? proposer.bindings
            default:
                break
            }
        }
    }

    // MARK: Commands

    private mutating func rewrite(_ command: ScriptCommand, outcome: ScriptOutcome, varied: ScriptOutcome?) {
        let lastAnswer = command.answerLines.last ?? command.line
        rewrite(
            command.output, lines: OutputLines.of(outcome.output), varied: varied.map { OutputLines.of($0.output) },
            prefix: "  ", anchor: lastAnswer)
        rewrite(
            command.errorOutput, lines: OutputLines.of(outcome.errorOutput),
            varied: varied.map { OutputLines.of($0.errorOutput) }, prefix: "! ",
            anchor: max(lastAnswer, command.output.last?.line ?? 0))
        guard outcome.status != command.status ?? 0 else { return }
        if let line = command.statusLine {
            replacements[line] = ["? \(outcome.status)"]
        } else {
            let last = [lastAnswer, command.output.last?.line ?? 0, command.errorOutput.last?.line ?? 0].max()
            insertions[last ?? lastAnswer, default: []].append("? \(outcome.status)")
        }
    }

    private mutating func rewrite(
        _ expected: [ExpectedLine], lines: [String], varied: [String]?, prefix: String, anchor: Int,
        _ moments: ShownMoments = ShownMoments()
    ) {
        let matcher = OutputMatcher(expected: expected)
        if let bound = matcher.bindings(matching: lines, from: proposer.bindings) {
            proposer.bindings = bound
            if let varied, let bound = matcher.bindings(matching: varied, from: proposer.variedBindings) {
                proposer.variedBindings = bound
            }
            return
        }
        let edits = matcher.edits(to: lines, binding: &proposer.bindings)
        if let varied { _ = matcher.edits(to: varied, binding: &proposer.variedBindings) }
        var previous: Int?
        for edit in edits {
            switch edit {
            case .kept(let index, _), .skipped(let index, _):
                previous = expected[index].line
            case .replaced(let index, let line):
                previous = expected[index].line
                replacements[expected[index].line] = [prefix + text(for: line, of: lines, varied: varied, moments)]
            case .removed(let index):
                previous = expected[index].line
                replacements[expected[index].line] = []
            case .added(let line):
                let text = prefix + text(for: line, of: lines, varied: varied, moments)
                if let previous {
                    insertions[previous, default: []].append(text)
                } else if let first = expected.first {
                    precedingInsertions[first.line, default: []].append(text)
                } else {
                    insertions[anchor, default: []].append(text)
                }
            }
        }
    }

    /// Outputs of different lengths are not compared: their lines cannot be matched.
    private mutating func text(
        for line: Int, of lines: [String], varied: [String]?, _ moments: ShownMoments
    ) -> String {
        let other = varied.flatMap { $0.count == lines.count ? $0[line] : nil }
        return proposer.text(for: lines[line], varied: other, moments: moments)
    }

    // MARK: The text

    /// The rewritten bytes, and the number of new lines in them.
    var result: (bytes: [UInt8], newLines: Int) {
        let end = script.fixtures.first.map { $0.line - 1 } ?? lines.count
        var items: [Item] = []
        for line in 1..<(end + 1) {
            items += (precedingInsertions[line] ?? []).map(Item.new)
            items += replacements[line].map { $0.map(Item.new) } ?? [.old(line)]
            items += (insertions[line] ?? []).map(Item.new)
        }
        items = keepingEmptyLines(items)
        var result: [UInt8] = []
        for item in items {
            switch item {
            case .old(let line):
                result += bytes[lines[line - 1].whole]
            case .new(let text):
                // The line before may have been the last one, without its end.
                if let last = result.last, last != UInt8(ascii: "\n") { result += lineEnd }
                result += Array(text.utf8) + lineEnd
            }
        }
        if let fixture = script.fixtures.first {
            result += bytes[lines[fixture.line - 1].whole.lowerBound...]
        }
        return (result, items.count { if case .new = $0 { true } else { false } })
    }

    private var lineEnd: [UInt8] {
        newline.isEmpty ? [UInt8(ascii: "\n")] : newline
    }

    /// Preserves the meaning of empty lines in their new surroundings.
    ///
    /// Between two lines of output they are output. One that was output and is no longer between lines gets its
    /// prefix; one that was not output and now is between lines is removed.
    private func keepingEmptyLines(_ items: [Item]) -> [Item] {
        let expected = Set(Self.expected(of: script).map(\.line))
        var kept: [Item] = []
        var index = 0
        while index < items.count {
            guard isEmpty(items[index]) else {
                kept.append(items[index])
                index += 1
                continue
            }
            let end = items[index...].firstIndex { !isEmpty($0) } ?? items.count
            let isInside =
                end < items.count && isOutput(items[end]) && kept.last.map(isOutput) ?? false
            let output = items[index..<end].filter { item in
                if case .old(let line) = item { expected.contains(line) } else { false }
            }
            if isInside {
                kept += output
            } else {
                kept += output.isEmpty ? items[index..<end] : output.map { _ in .new("  ") }[...]
            }
            index = end
        }
        return kept
    }

    private func isEmpty(_ item: Item) -> Bool {
        guard case .old(let line) = item else { return false }
        return lines[line - 1].content.isEmpty
    }

    private func isOutput(_ item: Item) -> Bool {
        switch item {
        case .old(let line): bytes[lines[line - 1].content].starts(with: "  ".utf8)
        case .new(let text): text.utf8.starts(with: "  ".utf8)
        }
    }
}
