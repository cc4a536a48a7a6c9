// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Answers questions from a list, and none when that is empty.
@MainActor
package final class CannedPrompter: Prompter {
    private var answers: [String]
    /// What was asked so far, as keys of the catalog.
    package private(set) var asked: [String] = []

    package init(_ answers: [String] = []) { self.answers = answers }

    package func ask(_ question: LocalizedText) async throws -> String {
        asked.append(question.key)
        guard !answers.isEmpty else { throw CommandFault.noAnswer }
        return answers.removeFirst()
    }

    package func askSecret(_ question: LocalizedText) async throws -> Secret { Secret(try await ask(question)) }

    package func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {
        var result = text
        result.text = try await ask(LocalizedText(verbatim: text.text))
        try await use(result)
    }

    package func progress(_ done: Int, of total: Int?) {}
}
