// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumSession
import AtriumShell
import AtriumWorlds
import Foundation

/// The page on the program: its command line, its shell and apps, its environment, files and exit statuses.
@MainActor
struct ProgramManual {
    let program: ShellProgram
    let language: Language

    private var identity: ProgramIdentity { program.identity }

    /// Adds everything below the name to a page.
    func write(to page: inout ManualPage) throws {
        let root = try CommandLineDescription.current(of: program).command
        let commands = (root.subcommands ?? []).filter { $0.commandName != "help" }
        page.section(text(Strings.manualSynopsis))
        page.synopsis(identity.command, pieces(root.shownArguments))
        for command in commands {
            page.synopsis(
                identity.command, [.word(command.commandName)] + pieces(own(command, beside: root)))
        }
        page.section(text(Strings.manualDescription))
        page.text(text(Strings.manualIntroduction(name: identity.name)))
        page.section(text(Strings.manualOptions))
        page.text(text(Strings.manualOptionsIntroduction))
        page.list(
            root.shownArguments.map(item) + [
                .init(.option("version"), text: text(Strings.manualVersion)),
                .init(.option("help"), text: text(Strings.manualHelp)),
                .init(
                    .option("generate-completion-script"), .value("bash|zsh|fish"), text: text(Strings.manualCompletion)
                ),
            ])
        page.section(text(Strings.manualCommands))
        page.list(
            commands.map { command in
                let own = own(command, beside: root)
                return .init([.word(command.commandName)] + pieces(own)) { page in
                    page.text([command.abstract, command.discussion].compactMap(\.self).joined(separator: "\n\n"))
                    if !own.isEmpty { page.list(own.map(item), isCompact: true) }
                }
            })
        let catalog = try program.factories()
        var shell = ShellManual(catalog: catalog, of: identity, language: language)
        shell.write(to: &page)
        writeSurroundings(to: &page, hasAccounts: catalog.hasAccounts)
    }

    /// - Parameter hasAccounts: Whether the program has a login to explain.
    private func writeSurroundings(to page: inout ManualPage, hasAccounts: Bool) {
        page.section(text(Strings.manualEnvironment))
        page.list(variables(hasAccounts: hasAccounts))
        page.section(text(Strings.manualFiles))
        let home = identity.variable("HOME")
        let configuration = "~/.config/\(identity.command)"
        page.list([
            .init(.path("$\(home)/\(identity.command).sqlite"), text: text(Strings.fileStore)),
            .init(.path("$\(home)/store"), text: text(Strings.fileStoreName)),
            .init(.path("$\(home)/login"), text: text(Strings.fileLogin)),
            .init(.path("$\(home)/gateway.key"), text: text(Strings.fileGatewayKey)),
            .init(.path("$\(home)/history"), text: text(Strings.fileHistory)),
            .init(.path("$\(home)/backups"), text: text(Strings.fileBackups)),
            .init(.path("\(configuration)/config.toml"), text: text(Strings.fileConfiguration)),
            .init(.path("\(configuration)/themes"), text: text(Strings.fileThemes)),
            .init(.path("\(configuration)/languages"), text: text(Strings.fileLanguages)),
            .init(.path("~/.inputrc"), text: text(Strings.fileReadline)),
        ])
        page.section(text(Strings.manualExitStatus))
        page.list(
            [
                .init(.word("0"), text: text(Strings.statusSuccess)),
                .init(.word(ExitStatus.failure.text), text: text(Strings.statusFailure)),
                .init(.word(ExitStatus.usage.text), text: text(Strings.statusUsage)),
            ] + (hasAccounts ? [.init(.word(ExitStatus.login.text), text: text(Strings.statusLogin))] : []) + [
                .init(.word("129, 143"), text: text(Strings.statusSignal)),
                .init(.word(ExitStatus.brokenPipe.text), text: text(Strings.statusBrokenPipe)),
            ])
        page.section(text(Strings.manualExamples))
        page.examples(
            identity.examples.isEmpty
                ? ["\(identity.command) -c help", "\(identity.command) run morning.session"] : identity.examples)
        page.section(text(Strings.manualSeeAlso))
        page.seeAlso([(ManualPages.sessions.name(of: identity), ManualPages.sessions.section)])
    }

    /// The variables of the environment; those with the same text are combined.
    private func variables(hasAccounts: Bool) -> [ManualPage.Item] {
        var items: [(names: [ManualPiece], text: String)] = []
        for variable in EnvironmentVariable.allCases where hasAccounts || !variable.isOfLogin {
            let text = text(variable.summary(of: identity))
            if items.last?.text == text {
                items[items.count - 1].names.append(.variable(variable.name(of: identity)))
            } else {
                items.append(([.variable(variable.name(of: identity))], text))
            }
        }
        return items.map { item in .init(item.names) { $0.text(item.text) } }
    }

    /// The arguments of a command besides the options of the program.
    private func own(
        _ command: CommandLineDescription.Command, beside root: CommandLineDescription.Command
    ) -> [CommandLineDescription.Argument] {
        command.shownArguments.filter { $0.kind == .positional || !root.shownArguments.contains($0) }
    }

    private func item(_ argument: CommandLineDescription.Argument) -> ManualPage.Item {
        .init(argument.head(in: language)) { page in
            page.text(argument.abstract ?? "")
            if let value = argument.defaultValue { page.text(text(Strings.manualInitially(value: value))) }
        }
    }

    private func pieces(_ arguments: [CommandLineDescription.Argument]) -> [ManualPiece] {
        arguments.flatMap { $0.pieces(in: language) }
    }

    private func text(_ text: LocalizedText) -> String { text.string(in: language) }
}

