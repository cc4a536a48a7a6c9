// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// The facts about a parameter without its type: for the parser, for help and for completion.
///
/// It never changes, and copies share it, since every typed line is read by some.
public final class ParameterSpec: Sendable {
    /// The way from the words of the line to a value.
    public enum Form: String, Sendable, Hashable {
        /// One word.
        case word
        /// One word that is a whole number above 0.
        case number
        /// Words that are whole numbers above 0 or spans of them, as many as come before another word; or one other word.
        case numbers
        /// The rest of the line as it was typed, with its quotes, `>`, `|` and `&`: the text of a note or a message. Empty
        /// quotes alone are not text.
        case text
        /// The rest of the line as one name, which may have blanks; quotation marks around all of it are not part of it.
        /// `>` and `|` redirect, `&` at the end puts it in the background.
        case name
        /// The rest of the line as words that keep their quotes: a query. `>` and `|` redirect, `&` at the end puts it in the background.
        case query
        /// `--name` alone.
        case flag
        /// `--name VALUE`.
        case option
    }

    /// The kind of its values, for completion.
    public enum Values: Sendable, Hashable {
        /// Anything.
        case free
        /// One of these words.
        case choices([String])
        /// A file’s name.
        case file
        /// The name of an app.
        case app
        /// The name of a tab of the current app.
        case tab
        /// The name of a command or an app.
        case command
        /// A route.
        case route
        /// A value of the setting that the word before names.
        case settingValue
        /// A theme.
        case theme
        /// An alias.
        case alias
        /// The name of a setting, of the shell or of an app.
        case setting
        /// One of the app’s own items, by the name that its factory knows.
        case item(String)
    }

    /// The name by which the command asks for its value; for flags and options without the dashes.
    public let name: String
    /// The way from the words of the line to a value.
    public let form: Form
    /// Whether it may be missing; flags and options always may.
    public let isOptional: Bool
    /// The kind of its values.
    public let values: Values
    /// Whether it is a text that is a command itself, whose options do not belong to this one.
    public var isCommand: Bool { traits.isCommand }
    /// Whether it is a text without which the command shows something.
    public var showsWithout: Bool { traits.showsWithout }
    /// Whether it may be missing on the screen, and then means the marked or selected items there.
    public var meansSelection: Bool { traits.meansSelection }

    /// Whether all marked items are one value of it, one after the other as the user would type them.
    package var takesSeveral: Bool { traits.takesSeveral }

    /// One line on its meaning.
    public let summary: LocalizedText?
    /// Values that need an explanation of their own, such as the choices or what a query knows.
    public let terms: [Term]

    /// The placeholder of its value, if that is another word than its name.
    package let named: String?
    /// More choices than these are listed by help alone.
    package static let mostInUsage = 6

    /// A value that help explains, or how one is written.
    public struct Term: Sendable {
        /// The text as it is typed, such as `newest` or `tag:NAME`.
        public let text: String
        /// One line on its meaning.
        public let summary: LocalizedText

        /// A value that means this.
        public init(_ text: String, _ summary: LocalizedText) {
            self.text = text
            self.summary = summary
        }
    }

    /// Reads a word of it, to find out whether it can be.
    package let check: @Sendable (CommandWord) throws(CommandFault) -> Void
    /// Whether a word is certainly meant for it even if the selection may stand for it.
    package var isSure: @Sendable (String) -> Bool { traits.isSure }
    /// Whether a query says itself how many things it means.
    var hasLimit: @Sendable (String) -> Bool { traits.hasLimit }
    private let traits: Traits

    /// The other properties of a parameter.
    private struct Traits: Sendable {
        var isCommand = false
        var showsWithout = false
        var meansSelection = false
        var takesSeveral: Bool
        var isSure: @Sendable (String) -> Bool = { _ in true }
        var hasLimit: @Sendable (String) -> Bool = { _ in false }
    }

    convenience init(
        _ name: String, _ form: Form, isOptional: Bool = false, values: Values = .free, placeholder: String? = nil,
        summary: LocalizedText?, terms: [Term] = [],
        check: @escaping @Sendable (CommandWord) throws(CommandFault) -> Void = { _ in }
    ) {
        self.init(
            name, form, isOptional: isOptional, values: values, placeholder: placeholder, summary: summary,
            terms: terms, check: check, traits: Traits(takesSeveral: form == .numbers))
    }

