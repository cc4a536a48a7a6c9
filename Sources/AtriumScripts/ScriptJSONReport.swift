// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Writes what came of session scripts as one JSON document of facts.
///
/// ```json
/// {"passed":1,"failed":1,"scripts":[{"path":"a.session","passed":false,"steps":3,"failures":[
///   {"line":3,"step":"$ list","problems":[{"kind":"status","expected":0,"actual":2}],"bindings":{"N":"3"}}]}]}
/// ```
///
/// The document is ASCII but for letters: control, bidirectional and other unseen characters are escaped.
public struct ScriptJSONReport: Sendable {
    /// Makes a writer.
    public init() {}

    /// The document, ended by LF.
    public func text(of report: ScriptReport) -> String {
        let document = JSONValue.object([
            ("passed", .number(report.passed)),
            ("failed", .number(report.failed)),
            ("scripts", .array(report.results.map(json(of:)))),
        ])
        return document.text + "\n"
    }

    private func json(of result: ScriptResult) -> JSONValue {
        .object([
            ("path", .string(result.path)),
            ("passed", .bool(result.passed)),
            ("steps", .number(result.stepsRun)),
            ("failures", .array(result.failures.map(json(of:)))),
        ])
    }

    private func json(of failure: ScriptFailure) -> JSONValue {
        .object([
            ("line", failure.line.map(JSONValue.number) ?? .null),
            ("step", failure.step.map(JSONValue.string) ?? .null),
            ("problems", .array(failure.problems.map(json(of:)))),
            ("bindings", .object(failure.bindings.map { ($0.name, .string($0.value)) })),
        ])
    }

    private func json(of problem: ScriptProblem) -> JSONValue {
        switch problem {
        case .syntax(let reason):
            kind("syntax", [("message", .string(ScriptFaultText(language: .english).text(of: reason)))])
        case .unreadable: kind("unreadable")
        case .noScripts: kind("noScripts")
        case .setup(let error): kind("setup", [("error", .string(error))])
        case .setting(let name, let error):
            kind("setting", [("name", .string(name.rawValue)), ("error", .string(error))])
        case .output(let mismatch): kind("output", sides(of: mismatch))
        case .errorOutput(let mismatch): kind("errorOutput", sides(of: mismatch))
        case .screen(let mismatch): kind("screen", sides(of: mismatch))
        case .notSeen(let seconds, let screen):
            kind("notSeen", [("seconds", .number(seconds)), ("screen", .array(screen.map(JSONValue.string)))])
        case .terminal(let error): kind("terminal", [("error", .string(error))])
        case .status(let expected, let actual):
            kind("status", [("expected", .number(Int(expected))), ("actual", .number(Int(actual)))])
        case .app(let expected, let actual):
            kind(
                "app",
                [
                    ("expected", expected.map(JSONValue.string) ?? .null),
                    ("actual", actual.map(JSONValue.string) ?? .null),
                ])
        case .answerMissing(let given): kind("answerMissing", [("given", .number(given))])
        case .answersUnused(let count): kind("answersUnused", [("count", .number(count))])
        case .notReached(let steps): kind("notReached", [("steps", .number(steps))])
        }
    }

    private func kind(_ name: String, _ members: [(key: String, value: JSONValue)] = []) -> JSONValue {
        .object([("kind", .string(name))] + members)
    }

    private func sides(of mismatch: ScriptMismatch) -> [(key: String, value: JSONValue)] {
        [
            ("expected", .array(mismatch.expected.map(JSONValue.string))),
            ("actual", .array(mismatch.actual.map(JSONValue.string))),
        ]
    }
}
