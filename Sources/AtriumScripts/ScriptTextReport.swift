// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// Writes what came of session scripts for people, as lines that a screen reader can read out.
public struct ScriptTextReport: Sendable {
    private let language: Language
    private let faults: ScriptFaultText

    /// Makes a writer for one language.
    public init(language: Language) {
        self.language = language
        faults = ScriptFaultText(language: language)
    }

    /// All scripts and the line that counts them.
    public func text(of report: ScriptReport) -> String {
        report.results.map(text(of:)).joined() + summary(of: report)
    }

    /// The line of one script, and what went wrong in it.
    ///
    /// Ends with LF.
    public func text(of result: ScriptResult) -> String {
        let path = RevealedText.of(result.path)
        let head = result.passed ? Strings.scriptPassed(path: path) : Strings.scriptFailed(path: path)
        return ([head.string(in: language)] + details(of: result)).map { $0 + "\n" }.joined()
    }

    /// The line of one script that was updated.
    ///
    /// Ends with LF. What could not be mended shows when the script runs.
    public func text(of update: ScriptUpdate) -> String {
        let path = RevealedText.of(update.path)
        let head =
            update.isChanged
            ? Strings.scriptUpdated(path: path, lines: update.newLines) : Strings.scriptUnchanged(path: path)
        return head.string(in: language) + "\n"
    }

    /// The last line of a report: how many passed and failed.
    ///
    /// Ends with LF.
    public func summary(of report: ScriptReport) -> String {
        Strings.summary(passed: report.passed, failed: report.failed).string(in: language) + "\n"
    }

    /// The failures of a script, line by line.
    func details(of result: ScriptResult) -> [String] {
        result.failures.flatMap { failure in
            [place(of: failure, in: result.path)]
                + failure.problems.flatMap { lines(of: $0).map { "  " + $0 } }
                + failure.bindings.map { binding in
                    let value = RevealedText.of(binding.value)
                    return "  " + Strings.boundTo(name: binding.name, value: value).string(in: language)
                }
        }
    }

    /// `path:line: step`, the form that editors jump to.
    func place(of failure: ScriptFailure, in path: String) -> String {
        RevealedText.of(path) + (failure.line.map { ":\($0)" } ?? "") + ":"
            + (failure.step.map { " " + RevealedText.of($0) } ?? "")
    }

    private func lines(of problem: ScriptProblem) -> [String] {
        let sentence = faults.text(of: problem)
        switch problem {
        case .output(let mismatch), .errorOutput(let mismatch), .screen(let mismatch):
            return [
                sentence,
                "--- " + Strings.expectedSide.string(in: language),
                "+++ " + Strings.actualSide.string(in: language),
            ] + mismatch.diff
        case .notSeen(_, let screen):
            return [sentence] + screen.map { "+" + RevealedText.of($0) }
        default:
            return [sentence]
        }
    }
}
