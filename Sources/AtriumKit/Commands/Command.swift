// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// What a command does to a model, which is the one of its owner, with the values that a line or an action has.
///
/// It throws `CommandFault` for a value that cannot be, before anything is done, and for a model of another app.
typealias Performing = @MainActor @Sendable (AnyObject, Arguments, CommandContext) async throws -> Reply

/// A command of an app, or of the shell itself: its facts and what it does to the model.
///
/// ```swift
/// Command<NotesModel>(
///     "discard", category: .writing, summary: Strings.commandDiscard,
///     parameters: .flag("all", summary: Strings.optionAll), .optional(.number("draft", summary: Strings.draft)),
///     examples: ["discard 2"]
/// ) { model, context, all, draft in …  // a Bool and an Int?
/// ```
public struct Command<Model: AnyObject>: Sendable {
    /// What there is to know of it without running it.
    public let spec: CommandSpec
    /// Reads the values of the parameters, and does with them to a model what the command does.
    let performing: Performing

    /// A command of these facts that does this with the values of its parameters.
    ///
    /// - Parameters:
    ///   - aliases: Other words for the same.
    ///   - parameters: What may follow the name, in order.
    ///   - examples: Lines that a user could type.
    ///   - needsLogin: Whether somebody must be logged in; an app’s own commands always need it.
    ///   - worksLocked: Whether it works while the login is locked: only for what shows and changes nothing of anybody’s.
    ///   - asksSecret: Whether it asks for a password: words that it does not take may be one.
    ///   - perform: Runs it, once all values could be read; throws facts, never sentences.
    public init<each Value: Sendable>(
        _ name: String, aliases: [String] = [], category: CommandCategory, summary: LocalizedText,
        parameters: repeat Parameter<each Value>, examples: [String] = [], needsLogin: Bool = true,
        worksLocked: Bool = false, asksSecret: Bool = false,
        perform: @escaping @MainActor @Sendable (Model, CommandContext, repeat each Value) async throws -> Reply
    ) {
        spec = CommandSpec(
            name, aliases: aliases, category: category, summary: summary, parameters: repeat each parameters,
            examples: examples, needsLogin: needsLogin, worksLocked: worksLocked, asksSecret: asksSecret)
        performing = { model, arguments, context in
            guard let model = model as? Model else { throw CommandFault.unknownCommand(name, nearest: nil) }
            return try await perform(model, context, repeat try (each parameters).value(in: arguments))
        }
    }
}
