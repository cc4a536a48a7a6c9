// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
public import AtriumSession

/// The results of a batch of session scripts.
public struct ScriptReport: Sendable, Equatable {
    /// One result per script, in the order in which the scripts were named.
    public let results: [ScriptResult]

    /// The number of scripts that passed.
    public var passed: Int { results.count(where: \.passed) }
    /// The number of scripts that failed.
    public var failed: Int { results.count - passed }

    /// Makes a report.
    public init(results: [ScriptResult]) {
        self.results = results
    }
}

/// The result of one session script.
public struct ScriptResult: Sendable, Equatable {
    /// The script's file as named by the caller.
    public let path: String
    /// The number of commands and checks that ran.
    public let stepsRun: Int
    /// All failures, in the order of the script.
    public let failures: [ScriptFailure]

    /// Whether there are no failures.
    public var passed: Bool { failures.isEmpty }
}

/// The formats of a report on session scripts.
public enum ScriptReportFormat: String, Sendable, CaseIterable {
    /// Text for people: a line per file, the differences, and the number of passed scripts.
    case text
    /// One JSON document of facts.
    case json
    /// JUnit's XML, which build servers read.
    case junit

    /// The whole report, each line terminated by LF.
    ///
    /// The language applies to sentences; JSON contains none.
    public func rendered(_ report: ScriptReport, in language: Language) -> String {
        switch self {
        case .text: ScriptTextReport(language: language).text(of: report)
        case .json: ScriptJSONReport().text(of: report)
        case .junit: ScriptJUnitReport(language: language).text(of: report)
        }
    }
}

/// Writes the results of session scripts for people, as lines that a screen reader can read out.
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

    /// The line of one script, and its failures.
    ///
    /// Ends with LF.
    public func text(of result: ScriptResult) -> String {
        let path = RevealedText.of(result.path)
        let head = result.passed ? Strings.scriptPassed(path: path) : Strings.scriptFailed(path: path)
        return ([head.string(in: language)] + details(of: result)).map { $0 + "\n" }.joined()
    }

    /// The line of one script that was updated.
    ///
    /// Ends with LF. Problems that remain appear when the script runs.
    public func text(of update: ScriptUpdate) -> String {
        let path = RevealedText.of(update.path)
        let head =
            update.isChanged
            ? Strings.scriptUpdated(path: path, lines: update.newLines) : Strings.scriptUnchanged(path: path)
        return head.string(in: language) + "\n"
    }

    /// The last line of a report: the numbers of passed and failed scripts.
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

    /// `path:line: step`, the form from which editors jump to the line.
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

/// Writes the results of session scripts as one JSON document of facts.
///
/// ```json
/// {"passed":1,"failed":1,"scripts":[{"path":"a.session","passed":false,"steps":3,"failures":[
///   {"line":3,"step":"$ list","problems":[{"kind":"status","expected":0,"actual":2}],"bindings":{"N":"3"}}]}]}
/// ```
///
/// The document is ASCII except for letters: control, bidirectional and other invisible characters are escaped.
public struct ScriptJSONReport: Sendable {
    /// Makes a writer.
    public init() {}

    /// The document, terminated by LF.
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

/// Writes the results of session scripts in JUnit's XML: one test case per script.
///
/// It follows the common schema of the Apache Ant task. It omits times, so that reports on the same
/// outcome are equal byte for byte.
public struct ScriptJUnitReport: Sendable {
    private let writer: ScriptTextReport
    private let faults: ScriptFaultText

    /// Makes a writer of sentences in one language.
    public init(language: Language) {
        writer = ScriptTextReport(language: language)
        faults = ScriptFaultText(language: language)
    }

    /// The document, terminated by LF.
    public func text(of report: ScriptReport) -> String {
        let counts = "tests=\"\(report.results.count)\" failures=\"\(report.failed)\""
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites \(counts)>",
            "<testsuite name=\"sessions\" \(counts) errors=\"0\" skipped=\"0\">",
        ]
        for result in report.results {
            let head = "<testcase classname=\"sessions\" name=\"\(escaped(RevealedText.of(result.path)))\""
            guard let failure = result.failures.first, let problem = failure.problems.first else {
                lines.append(head + "/>")
                continue
            }
            lines.append(head + ">")
            let place = writer.place(of: failure, in: result.path)
            // A place without a step ends with its colon.
            let message = place + (failure.step == nil ? " " : ": ") + faults.text(of: problem)
            lines.append("<failure message=\"\(escaped(message))\">")
            lines += writer.details(of: result).map(escaped)
            lines += ["</failure>", "</testcase>"]
        }
        lines += ["</testsuite>", "</testsuites>"]
        return lines.map { $0 + "\n" }.joined()
    }

    /// The lines no longer contain control characters; XML 1.0 also forbids only U+FFFE and U+FFFF.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
