// SPDX-License-Identifier: GPL-3.0-or-later

import Stores

/// A line that has been understood: which command, with what, and where its output goes.
public struct Invocation: Sendable {
    /// Whose command it is.
    public enum Owner: Sendable, Hashable, Codable {
        /// The shell’s own.
        case shell
        /// An app’s.
        case app(AppID)

        /// The app; nil for the shell.
        package var app: AppID? { if case .app(let id) = self { id } else { nil } }
    }

    /// Whose command it is.
    public let owner: Owner
    /// The command, as it was found by its name: nobody looks it up again.
    let command: AnyCommand
    /// Its values.
    public let arguments: Arguments
    /// Where its output goes; nil: to the screen.
    public let redirection: Redirection?
    /// Whether it is to go on in the background.
    public let isBackground: Bool

    /// Whether it is for what is marked or selected on the screen, which nobody has named.
    package let isForSelection: Bool

    /// The values with which it is performed again, once for each further thing that is marked on the screen.
    let others: [Arguments]

    package init(
        owner: Owner, command: AnyCommand, arguments: Arguments, redirection: Redirection? = nil,
        isBackground: Bool = false, isForSelection: Bool = false, others: [Arguments] = []
    ) {
        self.owner = owner
        self.command = command
        self.arguments = arguments
        self.redirection = redirection
        self.isBackground = isBackground
        self.isForSelection = isForSelection
        self.others = others
    }

    /// What there is to know of the command without running it.
    public var spec: CommandSpec { command.spec }

    /// Performs it, once for each thing that it is for; one alone nearly always.
    ///
    /// - Parameter model: What the commands of its owner share: the app’s model, or the shell.
    @MainActor
    package func perform(for model: AnyObject, _ context: CommandContext) async throws -> Reply {
        try await RunningCommand.$name.withValue(spec.name) {
            let first = try await command.performing(model, arguments, context)
            guard !others.isEmpty else { return first }
            var replies = [first]
            for other in others { replies.append(try await command.performing(model, other, context)) }
            return Reply(of: spec.name, forEach: replies)
        }
    }

    /// What an action’s command asks for; with `selected` for the parameter that means what is selected.
    ///
    /// - Throws: `CommandFault.unexpected` for a value of a parameter that the command does not have.
    package init(of call: CommandCall, _ command: AnyCommand, selected: [String] = []) throws(CommandFault) {
        let known = Set(command.spec.parameters.map { $0.name })
        if let other = call.arguments.names.subtracting(known).min() { throw .unexpected(other) }
        let invocation = Invocation(owner: call.owner, command: command, arguments: call.arguments)
        self = invocation.filled(with: selected)
    }

    /// The invocation with what is selected for the parameter that means it, where that has no value.
    private func filled(with selected: [String]) -> Invocation {
        guard let parameter = spec.parameters.first(where: { $0.meansSelection && arguments[$0] == nil }) else {
            return self
        }
        let filled = arguments.filled(parameter, with: selected)
        return Invocation(
            owner: owner, command: command, arguments: filled.first ?? arguments, redirection: redirection,
            isBackground: isBackground, isForSelection: !selected.isEmpty, others: Array(filled.dropFirst()))
    }

    /// The same for a file or a program, which gets all of a list: no limit holds but one that was typed.
    package var whole: Invocation {
        guard let limit = spec.parameters.first(where: { $0.name == "limit" && $0.form == .option }),
            arguments[limit] == nil
        else { return self }
        func unlimited(_ arguments: Arguments) -> Arguments {
            var all = arguments
            all.set(limit, String(Self.unlimited))
            return all
        }
        return Invocation(
            owner: owner, command: command, arguments: unlimited(arguments), redirection: redirection,
            isBackground: isBackground, isForSelection: isForSelection, others: others.map(unlimited))
    }

    /// More than a store can have of anything.
    private static let unlimited = 1_000_000_000

    /// The command with its values, as somebody would type it.
    package var line: String {
        let words = spec.parameters.compactMap { parameter -> String? in
            switch parameter.form {
            case .flag: return arguments.has(parameter) ? "--\(parameter.name)" : nil
            case .option: return arguments[parameter].map { "--\(parameter.name) \(CommandWord.quoted($0.text))" }
            case .word, .number: return arguments[parameter].map { CommandWord.quoted($0.text) }
            case .numbers, .text, .name, .query: return arguments[parameter]?.text
            }
        }
        return ([spec.name] + words).joined(separator: " ")
    }
}

/// Where a command’s plain output goes instead of the screen.
public enum Redirection: Hashable, Sendable {
    /// `> FILE`, or `>> FILE`.
    case file(String, appending: Bool)
    /// `| PROGRAM`, a line for the system’s shell.
    case program(String)
}
