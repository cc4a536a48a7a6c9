// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// How a report on session scripts is written.
public enum ScriptReportFormat: String, Sendable, CaseIterable {
    /// For people: a line a file, the differences, and how many passed.
    case text
    /// One JSON document of facts.
    case json
    /// JUnit's XML, which build servers read.
    case junit

    /// The whole report, each line ended by LF.
    ///
    /// The language is that of sentences; JSON has none.
    public func rendered(_ report: ScriptReport, in language: Language) -> String {
        switch self {
        case .text: ScriptTextReport(language: language).text(of: report)
        case .json: ScriptJSONReport().text(of: report)
        case .junit: ScriptJUnitReport(language: language).text(of: report)
        }
    }
}
