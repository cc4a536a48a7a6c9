// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The effect of a key, a row, a search result or a link: a value that depends on no alias and no language.
///
/// Only typed text is parsed.
public enum Action: Hashable, Sendable, Codable {
    /// Goes to a place.
    case go(Place)
    /// Performs a command.
    case perform(CommandCall)
    /// Puts the beginning of a line where the user can continue it, in an app; `nil` for the displayed one.
    case begin(String, in: AppID?)

    /// Performs a command of an app, which becomes the displayed one.
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

    /// A command, identified by its name.
    init(_ owner: Invocation.Owner, _ name: String, _ arguments: [CommandArgument]) {
        self.owner = owner
        command = name
        self.arguments = Arguments(arguments)
    }
}

/// The place of an item: an app, and the steps of one of its routes.
///
/// Written as `sms/thread/+15551234567`. A slash, a percent sign or a control character within a step is written as in
/// a URI, with a percent sign and two hexadecimal digits (RFC 3986, 2.1).
public struct Place: Hashable, Sendable, LosslessStringConvertible {
    /// Whose place it is.
    public let app: AppID
    /// The steps behind the app’s name; empty for the app itself.
    public let path: [String]

    /// A place in an app.
    public init(_ app: AppID, _ path: [String] = []) {
        self.app = app
        self.path = path
    }

    /// The place that a text names; `nil` for a text without a step.
    ///
    /// Whether there is such a place only the app knows.
    public init?(_ text: String) {
        let steps = text.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        guard let app = steps.first else { return nil }
        self.init(AppID(rawValue: app), Array(steps.dropFirst()))
    }

    /// The text that names it.
    public var description: String { ([app.rawValue] + path.map(Self.step)).joined(separator: "/") }

    private static func step(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
    }

    private static let allowed = CharacterSet(charactersIn: "/%").union(.controlCharacters).inverted
}

extension Place: Codable {
    /// Reads the text that names a place.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let place = Place(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A place has at least one step.")
        }
        self = place
    }

    /// Writes the text that names it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The command of every shell that shows a tab of the current app: the actions of apps need its name.
package enum TabCommand {
    /// The name that the user types.
    package static let name = "tab"
    /// The tab’s key, its title or its number.
    package static let tab = Parameter.optional(.word("tab", values: .tab, summary: Strings.parameterTab))
}
