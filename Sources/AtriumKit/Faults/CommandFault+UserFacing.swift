// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFaults
import AtriumFiles
public import AtriumSession
import Foundation

extension CommandFault: UserFacing {
    /// The first word of its codes.
    public static var area: String { "command" }

    /// The fault in the line, and the right form.
    public var sentence: LocalizedText {
        switch self {
        case .unknownCommand(let word, nil): Strings.faultUnknownCommand(word: word)
        case .unknownCommand(let word, let nearest?): Strings.faultUnknownCommandNear(word: word, nearest: nearest)
        case .ambiguous(let word, let candidates):
            LocalizedText.listing(candidates) { Strings.faultAmbiguous(word: word, candidates: $0) }
        case .missing(let name):
            LocalizedText { Strings.faultMissing(name: Placeholder.translated(name, into: $0)) }
        case .noCommand: Strings.faultNoCommand
        case .ofOtherApp(let word, let apps, let lines):
            LocalizedText.listing(apps) {
                Strings.faultOfOtherApp(word: word, apps: $0, lines: lines.joined(separator: " · "))
            }
        case .behindApp(let app, let rest, nil):
            Strings.faultBehindApp(app: app, word: String(rest.prefix { $0 != " " }))
        case .behindApp(let app, let rest, let nearest?):
            Strings.faultBehindAppNear(app: app, word: String(rest.prefix { $0 != " " }), nearest: nearest)
        case .unexpected(let word): Strings.faultUnexpectedWord(word: word)
        case .secretOnLine(let command): Strings.faultSecretOnLine(command: command)
        case .unknownOption(let option, let command): Strings.faultUnknownOption(option: option, command: command)
        case .optionInText(let option, let line): Strings.faultOptionInText(option: option, line: line)
        case .optionBeforeText(let option, let command, let line):
            Strings.faultOptionBeforeText(option: option, command: command, line: line)
        case .inputRedirection(let command): Strings.faultInputRedirection(command: command)
        case .optionNeedsValue(let option): Strings.faultOptionNeedsValue(option: option)
        case .notAChoice(let name, let value, let choices):
            Self.naming(name) { name in
                LocalizedText.listing(choices) { Strings.faultNotAChoice(value: value, name: name, choices: $0) }
            }
        case .notSuchAs(let name, let value, let examples):
            Self.naming(name) { name in
                LocalizedText.listing(examples) { Strings.faultNotSuchAs(value: value, name: name, examples: $0) }
            }
        case .notANumber(let name, let value): Self.naming(name) { Strings.faultNotANumber(value: value, name: $0) }
        case .notADay(_, let value): Strings.faultNotADay(value: value)
        case .notAMoment(_, let value): Strings.faultNotAMoment(value: value)
        case .notAPeriod(_, let value): Strings.faultNotAPeriod(value: value)
        case .periodBackwards(_, let value): Strings.faultPeriodBackwards(value: value)
        case .openQuote(let mark): Strings.faultOpenQuote(mark: String(mark))
        case .emptyRedirection(let sign): Strings.faultEmptyRedirection(sign: sign)
        case .unknownApp(let word, nil): Strings.faultUnknownApp(word: word)
        case .unknownApp(let word, let nearest?): Strings.faultUnknownAppNear(word: word, nearest: nearest)
        case .unknownTab(let word, let tabs):
            LocalizedText.listing(tabs) { Strings.faultUnknownTab(word: word, tabs: $0) }
        case .unknownRoute(let route): Strings.faultUnknownRoute(route: route)
        case .nothingBefore: Strings.faultNothingBefore
        case .noAnswer: Strings.faultNoAnswer
        case .cancelled: Strings.faultCancelled
        case .stopped: Strings.faultStopped
        case .emptyText: Strings.faultEmptyText
        case .file(let path, let reason): FileFault(path: path, reason: reason).sentence
        case .archive(let path, let ending):
            Strings.faultArchive(path: path, bare: String(path.dropLast(ending.count + 1)))
        case .unknownSetting(let name, nil): Strings.faultUnknownSetting(name: name)
        case .unknownSetting(let name, let nearest?): Strings.faultUnknownSettingNear(name: name, nearest: nearest)
        case .keyTaken(let key, let action): Strings.faultKeyTaken(key: key, action: action)
        case .unknownEnding(let path, let endings):
            LocalizedText.listing(endings) { Strings.faultUnknownEnding(path: path, endings: $0) }
        // The status of sh for a missing program (POSIX.1-2017, 2.8.2).
        case .program(let name, 127): Strings.faultProgramMissing(program: Self.last(of: name))
        case .program(let name, let status): Strings.faultProgram(name: name, status: Int(status))
        case .outputCut(let name, let limit): Strings.faultOutputCut(name: name, limit: limit)
        case .browser(let name, let status, let address):
            Strings.faultBrowser(name: name, status: Int(status), address: address)
        case .runnable(let path): Strings.faultRunnable(path: path)
        case .editor(let name, let status, let again):
            Strings.faultEditor(name: name, status: Int(status), command: again)
        case .editorNeedsTerminal(let name, let otherwise):
            Strings.faultEditorNeedsTerminal(name: name, command: otherwise)
        case .editorNotUTF8(let file): Strings.faultEditorNotUtf8(file: file)
        }
    }

    /// Wrong usage, unless the line was right and the world was not.
    public var status: ExitStatus {
        switch self {
        case .nothingBefore, .noAnswer, .cancelled, .stopped, .file, .program, .browser, .runnable, .editor,
            .editorNotUTF8,
            .editorNeedsTerminal, .outputCut:
            .failure
        default: .usage
        }
    }

    /// A sentence with the name of a parameter as the usage of its command has it in that language; English has the bare
    /// word.
    private static func naming(_ name: String, _ sentence: @escaping @Sendable (String) -> LocalizedText)
        -> LocalizedText
    {
        LocalizedText { language in
            let isShown = language == .english || Placeholder(rawValue: name) == nil
            return sentence(isShown ? name : Placeholder.translated(name.uppercased(), into: language))
        }
    }

    /// The name of the last program of a pipeline, which is the one that writes and ends it.
    private static func last(of pipeline: String) -> String {
        let command = pipeline.split(separator: "|").last ?? ""
        return command.split(separator: " ").first.map(String.init) ?? pipeline
    }
}