extension ExitStatus {
    fileprivate var text: String { String(rawValue) }
}

/// The descriptions of the program’s commands and options.
struct CommandLineDescription: Decodable {
    /// A command of the program.
    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// Its own arguments; common ones are described once.
        var shownArguments: [Argument] {
            (arguments ?? []).filter { argument in
                argument.shouldDisplay && !["help", "version"].contains(argument.name)
            }
        }
    }

    /// An option, a flag or a positional argument of a command.
    struct Argument: Decodable, Hashable {
        struct Name: Decodable, Hashable { let name: String }
        enum Kind: String, Decodable { case positional, option, flag }

        let kind: Kind
        let shouldDisplay: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?

        var name: String { names?.max { $0.name.count < $1.name.count }?.name ?? valueName ?? "" }
    }

    let command: Command

    /// The description provided by the argument parser.
    @MainActor
    static func current(of program: ShellProgram) throws -> CommandLineDescription {
        let description = try program.asCommandLine { RootCommand._dumpHelp() }
        return try JSONDecoder().decode(Self.self, from: Data(description.utf8))
    }
}

extension CommandLineDescription.Argument {
    /// The placeholder of its value.
    private func value(in language: Language) -> ManualPiece? {
        guard kind != .flag else { return nil }
        // More values than fit on a line are in its description.
        guard let allValues, allValues.count <= 6 else {
            return .value(ParserText.valueName(valueName ?? "", in: language).uppercased())
        }
        return .value(allValues.joined(separator: "|"))
    }

    /// The heading of its description.
    func head(in language: Language) -> [ManualPiece] {
        (kind == .positional ? [] : [.option(name)]) + [value(in: language)].compactMap(\.self)
            + (isRepeating && kind == .positional ? [.value("...")] : [])
    }

    /// Its form in the synopsis of the command.
    func pieces(in language: Language) -> [ManualPiece] {
        let head = head(in: language)
        return kind == .positional && defaultValue == nil ? head : [.optional(head)]
    }
}

/// The variables of the environment that a program reads, as the manual explains them.
enum EnvironmentVariable: String, CaseIterable {
    case home
    case dataHome = "XDG_DATA_HOME"
    case configurationHome = "XDG_CONFIG_HOME"
    case userHome = "HOME"
    case allLocales = "LC_ALL"
    case messages = "LC_MESSAGES"
    case characters = "LC_CTYPE"
    case times = "LC_TIME"
    case language = "LANG"
    case timeZone = "TZ"
    case terminal = "TERM"
    case colorTerm = "COLORTERM"
    case colorGround = "COLORFGBG"
    case noColor = "NO_COLOR"
    case forceColor = "FORCE_COLOR"
    case windowsTerminal = "WT_SESSION"
    case conEmu = "ConEmuANSI"
    case tmux = "TMUX"
    case terminalProgram = "TERM_PROGRAM"
    case kitty = "KITTY_WINDOW_ID"
    case visual = "VISUAL"
    case editor = "EDITOR"
    case pager = "PAGER"
    case browser = "BROWSER"
    case temporaryFolder = "TMPDIR"
    case runtimeFolder = "XDG_RUNTIME_DIR"
    case path = "PATH"
    case without
    case token
    case sessionBus = "DBUS_SESSION_BUS_ADDRESS"
    case readline = "INPUTRC"
    case continuousIntegration = "CI"
    case core
    case sourceDate = "SOURCE_DATE_EPOCH"
    case serverPasswords = "PGPASSFILE"
    case serverServices = "PGSERVICEFILE"

    /// Whether it is for the login alone.
    var isOfLogin: Bool { self == .token || self == .sessionBus }

    /// Its name; four are the program’s own.
    func name(of program: ProgramIdentity) -> String {
        switch self {
        case .home: program.variable("HOME")
        case .core: program.variable("CORE")
        case .without: program.variable("WITHOUT")
        case .token: program.variable("TOKEN")
        default: rawValue
        }
    }

    /// Its purpose in one line.
    func summary(of program: ProgramIdentity) -> LocalizedText {
        switch self {
        case .home: Strings.variableHome
        case .dataHome: Strings.variableDataHome(program: program.command)
        case .configurationHome: Strings.variableConfigurationHome(program: program.command)
        case .userHome: Strings.variableUserHome
        case .allLocales, .messages, .characters, .language: Strings.variableLanguage
        case .times: Strings.variableWeek
        case .timeZone: Strings.variableTimeZone
        case .terminal: Strings.variableTerminal
        case .colorTerm: Strings.variableColorTerm
        case .colorGround: Strings.variableColorGround
        case .noColor: Strings.variableNoColor
        case .forceColor: Strings.variableForceColor
        case .windowsTerminal, .conEmu: Strings.variableShowsProgress
        case .tmux: Strings.variableTmux
        case .terminalProgram, .kitty: Strings.variableTerminalProgram
        case .visual, .editor: Strings.variableEditor
        case .pager: Strings.variablePager
        case .browser: Strings.variableBrowser
        case .temporaryFolder: Strings.variableTemporaryFolder
        case .runtimeFolder: Strings.variableRuntimeFolder
        case .path: Strings.variablePath
        case .without: Strings.variableWithout(name: program.name)
        case .token: Strings.variableToken
        case .sessionBus: Strings.variableSessionBus
        case .readline: Strings.variableReadline
        case .continuousIntegration: Strings.variableContinuousIntegration(program: program.command)
        case .core: Strings.variableCore(name: program.name)
        case .sourceDate: Strings.variableSourceDate(program: program.command)
        case .serverPasswords: Strings.variableServerPasswords
        case .serverServices: Strings.variableServerServices
        }
    }
}
