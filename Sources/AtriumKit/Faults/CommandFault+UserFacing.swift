// SPDX-License-Identifier: GPL-3.0-or-later

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
        case .file(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultFile(path: path, reason: $0) }
        case .archive(let path, let ending):
            Strings.faultArchive(path: path, bare: String(path.dropLast(ending.count + 1)))
        case .unknownSetting(let name, nil): Strings.faultUnknownSetting(name: name)
        case .unknownSetting(let name, let nearest?): Strings.faultUnknownSettingNear(name: name, nearest: nearest)
        case .keyTaken(let key, let action): Strings.faultKeyTaken(key: key, action: action)
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

/// A fault in a line whose command is known, with the usage of that command.
package struct UsageFault: UserFacing {
    let fault: CommandFault
    let spec: CommandSpec

    /// `nil` if the fault is not about the text after the command’s name, or contains the right form itself.
    package init?(_ fault: CommandFault, of spec: CommandSpec) {
        guard fault.isAboutUse else { return nil }
        self.fault = fault
        self.spec = spec
    }

    package var code: String { fault.code }
    package var status: ExitStatus { fault.status }

    /// The fault, the usage, and a line that works.
    package var sentence: LocalizedText {
        let missing: String? = if case .missing(let name) = fault { name } else { nil }
        let (what, used, example) = (fault.named(by: spec).sentence, fault.saysWhatIsExpected ? nil : spec, example)
        return LocalizedText(as: what) { language in
            let usage = used?.usage(in: language, without: missing)
            let said =
                switch (usage, example) {
                case (let usage?, let example?): Strings.faultUsageExample(usage: usage, example: example)
                case (let usage?, nil): Strings.faultUsage(usage: usage)
                case (nil, let example?): Strings.faultExample(example: example)
                case (nil, nil): LocalizedText(verbatim: "")
                }
            // Chinese sentences follow each other without a blank.
            let gap = language == .simplifiedChinese ? "" : " "
            return (what.string(in: language) + gap + said.string(in: language)).trimmedAtEnd
        }
    }

    /// The example with the option in question, or else one with text after the name.
    private var example: String? {
        let option = fault.option.flatMap { option in spec.examples.first { $0.contains("--" + option) } }
        // A definition follows an equals sign.
        let definition: String? =
            if case .missing(let name) = fault, name.contains(" = ") {
                spec.examples.first { $0.contains(" = ") }
            } else { nil }
        // Only the first word of a name of several words was taken.
        let quoted: String? = if case .unexpected = fault { spec.examples.first { $0.contains("\"") } } else { nil }
        let any = spec.examples.first { $0 != spec.name } ?? spec.examples.first
        return option ?? definition ?? quoted ?? setting ?? any
    }
}

extension UsageFault {
    /// The example for a setting, whose name is typed before its value.
    private var setting: String? {
        guard spec.parameters.contains(where: { $0.values == .settingValue }) else { return nil }
        switch fault {
        case .notAChoice(let name, _, let values), .notSuchAs(let name, _, let values):
            let isOfSetting = !spec.parameters.contains { $0.name == name }
            return isOfSetting ? values.first.map { "\(spec.name) \(name) \($0)" } : nil
        default: return nil
        }
    }
}

extension CommandFault {
    /// Whether it is about the text after a command’s name, and does not contain the right form of the line itself.
    fileprivate var isAboutUse: Bool {
        switch self {
        case .missing, .unexpected, .secretOnLine, .unknownOption, .optionNeedsValue, .notAChoice, .notSuchAs,
            .notANumber, .notADay, .notAMoment, .notAPeriod, .periodBackwards, .emptyText:
            true
        default: false
        }
    }

    /// The fault of an option under its name with dashes, as typed.
    fileprivate func named(by spec: CommandSpec) -> CommandFault {
        guard let option, spec.parameters.contains(where: { $0.form == .option && $0.name == option }) else {
            return self
        }
        switch self {
        case .notAChoice(_, let value, let choices):
            return .notAChoice(name: "--" + option, value: value, choices: choices)
        case .notSuchAs(_, let value, let examples):
            return .notSuchAs(name: "--" + option, value: value, examples: examples)
        case .notANumber(_, let value): return .notANumber(name: "--" + option, value: value)
        default: return self
        }
    }

    /// Whether its sentence says what would be taken, so that an example is enough.
    fileprivate var saysWhatIsExpected: Bool {
        switch self {
        case .notAChoice, .notSuchAs, .notANumber, .notADay, .notAMoment, .notAPeriod, .periodBackwards: true
        default: false
        }
    }

    /// The name of the option that it is about, without dashes.
    fileprivate var option: String? {
        switch self {
        case .optionNeedsValue(let word): String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        case .notAChoice(let name, _, _), .notSuchAs(let name, _, _), .notANumber(let name, _), .notADay(let name, _),
            .notAMoment(let name, _), .notAPeriod(let name, _), .periodBackwards(let name, _):
            name
        default: nil
        }
    }
}

extension String {
    fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
