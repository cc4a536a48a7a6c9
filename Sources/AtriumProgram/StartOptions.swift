// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
package import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation

/// The start options of a program if no command of the program is named.
struct StartOptions: Equatable {
    var program = ProgramOptions()
    /// The commands that it performs; if empty, those that the user types.
    var commands: [String] = []
    /// The route that it opens after the login.
    var open: String?

    /// Creates the options that ArgumentParser has read.
    init(program: ProgramOptions, commands: [String], open: String?) {
        self.program = program
        self.commands = commands
        self.open = open
    }

    /// Reads the words of a command line without ArgumentParser, which costs more than the rest of a single
    /// command: it builds its tree by reflection.
    ///
    /// - Returns: `nil` for anything but options, each at most once, with valid values: ArgumentParser interprets
    ///   the rest or reports the error.
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
        // `DataOptions` refuses both.
        if program.user != nil, program.tokenFile != nil { return nil }
    }

    /// Sets the option; returns false if there is no such option, or it does not accept the value.
    private mutating func set(_ option: String, _ value: String) -> Bool {
        switch option {
        case "-c": commands.append(value)
        case "--open": open = value
        case "--home": program.home = value
        case "--user": program.user = value
        case "--password-file": program.passwordFile = value
        case "--token-file": program.tokenFile = value
        case "--store":
            guard let store = ProgramOptions.Store(rawValue: value) else { return false }
            program.store = store
        case "--color":
            guard let color = ColorChoice(rawValue: value) else { return false }
            program.color = color
        case "--lang":
            guard let language = Language(argument: value) else { return false }
            program.lang = language
        default: return false
        }
        return true
    }
}

/// The values of the options that all commands of the program accept.
package struct ProgramOptions: Equatable, Sendable {
    /// The kinds of store for the data.
    package enum Store: Hashable, Sendable {
        case sqlite
        case memory
        /// A database on a server, by its address.
        case server(String)

        /// The store that a word of the command line names.
        package init?(rawValue: String) {
            switch rawValue {
            case "sqlite": self = .sqlite
            case "memory": self = .memory
            case _ where PostgreSQLSystem.isAddress(rawValue): self = .server(rawValue)
            default: return nil
            }
        }
    }

    /// The folder of all data; `nil` means the one that the environment names.
    var home: String?
    /// The store; `nil` means the home’s.
    package var store: Store?
    /// The user who is logged in at the start.
    var user: String?
    /// The file that contains the password.
    var passwordFile: String?
    /// The file that contains a script’s token.
    var tokenFile: String?
    /// Whether replies are JSON.
    package var json = false
    /// Whether all output is lines of text, without a screen.
    var plain = false
    var color = ColorChoice.auto
    /// The language, which takes precedence over the environment and the user’s settings.
    package var lang: Language?

    /// The available apps, besides the authenticating one; `nil` means all.
    var apps: [String]?

    /// Whether they name the user or the location of the data.
    package var namesData: Bool {
        home != nil || store != nil || user != nil || passwordFile != nil || tokenFile != nil
    }

    /// The token with which a script logs in: that of the file, or else of the environment; `nil` if a user is named, or
    /// there is none.
    ///
    /// - Parameter store: The store that is opened; the token of the environment is for one that lasts.
    /// - Throws: `CommandFault.file`.
    func token(
        for store: Store, variables: [String: String], of program: ProgramIdentity, workingFolder: String
    ) throws -> Secret? {
        guard user == nil else { return nil }
        if let tokenFile { return try PasswordFile.secret(in: tokenFile, workingFolder: workingFolder) }
        guard store != .memory, let text = variables[program.variable("TOKEN")], !text.isEmpty else { return nil }
        return Secret(text)
    }
}

/// A file whose first line answers every question for a password; a second one those for a new password.
enum PasswordFile {
    /// The maximum number of bytes read for a password.
    static let limit = 65_536

    /// Reads the password; `-` is the first line of standard input, of which nothing more is read.
    ///
    /// - Throws: `CommandFault.file`.
    static func secret(in name: String, workingFolder: String) throws -> Secret {
        try secrets(in: name, workingFolder: workingFolder).password
    }

    /// Reads the password, and a new one on a second line; `nil` if there is none.
    ///
    /// - Throws: `CommandFault.file`.
    static func secrets(in name: String, workingFolder: String) throws -> (password: Secret, new: Secret?) {
        if name == "-" { return (Secret(try standardInputLine()), nil) }
        let path = name.hasPrefix("/") ? name : workingFolder + "/" + name
        let lines = try FileContents.bytes(at: path, limit: limit).split(
            maxSplits: 2, omittingEmptySubsequences: false
        ) { $0 == 0x0A }.map { Secret(String(decoding: $0.prefix { $0 != 0x0D }, as: UTF8.self)) }
        return (lines[0], lines.dropFirst().first { !$0.bytes.isEmpty })
    }

    /// Reads byte by byte, since later input belongs to the commands.
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
