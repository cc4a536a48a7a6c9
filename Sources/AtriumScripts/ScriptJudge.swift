// SPDX-License-Identifier: GPL-3.0-or-later

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
