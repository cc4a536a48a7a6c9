// SPDX-License-Identifier: GPL-3.0-or-later

/// A command whatever its model is: who reads a line finds it by its name, once, and hands it on to be performed.
public struct AnyCommand: Sendable {
    /// What there is to know of it without running it.
    public let spec: CommandSpec
    private let performing: @MainActor @Sendable (AnyObject, Arguments, CommandContext) async throws -> Reply

    /// A command of an app, or of the shell.
    public init<Model: AnyObject>(_ command: Command<Model>) {
        self.init(command.spec) { (model: Model, arguments, context) in
            try await command.perform(model, arguments, context)
        }
    }

    /// What a command does for values that are known otherwise: `arguments` only say how it is typed.
    package init<Model: AnyObject>(
        _ spec: CommandSpec,
        performing: @escaping @MainActor @Sendable (Model, Arguments, CommandContext) async throws -> Reply
    ) {
        self.spec = spec
        self.performing = { model, arguments, context in
            guard let model = model as? Model else { throw CommandFault.unknownCommand(spec.name, nearest: nil) }
            return try await performing(model, arguments, context)
        }
    }

    /// Performs it.
    ///
    /// - Throws: `CommandFault.unknownCommand` for a model of another app, and what `Command.perform` throws.
    @MainActor
    func perform(_ model: AnyObject, _ arguments: Arguments, _ context: CommandContext) async throws -> Reply {
        try await performing(model, arguments, context)
    }
}
