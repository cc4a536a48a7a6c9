// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession

/// A fault in a line whose command is known, with the usage of that command.
struct UsageFault: UserFacing {
    let fault: CommandFault
    let spec: CommandSpec

    /// `nil` if the fault is not about the text after the command’s name, or contains the right form itself.
    init?(_ fault: CommandFault, of spec: CommandSpec) {
        guard fault.isAboutUse else { return nil }
        self.fault = fault
        self.spec = spec
    }

    var code: String { fault.code }
    var status: ExitStatus { fault.status }

    /// The fault, the usage, and a line that works.
    var sentence: LocalizedText {
        let missing: String? = if case .missing(let name) = fault { name } else { nil }
        let (what, used) = (fault.named(by: spec).sentence, fault.saysWhatIsExpected ? nil : spec)
        return LocalizedText(as: what) { language in
            let usage = used?.usage(in: language, without: missing)
            let said =
                switch (usage, example(in: language)) {
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
    private func example(in language: Language) -> String? {
        let examples = spec.examples(in: language)
        let option = fault.option.flatMap { option in examples.first { $0.contains("--" + option) } }
        // A definition follows an equals sign.
        let definition: String? =
            if case .missing(let name) = fault, name.contains(" = ") {
                examples.first { $0.contains(" = ") }
            } else { nil }
        // Only the first word of a name of several words was taken.
        let quoted: String? = if case .unexpected = fault { examples.first { $0.contains("\"") } } else { nil }
        let any = examples.first { $0 != spec.name } ?? examples.first
        return option ?? definition ?? quoted ?? setting ?? any
    }

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
