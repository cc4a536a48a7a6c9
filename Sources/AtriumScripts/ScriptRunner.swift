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
