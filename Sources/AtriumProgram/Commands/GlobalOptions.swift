// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
package import Session
public import Terminal

/// The options that every command of the program takes.
package struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(Strings.optionHome.string(in: .ofCommandLine), valueName: "dir"), completion: .directory)
    var home: String?

    @Option(help: Strings.optionStore.help)
    var store = ProgramOptions.Store.sqlite

    @Option(
        help: ArgumentHelp(Strings.optionUser.string(in: .ofCommandLine), valueName: "name", visibility: Self.ofLogin))
    var user: String?

    @Option(
        help: ArgumentHelp(
            Strings.optionPasswordFile.string(in: .ofCommandLine), valueName: "file", visibility: Self.ofLogin),
        completion: .file())
    var passwordFile: String?

    @Flag(help: Strings.optionJSON.help)
    package var json = false

    @Flag(help: Strings.optionPlain.help)
    var plain = false

    @Option(help: Strings.optionColor.help)
    var color = ColorChoice.auto

    @Option(help: Strings.optionLang.help)
    package var lang: Language?

    package init() {}

    package func validate() throws {
        // An unset variable in a script must not mean the person’s own store.
        if home?.isEmpty == true { throw ValidationError(Strings.homeEmpty.string(in: .ofCommandLine)) }
    }

    /// Options for logging in are there where somebody can.
    private static var ofLogin: ArgumentVisibility { ShellProgram.ofCommandLine.hasAccounts ? .default : .private }

    /// The values that were given.
    package var values: ProgramOptions {
        ProgramOptions(
            home: home, store: store, user: user, passwordFile: passwordFile, json: json, plain: plain, color: color,
            lang: lang)
    }
}

extension ProgramOptions.Store: ExpressibleByArgument {}

extension ColorChoice: ExpressibleByArgument {}
