// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal
import Worlds

/// What a program is started with where no command of the program is named.
struct StartOptions: Equatable {
    var program = ProgramOptions()
    /// The commands that it performs; none: those that whoever is there types.
    var commands: [String] = []
    /// Where it goes after the login.
    var open: String?

    /// What ArgumentParser has read.
    init(program: ProgramOptions, commands: [String], open: String?) {
        self.program = program
        self.commands = commands
        self.open = open
    }

    /// Reads the words of a command line without ArgumentParser, which costs more than everything else that a single
    /// command does: it builds its tree by reflection.
    ///
    /// - Returns: Nil for whatever else than options, each at most once, with values that they take: ArgumentParser knows
    ///   what it means, or what to say of it.
    init?(_ words: some Sequence<String>) {
        var words = words.makeIterator()
        var given: Set<String> = []
        while let word = words.next() {
            guard word == "-c" || given.insert(word).inserted else { return nil }
            switch word {
            case "--json": program.json = true
            case "--plain": program.plain = true
            default:
                guard let value = words.next(), !value.isEmpty, !value.hasPrefix("-"), set(word, value) else {
                    return nil
                }
            }
        }
    }

    /// Sets the option; false where there is no such option, or it does not take the value.
    private mutating func set(_ option: String, _ value: String) -> Bool {
        switch option {
        case "-c": commands.append(value)
        case "--open": open = value
        case "--home": program.home = value
        case "--user": program.user = value
        case "--password-file": program.passwordFile = value
        case "--store":
            guard let store = ProgramOptions.Store(rawValue: value) else { return false }
            program.store = store
        case "--color":
            guard let color = ColorChoice(rawValue: value) else { return false }
            program.color = color
        case "--lang":
            guard let language = Language(rawValue: value) else { return false }
            program.lang = language
        default: return false
        }
        return true
    }
}
