// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
import Foundation
package import Session
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

/// What the program is asked to be: the values of the options that all its commands take.
package struct ProgramOptions: Equatable, Sendable {
    /// Where data lives.
    package enum Store: String, CaseIterable, Sendable {
        case sqlite
        case memory
    }

    /// The folder in which everything is kept; nil: the one that the environment names.
    var home: String?
    package var store = Store.sqlite
    /// Who is logged in at the start.
    var user: String?
    /// The file that holds the password.
    var passwordFile: String?
    /// Whether replies are JSON.
    package var json = false
    /// Whether everything is said in lines of text, without a screen.
    var plain = false
    var color = ColorChoice.auto
    /// The language, whatever the environment and the user’s settings say.
    package var lang: Language?

    /// The apps that there are, beside the one that authenticates; nil: all.
    var apps: [String]?

    /// Whether they say whose data are meant, or where they are.
    package var namesData: Bool { home != nil || store != .sqlite || user != nil || passwordFile != nil }
}

/// The file whose first line answers every question for a password.
enum PasswordFile {
    /// The most bytes that are read for a password.
    static let limit = 65_536

    /// The password; `-` is the first line of standard input, of which nothing more is read.
    ///
    /// - Throws: `CommandFault.file`.
    static func secret(in name: String, workingFolder: String) throws -> Secret {
        if name == "-" { return Secret(try standardInputLine()) }
        let path = name.hasPrefix("/") ? name : workingFolder + "/" + name
        let bytes = try FileContents.bytes(at: path, limit: limit)
        return Secret(String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self))
    }

    /// Byte by byte, since what follows belongs to the commands.
    private static func standardInputLine() throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while Glibc.read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {
            line.append(byte)
            guard line.count <= limit else { throw CommandFault.file(path: "-", reason: .tooLarge(limit: limit)) }
        }
        if line.last == 0x0D { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
