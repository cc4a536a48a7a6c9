// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// A command of an app, or of the shell itself: its facts and what it does to the model.
///
/// ```swift
/// Command<NotesModel>(
///     "discard", category: .writing, summary: Strings.commandDiscard,
///     parameters: .flag("all", summary: Strings.optionAll), .optional(.number("draft", summary: Strings.draft)),
///     examples: ["discard 2"]
/// ) { model, context, all, draft in …  // a Bool and an Int?
/// ```
public struct Command<Model>: Sendable {
    /// What there is to know of it without running it.
    public let spec: CommandSpec
    private let performing: @MainActor @Sendable (Model, CommandContext, Arguments) async throws -> Reply

    /// A command of these facts that does this with the values of its parameters.
    ///
    /// - Parameters:
    ///   - aliases: Other words for the same.
    ///   - parameters: What may follow the name, in order.
    ///   - examples: Lines that a user could type.
    ///   - needsLogin: Whether somebody must be logged in; an app’s own commands always need it.
    ///   - worksLocked: Whether it works while the login is locked: only for what shows and changes nothing of anybody’s.
    ///   - asksSecret: Whether it asks for a password: words that it does not take may be one.
    ///   - perform: Runs it; throws facts, never sentences.
    public init<each Value: Sendable>(
        _ name: String, aliases: [String] = [], category: CommandCategory, summary: LocalizedText,
        parameters: repeat Parameter<each Value>, examples: [String] = [], needsLogin: Bool = true,
        worksLocked: Bool = false, asksSecret: Bool = false,
        perform: @escaping @MainActor @Sendable (Model, CommandContext, repeat each Value) async throws -> Reply
    ) {
        spec = CommandSpec(
            name, aliases: aliases, category: category, summary: summary, parameters: repeat each parameters,
            examples: examples, needsLogin: needsLogin, worksLocked: worksLocked, asksSecret: asksSecret)
        performing = { model, context, arguments in
            try await perform(model, context, repeat try (each parameters).value(in: arguments))
        }
    }

    /// Reads the values of the parameters, and runs the command with them.
    ///
    /// - Throws: `CommandFault` for a value that cannot be, before anything is done; and what the command throws.
    @MainActor
    public func perform(_ model: Model, _ arguments: Arguments, _ context: CommandContext) async throws -> Reply {
        try await performing(model, context, arguments)
    }
}
