// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumSession
import AtriumTerminal
public import AtriumWorlds

/// The action of a command on its owner’s model, with the values from a line or an action.
///
/// It throws `CommandFault` for an invalid value, before anything is done, and for a model of another app.
typealias Performing = @MainActor @Sendable (AnyObject, Arguments, CommandContext) async throws -> Reply

/// A command of an app, or of the shell itself: its facts and what it does to the model.
///
/// ```swift
/// Command<NotesModel>(
///     "discard", category: .writing, summary: Strings.commandDiscard,
///     parameters: .flag("all", summary: Strings.optionAll), .optional(.number("draft", summary: Strings.draft)),
///     examples: ["discard 2"]
/// ) { model, context, all, draft in …  // a Bool and an Int?
/// ```
public struct Command<Model: AnyObject>: Sendable {
    /// The facts about it that are known without running it.
    public let spec: CommandSpec
    /// Reads the values of the parameters, and does with them to a model what the command does.
    let performing: Performing

    /// A command with an action on its model, which no other app’s is.
    package init(
        spec: CommandSpec,
        perform: @escaping @MainActor @Sendable (Model, Arguments, CommandContext) async throws -> Reply
    ) {
        self.spec = spec
        performing = { model, arguments, context in
            try await perform(try Self.own(model, of: spec), arguments, context)
        }
    }

    /// The model as the command’s own.
    private static func own(_ model: AnyObject, of spec: CommandSpec) throws(CommandFault) -> Model {
        guard let model = model as? Model else { throw .unknownCommand(spec.name, nearest: nil) }
        return model
    }

    /// A command with these facts and this action on the values of its parameters.
    ///
    /// - Parameters:
    ///   - name: The name that the user types.
    ///   - aliases: Other words for the same.
    ///   - category: The heading under which help lists it; changes of commands for reading, moving and logging in stand
    ///     in no journal, unless they are lasting.
    ///   - summary: One line on its effect.
    ///   - parameters: The parameters after the name, in order.
    ///   - examples: Lines that a user could type; a text may be several lines.
    ///   - needsLogin: Whether it needs a login; an app’s own commands always do.
    ///   - worksLocked: Whether it works while the login is locked: only if it shows and changes no user’s data.
    ///   - asksSecret: Whether it asks for a password: words that it does not take may be one.
    ///   - isLasting: Whether `undo` does not take back what it changes: help says so.
    ///   - audited: The effect outside of the store that the audit trail records; `nil` for none.
    ///   - perform: Runs it, once all values are read; throws facts, never sentences.
    public init<each Value: Sendable>(
        _ name: String, aliases: [String] = [], category: CommandCategory, summary: LocalizedText,
        parameters: repeat Parameter<each Value>, examples: [LocalizedText] = [], needsLogin: Bool = true,
        worksLocked: Bool = false, asksSecret: Bool = false, isLasting: Bool = false, audited: AuditedAction? = nil,
        perform: @escaping @MainActor @Sendable (Model, CommandContext, repeat each Value) async throws -> Reply
    ) {
        let spec = CommandSpec(
            name, aliases: aliases, category: category, summary: summary, parameters: repeat each parameters,
            examples: examples, needsLogin: needsLogin, worksLocked: worksLocked, asksSecret: asksSecret,
            isLasting: isLasting, audited: audited)
        self.spec = spec
        // Without the closure of the other initializer, which each command would pass through.
        performing = { model, arguments, context in
            try await perform(
                try Self.own(model, of: spec), context, repeat try (each parameters).value(in: arguments))
        }
    }
}

/// Commands that need no context, with up to three parameters.
extension Command {
    /// A command without parameters that only needs its model.
    public init(
        _ name: String, aliases: [String] = [], category: CommandCategory = .writing, summary: LocalizedText,
        examples: [LocalizedText] = [], perform: @escaping @MainActor @Sendable (Model) async throws -> Reply
    ) {
        self.init(name, aliases: aliases, category: category, summary: summary, examples: examples) { model, _ in
            try await perform(model)
        }
    }

