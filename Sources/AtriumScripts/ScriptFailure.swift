// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
public import AtriumSession

/// A place in a session script at which problems occurred.
public struct ScriptFailure: Sendable, Equatable {
    /// The line of the script, counted from 1; `nil` if the failure concerns the whole file.
    public let line: Int?
    /// The step as written in the script, including its prefix; `nil` if the line is not a step.
    ///
    /// Lines of input are not part of it.
    public let step: String?
    /// The problems, at least one.
    public let problems: [ScriptProblem]
    /// The bound placeholders among the expected lines, by name.
    public let bindings: [ScriptBinding]

    init(line: Int?, step: String? = nil, problems: [ScriptProblem], bindings: [ScriptBinding] = []) {
        self.line = line
        self.step = step
        self.problems = problems
        self.bindings = bindings
    }
}

/// The value of a placeholder of a session script.
public struct ScriptBinding: Sendable, Equatable {
    /// The placeholder's name.
    public let name: String
    /// The text that its first occurrence was bound to.
    public let value: String
}

/// An output that is not the expected one.
public struct ScriptMismatch: Sendable, Equatable {
    /// The expected lines as written in the script, including patterns.
    public let expected: [String]
    /// The actual lines.
    public let actual: [String]
    /// The edits from the expected lines to the actual ones.
    public let edits: [LineEdit]

    /// The difference in unified form.
    public var diff: [String] {
        UnifiedDiff(expected: expected, actual: actual, edits: edits).lines
    }
}

/// A problem that occurred when a session script ran.
public enum ScriptProblem: Sendable, Equatable {
    /// The file is not a valid script.
    case syntax(ScriptSyntaxReason)
    /// The file cannot be read.
    case unreadable
    /// The path is that of a folder without session scripts.
    case noScripts
    /// The shell could not be set up. `error` is the name of the error's type: its values may be a user's data.
    case setup(error: String)
    /// A setting could not be applied. `error` is the name of the error's type.
    case setting(ScriptSettingName, error: String)
    /// Standard output differs from the expected one.
    case output(ScriptMismatch)
    /// Standard error differs from the expected one.
    case errorOutput(ScriptMismatch)
    /// The screen never looked as expected. The value contains the last screen.
    case screen(ScriptMismatch)
    /// No row of the screen matched within this number of seconds. The value contains the last screen.
    case notSeen(seconds: Int, screen: [String])
    /// The terminal did not open, or failed. `error` is a sentence.
    case terminal(error: String)
    /// The exit status differs from the expected one.
    case status(expected: Int32, actual: Int32)
    /// Another app is in front; `nil` is a locked shell.
    case app(expected: String?, actual: String?)
    /// The command asked for more input than the script has.
    case answerMissing(given: Int)
    /// The command did not ask for this number of the lines of input.
    case answersUnused(Int)
    /// The shell was left, and this number of steps never ran, starting with this one.
    case notReached(steps: Int)
}

/// Writes the faults of a session script as sentences.
public struct ScriptFaultText: Sendable {
    private let language: Language

    /// Makes a writer for one language.
    public init(language: Language) {
        self.language = language
    }

    /// The sentence for a line that cannot be read.
    public func text(of reason: ScriptSyntaxReason) -> String {
        localized(reason).string(in: language)
    }

    /// The sentence for a problem that occurred when a script ran.
    ///
    /// It does not contain an output's differences.
    public func text(of problem: ScriptProblem) -> String {
        localized(problem).string(in: language)
    }

    /// The line for a script that is not updated, prefixed with its file if the fault names one.
    public func text(of fault: ScriptUpdateFault) -> String {
        switch fault {
        case .refusedUnderCI: Strings.updateRefused.string(in: language)
        case .unreadable(let path): shown(path) + ": " + Strings.fileUnreadable.string(in: language)
        case .syntax(let path, let fault): shown(path) + ":\(fault.line): " + text(of: fault.reason)
        case .notWritten(let path): shown(path) + ": " + Strings.fileNotWritten.string(in: language)
        }
    }

