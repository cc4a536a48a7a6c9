// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// Writes what came of session scripts in JUnit's XML: one test case a script.
///
/// It follows the schema that the Apache Ant task made common. Times are left out, so that a report on the same
/// outcome is the same bytes.
public struct ScriptJUnitReport: Sendable {
    private let writer: ScriptTextReport
    private let faults: ScriptFaultText

    /// Makes a writer whose sentences are in one language.
    public init(language: Language) {
        writer = ScriptTextReport(language: language)
        faults = ScriptFaultText(language: language)
    }

    /// The document, ended by LF.
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

    /// The lines hold no control characters any more; U+FFFE and U+FFFF are what else XML 1.0 forbids.
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
