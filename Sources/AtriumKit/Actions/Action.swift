// SPDX-License-Identifier: GPL-3.0-or-later

/// What a key, a row, something that was found or a link does: a value, in which no alias and no language plays a part.
///
/// Only what somebody types is text that is parsed.
public enum Action: Hashable, Sendable, Codable {
    /// Goes to a place.
    case go(Place)
    /// Performs a command.
    case perform(CommandCall)
    /// Puts the beginning of a line where somebody can go on with it, in an app; nil: in the one that is shown.
    case begin(String, in: AppID?)

    /// Performs a command of an app, which is shown then.
    ///
    /// ```swift
    /// Action.app("notes", NotesCommands.show, NotesCommands.reference.argument(NoteReference(3)))
    /// ```
    public static func app<Model>(_ app: AppID, _ command: Command<Model>, _ arguments: CommandArgument...) -> Action {
        .perform(CommandCall(.app(app), command.spec, arguments))
    }

    /// Shows a tab of the current app, by its key.
    public static func tab(_ key: String) -> Action {
        .perform(CommandCall(.shell, TabCommand.name, [TabCommand.tab.argument(key)]))
    }
}

/// A command with the values of its parameters, before it is looked up.
public struct CommandCall: Hashable, Sendable, Codable {
    /// Whose command it is.
    public let owner: Invocation.Owner
    /// Its name.
    public let command: String
    /// The values of its parameters.
    public let arguments: Arguments

    /// A command with values for some of its parameters.
    ///
    /// A value for a parameter that the command does not have is refused when the command is looked up.
    package init(_ owner: Invocation.Owner, _ spec: CommandSpec, _ arguments: [CommandArgument] = []) {
        self.init(owner, spec.name, arguments)
    }

    /// A command that is known by its name.
    init(_ owner: Invocation.Owner, _ name: String, _ arguments: [CommandArgument]) {
        self.owner = owner
        command = name
        self.arguments = Arguments(arguments)
    }
}