    /// A command that only needs its model and a value.
    public init<A: Sendable>(
        _ name: String, aliases: [String] = [], category: CommandCategory = .writing, summary: LocalizedText,
        parameters a: Parameter<A>,
        examples: [LocalizedText] = [], perform: @escaping @MainActor @Sendable (Model, A) async throws -> Reply
    ) {
        self.init(name, aliases: aliases, category: category, summary: summary, parameters: a, examples: examples) {
            model, _, first in
            try await perform(model, first)
        }
    }

    /// A command that only needs its model and two values.
    public init<A: Sendable, B: Sendable>(
        _ name: String, aliases: [String] = [], category: CommandCategory = .writing, summary: LocalizedText,
        parameters a: Parameter<A>, _ b: Parameter<B>,
        examples: [LocalizedText] = [], perform: @escaping @MainActor @Sendable (Model, A, B) async throws -> Reply
    ) {
        self.init(name, aliases: aliases, category: category, summary: summary, parameters: a, b, examples: examples) {
            model, _, first, second in
            try await perform(model, first, second)
        }
    }

    /// A command that only needs its model and three values.
    public init<A: Sendable, B: Sendable, C: Sendable>(
        _ name: String, aliases: [String] = [], category: CommandCategory = .writing, summary: LocalizedText,
        parameters a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
        examples: [LocalizedText] = [], perform: @escaping @MainActor @Sendable (Model, A, B, C) async throws -> Reply
    ) {
        self.init(name, aliases: aliases, category: category, summary: summary, parameters: a, b, c, examples: examples)
        { model, _, first, second, third in
            try await perform(model, first, second, third)
        }
    }
}

/// Diagnostics for a closure that takes the context without a category.
extension Command {
    /// Refused: a closure that takes the context needs a category.
    @available(*, unavailable, message: "name the category too: a closure that takes the context needs one")
    public init(
        _ name: String, aliases: [String] = [], summary: LocalizedText, examples: [LocalizedText] = [],
        perform: @escaping @MainActor @Sendable (Model, CommandContext) async throws -> Reply
    ) {
        self.init(
            name, aliases: aliases, category: .writing, summary: summary, examples: examples, perform: perform)
    }

    /// Refused: a closure that takes the context needs a category.
    @available(*, unavailable, message: "name the category too: a closure that takes the context needs one")
    public init<A: Sendable>(
        _ name: String, aliases: [String] = [], summary: LocalizedText, parameters a: Parameter<A>,
        examples: [LocalizedText] = [],
        perform: @escaping @MainActor @Sendable (Model, CommandContext, A) async throws -> Reply
    ) {
        self.init(
            name, aliases: aliases, category: .writing, summary: summary, parameters: a, examples: examples,
            perform: perform)
    }
}

/// A command whatever its model is: a parser finds it by its name, once, and passes it on to be performed.
public struct AnyCommand: Sendable {
    /// The facts about it that are known without running it.
    public let spec: CommandSpec
    let performing: Performing

    /// A command of an app, or of the shell.
    public init<Model>(_ command: Command<Model>) {
        spec = command.spec
        performing = command.performing
    }

    /// A command for values that are known otherwise: `arguments` only determine how it is typed.
    package init<Model: AnyObject>(
        _ spec: CommandSpec, performing: @escaping @MainActor @Sendable (Model, CommandContext) async throws -> Reply
    ) {
        self.init(Command<Model>(spec: spec) { model, _, context in try await performing(model, context) })
    }
}

