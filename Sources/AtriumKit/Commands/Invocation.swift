// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumWorlds

/// A parsed line: the command, its values, and the target of its output.
public struct Invocation: Sendable {
    /// Whose command it is.
    public enum Owner: Sendable, Hashable, Codable {
        /// The shell’s own.
        case shell
        /// An app’s.
        case app(AppID)

        /// The app; `nil` for the shell.
        package var app: AppID? { if case .app(let id) = self { id } else { nil } }
    }

    /// Whose command it is.
    public let owner: Owner
    /// The command that was found by its name: it is not looked up again.
    package let command: AnyCommand
    /// Its values.
    public let arguments: Arguments
    /// The target of its output; `nil` for the screen.
    public let redirection: Redirection?
    /// Whether it is to go on in the background.
    public let isBackground: Bool

    /// Whether it is for the marked or selected items on the screen, which the user has not named.
    package let isForSelection: Bool

    /// The values of its repetitions, one for each further marked item on the screen.
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

    /// The facts about the command that are known without running it.
    public var spec: CommandSpec { command.spec }

    /// Performs it, once for each of its items; nearly always for one alone.
    ///
    /// - Parameter model: The common model of its owner’s commands: the app’s model, or the shell.
    @MainActor
    package func perform(for model: AnyObject, _ context: CommandContext) async throws -> Reply {
        let origin = Origin(spec.name, at: context.world.clock.now, isJournaled: spec.changesData)
        return try await Origin.$current.withValue(origin) {
            let first = try await command.performing(model, arguments, context)
            guard !others.isEmpty else { return first }
            var replies = [first]
            for other in others { replies.append(try await command.performing(model, other, context)) }
            return Reply(forEach: replies) { Strings.performedForSeveral(command: spec.name, count: $0) }
        }
    }

    /// The invocation of an action’s command; with `selected` for the parameter that means the selection.
    ///
    /// - Throws: `CommandFault.unexpected` for a value of a parameter that the command does not have.
    package init(of call: CommandCall, _ command: AnyCommand, selected: [String] = []) throws(CommandFault) {
        let known = Set(command.spec.parameters.map { $0.name })
        if let other = call.arguments.names.subtracting(known).min() { throw .unexpected(other) }
        let invocation = Invocation(owner: call.owner, command: command, arguments: call.arguments)
        self = invocation.filled(with: selected)
    }

    /// The invocation with the selection for the parameter that means it, if that has no value.
    private func filled(with selected: [String]) -> Invocation {
        guard let parameter = spec.parameters.first(where: { $0.meansSelection && arguments[$0] == nil }) else {
            return self
        }
        let filled = arguments.filled(parameter, with: selected)
        return Invocation(
            owner: owner, command: command, arguments: filled.first ?? arguments, redirection: redirection,
            isBackground: isBackground, isForSelection: !selected.isEmpty, others: Array(filled.dropFirst()))
    }

    /// The same for a file or a program, which gets all of a list: only a typed limit applies.
    package var whole: Invocation {
        guard let limit = spec.parameters.first(where: { $0.name == "limit" && $0.form == .option }),
            arguments[limit] == nil, !spec.parameters.contains(where: { $0.hasLimit(arguments[$0]?.text ?? "") })
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

    /// The command with its values, as the user would type it.
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

/// The target of a command’s plain output instead of the screen.
public enum Redirection: Hashable, Sendable {
    /// `> FILE`, or `>> FILE`.
    case file(String, appending: Bool)
    /// `| PROGRAM`, a line for the system’s shell.
    case program(String)
}
