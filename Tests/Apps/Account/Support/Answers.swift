// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession

/// Answers questions from a list, and remembers what was asked.
@MainActor
final class Answers: Prompter {
    private var answers: [String]
    private(set) var questions: [String] = []

    init(_ answers: [String] = []) { self.answers = answers }

    func add(_ answers: String...) { self.answers += answers }

    func ask(_ question: LocalizedText) async throws -> String {
        questions.append(question.string(in: .english))
        guard !answers.isEmpty else { throw CommandFault.noAnswer }
        return answers.removeFirst()
    }

    func askSecret(_ question: LocalizedText) async throws -> Secret { Secret(try await ask(question)) }

    func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {
        throw CommandFault.noAnswer
    }

    func progress(_ done: Int, of total: Int?) {}
}
