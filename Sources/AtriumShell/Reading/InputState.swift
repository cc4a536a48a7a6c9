// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody types now, for whoever draws or completes the line.
///
/// The command loop and the prompter set it; a presenter reads it.
@MainActor
final class InputState {
    /// What the line that is typed is.
    enum Use: Hashable {
        /// There is none: something is being performed.
        case nothing
        /// A command.
        case command
        /// The answer to a question.
        case answer
    }

    /// What the line that is typed is.
    private(set) var use = Use.nothing

    /// Whether a command is being typed, and nothing else is asked or performed.
    var isAtPrompt: Bool { use == .command }
    /// Whether a question is being answered.
    var isAsking: Bool { use == .answer }

    /// Waits for a line of this use.
    func typing<Result>(_ use: Use, _ wait: () async throws -> Result) async rethrows -> Result {
        let before = self.use
        self.use = use
        defer { self.use = before }
        return try await wait()
    }
}
