// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session

/// Answers questions from a list, and none when that is empty.
@MainActor
public final class CannedPrompter: Prompter {
    private var answers: [String]
    /// What was asked so far, as keys of the catalog.
    public private(set) var asked: [String] = []

    /// A prompter that gives these answers, in order.
    public init(_ answers: [String] = []) { self.answers = answers }

    /// The next answer.
    ///
    /// - Throws: `CommandFault.noAnswer` where none is left.
    public func ask(_ question: LocalizedText) async throws -> String {
        asked.append(question.key)
        guard !answers.isEmpty else { throw CommandFault.noAnswer }
        return answers.removeFirst()
    }

    /// The next answer.
    ///
    /// - Throws: as `ask`.
    public func askSecret(_ question: LocalizedText) async throws -> Secret { Secret(try await ask(question)) }

    /// Has the next answer take the place of the text.
    ///
    /// - Throws: as `ask`, and what `use` throws.
    public func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {
        var result = text
        result.text = try await ask(LocalizedText(verbatim: text.text))
        try await use(result)
    }

    /// Does nothing.
    public func progress(_ done: Int, of total: Int?) {}
}
