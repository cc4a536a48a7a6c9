// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import AtriumProcesses
public import AtriumSession
import AtriumTerminal
import Foundation

/// The texts of ArgumentParser in a language, because it is English only.
struct ParserText {
    let language: Language

    /// Returns its help, or its error message, translated.
    func translated(_ text: String) -> String {
        guard language != .english else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
            .joined(separator: "\n")
    }

    private func line(_ line: String) -> String {
        for (start, text) in heads where line.hasPrefix(start) {
            let rest = named(sentence(String(line.dropFirst(start.count))))
            // Chinese characters contain their own gap.
            let gap = language == .simplifiedChinese || rest.isEmpty ? "" : " "
            return text.string(in: language) + gap + rest
        }
        // A table: the texts of the parser are in its second column, and the first column keeps its width.
        guard line.hasPrefix("  "), let gap = line.dropFirst(2).firstRange(of: /\s{2,}/) else {
            return named(phrases(line))
        }
        let label = line[..<gap.lowerBound]
        let width = DisplayWidth.of(line[..<gap.upperBound])
        let padded = TextLayout.pad(named(String(label)), to: max(width, DisplayWidth.of(named(String(label))) + 2))
        return padded + phrases(String(line[gap.upperBound...]))
    }

    /// The beginnings of lines.
    private var heads: [(String, LocalizedText)] {
        [
            ("OVERVIEW:", Strings.parserOverview), ("USAGE:", Strings.parserUsage),
            ("Usage:", Strings.parserUsage), ("ARGUMENTS:", Strings.parserArguments),
            ("OPTIONS:", Strings.parserOptions), ("SUBCOMMANDS:", Strings.parserCommands),
            ("Error:", Strings.parserError), ("Help:", Strings.parserHelp),
        ]
    }

    /// Translates an error message.
    private func sentence(_ text: String) -> String {
        let text = String(text.drop { $0 == " " })
        if let match = text.wholeMatch(of: /Unknown option '(.+?)'(?:\. Did you mean '(.+)'\?)?/) {
            let option = String(match.1)
            return
                (match.2.map { Strings.parserUnknownNear(option: option, nearest: String($0)) }
                ?? Strings.parserUnknown(option: option)).string(in: language)
        }
        let patterns: [(Regex<(Substring, Substring)>, (String) -> LocalizedText)] = [
            (/Missing expected argument '(.+)'/, { Strings.parserMissing(argument: $0) }),
            (/Missing value for '(.+)'/, { Strings.parserNoValue(option: $0) }),
            (/Unexpected argument '(.+)'/, { Strings.parserUnexpected(argument: $0) }),
            (/\d+ unexpected arguments: (.+)/, { Strings.parserUnexpected(argument: $0) }),
        ]
        for (pattern, said) in patterns {
            if let match = text.wholeMatch(of: pattern) { return said(String(match.1)).string(in: language) }
        }
        if let match = text.wholeMatch(
            of: /The value '(.*?)' is invalid for '(.+?)'(?:\. Please provide one of (.+?)[.:])?/)
        {
            let choices = match.3.map { $0.replacing(" and ", with: ", ").replacing(" or ", with: ", ") }.map {
                $0.replacing("'", with: "").split(separator: ",").map { String($0.drop { $0 == " " }) }
            }
            let said = Strings.parserInvalid(value: String(match.1), option: String(match.2)).string(in: language)
            guard let choices, choices != ["the following"] else { return said }
            let gap = language == .simplifiedChinese ? "" : " "
            return said + gap + Strings.parserChoices(choices: language.list(choices)).string(in: language)
        }
        return phrases(text)
    }

    /// Translates phrases within other text.
    private func phrases(_ text: String) -> String {
        func string(_ text: LocalizedText) -> String { text.string(in: language) }
        var text = text
        if let match = text.wholeMatch(of: /(\s*)See '(.+)' for (?:detailed help|more information)\./) {
            return match.1 + string(Strings.parserSee(command: String(match.2)))
        }
        for (english, own) in [
            ("Show the version.", Strings.parserVersion), ("Show help information.", Strings.parserShowHelp),
            ("Show subcommand help information.", Strings.parserShowHelp),
        ] { text = text.replacing(english, with: string(own)) }
        return choices(text)
    }

