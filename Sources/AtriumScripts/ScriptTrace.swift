// SPDX-License-Identifier: GPL-3.0-or-later

/// What a subject did step by step, beside the result that follows from it.
struct ScriptTrace {
    /// What one step of the script brought.
    enum Record: Equatable {
        case outcome(ScriptOutcome)
        case app(String?)
        /// The error's type, if the setting could not be applied.
        case setting(error: String?)
        /// The screen, if the step looked at it, and the error’s sentence, if it could not be done.
        case terminal(screen: [String]?, error: String?)
    }

    let result: ScriptResult
    /// One for each step that ran, in the order of the script.
    let records: [Record]

    /// The screen that was seen at a step of this number, whose line counts from 1, where it was not the one that the script
    /// has there; nil where it was, or none was seen.
    func missedScreen(at index: Int, line: Int) -> [String]? {
        guard records.indices.contains(index), case .terminal(let screen?, _) = records[index],
            result.failures.contains(where: { $0.line == line })
        else { return nil }
        return screen
    }
}