    /// The line for a script that was not or only partly performed, prefixed with its place if there is one.
    public func text(of fault: ScriptRunFault) -> String {
        func placed(_ path: String, _ line: Int?, _ sentence: LocalizedText) -> String {
            shown(path) + (line.map { ":\($0)" } ?? "") + ": " + sentence.string(in: language)
        }
        switch fault {
        case .unreadable(let path): return placed(path, nil, Strings.fileUnreadable)
        case .syntax(let path, let fault): return placed(path, fault.line, localized(fault.reason))
        case .boundValue(let path, let line, let name):
            return placed(path, line, Strings.runBoundValue(name: shown(name)))
        case .setting(let path, let line, let name): return placed(path, line, Strings.runSetting(name: name.rawValue))
        case .files(let path, let line): return placed(path, line, Strings.runFiles)
        case .variableMissing(let path, let line, let name):
            return placed(path, line, Strings.variableMissing(name: name))
        case .variableUnused(let name): return Strings.variableUnused(name: shown(name)).string(in: language)
        case .variableUnusable(let name): return Strings.variableUnusable(name: shown(name)).string(in: language)
        case .otherUser(let path, let line, let name): return placed(path, line, Strings.runUser(name: shown(name)))
        case .otherApp(let path, let line, let expected, let actual):
            return placed(path, line, Strings.appDiffers(expected: expected ?? "-", actual: shown(actual ?? "-")))
        case .stopped(let path, let line, let status):
            return placed(path, line, Strings.runStopped(status: Int(status.rawValue)))
        case .left(let path, let line): return placed(path, line, Strings.runLeft)
        }
    }

    private func localized(_ reason: ScriptSyntaxReason) -> LocalizedText {
        switch reason {
        case .invalidUTF8: Strings.invalidUTF8
        case .nulCharacter: Strings.nulCharacter
        case .leadingTab: Strings.leadingTab
        case .unknownPrefix(let prefix): Strings.unknownPrefix(prefix: shown(String(prefix)))
        case .commandMissing: Strings.commandMissing
        case .unknownSetting(let name):
            Strings.unknownSetting(name: shown(name), known: list(ScriptSettingName.allCases.map(\.rawValue)))
        case .badSettingValue(let name, let value):
            Strings.badSettingValue(name: name.rawValue, value: shown(value))
        case .settingTooLate(let name): Strings.settingTooLate(name: name.rawValue)
        case .settingRepeated(let name): Strings.settingRepeated(name: name.rawValue)
        case .needsTerminal(let name): Strings.needsTerminal(name: name.rawValue)
        case .settingOnTerminal(let name): Strings.settingOnTerminal(name: name.rawValue)
        case .notOnTerminal: Strings.notOnTerminal
        case .terminalOverMemory: Strings.terminalOverMemory
        case .unknownKey(let name): Strings.unknownKey(name: shown(name))
        case .badStatus(let text): Strings.badStatus(text: shown(text))
        case .badApp(let text): Strings.badApp(text: shown(text))
        case .expectationBeforeCommand: Strings.expectationBeforeCommand
        case .expectationAfterStatus: Strings.expectationAfterStatus
        case .fixtureNameUnterminated: Strings.fixtureNameUnterminated
        case .fixtureRepeated(let name): Strings.fixtureRepeated(name: shown(name))
        case .fixtureUnsafe(let name): Strings.fixtureUnsafe(name: shown(name))
        case .placeholderKindUnknown(let name, let kind):
            Strings.placeholderKindUnknown(
                name: name, kind: kind, known: list(PlaceholderKind.allCases.map(\.rawValue)))
        case .placeholderKindChanged(let name, let first, let second):
            Strings.placeholderKindChanged(name: name, first: first.rawValue, second: second.rawValue)
        case .badExpression(let pattern): Strings.badExpression(pattern: shown(pattern))
        case .nestedRepetition(let pattern): Strings.nestedRepetition(pattern: shown(pattern))
        }
    }

    private func localized(_ problem: ScriptProblem) -> LocalizedText {
        switch problem {
        case .syntax(let reason): localized(reason)
        case .unreadable: Strings.fileUnreadable
        case .noScripts: Strings.noScripts
        case .setup(let error): Strings.setupFailed(error: error)
        case .setting(let name, let error): Strings.settingFailed(name: name.rawValue, error: error)
        case .output: Strings.outputDiffers
        case .errorOutput: Strings.errorOutputDiffers
        case .screen: Strings.screenDiffers
        case .notSeen(let seconds, _): Strings.notSeen(seconds: seconds)
        case .terminal(let error): Strings.terminalFailed(error: error)
        case .status(let expected, let actual):
            Strings.statusDiffers(expected: Int(expected), actual: Int(actual))
        case .app(let expected, let actual):
            Strings.appDiffers(expected: expected ?? "-", actual: shown(actual ?? "-"))
        case .answerMissing(let given): Strings.answerMissing(given: given)
        case .answersUnused(let count): Strings.answersUnused(count: count)
        case .notReached(let steps): Strings.stepsNotReached(count: steps)
        }
    }

    private func shown(_ text: String) -> String {
        RevealedText.of(text)
    }

    private func list(_ words: [String]) -> String {
        language.list(words)
    }
}
