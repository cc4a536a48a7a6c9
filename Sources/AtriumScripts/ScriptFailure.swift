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

/// What a placeholder of a session script stands for.
public struct ScriptBinding: Sendable, Equatable {
    /// The placeholder's name.
    public let name: String
    /// The text it was bound to where it was first met.
    public let value: String
}

/// An output that is not the expected one.
public struct ScriptMismatch: Sendable, Equatable {
    /// The expected lines as the script has them, patterns included.
    public let expected: [String]
    /// The lines that came.
    public let actual: [String]
    /// Which of them belong together.
    public let edits: [LineEdit]

    /// The difference in unified form.
    public var diff: [String] {
        UnifiedDiff(expected: expected, actual: actual, edits: edits).lines
    }
}
