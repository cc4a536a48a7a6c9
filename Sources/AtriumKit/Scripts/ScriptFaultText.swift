// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// Says what is wrong with a session script, in sentences.
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

    /// The sentence for something that went wrong when a script ran.
    ///
    /// An output's differences are not in it.
    public func text(of problem: ScriptProblem) -> String {
        localized(problem).string(in: language)
    }

    /// The line for a script that is not updated, with its file in front where it is about one.
    public func text(of fault: ScriptUpdateFault) -> String {
        switch fault {
        case .refusedUnderCI: Scripts.updateRefused.string(in: language)
        case .unreadable(let path): shown(path) + ": " + Scripts.fileUnreadable.string(in: language)
        case .syntax(let path, let fault): shown(path) + ":\(fault.line): " + text(of: fault.reason)
        case .notWritten(let path): shown(path) + ": " + Scripts.fileNotWritten.string(in: language)
        }
    }

    /// The line for a script that was not performed, or not to its end, with its place in front where there is one.
    public func text(of fault: ScriptRunFault) -> String {
        func placed(_ path: String, _ line: Int?, _ sentence: LocalizedText) -> String {
            shown(path) + (line.map { ":\($0)" } ?? "") + ": " + sentence.string(in: language)
        }
        switch fault {
        case .unreadable(let path): return placed(path, nil, Scripts.fileUnreadable)
        case .syntax(let path, let fault): return placed(path, fault.line, localized(fault.reason))
        case .boundValue(let path, let line, let name):
            return placed(path, line, Scripts.runBoundValue(name: shown(name)))
        case .setting(let path, let line, let name): return placed(path, line, Scripts.runSetting(name: name.rawValue))
        case .files(let path, let line): return placed(path, line, Scripts.runFiles)
        case .variableMissing(let path, let line, let name):
            return placed(path, line, Scripts.variableMissing(name: name))
        case .variableUnused(let name): return Scripts.variableUnused(name: shown(name)).string(in: language)
        case .variableUnusable(let name): return Scripts.variableUnusable(name: shown(name)).string(in: language)
        case .otherUser(let path, let line, let name): return placed(path, line, Scripts.runUser(name: shown(name)))
        case .otherApp(let path, let line, let expected, let actual):
            return placed(path, line, Scripts.appDiffers(expected: expected ?? "-", actual: shown(actual ?? "-")))
        case .stopped(let path, let line, let status):
            return placed(path, line, Scripts.runStopped(status: Int(status.rawValue)))
        case .left(let path, let line): return placed(path, line, Scripts.runLeft)
        }
    }

    private func localized(_ reason: ScriptSyntaxReason) -> LocalizedText {
        switch reason {
        case .invalidUTF8: Scripts.invalidUTF8
        case .nulCharacter: Scripts.nulCharacter
        case .leadingTab: Scripts.leadingTab
        case .unknownPrefix(let prefix): Scripts.unknownPrefix(prefix: shown(String(prefix)))
        case .commandMissing: Scripts.commandMissing
        case .unknownSetting(let name):
            Scripts.unknownSetting(name: shown(name), known: list(ScriptSettingName.allCases.map(\.rawValue)))
        case .badSettingValue(let name, let value):
            Scripts.badSettingValue(name: name.rawValue, value: shown(value))
        case .settingTooLate(let name): Scripts.settingTooLate(name: name.rawValue)
        case .settingRepeated(let name): Scripts.settingRepeated(name: name.rawValue)
        case .needsTerminal(let name): Scripts.needsTerminal(name: name.rawValue)
        case .settingOnTerminal(let name): Scripts.settingOnTerminal(name: name.rawValue)
        case .notOnTerminal: Scripts.notOnTerminal
        case .terminalOverMemory: Scripts.terminalOverMemory
        case .unknownKey(let name): Scripts.unknownKey(name: shown(name))
        case .badStatus(let text): Scripts.badStatus(text: shown(text))
        case .badApp(let text): Scripts.badApp(text: shown(text))
        case .expectationBeforeCommand: Scripts.expectationBeforeCommand
        case .expectationAfterStatus: Scripts.expectationAfterStatus
        case .fixtureNameUnterminated: Scripts.fixtureNameUnterminated
        case .fixtureRepeated(let name): Scripts.fixtureRepeated(name: shown(name))
        case .fixtureUnsafe(let name): Scripts.fixtureUnsafe(name: shown(name))
        case .placeholderKindUnknown(let name, let kind):
            Scripts.placeholderKindUnknown(
                name: name, kind: kind, known: list(PlaceholderKind.allCases.map(\.rawValue)))
        case .placeholderKindChanged(let name, let first, let second):
            Scripts.placeholderKindChanged(name: name, first: first.rawValue, second: second.rawValue)
        case .badExpression(let pattern): Scripts.badExpression(pattern: shown(pattern))
        case .nestedRepetition(let pattern): Scripts.nestedRepetition(pattern: shown(pattern))
        }
    }

    private func localized(_ problem: ScriptProblem) -> LocalizedText {
        switch problem {
        case .syntax(let reason): localized(reason)
        case .unreadable: Scripts.fileUnreadable
        case .noScripts: Scripts.noScripts
        case .setup(let error): Scripts.stageFailed(error: error)
        case .setting(let name, let error): Scripts.settingFailed(name: name.rawValue, error: error)
        case .output: Scripts.outputDiffers
        case .errorOutput: Scripts.errorOutputDiffers
        case .screen: Scripts.screenDiffers
        case .notSeen(let seconds, _): Scripts.notSeen(seconds: seconds)
        case .terminal(let error): Scripts.terminalFailed(error: error)
        case .status(let expected, let actual):
            Scripts.statusDiffers(expected: Int(expected), actual: Int(actual))
        case .app(let expected, let actual):
            Scripts.appDiffers(expected: expected ?? "-", actual: shown(actual ?? "-"))
        case .answerMissing(let given): Scripts.answerMissing(given: given)
        case .answersUnused(let count): Scripts.answersUnused(count: count)
        case .notReached(let steps): Scripts.stepsNotReached(count: steps)
        }
    }

    private func shown(_ text: String) -> String {
        RevealedText.of(text)
    }

    private func list(_ words: [String]) -> String {
        words.joined(separator: language == .simplifiedChinese ? "、" : ", ")
    }
}
