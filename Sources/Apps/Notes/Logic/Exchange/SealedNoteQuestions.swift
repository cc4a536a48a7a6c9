// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// Asks for the passwords that sealed notes take when they come in.
package struct SealedNoteQuestions: Sendable {
    /// What came of a question.
    package enum Answer: Hashable, Sendable {
        /// The password was right.
        case right
        /// The last one that was given was wrong.
        case wrong
        /// Nobody was there to answer.
        case none
    }

    /// Says whether a password opens a file.
    package typealias Opening = @Sendable (Secret) async throws -> Bool

    /// Asks for the password of a file of this name until one opens it, or nobody tries again.
    package let file: @MainActor @Sendable (String, @escaping Opening) async throws -> Answer
    /// Asks for the password of the notes that are protected here.
    package let own: @MainActor @Sendable () async throws -> Answer

    package init(
        file: @escaping @MainActor @Sendable (String, @escaping Opening) async throws -> Answer,
        own: @escaping @MainActor @Sendable () async throws -> Answer
    ) {
        self.file = file
        self.own = own
    }

    /// Where nobody can be asked.
    package static let unanswered = SealedNoteQuestions(file: { _, _ in .none }, own: { .none })
}
