// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
import AtriumScreen
public import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation

/// The shell’s own commands, which are there in every app: here those by which it behaves.
package enum ShellCommands {
    /// The commands of a shell with these apps, in the order of the help; without accounts there is no login.
    @MainActor
    package static func all(
        in catalog: [any AppFactory], languages: [Language] = Language.ofKit
    ) -> [Command<Shell>] {
        MovingCommands.all(in: catalog) + (catalog.hasAccounts ? LoginCommands.all : [])
            + behaviour(in: catalog, languages)
            + AppearanceCommands.all + JobCommands.all + UpkeepCommands.all
    }

    /// The commands of a shell: a program without a demonstration has no command for it.
    @MainActor
    static func all(of coordinator: Coordinator) -> [Command<Shell>] {
        all(in: coordinator.catalog, of: coordinator.world.program)
    }

    /// The commands of a program with these apps.
    @MainActor
    static func all(in catalog: [any AppFactory], of program: ProgramIdentity) -> [Command<Shell>] {
        let hasDemonstration = program.demonstration != nil
        return all(in: catalog, languages: program.languages).filter {
            hasDemonstration || $0.spec.name != demo.spec.name
        }
    }

    @MainActor
    private static func behaviour(in catalog: [any AppFactory], _ languages: [Language]) -> [Command<Shell>] {
        let topics = catalog.exampleApp.map { [$0.rawValue] } ?? []
        return [help(examplesOf: topics), tour, demo] + (languages.count > 1 ? [language(among: languages)] : [])
            + [set, alias, unalias, history, source, system, clear, version, quit]
    }

    /// The commands behind keys and the mouse.
    static var ofKeys: KeyCommands {
        KeyCommands(
            help: .shell(help), keys: .shell(help, topic.argument("keys")), sidebar: .shell(MovingCommands.sidebar),
            switching: Action.switching(to:))
    }

    /// The topic of help.
    static let topic = Parameter.optional(
        .word("topic", values: .command, summary: Strings.parameterTopic))

    static let help = help(examplesOf: [])

    /// - Parameter topics: The topics in its examples, beside a command of the shell.
    private static func help(examplesOf topics: [String]) -> Command<Shell> {
        Command(
            "help", aliases: ["?", "man"], category: .shell, summary: Strings.commandHelp,
            parameters: topic,
            examples: ["help", "help set"] + topics.map { "help \($0)" }, needsLogin: false, worksLocked: true
        ) { shell, _, topic in
            Reply(.lines(try Help(of: shell).lines(on: topic)))
        }
    }

    static let tour = Command<Shell>(
        "tour", category: .shell, summary: Strings.commandTour
    ) { shell, _ in
        Reply(.lines(Help(of: shell).tour))
    }

    /// The names of the commands that help lists behind the most used ones of an app.
    static let first = ["switch", "back", "help", "quit"]

    private static let demo = Command<Shell>(
        "demo", category: .shell, summary: Strings.commandDemo, needsLogin: false
    ) { shell, _ in
        let program = shell.coordinator.world.program
        guard let line = program.demonstration else { return .nothing }
        guard shell.options.isInteractive, shell.gate.isTerminal else {
            return .message(Strings.demoElsewhere(command: line), Fact("command", .text(line)))
        }
        let plain = shell.presenters.current.isSpoken ? ["--plain"] : []
        try await shell.output.runProgram(line.split(separator: " ").dropFirst().map(String.init) + plain)
        return .nothing
    }

    /// The choice of a language, in a program that has several.
    private static func language(among languages: [Language]) -> Command<Shell> {
        Command(
            "lang", category: .shell, summary: Strings.commandLang,
            parameters: .optional(
                .choice("language", Language.self, among: languages, summary: Strings.parameterLanguage)),
            examples: ["lang \((languages.last ?? .english).rawValue)"], needsLogin: false
        ) { shell, _, language in
            let coordinator = shell.coordinator
            if let language {
                coordinator.setLanguage(language)
                if let session = coordinator.login.session {
                    let session = try await coordinator.authenticator.setLanguage(language, for: session)
                    await coordinator.lease.replace(session)
                }
            }
            return .message(
                Strings.languageIs(name: coordinator.language.endonym, tag: coordinator.language.rawValue),
                Fact("language", .text(coordinator.language.rawValue)))
        }
    }

    package static let setting = Parameter.optional(.word("name", values: .setting, summary: Strings.parameterSetting))

    package static let set = Command<Shell>(
        "set", category: .shell, summary: Strings.commandSet,
        parameters: setting, .optional(.name("value", values: .settingValue, summary: Strings.parameterSettingValue)),
        examples: ["set", "set sidebar off"]
    ) { shell, context, name, typed in
        let value = typed.map(word)
        let settings = shell.settings
        if let name {
            guard let setting = settings.all.first(where: { $0.name == name }) else {
                throw CommandFault.notAChoice(name: "name", value: name, choices: settings.all.map(\.name))
            }
            var notices: [LocalizedText] = []
            if let value {
                guard let session = shell.coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
                let isUsual = isUsual(value, among: setting.choices.map(\.value))
                let kept = try await setting.read(isUsual ? setting.initial : value, session, context.world)
                try await settings.set(name, to: isUsual ? nil : kept.value)
                notices = kept.notices
                if name == Setting.dailyBackup.rawValue, shell.wantsDailyBackups {
                    notices = try await shell.startBackup()
                }
            }
            let value = settings.value(of: setting)
            return .message(
                Strings.settingIs(name: name, value: value), Fact(name, .text(value)),
                Fact("from", settings.origin(of: name).value), notices: notices)
        }
        return .records(
            Records(
                settings.all.map { ($0, value: settings.value(of: $0), origin: settings.origin(of: $0.name)) },
                [
                    .init("name", Strings.columnName) { .text($0.0.name) },
                    .init("value", Strings.columnValue) { .text($0.value) },
                    .init("from", Strings.columnFrom) { $0.origin.value },
                    .init("summary", Strings.columnSummary) { .word($0.0.summary) },
                ], whenEmpty: Strings.settingsNone))
    }

    /// Whether a value means that of users who have set nothing, and is none that the setting can have.
    private static func isUsual(_ value: String, among choices: [String]) -> Bool {
        value == "default" && !choices.contains(value)
    }

    /// The typed text, without quotation marks within it if it is one word: `markdown:"My notes"`.
    private static func word(_ typed: String) -> String {
        var scanner = WordScanner(typed)
        guard case .word(let word, _)? = try? scanner.next(), (try? scanner.next()) == .some(nil) else { return typed }
        return word
    }

    private static let alias = Command<Shell>(
        "alias", category: .shell, summary: Strings.commandAlias,
        parameters: .limit,
        .optional(.text("definition", summary: Strings.parameterDefinitionAlias).asCommand().orShown()),
        examples: ["alias recent = history --limit 20", "alias"]
    ) { shell, _, limit, definition in
        if let definition {
            let halves = definition.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard halves.count == 2, !halves[0].isEmpty, !halves[0].contains(" "), !halves[1].isEmpty else {
                throw CommandFault.missing("NAME = COMMAND")
            }
            guard !Preferences.unhidden.contains(halves[0]) else { throw AliasFault.reserved(halves[0]) }
            try shell.reader.checkAlias(of: halves[1])
            try await shell.settings.set("alias.\(halves[0])", to: halves[1])
            return .message(
                Strings.aliasMade(name: halves[0], command: halves[1]), Fact("name", .text(halves[0])),
                Fact("command", .text(halves[1])),
                notices: shell.reader.isCommand(halves[0]) ? [Strings.aliasHides(name: halves[0])] : [])
        }
        return .records(
            Records(
                shell.settings.preferences.aliases,
                [
                    .init("name", Strings.columnName) { .text($0.name) },
                    .init("command", Strings.columnCommand) { .text($0.command) },
                ], whenEmpty: Strings.aliasesNone
            ).limited(to: limit))
    }

    private static let unalias = Command<Shell>(
        "unalias", category: .shell, summary: Strings.commandUnalias,
        parameters: .word("name", values: .alias, summary: Strings.parameterAlias), examples: ["unalias recent"]
    ) { shell, _, name in
        guard shell.settings.preferences["alias.\(name)"] != nil else {
            let names = shell.settings.preferences.aliases.map(\.name)
            throw CommandFault.unknownSetting(name, nearest: NearestWord.to(name, among: names))
        }
        try await shell.settings.set("alias.\(name)", to: nil)
        return .message(Strings.aliasForgotten(name: name), Fact("name", .text(name)))
    }

    private static let history = Command<Shell>(
        "history", category: .shell, summary: Strings.commandHistory,
        parameters: .limit, examples: ["history --limit 20"], needsLogin: false
    ) { shell, _, limit in
        .records(
            Records(
                shell.typed.history.entries,
                [
                    .init("number", Strings.columnNumber, isRightAligned: true) { .number($0.number) },
                    .init("command", Strings.columnCommand) { .text($0.line) },
                ], whenEmpty: Strings.historyNone
            ).limited(to: limit ?? 100, keeping: .last))
    }

    static let source = Command<Shell>(
        "source", category: .shell, summary: Strings.commandSource,
        parameters: .file("file", summary: Strings.parameterFileSource),
        examples: ["source morning.txt"], needsLogin: false
    ) { shell, context, file in
        let path = context.path(of: file)
        let text = try await FileContents.text(readingAsideAt: path, limit: PipeLineReader.defaultLimit)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        return Reply(.nothing, endsShell: try await shell.runner.source(lines, of: path))
    }

    private static let system = Command<Shell>(
        "system", aliases: ["!"], category: .shell, summary: Strings.commandSystem,
        parameters: .text("command", summary: Strings.parameterSystem), examples: [Strings.examplesSystem]
    ) { shell, _, command in
        let isTyped = shell.options.isInteractive && !shell.runner.isSourcing
        switch SystemChoice(rawValue: shell.settings.value(of: .system)) {
        case .off, nil: throw SystemCommandFault.off
        case .on where !isTyped: throw SystemCommandFault.onlyTyped
        case .on, .scripts: break
        }
        try await shell.output.run(command)
        return .nothing
    }

    private static let clear = Command<Shell>(
        "clear", category: .shell, summary: Strings.commandClear, needsLogin: false, worksLocked: true
    ) { shell, _ in
        shell.presenters.current.clear()
        return .nothing
    }

    private static let version = Command<Shell>(
        "version", category: .shell, summary: Strings.commandVersion, needsLogin: false, worksLocked: true
    ) { shell, _ in
        let program = shell.coordinator.world.program
        return .message(
            Strings.versionIs(name: program.name, version: program.version), Fact("version", .text(program.version)))
    }

    static let quit = Command<Shell>(
        "quit", aliases: ["exit", "bye"], category: .shell, summary: Strings.commandQuit, needsLogin: false,
        worksLocked: true
    ) { shell, _ in
        try shell.jobRunner.mayLeave()
        return Reply(.nothing, endsShell: true)
    }
}

extension Language: CommandChoice {
    /// Its name in the language itself.
    public var meaning: LocalizedText? { LocalizedText(verbatim: endonym) }
}
