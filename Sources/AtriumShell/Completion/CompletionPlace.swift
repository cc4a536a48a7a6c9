// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumTerminal

/// The kind of input at the cursor: read from the line before it, without running anything.
struct CompletionPlace {
    /// A kind of input.
    enum Candidates {
        /// No known kind.
        case nothing
        /// The first word of a line.
        case command
        /// The name of a file.
        case file
        /// An option of this command.
        case option(CommandSpec)
        /// A value of this parameter, behind these words.
        case value(ParameterSpec, after: [String])
    }

    /// The kind of input.
    private(set) var wanted = Candidates.nothing
    /// The part that is completed: a word without its quotes, or free text as it was typed.
    private(set) var word: String
    /// The start of the word in the line, in bytes of UTF-8.
    private(set) var start: Int
    /// Whether the line is read there as it is typed, so that candidates get no quotes.
    private(set) var isLiteral = false
    /// The text before the word in the same word of the line, which stays: `--format=`.
    private(set) var prefix = ""

    /// The place of a question, in a line whose first word may be an alias.
    init(_ request: CompletionRequest, vocabulary: Vocabulary, preferences: Preferences) {
        word = request.word
        start = request.start
        let typed = request.typed
        let before = String(decoding: typed.utf8.prefix(request.start), as: UTF8.self)
        let line = preferences.expandingAlias(in: before)
        var scanner = WordScanner(line)
        guard let token = try? scanner.next() else {
            if !before.hasPrefix("#") { wanted = .command }
            return
        }
        guard case .word(let first, _) = token, case .command(let command, _)? = try? vocabulary.meaning(of: first)
        else { return }
        read(command.spec, scanner, line, typed)
    }

    /// Goes through the words behind the command as its parser would.
    private mutating func read(_ spec: CommandSpec, _ scanner: WordScanner, _ line: String, _ typed: String) {
        var scanner = scanner
        var positional = spec.parameters.filter { $0.form != .flag && $0.form != .option }[...]
        var words: [String] = []
        var takesNumbers = false
        while true {
            scanner.skipBlanks()
            while takesNumbers, let number = scanner.nextOfSeveralNumbers() { words.append(number) }
            takesNumbers = false
            scanner.skipBlanks()
            if let next = positional.first, next.form == .text || next.form == .name || next.form == .query {
                let isOption = !isAtEnd(scanner, of: line) && startsWithOption(spec, scanner)
                if !isOption { return readText(next, spec, line, from: scanner, typed, after: words) }
            }
            guard let token = try? scanner.next() else { break }
            switch token {
            case .toProgram, .toBackground: return
            case .toFile:
                guard let name = try? scanner.next(), case .word = name else {
                    wanted = .file
                    return
                }
            case .word(let word, isQuoted: false) where word.hasPrefix("--"):
                guard let option = option(word, of: spec), option.form == .option, !word.contains("=") else { continue }
                guard let value = try? scanner.next(), case .word = value else {
                    wanted = .value(option, after: words)
                    return
                }
            case .word(let word, _):
                takesNumbers = positional.first?.form == .numbers
                positional = positional.dropFirst()
                words.append(word)
            }
        }
        if wantsOption(of: spec) { return }
        if let next = positional.first { wanted = .value(next, after: words) }
    }

    /// The text or query that everything from here on belongs to.
    private mutating func readText(
        _ parameter: ParameterSpec, _ spec: CommandSpec, _ line: String, from scanner: WordScanner, _ typed: String,
        after words: [String]
    ) {
        let left = line.utf8.distance(from: scanner.position, to: line.utf8.endIndex)
        if left == 0 || parameter.form == .query, wantsOption(of: spec) { return }
        let textStart = start - left
        guard parameter.form == .query else {
            take(from: textStart, typed)
            wanted = .value(parameter, after: words)
            return
        }
        var query = WordScanner(line, at: scanner.position)
        _ = query.query { [self] in option($0, of: spec) != nil }
        var rest = query
        switch try? rest.next() {
        case .toFile: if (try? rest.next()) ?? nil == nil { wanted = .file }
        case .toProgram: break
        case .word(let word, _) where (option(word, of: spec)?.form == .option):
            if (try? rest.next()) ?? nil == nil, let option = option(word, of: spec) {
                wanted = .value(option, after: words)
            }
        default:
            // The term: the text after the last blank that stands in no phrase.
            var isQuoted = false
            var termStart = textStart
            for (offset, byte) in typed.utf8.enumerated() where offset >= textStart {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if byte == UInt8(ascii: " "), !isQuoted { termStart = offset + 1 }
            }
            take(from: termStart, typed)
            wanted = .value(parameter, after: words)
        }
    }

    private mutating func take(from start: Int, _ typed: String) {
        self.start = start
        word = String(decoding: typed.utf8.dropFirst(start), as: UTF8.self)
        isLiteral = true
    }

    /// Whether the word is the beginning of an option, or the value of one, as in `--format=`.
    private mutating func wantsOption(of spec: CommandSpec) -> Bool {
        guard word == "-" || word.hasPrefix("--") else { return false }
        if let equals = word.firstIndex(of: "="), let option = option(word, of: spec), option.form == .option {
            prefix = String(word[...equals])
            word = String(word[word.index(after: equals)...])
            wanted = .value(option, after: [])
        } else {
            wanted = .option(spec)
        }
        return true
    }

    private func isAtEnd(_ scanner: WordScanner, of line: String) -> Bool { scanner.position == line.utf8.endIndex }

    private func startsWithOption(_ spec: CommandSpec, _ scanner: WordScanner) -> Bool {
        var ahead = scanner
        guard case .word(let word, isQuoted: false)? = try? ahead.next() else { return false }
        return option(word, of: spec) != nil
    }

    private func option(_ word: String, of spec: CommandSpec) -> ParameterSpec? {
        guard word.hasPrefix("--") else { return nil }
        let name = word.dropFirst(2).prefix { $0 != "=" }
        return spec.parameters.first { ($0.form == .flag || $0.form == .option) && $0.name == name }
    }
}