    /// Translates the values and the default value: in brackets, which may begin on the previous line
    /// and continue after this one.
    private func choices(_ text: String) -> String {
        func string(_ text: LocalizedText) -> String { text.string(in: language) }
        // Chinese characters contain their own gap.
        let isChinese = language == .simplifiedChinese
        let gap = isChinese ? "" : " "
        var text = text
        for (english, own) in [("(values:", Strings.parserValues), ("(default:", Strings.parserDefault)] {
            if isChinese { text = text.replacing(" " + english, with: english).replacing(english + " ", with: english) }
            text = text.replacing(english, with: string(own))
        }
        let (separator, isMeant) = (string(Strings.parserSeparator), string(Strings.parserDefault).dropFirst())
        text = text.replacing(/(^|; )default:( ?)/) {
            ($0.1.isEmpty ? "" : separator + gap) + isMeant + ($0.2.isEmpty ? "" : gap)
        }
        if text.hasSuffix(";") { text = text.dropLast() + separator }
        let begins = [Strings.parserValues, Strings.parserDefault].contains { text.contains(string($0)) }
        if text.hasSuffix(")"), begins || !text.contains("(") { text = text.dropLast() + string(Strings.parserEnd) }
        return text
    }

    /// Translates the names of values, in angle brackets.
    private func named(_ text: String) -> String {
        text.replacing(/<([a-z=]+)>/) { "<\(Self.valueName(String($0.1), in: language))>" }
    }

    /// The name of a value in a language; in English it is that of the parser.
    static func valueName(_ name: String, in language: Language) -> String {
        guard language != .english else { return name }
        return name.split(separator: "=").map { names[String($0)]?.string(in: language) ?? String($0) }
            .joined(separator: "=")
    }

    private static var names: [String: LocalizedText] {
        [
            "dir": Strings.valueFolder, "store": Strings.valueStore, "name": Strings.valueName,
            "file": Strings.valueFile, "color": Strings.valueColor, "lang": Strings.valueLanguage,
            "command": Strings.valueCommand, "subcommand": Strings.valueCommand, "route": Strings.valueRoute,
            "paths": Strings.valuePaths, "jobs": Strings.valueNumber, "format": Strings.valueFormat,
            "messages": Strings.valueNumber, "rounds": Strings.valueNumber, "works": Strings.valueWorks,
            "value": Strings.valueValue, "page": Strings.valuePage, "program": Strings.valueProgram,
        ]
    }
}

extension Language {
    /// The language requested by the command line or the environment, before anything else is known.
    package static var ofCommandLine: Language {
        ShellProgram.requestedLanguage ?? requested(among: ShellProgram.offeredLanguages)
    }

    /// The language among these that the command line or the environment requests.
    static func requested(among offered: [Language]) -> Language {
        let words = CommandLine.arguments
        let chosen =
            words.firstIndex(of: "--lang").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
            ?? words.lazy.compactMap { $0.hasPrefix("--lang=") ? String($0.dropFirst(7)) : nil }.first
        return offered.first { $0.rawValue == chosen } ?? of(ProcessVariables.all, among: offered)
    }

    /// The help of the option for the language; a program with one language does not show it.
    static var optionHelp: ArgumentHelp {
        ArgumentHelp(
            Strings.optionLang.string(in: .ofCommandLine),
            visibility: ShellProgram.offeredLanguages.count > 1 ? .default : .private)
    }
}

extension Language: ExpressibleByArgument {
    /// A language of the program.
    public init?(argument: String) {
        guard let language = ShellProgram.offeredLanguages.first(where: { $0.rawValue == argument }) else { return nil }
        self = language
    }

    /// The languages of the program.
    public static var allValueStrings: [String] { ShellProgram.offeredLanguages.map(\.rawValue) }
}

extension LocalizedText {
    /// The text as help of the command line.
    package var help: ArgumentHelp { ArgumentHelp(string(in: .ofCommandLine)) }
}
