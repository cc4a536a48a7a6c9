// SPDX-License-Identifier: GPL-3.0-or-later

/// A command of an app, or of the shell itself: its facts and what it does to the model.
public struct Command<Model>: Sendable {
    /// What there is to know of it without running it.
    public let spec: CommandSpec
    /// Runs it; throws facts, never sentences.
    public let perform: @MainActor @Sendable (Model, Arguments, CommandContext) async throws -> Reply

    /// A command of these facts that does this.
    public init(
        _ spec: CommandSpec,
        perform: @escaping @MainActor @Sendable (Model, Arguments, CommandContext) async throws -> Reply
    ) {
        self.spec = spec
        self.perform = perform
    }
}
