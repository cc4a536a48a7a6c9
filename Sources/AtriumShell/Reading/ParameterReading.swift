// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal
import AtriumWorlds
import Foundation

/// One pass over the words after a command’s name.
struct ParameterReading {
    let spec: CommandSpec
    var scanner: WordScanner
    var arguments = Arguments()
    var redirection: Redirection?
    var isBackground = false
    var positional: ArraySlice<ParameterSpec>
    /// Whether `--help` stands among the options.
    private(set) var wantsHelp = false
    /// The query in progress: words after an option within it belong to it too.
    var query: ParameterSpec?
    /// The marked or selected items on the screen, of the command’s kind.
    private let selected: [String]
    /// The parameter for which that stands.
    private var filled: ParameterSpec?
    /// Whether the selection is meant, whatever the first word is.
    private let isForSelection: Bool

    init(spec: CommandSpec, scanner: WordScanner, selected: [String] = [], isForSelection: Bool = false) {
        self.spec = spec
        self.scanner = scanner
        self.selected = selected
        self.isForSelection = isForSelection
        positional = spec.parameters.filter { !$0.isOption }[...]
    }

    mutating func read() throws(CommandFault) {
        var optionsAreOver = false
        if isForSelection { _ = takeSelection() }
        while true {
            let start = scanner
            guard let token = try nextToken() else { break }
            switch token {
            case .toFile(let appending):
                guard case .word(let path, _)? = try scanner.token() else { throw .emptyRedirection(">") }
                redirection = .file(path, appending: appending)
            case .toProgram:
                let program = takeBackground(from: scanner.rest)
                guard !program.isEmpty else { throw .emptyRedirection("|") }
                redirection = .program(program)
                return try finish()
            case .toBackground:
                isBackground = true
            case .word where wantsHelp: continue
            case .word("--", isQuoted: false) where !optionsAreOver:
                optionsAreOver = true
            case .word(let word, isQuoted: false) where !optionsAreOver && isOption(word):
                try readOption(word, from: start)
            case .word(let word, isQuoted: false) where !optionsAreOver && isLimit(word):
                if let limit { try set(limit, String(word.dropFirst(Self.limit.count))) }
            case .word(let word, let isQuoted):
                if isQuoted, let next { arguments.quote(next) }
                let word = isQuoted ? word : takeGroup(from: start) ?? word
                if try take(word, from: start, takingOptions: !optionsAreOver) { return try finish() }
            }
        }
        try finish()
    }

    /// Whether a word of any kind stands for what could be selected as well.
    var tookWordForSelection: Bool {
        filled == nil && !selected.isEmpty && spec.parameters.contains { $0.meansSelection && $0.form == .word }
    }

    func invocation(_ command: AnyCommand, of owner: Invocation.Owner) -> Invocation {
        Invocation(
            owner: owner, command: command, arguments: arguments, redirection: redirection, isBackground: isBackground,
            isForSelection: filled != nil, others: others)
    }

    /// The same values with each of the other marked items, for a command that takes one item at a time.
    var others: [Arguments] {
        filled.map { Array(arguments.filled($0, with: selected).dropFirst()) } ?? []
    }

    /// Takes the selection for the next parameter, if that means it; returns `false` if it does not.
    private mutating func takeSelection() -> Bool {
        guard let next = positional.first, next.meansSelection, !selected.isEmpty else { return false }
        positional.removeFirst()
        filled = next
        arguments = arguments.filled(next, with: selected)[0]
        return true
    }

    /// The query in parentheses with which a word begins, if it stands for items; `nil` for any other word.
    private mutating func takeGroup(from start: WordScanner) -> String? {
        guard let next = positional.first, next.meansSelection, [.word, .numbers].contains(next.form) else {
            return nil
        }
        var ahead = start
        guard let group = ahead.group() else { return nil }
        scanner = ahead
        return group
    }

    /// Whether a word can be no value of the parameter that it would go to, and more parameters follow that one.
    private func isForLater(_ word: String) -> Bool {
        guard positional.count > 1, let next = positional.first, next.meansSelection else { return false }
        if !selected.isEmpty, !next.isSure(word) { return true }
        do throws(CommandFault) { try next.check(CommandWord(word)) } catch { return true }
        return false
    }

    /// A line for the system’s shell without the `&` at its end, which belongs to the whole line.
    private mutating func takeBackground(from program: String) -> String {
        guard program.hasSuffix("&"), !program.hasSuffix("&&"), !program.hasSuffix("\\&") else { return program }
        isBackground = true
        return program.dropLast().trimmingCharacters(in: .whitespaces)
    }

    /// The next token; an unclosed quotation mark in free text is not a fault.
    private mutating func nextToken() throws(CommandFault) -> WordScanner.Token? {
        guard !wantsHelp, let parameter = scannedParameter, case let form = parameter.form,
            form == .text || form == .name || form == .query
        else { return try scanner.token() }
        var attempt = scanner
        do {
            let token = try attempt.token()
            // `> x` as the text of a note is text.
            let isWord = if case .word? = token { true } else { token == nil }
            if form == .text, !parameter.showsWithout, !isWord {
                return .word("", isQuoted: true)
            }
            scanner = attempt
            return token
        } catch {
            return .word("", isQuoted: true)
        }
    }

