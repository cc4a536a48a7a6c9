// SPDX-License-Identifier: GPL-3.0-or-later

/// A place of a session script where something went wrong.
public struct ScriptFailure: Sendable, Equatable {
    /// The line of the script, counted from 1; nil if the failure is the whole file's.
    public let line: Int?
    /// The step as the script has it, prefix included; nil if the line is none.
    ///
    /// Lines of input are no part of it.
    public let step: String?
    /// What went wrong, at least one thing.
    public let problems: [ScriptProblem]
    /// The placeholders among the expected lines that are bound, by name.
    public let bindings: [ScriptBinding]

    init(line: Int?, step: String? = nil, problems: [ScriptProblem], bindings: [ScriptBinding] = []) {
        self.line = line
        self.step = step
        self.problems = problems
        self.bindings = bindings
    }
}