    /// A parameter of these facts, for a command that is made at run time; otherwise a `Parameter` makes it.
    ///
    /// - Parameters:
    ///   - name: The name, which an option or a flag has behind `--`.
    ///   - form: The form of its value on a line.
    ///   - isOptional: Whether it may be missing; flags and options always may.
    ///   - values: The possible values.
    ///   - placeholder: The word in the place of its value; `nil` for its name in capitals.
    ///   - summary: Its line in help.
    ///   - terms: Words of its value that help explains.
    ///   - meansSelection: Whether it may be missing on the screen, and then means the marked or selected items.
    ///   - takesSeveral: Whether all marked items are one value of it.
    ///   - isCommand: Whether it is a text that is a command itself.
    ///   - showsWithout: Whether it is a text without which the command shows something.
    public convenience init(
        _ name: String, as form: Form, isOptional: Bool = false, values: Values = .free, placeholder: String? = nil,
        summary: LocalizedText? = nil, terms: [Term] = [], meansSelection: Bool = false, takesSeveral: Bool = false,
        isCommand: Bool = false, showsWithout: Bool = false
    ) {
        self.init(
            name, form, isOptional: isOptional || form == .flag || form == .option, values: values,
            placeholder: placeholder, summary: summary, terms: terms,
            check: { (word) throws(CommandFault) in try Self.check(word, of: name, form, values) },
            traits: Traits(
                isCommand: isCommand, showsWithout: showsWithout, meansSelection: meansSelection,
                takesSeveral: takesSeveral || form == .numbers))
    }

    /// Checks a word by the form of its parameter.
    private static func check(
        _ word: CommandWord, of name: String, _ form: Form, _ values: Values
    ) throws(CommandFault) {
        if form == .number { _ = try Int(word, of: name) }
        if form == .numbers, values == .free { _ = try Parameter<[Int]>.spans(word.text, of: name) }
        if case .choices(let words) = values, !words.contains(word.text) {
            throw .notAChoice(name: name, value: word.text, choices: words)
        }
    }

    private init(
        _ name: String, _ form: Form, isOptional: Bool, values: Values, placeholder: String?, summary: LocalizedText?,
        terms: [Term], check: @escaping @Sendable (CommandWord) throws(CommandFault) -> Void, traits: Traits
    ) {
        named = placeholder
        self.name = name
        self.form = form
        self.isOptional = isOptional
        self.values = values
        self.summary = summary
        self.terms = terms
        self.check = check
        self.traits = traits
    }

    /// The same parameter, which may be missing.
    func optional(as form: Form? = nil) -> ParameterSpec {
        var traits = Traits(takesSeveral: form == .numbers)
        if form == nil {
            (traits.takesSeveral, traits.isCommand, traits.showsWithout) = (takesSeveral, isCommand, showsWithout)
            traits.hasLimit = hasLimit
        }
        return ParameterSpec(
            name, form ?? self.form, isOptional: true, values: values, placeholder: named, summary: summary,
            terms: terms, check: check, traits: traits)
    }

    /// The same parameter, with several items as one value.
    func ofSeveral() -> ParameterSpec { with { $0.takesSeveral = true } }

    /// The same parameter, whose text is a command itself.
    func asCommand() -> ParameterSpec { with { $0.isCommand = true } }

    /// The same parameter, without which the command shows something.
    func orShown() -> ParameterSpec { with { $0.showsWithout = true } }

    /// The same parameter, which means the selection on the screen if it is missing.
    func orSelection() -> ParameterSpec { with { $0.meansSelection = true } }

    /// The same parameter, which leaves uncertain words to the selection.
    func sure(_ isSure: @escaping @Sendable (String) -> Bool) -> ParameterSpec { with { $0.isSure = isSure } }

    /// The same parameter, a query that may have a limit of its own.
    func limited(_ hasLimit: @escaping @Sendable (String) -> Bool) -> ParameterSpec { with { $0.hasLimit = hasLimit } }

    private func with(_ change: (inout Traits) -> Void) -> ParameterSpec {
        var traits = traits
        change(&traits)
        return ParameterSpec(
            name, form, isOptional: isOptional, values: values, placeholder: named, summary: summary, terms: terms,
            check: check, traits: traits)
    }

    /// The factory’s name for its items; `nil` if its values are none of the app’s own.
    package var item: String? { if case .item(let name) = values { name } else { nil } }

