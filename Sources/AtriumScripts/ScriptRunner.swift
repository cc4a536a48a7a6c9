// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession

/// Runs one session script against one subject.
///
/// A failed command does not end the run: the result lists every failure. Only leaving the shell ends it, which is a
/// failure if steps remain.
@MainActor
public struct ScriptRunner {
    private let script: SessionScript
    private let path: String
    private let subject: any ScriptSubject
    private let isUpdating: Bool
    /// The previous run, which shows what the script waits for in vain.
    var earlier: ScriptTrace?

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - script: The script to run. Its settings and fixtures are already in place.
    ///   - path: The name of the script's file in the result.
    ///   - subject: The shell to drive. The runner does not end it.
    ///   - isUpdating: Whether the script takes on what a terminal shows, so that a wait for something else
    ///     ends when the screen no longer changes.
    public init(script: SessionScript, path: String, subject: any ScriptSubject, isUpdating: Bool = false) {
        self.isUpdating = isUpdating
        self.script = script
        self.path = path
        self.subject = subject
    }

    /// Runs the script to its end.
    public func run() async -> ScriptResult {
        await trace().result
    }

    func trace() async -> ScriptTrace {
        var failures: [ScriptFailure] = []
        var records: [ScriptTrace.Record] = []
        var judge = ScriptJudge()
        let terminal = ScriptTerminalRun(
            subject: subject, language: script.settings.language, isUpdating: isUpdating)
        var isOver = false
        for (index, step) in script.steps.enumerated() {
            let record: ScriptTrace.Record
            switch step {
            case .command(let command):
                let outcome = await subject.perform(
                    judge.typed(command.text), answers: command.answers.map(judge.typed))
                record = .outcome(outcome)
                failures += judge.failure(of: command, outcome: outcome).map { [$0] } ?? []
            case .check(let line, let app):
                let current = subject.currentApp
                record = .app(current)
                if current != app {
                    failures.append(
                        ScriptFailure(
                            line: line, step: "@ " + (app ?? "-"), problems: [.app(expected: app, actual: current)]))
                }
            case .setting(let line, let setting):
                var error: String?
                do {
                    try await subject.apply(setting)
                } catch let thrown {
                    let sentence = ErrorDescription(thrown).sentence.string(in: script.settings.language)
                    error = sentence
                    failures.append(ScriptFailure(line: line, problems: [.setting(setting.name, error: sentence)]))
                }
                record = .setting(error: error)
            case .terminal(let line, let step):
                let (what, failure) = await terminal.perform(
                    step, line: line, missed: earlier?.missedScreen(at: index, line: line), judge: &judge)
                record = what
                failures += failure.map { [$0] } ?? []
                // If one screen did not appear, the run would wait in vain for the later ones, too.
                if case .wait = step, failure != nil { isOver = !isUpdating }
            }
            records.append(record)
            if case .terminal = step, !terminal.isOpen { break }
            if case .outcome(let outcome) = record, outcome.quit { isOver = true }
            if isOver {
                let rest = script.steps.dropFirst(index + 1)
                if let next = rest.first {
                    failures.append(ScriptFailure(line: next.line, problems: [.notReached(steps: rest.count)]))
                }
                break
            }
        }
        await terminal.end()
        let steps = records.count { if case .setting = $0 { false } else { true } }
        return ScriptTrace(
            result: ScriptResult(path: path, stepsRun: steps, failures: failures), records: records)
    }
}

/// Runs one script, from the creation to the removal of its folder.
@MainActor
struct ScriptPerformance {
    let factory: any ScriptShellFactory
    /// The folder in which session folders are created.
    let temporaryFolder: String
    /// Whether the script takes on the actual output.
    var isUpdating = false

    /// Runs the script with its settings as changed by `vary`.
    ///
    /// - Parameter earlier: The previous run, whose vain waits are not repeated.
    func perform(
        _ script: SessionScript, path: String, after earlier: ScriptTrace? = nil,
        vary: (inout ScriptSettings) -> Void = { _ in }
    ) async -> ScriptTrace {
        var settings = script.settings
        vary(&settings)
        do {
            let folder = try ScriptFolder(in: temporaryFolder, fixtures: script.fixtures)
            defer { folder.remove() }
            let subject = try await factory.makeSubject(settings: settings, folder: folder.path)
            var runner = ScriptRunner(script: script, path: path, subject: subject, isUpdating: isUpdating)
            runner.earlier = earlier
            let trace = await runner.trace()
            await subject.end()
            return trace
        } catch {
            let sentence = ErrorDescription(error).sentence.string(in: script.settings.language)
            let failure = ScriptFailure(line: nil, problems: [.setup(error: sentence)])
            return ScriptTrace(result: ScriptResult(path: path, stepsRun: 0, failures: [failure]), records: [])
        }
    }
}

/// Compares the outcomes of commands with a session script's expectations, one command after another.
struct ScriptJudge {
    /// The values of the script's placeholders so far.
    private(set) var bindings: [String: String] = [:]

    /// The typed text, with placeholder names replaced by their values.
    func typed(_ text: String) -> String {
        bindings.isEmpty ? text : BoundText(text).filled(with: bindings)
    }

    /// The failure of a command's outcome; `nil` if the outcome is as expected.
    mutating func failure(of command: ScriptCommand, outcome: ScriptOutcome) -> ScriptFailure? {
        var problems: [ScriptProblem] = []
        if let mismatch = mismatch(of: OutputLines.of(outcome.output), expected: command.output) {
            problems.append(.output(mismatch))
        }
        if let mismatch = mismatch(of: OutputLines.of(outcome.errorOutput), expected: command.errorOutput) {
            problems.append(.errorOutput(mismatch))
        }
        let status = command.status ?? 0
        if outcome.status != status { problems.append(.status(expected: status, actual: outcome.status)) }
        if outcome.wantedMoreAnswers { problems.append(.answerMissing(given: command.answers.count)) }
        let unused = command.answers.count - outcome.answersUsed
        if unused > 0 { problems.append(.answersUnused(unused)) }
        guard !problems.isEmpty else { return nil }
        return ScriptFailure(
            line: command.line, step: "$ " + command.text, problems: problems,
            bindings: bindings(in: command.output + command.errorOutput))
    }

    /// The values of the placeholders of these lines, by name.
    func bindings(in expected: [ExpectedLine]) -> [ScriptBinding] {
        let names = Set(expected.flatMap(\.pattern.placeholders)).sorted()
        return names.compactMap { name in bindings[name].map { ScriptBinding(name: name, value: $0) } }
    }

    /// The difference between the lines; `nil` if there is none.
    mutating func mismatch(of lines: [String], expected: [ExpectedLine]) -> ScriptMismatch? {
        let matcher = OutputMatcher(expected: expected)
        if let bound = matcher.bindings(matching: lines, from: bindings) {
            bindings = bound
            return nil
        }
        let edits = matcher.edits(to: lines, binding: &bindings)
        return ScriptMismatch(expected: expected.map(\.text), actual: lines, edits: edits)
    }
}
