// SPDX-License-Identifier: GPL-3.0-or-later

/// The present input, for the parts that draw or complete the line.
///
/// The command loop and the prompter set it; a presenter reads it.
@MainActor
package final class InputState {
    /// The use of the typed line.
    package enum Use: Hashable {
        /// There is none: something is being performed.
        case nothing
        /// A command.
        case command
        /// The answer to a question.
        case answer
    }

    /// The use of the typed line.
    private(set) var use = Use.nothing

    /// Whether a command is being typed, and nothing else is asked or performed.
    package var isAtPrompt: Bool { use == .command }
    /// Whether a question is being answered.
    var isAsking: Bool { use == .answer }

    /// Nothing is typed yet.
    package init() {}

    /// Waits for a line of this use.
    package func typing<Result>(_ use: Use, _ wait: () async throws -> Result) async rethrows -> Result {
        let before = self.use
        self.use = use
        defer { self.use = before }
        return try await wait()
    }
}