    /// The parameter for scanning the next word: it may be the one after the selected items.
    private var scannedParameter: ParameterSpec? {
        guard positional.count > 1, let next = positional.first, next.meansSelection, !selected.isEmpty else {
            return next
        }
        return positional.dropFirst().first
    }

    /// The parameter of the next word that is no option.
    private var next: ParameterSpec? { positional.first ?? query }

    /// Whether a word looks like an option; `-1` and `--` are none, and before free text or a query `---` is none.
    private func isOption(_ word: String) -> Bool {
        guard word.hasPrefix("--"), word.count > 2 else { return false }
        switch next?.form {
        case .query: return endsQuery(word)
        case .text, .name: return Self.isNamed(word)
        default: return true
        }
    }

    /// Whether two dashes and the name of an option make a word, whatever has such an option.
    private static func isNamed(_ word: String) -> Bool {
        word.hasPrefix("--") && word.dropFirst(2).first?.isLetter == true
    }

    /// Whether a word is an option, known or not, and ends the words before it; behind `--` it is none.
    private func endsQuery(_ word: String) -> Bool { Self.isNamed(word) }

    private static let help = "--help"
    private static let limit = "limit:"

    /// The option of a command whose list can be cut.
    private var limit: ParameterSpec? { spec.parameters.first { $0.name == "limit" && $0.form == .option } }

    /// Whether a word cuts the list as a term of a query does, in a command that takes no query.
    private func isLimit(_ word: String) -> Bool {
        word.hasPrefix(Self.limit) && word.dropFirst(Self.limit.count).allSatisfy(\.isNumber)
            && word.count > Self.limit.count && limit != nil && !spec.parameters.contains { $0.form == .query }
    }

    private func parameter(of word: String) -> ParameterSpec? {
        let name = word.dropFirst(2).prefix { $0 != "=" }
        return spec.parameters.first { $0.isOption && $0.name == name }
    }

    private mutating func readOption(_ word: String, from start: WordScanner) throws(CommandFault) {
        guard let parameter = parameter(of: word) else {
            wantsHelp = word == Self.help
            if wantsHelp { return }
            guard let form = next?.form, form == .text || form == .name else {
                throw .unknownOption(word, command: spec.name)
            }
            throw .optionBeforeText(word, command: spec.name, line: "\(start.passed) -- \(word) …")
        }
        if parameter.form == .flag {
            // `--yes=no` must not be taken for yes.
            guard !word.contains("=") else { throw .unknownOption(word, command: spec.name) }
            return arguments.raise(parameter)
        }
        if let equals = word.firstIndex(of: "=") {
            return try set(parameter, String(word[word.index(after: equals)...]))
        }
        guard case .word(let value, _)? = try scanner.token() else { throw .optionNeedsValue(word) }
        try set(parameter, value)
    }

    /// The first option of the command among the words of a text, if it may have been meant as one.
    private func option(within text: WordScanner) -> String? {
        var words = text
        while let token = try? words.next() {
            if case .word(let word, isQuoted: false) = token, Self.isNamed(word), parameter(of: word) != nil {
                return word
            }
        }
        return nil
    }

    /// Takes a positional word; returns `true` if it took the rest of the line.
    private mutating func take(
        _ word: String, from start: WordScanner, takingOptions: Bool
    ) throws(CommandFault) -> Bool {
        if isForLater(word) { _ = takeSelection() }
        guard let parameter = positional.popFirst() ?? query else { throw .unexpected(word) }
        switch parameter.form {
        case .text:
            if start.rest.hasPrefix("- <") { throw .inputRedirection(command: spec.name) }
            // Two quotation marks have no meaning here.
            guard start.rest != "\"\"", start.rest != "''" else { throw .missing(parameter) }
            if takingOptions, !parameter.isCommand, let option = option(within: start) {
                throw .optionInText(option, line: "\(start.passed) -- \(word) …")
            }
            arguments.set(parameter, start.rest)
            return true
        case .name:
            scanner = start
            let words = scanner.query { [self] in takingOptions && (Self.isNamed($0) || isLimit($0)) }
            let name = WordScanner.unquoted(words)
            guard !name.isEmpty else { throw .missing(parameter) }
            arguments.set(parameter, name)
            return false
        case .query:
            scanner = start
            let words = scanner.query { [self] in takingOptions && endsQuery($0) }
            query = parameter
            if !words.isEmpty { arguments.append(parameter, words) }
            return false
        case .numbers:
            try set(parameter, word)
            guard WordScanner.isOfNumbers(word) else { return false }
            while let number = scanner.nextOfSeveralNumbers(isLast: positional.isEmpty) {
                arguments.append(parameter, number)
            }
            return false
        default:
            try set(parameter, word)
            return false
        }
    }

    private mutating func set(_ parameter: ParameterSpec, _ value: String) throws(CommandFault) {
        try parameter.check(CommandWord(value))
        arguments.set(parameter, value)
    }

    private mutating func finish() throws(CommandFault) {
        guard !wantsHelp else { return }
        _ = takeSelection()
        if let missing = positional.first(where: { !$0.isOptional }), arguments[missing] == nil {
            throw .missing(missing)
        }
    }
}

extension WordScanner {
    /// The next word or redirection; `nil` at the end of the line.
    mutating func token() throws(CommandFault) -> Token? {
        do throws(OpenQuote) { return try next() } catch { throw .openQuote(error.mark) }
    }
}
