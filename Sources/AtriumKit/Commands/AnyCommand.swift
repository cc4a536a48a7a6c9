// SPDX-License-Identifier: GPL-3.0-or-later

/// A command whatever its model is: who reads a line finds it by its name, once, and hands it on to be performed.
public struct AnyCommand: Sendable {
    /// What there is to know of it without running it.
    public let spec: CommandSpec
    let performing: Performing

    /// A command of an app, or of the shell.
    public init<Model>(_ command: Command<Model>) {
        spec = command.spec
        performing = command.performing
    }

    /// What a command does for values that are known otherwise: `arguments` only say how it is typed.
    package init<Model: AnyObject>(
        _ spec: CommandSpec, performing: @escaping @MainActor @Sendable (Model, CommandContext) async throws -> Reply
    ) {
        self.spec = spec
        self.performing = { model, _, context in
            guard let model = model as? Model else { throw CommandFault.unknownCommand(spec.name, nearest: nil) }
            return try await performing(model, context)
        }
    }
}
