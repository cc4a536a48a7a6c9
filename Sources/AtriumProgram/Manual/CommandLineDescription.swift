// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AtriumKit
import AtriumShell
import Foundation
import Worlds

/// What the program’s commands and options say of themselves.
struct CommandLineDescription: Decodable {
    /// A command of the program.
    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// What it takes of its own; what everything takes is said once.
        var shownArguments: [Argument] {
            (arguments ?? []).filter { argument in
                argument.shouldDisplay && !["help", "version"].contains(argument.name)
            }
        }
    }

    /// An option, a flag or a word that a command takes.
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

    /// The description that the argument parser gives.
    @MainActor
    static func current(of program: ShellProgram) throws -> CommandLineDescription {
        let description = try program.asCommandLine { RootCommand._dumpHelp() }
        return try JSONDecoder().decode(Self.self, from: Data(description.utf8))
    }
}

extension CommandLineDescription.Argument {
    /// What stands for its value.
    private var value: ManualPiece? {
        guard kind != .flag else { return nil }
        // More than a line has room for are in what is said of it.
        guard let allValues, allValues.count <= 6 else { return .value((valueName ?? "").uppercased()) }
        return .value(allValues.joined(separator: "|"))
    }

    /// As it heads what there is to say of it.
    var head: [ManualPiece] {
        (kind == .positional ? [] : [.option(name)]) + [value].compactMap(\.self)
            + (isRepeating && kind == .positional ? [.value("...")] : [])
    }

    /// As it stands in the line on how the command is used.
    var pieces: [ManualPiece] { kind == .positional && defaultValue == nil ? head : [.optional(head)] }
}
