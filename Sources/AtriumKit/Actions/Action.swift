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

    /// Performs a command of the shell.
    public static func shell(
        _ command: String, _ values: [String: String] = [:], flags: Set<String> = []
    ) -> Action {
        .perform(CommandCall(owner: .shell, command: command, arguments: Arguments(values, flags: flags)))
    }

    /// Performs a command of an app, which is shown then.
    public static func app(
        _ app: AppID, _ command: String, _ values: [String: String] = [:], flags: Set<String> = []
    ) -> Action {
        .perform(CommandCall(owner: .app(app), command: command, arguments: Arguments(values, flags: flags)))
    }
}

/// A command with the values of its parameters, before it is looked up.
public struct CommandCall: Hashable, Sendable, Codable {
    /// Whose command it is.
    public let owner: Invocation.Owner
    /// Its name.
    public let command: String
    /// The values, by the names of the parameters.
    public let arguments: Arguments

    /// A command of these facts.
    public init(owner: Invocation.Owner, command: String, arguments: Arguments = Arguments()) {
        self.owner = owner
        self.command = command
        self.arguments = arguments
    }
}
