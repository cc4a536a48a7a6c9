// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// Asks for the passwords of sealed notes during an import.
package struct SealedNoteQuestions: Sendable {
    /// The result of a question.
    package enum Answer: Hashable, Sendable {
        /// The password was right.
        case right
        /// The last password was wrong.
        case wrong
        /// There was no answer.
        case none
    }

    /// Returns whether a password opens a file.
    package typealias Opening = @Sendable (Secret) async throws -> Bool

    /// Asks for the password of a file of this name until one opens it, or the user gives up.
    package let file: @MainActor @Sendable (String, @escaping Opening) async throws -> Answer
    /// Asks for the password of the protected notes here.
    package let own: @MainActor @Sendable () async throws -> Answer

    package init(
        file: @escaping @MainActor @Sendable (String, @escaping Opening) async throws -> Answer,
        own: @escaping @MainActor @Sendable () async throws -> Answer
    ) {
        self.file = file
        self.own = own
    }

    /// The same questions for one import: the password of the notes here is requested once.
    var askedOnce: SealedNoteQuestions {
        let memory = OwnAnswer()
        return SealedNoteQuestions(file: file) { [own] in try await memory.value(own) }
    }

    /// The questions of an import that cannot ask the user.
    package static let unanswered = SealedNoteQuestions(file: { _, _ in .none }, own: { .none })
}

/// The answer to the question for the password of the notes here.
@MainActor
private final class OwnAnswer {
    private var known: SealedNoteQuestions.Answer?

    nonisolated init() {}

    /// The answer, which is requested the first time.
    func value(
        _ ask: @MainActor @Sendable () async throws -> SealedNoteQuestions.Answer
    ) async throws -> SealedNoteQuestions.Answer {
        if let known { return known }
        let new = try await ask()
        known = new
        return new
    }
}
