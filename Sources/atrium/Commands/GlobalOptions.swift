// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Session
import Terminal

/// The options that every command of the program takes.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(Strings.optionHome.string(in: .ofCommandLine), valueName: "dir"), completion: .directory)
    var home: String?

    @Option(help: Strings.optionStore.help)
    var store = ProgramOptions.Store.sqlite

    @Option(help: ArgumentHelp(Strings.optionUser.string(in: .ofCommandLine), valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(Strings.optionPasswordFile.string(in: .ofCommandLine), valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Flag(help: Strings.optionJSON.help)
    var json = false

    @Flag(help: Strings.optionPlain.help)
    var plain = false

    @Option(help: Strings.optionColor.help)
    var color = ColorChoice.auto

    @Option(help: Strings.optionLang.help)
    var lang: Language?

    func validate() throws {
        // An unset variable in a script must not mean the person’s own store.
        if home?.isEmpty == true { throw ValidationError(Strings.homeEmpty.string(in: .ofCommandLine)) }
    }

    /// The values that were given.
    var values: ProgramOptions {
        ProgramOptions(
            home: home, store: store, user: user, passwordFile: passwordFile, json: json, plain: plain, color: color,
            lang: lang)
    }
}

extension ProgramOptions.Store: ExpressibleByArgument {}

extension ColorChoice: ExpressibleByArgument {}