/// The facts about a command that are known without running it: for the parser, for help and for completion.
///
/// It never changes, and every line passes it on several times: one object for all.
public final class CommandSpec: Sendable {
    /// The name that the user types.
    public let name: String
    /// Other words for the same.
    public let aliases: [String]
    /// The heading under which help lists it.
    public let category: CommandCategory
    /// One line on its effect.
    public let summary: LocalizedText
    /// The parameters after the name, in order.
    public let parameters: [ParameterSpec]
    /// Lines that a user could type; a text may be several lines.
    public let examples: [LocalizedText]
    /// Whether it needs a login; an app’s own commands always do.
    public let needsLogin: Bool
    /// Whether it works while the login is locked, before the password is given: for the few commands that show and
    /// change no user’s data.
    public let worksLocked: Bool
    /// Whether it asks for a password: words behind it that it does not take may be one, and are repeated and kept nowhere.
    public let asksSecret: Bool
    /// Whether `undo` does not take back what it changes: help says so.
    public let isLasting: Bool
    /// The effect outside of the store that the audit trail records; `nil` for none.
    public let audited: AuditedAction?

    /// A command of these facts.
    public convenience init<each Value: Sendable>(
        _ name: String, aliases: [String] = [], category: CommandCategory, summary: LocalizedText,
        parameters: repeat Parameter<each Value>, examples: [LocalizedText] = [], needsLogin: Bool = true,
        worksLocked: Bool = false, asksSecret: Bool = false, isLasting: Bool = false, audited: AuditedAction? = nil
    ) {
        var specs: [ParameterSpec] = []
        for spec in repeat (each parameters).spec { specs.append(spec) }
        self.init(
            name, aliases: aliases, category: category, summary: summary, parameters: specs, examples: examples,
            needsLogin: needsLogin, worksLocked: worksLocked, asksSecret: asksSecret, isLasting: isLasting,
            audited: audited)
    }

    /// A command of these facts, whose parameters may be known at run time only.
    public init(
        _ name: String, aliases: [String] = [], category: CommandCategory, summary: LocalizedText,
        parameters: [ParameterSpec], examples: [LocalizedText] = [], needsLogin: Bool = true, worksLocked: Bool = false,
        asksSecret: Bool = false, isLasting: Bool = false, audited: AuditedAction? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.category = category
        self.summary = summary
        self.parameters = parameters
        self.examples = examples
        self.needsLogin = needsLogin
        self.worksLocked = worksLocked
        self.asksSecret = asksSecret
        self.isLasting = isLasting
        self.audited = audited
    }

    /// The examples, each one line.
    public func examples(in language: Language) -> [String] {
        examples.flatMap { $0.string(in: language).split(separator: "\n").map(String.init) }
    }

    /// Whether a word is its name, or another word for it.
    package func isCalled(_ word: String) -> Bool { name == word || aliases.contains(word) }

    /// The name with its parameters, such as `list [--sort date|newest] [--limit N]`.
    public func usage(in language: Language) -> String { usage(in: language, without: nil) }

    /// The same if a parameter of this name, in capitals, was missing, and no selection could stand for it.
    package func usage(in language: Language, without missing: String?) -> String {
        let words = parameters.map {
            $0.meansSelection && $0.name.uppercased() == missing ? $0.label(in: language) : $0.usage(in: language)
        }
        return ([name] + words).joined(separator: " ")
    }
}

/// A mistake in the facts about a command.
public enum SpecFault: Error, Hashable, Sendable {
    /// A name is empty, or has a blank or a sign of the line in it.
    case name(String)
    /// Two parameters have the same name.
    case repeated(String)
    /// Another parameter follows one that takes the rest of the line.
    case behindRest(String)
    /// A required parameter follows one that may be missing.
    case behindOptional(String)
    /// Only the first parameter can mean the selection, and its values are items of the app.
    case selection(String)
    /// The name or alias is one of another command of the app as well.
    case taken(String)
    /// The name or alias is the shell’s, and no line could reach its command any more.
    case ofShell(String)
    /// The command of this key is not among those of the app.
    case key(SelectionKey)
}