    /// Whether it is a flag or an option, which may stand anywhere.
    public var isOption: Bool { form == .flag || form == .option }

    /// The placeholder of its value in a language: the choices, or a word in capitals; `nil` for a flag.
    public func placeholder(in language: Language) -> String? {
        if form == .flag { return nil }
        if case .choices(let words) = values, words.count <= Self.mostInUsage { return words.joined(separator: "|") }
        return Placeholder.translated(named ?? name.uppercased(), into: language)
    }

    /// Its label in the line of help on it.
    public func label(in language: Language) -> String {
        let placeholder = placeholder(in: language)
        guard isOption else { return placeholder ?? name }
        return (["--\(name)"] + [placeholder].compactMap(\.self)).joined(separator: " ")
    }

    /// Its form in the usage line of a command.
    public func usage(in language: Language) -> String {
        let label = label(in: language)
        return isOptional || meansSelection ? "[\(label)]" : label
    }
}

/// The words in capitals in place of typed values, such as `NAME`; commands are declared with the English ones.
///
/// A word of an app that is none of these is the same in every language.
package enum Placeholder: String, CaseIterable {
    case action, app, attachment, command, day, definition, draft, field, file, folder, format, gateway, id, job, key,
        kind
    case language, link, name, notebook, number, other, path, place, program, pubkey, query, route, sender, session,
        state, store
    case tab, term, text, theme, time, title, tag, topic, transition, value, version, words

    /// The word in each language.
    package var word: LocalizedText {
        switch self {
        case .action: Strings.placeholderAction
        case .app: Strings.placeholderApp
        case .attachment: Strings.placeholderAttachment
        case .command: Strings.placeholderCommand
        case .day: Strings.placeholderDay
        case .definition: Strings.placeholderDefinition
        case .draft: Strings.placeholderDraft
        case .field: Strings.placeholderField
        case .file: Strings.placeholderFile
        case .folder: Strings.placeholderFolder
        case .format: Strings.placeholderFormat
        case .gateway: Strings.placeholderGateway
        case .id: Strings.placeholderId
        case .job: Strings.placeholderJob
        case .key: Strings.placeholderKey
        case .kind: Strings.placeholderKind
        case .language: Strings.placeholderLanguage
        case .link: Strings.placeholderLink
        case .name: Strings.placeholderName
        case .notebook: Strings.placeholderNotebook
        case .number: Strings.placeholderNumber
        case .other: Strings.placeholderOther
        case .path: Strings.placeholderPath
        case .place: Strings.placeholderPlace
        case .program: Strings.placeholderProgram
        case .pubkey: Strings.placeholderPubkey
        case .query: Strings.placeholderQuery
        case .route: Strings.placeholderRoute
        case .sender: Strings.placeholderSender
        case .session: Strings.placeholderSession
        case .state: Strings.placeholderState
        case .store: Strings.placeholderStore
        case .tab: Strings.placeholderTab
        case .tag: Strings.placeholderTag
        case .term: Strings.placeholderTerm
        case .text: Strings.placeholderText
        case .theme: Strings.placeholderTheme
        case .time: Strings.placeholderTime
        case .title: Strings.placeholderTitle
        case .topic: Strings.placeholderTopic
        case .transition: Strings.placeholderTransition
        case .value: Strings.placeholderValue
        case .version: Strings.placeholderVersion
        case .words: Strings.placeholderWords
        }
    }

    /// A typed form, such as `tag:NAME` or `thread/:number`, with its placeholders in a language.
    package static func translated(_ text: String, into language: Language) -> String {
        guard language != .english else { return text }
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            // A step of a route follows a slash; in `has:attachment` a typed word follows the colon.
            let isStep = first == ":" && (result.isEmpty || result.last == "/")
            let word = (isStep ? rest.dropFirst() : rest).prefix { $0.isASCII && $0.isLetter }
            let isWord = isStep ? word.allSatisfy(\.isLowercase) : word.allSatisfy(\.isUppercase)
            if isWord, let known = Self(rawValue: word.lowercased())?.word.string(in: language) {
                result += isStep ? ":" + known.lowercased() : known
            } else {
                result += (isStep ? ":" : "") + word
            }
            rest = rest[word.endIndex...]
            // Any other character stays.
            if word.isEmpty, !isStep { result.append(rest.removeFirst()) }
        }
        return result
    }
}
