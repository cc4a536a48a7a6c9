// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// What there is to know of a command without running it: for the parser, for help and for completion.
///
/// It never changes, and every line that is read hands it on several times: one object for all.
public final class CommandSpec: Sendable {
    /// What a user types.
    public let name: String
    /// Other words for the same.
    public let aliases: [String]
    /// The heading under which help lists it.
    public let category: CommandCategory
    /// One line on what it does.
    public let summary: LocalizedText
    /// What may follow the name, in order.
    public let parameters: [ParameterSpec]
    /// Lines that a user could type.
    public let examples: [String]
    /// Whether somebody must be logged in; an app’s own commands always need it.
    public let needsLogin: Bool
    /// Whether it works while the login is locked, before the password is given: for the few commands that show and
    /// change nothing of anybody’s.
    public let worksLocked: Bool
    /// Whether it asks for a password: words behind it that it does not take may be one, and are repeated and kept nowhere.
    public let asksSecret: Bool

    /// A command of these facts.
    public init<each Value: Sendable>(
        _ name: String, aliases: [String] = [], category: CommandCategory, summary: LocalizedText,
        parameters: repeat Parameter<each Value>, examples: [String] = [], needsLogin: Bool = true,
        worksLocked: Bool = false, asksSecret: Bool = false
    ) {
        self.name = name
        self.aliases = aliases
        self.category = category
        self.summary = summary
        var specs: [ParameterSpec] = []
        for spec in repeat (each parameters).spec { specs.append(spec) }
        self.parameters = specs
        self.examples = examples
        self.needsLogin = needsLogin
        self.worksLocked = worksLocked
        self.asksSecret = asksSecret
    }

    /// Whether a word is its name, or another word for it.
    package func isCalled(_ word: String) -> Bool { name == word || aliases.contains(word) }

    /// The name with its parameters, such as `list [--sort date|newest] [--limit N]`.
    public func usage(in language: Language) -> String { usage(in: language, without: nil) }

    /// The same where a parameter of this name, in capitals, was missing, and nothing was selected that it could mean.
    package func usage(in language: Language, without missing: String?) -> String {
        let words = parameters.map {
            $0.meansSelection && $0.name.uppercased() == missing ? $0.label(in: language) : $0.usage(in: language)
        }
        return ([name] + words).joined(separator: " ")
    }
}

/// The headings under which help lists commands.
public enum CommandCategory: Int, Sendable, CaseIterable {
    /// Reading what is there.
    case reading
    /// Making and changing.
    case writing
    /// Files in and out.
    case exchange
    /// Moving between apps, tabs and places.
    case moving
    /// Who is logged in.
    case login
    /// How the shell behaves.
    case shell
}