extension CommandSpec {
    /// Checks that a line can be read by the command’s parameters.
    package func check() throws(SpecFault) {
        for word in words + parameters.map(\.name) where !Self.isName(word) { throw .name(word) }
        var (known, rest, optional): (Set<String>, Bool, Bool) = ([], false, false)
        for (index, parameter) in parameters.filter({ !$0.isOption }).enumerated() {
            if rest { throw .behindRest(parameter.name) }
            if optional, !parameter.isOptional { throw .behindOptional(parameter.name) }
            if parameter.meansSelection, index > 0 || parameter.item == nil { throw .selection(parameter.name) }
            rest = [.text, .name, .query].contains(parameter.form)
            optional = parameter.isOptional
        }
        for parameter in parameters where !known.insert(parameter.name).inserted { throw .repeated(parameter.name) }
    }

    /// The name and the aliases.
    package var words: [String] { [name] + aliases }

    private static func isName(_ word: String) -> Bool {
        !word.isEmpty && word.first != "-" && word.first != "#"
            && !word.contains { $0.isWhitespace || $0.isNewline || "\"'\\;&|<>=".contains($0) }
    }
}

/// The headings under which help lists commands, and whether `undo` can take back what they change.
public enum CommandCategory: String, Sendable, CaseIterable {
    /// Reading existing items: no journal keeps a change of it.
    case reading
    /// Making and changing.
    case writing
    /// Files in and out.
    case exchange
    /// Moving between apps, tabs and places: no journal keeps a change of it.
    case moving
    /// The login: no journal keeps a change of it.
    case login
    /// The behaviour of the shell.
    case shell

    /// Whether its commands change data.
    fileprivate var changesData: Bool {
        switch self {
        case .writing, .exchange, .shell: true
        case .reading, .moving, .login: false
        }
    }
}

extension CommandSpec {
    /// Whether the changes of the command stand in a journal.
    var changesData: Bool { isLasting || category.changesData }
}

/// The parts of the shell that a command may use while it runs.
///
/// Nothing of it changes; a class, since it is handed on several times a command.
public final class CommandContext: Sendable {
    /// The language of the moment.
    public let language: Language
    /// The clock, the zone, the working folder.
    public let world: World
    /// Asks the user.
    public let prompter: any Prompter
    /// Hands a new session to every app; `nil` for the login is over.
    public let replaceSession: @MainActor @Sendable (UserSession?) async -> Void
    /// Makes sure that the login is still valid after a long operation: asks for the password of one that
    /// has expired.
    ///
    /// Throws `AuthenticationFault` if it was ended elsewhere, or the password is not given.
    public let requireLogin: @MainActor @Sendable () async throws -> Void
    /// The data that the apps keep of a user, or with `nil` of the logged-in one, in the order of the catalog.
    public let keptByApps: @MainActor @Sendable (UserID?) async throws -> [LocalizedText]
    /// Makes every app delete the data of users whose accounts are gone.
    public let finishDeletions: @MainActor @Sendable () async throws -> Void
    /// The archives of the logged-in user’s data; `nil` if the caller has none.
    public let archives: (any UserArchiving)?
    /// The names of the apps of the shell, in the order of the catalog.
    public let apps: [AppID]
    /// The journal of the login’s settings; `nil` if the caller has none.
    package let settings: @MainActor @Sendable () -> SettingsJournal?

    /// A context of these parts.
    public init(
        language: Language, world: World, prompter: any Prompter,
        requireLogin: @escaping @MainActor @Sendable () async throws -> Void = {},
        replaceSession: @escaping @MainActor @Sendable (UserSession?) async -> Void = { _ in },
        keptByApps: @escaping @MainActor @Sendable (UserID?) async throws -> [LocalizedText] = { _ in [] },
        finishDeletions: @escaping @MainActor @Sendable () async throws -> Void = {},
        archives: (any UserArchiving)? = nil, apps: [AppID] = []
    ) {
        (self.language, self.world, self.prompter, self.requireLogin) = (language, world, prompter, requireLogin)
        (self.replaceSession, self.keptByApps, self.finishDeletions) = (replaceSession, keptByApps, finishDeletions)
        (self.archives, self.apps, settings) = (archives, apps, { nil })
    }

