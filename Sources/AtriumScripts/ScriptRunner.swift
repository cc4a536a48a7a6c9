// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Runs one session script against one subject.
///
/// A failed command does not end the run: the result lists every failure. Only leaving the shell ends it, and is a
/// failure if the script goes on.
@MainActor
public struct ScriptRunner {
    private let script: SessionScript
    private let path: String
    private let subject: any ScriptSubject
    private let isUpdating: Bool
    /// The run before this one, of which it is known what the script waits for in vain.
    var earlier: ScriptTrace?

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - script: what to run. Its settings and fixtures are in place already.
    ///   - path: the name of its file in the result.
    ///   - subject: the shell to drive. The runner does not end it.
    ///   - isUpdating: whether what a terminal shows is what the script is to say, so that a wait for something else is
    ///     over when the screen stands still.
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
                    let sentence = Described(thrown).sentence.string(in: script.settings.language)
                    error = sentence
                    failures.append(ScriptFailure(line: line, problems: [.setting(setting.name, error: sentence)]))
                }
                record = .setting(error: error)
            case .terminal(let line, let step):
                let (what, failure) = await terminal.perform(
                    step, line: line, missed: earlier?.missedScreen(at: index, line: line), judge: &judge)
                record = what
                failures += failure.map { [$0] } ?? []
                // Where one screen did not come, those behind it would be waited for in vain as well.
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

/// Runs one script from its folder's making to its removal.
@MainActor
struct ScriptPerformance {
    let factory: any ScriptShellFactory
    /// Where session folders are made.
    let temporaryFolder: String
    /// Whether what comes is what the script is to say.
    var isUpdating = false

    /// Runs the script with what `vary` makes of its settings.
    ///
    /// - Parameter earlier: The run before, whose waits in vain are not waited for again.
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
            let failure = ScriptFailure(
                line: nil, problems: [.setup(error: Described(error).sentence.string(in: script.settings.language))])
            return ScriptTrace(result: ScriptResult(path: path, stepsRun: 0, failures: [failure]), records: [])
        }
    }
}

/// Compares what commands did with what a session script says about them, one command after another.
struct ScriptJudge {
    /// What the script's placeholders stand for so far.
    private(set) var bindings: [String: String] = [:]

    /// What is typed, with what placeholders were bound to in place of their names.
    func typed(_ text: String) -> String {
        bindings.isEmpty ? text : BoundText(text).filled(with: bindings)
    }

    /// What is wrong with the outcome of a command; nil if nothing is.
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

    /// What the placeholders of these lines stand for, by name.
    func bindings(in expected: [ExpectedLine]) -> [ScriptBinding] {
        let names = Set(expected.flatMap(\.pattern.placeholders)).sorted()
        return names.compactMap { name in bindings[name].map { ScriptBinding(name: name, value: $0) } }
    }

    /// How the lines differ; nil if they do not.
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
