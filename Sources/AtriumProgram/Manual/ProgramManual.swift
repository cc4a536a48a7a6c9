// SPDX-License-Identifier: GPL-3.0-or-later
import AtriumKit
import AtriumShell
import Session
import Worlds

/// The page on the program: its command line, its shell and apps, and what it reads and leaves.
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
        page.synopsis(identity.command, root.shownArguments.flatMap(\.pieces))
        for command in commands {
            page.synopsis(
                identity.command, [.word(command.commandName)] + own(command, beside: root).flatMap(\.pieces))
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
                return .init([.word(command.commandName)] + own.flatMap(\.pieces)) { page in
                    page.text([command.abstract, command.discussion].compactMap(\.self).joined(separator: "\n\n"))
                    if !own.isEmpty { page.list(own.map(item), isCompact: true) }
                }
            })
        var shell = ShellManual(catalog: try program.factories(), language: language)
        shell.write(to: &page)
        writeSurroundings(to: &page)
    }

    private func writeSurroundings(to page: inout ManualPage) {
        page.section(text(Strings.manualEnvironment))
        page.list(variables)
        page.section(text(Strings.manualFiles))
        let home = identity.variable("HOME")
        page.list([
            .init(.path("$\(home)/\(identity.command).sqlite"), text: text(Strings.fileStore)),
            .init(.path("$\(home)/history"), text: text(Strings.fileHistory)),
            .init(.path("~/.inputrc"), text: text(Strings.fileReadline)),
        ])
        page.section(text(Strings.manualExitStatus))
        page.list([
            .init(.word("0"), text: text(Strings.statusSuccess)),
            .init(.word(ExitStatus.failure.text), text: text(Strings.statusFailure)),
            .init(.word(ExitStatus.usage.text), text: text(Strings.statusUsage)),
            .init(.word(ExitStatus.login.text), text: text(Strings.statusLogin)),
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

    /// The variables of the environment; several of which there is one thing to say stand together.
    private var variables: [ManualPage.Item] {
        var items: [(names: [ManualPiece], text: String)] = []
        for variable in EnvironmentVariable.allCases {
            let text = text(variable.summary(of: identity))
            if items.last?.text == text {
                items[items.count - 1].names.append(.variable(variable.name(of: identity)))
            } else {
                items.append(([.variable(variable.name(of: identity))], text))
            }
        }
        return items.map { item in .init(item.names) { $0.text(item.text) } }
    }

    /// What a command takes beside the options of the program.
    private func own(
        _ command: CommandLineDescription.Command, beside root: CommandLineDescription.Command
    ) -> [CommandLineDescription.Argument] {
        command.shownArguments.filter { $0.kind == .positional || !root.shownArguments.contains($0) }
    }

    private func item(_ argument: CommandLineDescription.Argument) -> ManualPage.Item {
        .init(argument.head) { page in
            page.text(argument.abstract ?? "")
            if let value = argument.defaultValue { page.text(text(Strings.manualInitially(value: value))) }
        }
    }

    private func text(_ text: LocalizedText) -> String { text.string(in: language) }
}

extension ExitStatus {
    fileprivate var text: String { String(rawValue) }
}