    /// The same context, with the journal of the settings.
    package init(_ other: CommandContext, settings: @escaping @MainActor @Sendable () -> SettingsJournal?) {
        (language, world, prompter, requireLogin) = (other.language, other.world, other.prompter, other.requireLogin)
        (replaceSession, keptByApps) = (other.replaceSession, other.keptByApps)
        (finishDeletions, archives, apps) = (other.finishDeletions, other.archives, other.apps)
        self.settings = settings
    }
}

extension CommandContext {
    /// The path of a file or folder that a user wants read.
    public func path(of file: FileReference) -> String { world.path(of: file.word) }

    /// The path of a file or folder to write.
    ///
    /// - Throws: `CommandFault.file` if it is among the program’s own files.
    public func writablePath(of file: FileReference) throws(CommandFault) -> String {
        let path = path(of: file)
        do throws(FileFault) { try OwnFiles(in: world.home).check(path) } catch {
            throw .file(path: path, reason: error.reason)
        }
        return path
    }

    /// The same for an export, which is no archive whatever its name.
    ///
    /// - Throws: `CommandFault.archive` too.
    public func exportPath(of file: FileReference) throws(CommandFault) -> String {
        let path = try writablePath(of: file)
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        guard let ending = Self.archives.first(where: { name.hasSuffix("." + $0) }) else { return path }
        throw .archive(path: path, ending: ending)
    }

    private static let archives = [
        "zip", "tar", "tar.gz", "tgz", "tar.bz2", "tar.xz", "gz", "bz2", "xz", "7z", "rar", "jar", "zst",
    ]

    /// Asks for a line.
    ///
    /// - Throws: The errors of asking; without an answer, a fault that contains the question.
    @MainActor
    public func ask(_ question: LocalizedText) async throws -> String {
        do { return try await prompter.ask(question) } catch CommandFault.noAnswer {
            throw UnansweredQuestion(question: question)
        }
    }

    /// Asks a question that only yes confirms: the word or its first letter, in any language of the shell,
    /// since users answer in the language that they are used to.
    ///
    /// - Throws: `CommandFault.cancelled` for any other answer; without one a fault that contains the question, and
    ///   the other errors of asking.
    @MainActor
    public func confirm(_ question: LocalizedText) async throws {
        let answer = try await ask(question).lowercased().filter { !$0.isWhitespace }
        let words = Language.allCases.flatMap { Strings.answerYes.string(in: $0).split(separator: " ") }
        guard words.contains(where: { $0 == answer || $0.prefix(1) == answer }) else { throw CommandFault.cancelled }
        try await requireLogin()
    }
}

/// Writes the data of the logged-in user of all apps to one file, and brings it back.
@MainActor
public protocol UserArchiving: Sendable {
    /// The folders and files elsewhere in which settings of the logged-in user keep data: no archive has it, and it stays
    /// when the account is deleted.
    func placesElsewhere() -> [String]

    /// Writes the data of all apps.
    ///
    /// - Parameters:
    ///   - file: The file, which must not exist yet.
    ///   - user: A user whose account is gone, and so is what it had; `nil` for the logged-in user.
    ///   - isSealed: Whether a password opens it, which is requested twice.
    ///   - context: The context of the command.
    func write(
        to file: FileReference, of user: UserID?, isSealed: Bool, _ context: CommandContext
    ) async throws -> Reply

    /// Replaces the data of all apps by those of a file; the former ones are kept in a file.
    ///
    /// - Parameters:
    ///   - file: A file that `write(to:of:isSealed:_:)` has written, here or in another installation.
    ///   - isConfirmed: Whether the user has confirmed that the present data is replaced.
    ///   - context: The context of the command.
    ///   - allow: Makes sure that the user is there, after the file was read and before anything is changed.
    func read(
        _ file: FileReference, isConfirmed: Bool, _ context: CommandContext, allow: () async throws -> Void
    ) async throws -> Reply
}
