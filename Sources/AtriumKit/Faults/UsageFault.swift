// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What is wrong with a line whose command is known, with how that command is used.
package struct UsageFault: UserFacing {
    let fault: CommandFault
    let spec: CommandSpec

    /// Nil where the fault is not about what stands behind the command’s name, or says itself what would be right.
    package init?(_ fault: CommandFault, of spec: CommandSpec) {
        guard fault.isAboutUse else { return nil }
        self.fault = fault
        self.spec = spec
    }

    package var code: String { fault.code }
    package var status: ExitStatus { fault.status }

    /// What is wrong, what can be typed, and a line that works.
    package var sentence: LocalizedText {
        let missing: String? = if case .missing(let name) = fault { name } else { nil }
        let (what, used, example) = (fault.named(by: spec).sentence, fault.saysWhatIsExpected ? nil : spec, example)
        return LocalizedText(what.key) { language in
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

    /// The example that has the option in question, or else one with something behind the name.
    private var example: String? {
        let option = fault.option.flatMap { option in spec.examples.first { $0.contains("--" + option) } }
        // What is defined stands behind an equals sign.
        let definition: String? =
            if case .missing(let name) = fault, name.contains(" = ") {
                spec.examples.first { $0.contains(" = ") }
            } else { nil }
        // Of a name of several words only the first was taken.
        let quoted: String? = if case .unexpected = fault { spec.examples.first { $0.contains("\"") } } else { nil }
        return option ?? definition ?? quoted ?? spec.examples.first { $0 != spec.name } ?? spec.examples.first
    }
}

extension CommandFault {
    /// Whether it is about what stands behind a command’s name, and does not say itself how the line would be right.
    fileprivate var isAboutUse: Bool {
        switch self {
        case .missing, .unexpected, .secretOnLine, .unknownOption, .optionNeedsValue, .notAChoice, .notSuchAs,
            .notANumber, .notADay, .notAMoment, .notAPeriod, .periodBackwards, .emptyText:
            true
        default: false
        }
    }

    /// The fault of an option under its name with dashes, as it is typed.
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
