// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Passes on what somebody answers, and keeps it for a recording; passwords are replaced on the way.
///
/// The command gets the stand-in and not the password, so that what is recorded is what happened.
@MainActor
final class RecordingLines: LineSource {
    var answerer: Answerer { source.answerer }
    private let source: any LineSource
    /// The passwords that were typed so far.
    private(set) var secrets: RecordedSecrets
    private var answers: [String] = []
    private var isCut = false
    /// The stand-in of a password that was given before the command asks for it.
    private var given: String?

    /// - Parameters:
    ///   - source: whom the questions are passed on to.
    ///   - password: what users of scripts have for a password, the only one that stands for itself.
    init(_ source: any LineSource, password: String) {
        self.source = source
        secrets = RecordedSecrets(password: password)
    }

    /// What was answered since the last call; nil if a question got no answer, which a script cannot say.
    func take() -> [String]? {
        defer { (answers, isCut) = ([], false) }
        return isCut ? nil : answers
    }

    /// Gives a password before the command asks for it.
    func give(_ secret: String) { given = secrets.standIn(for: secret) }

    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        let input = try await source.nextLine(prompt, history: history)
        guard case .line(let answer) = input else { return keep(input) }
        return keep(.line(secrets.redacted(answer)))
    }

    func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        if let given {
            self.given = nil
            return keep(.line(given))
        }
        guard case .line(let secret) = try await source.nextSecret(prompt) else { return keep(.end) }
        return keep(.line(secrets.standIn(for: secret)))
    }

    private func keep(_ input: LineInput) -> LineInput {
        if case .line(let answer) = input { answers.append(answer) } else { isCut = true }
        return input
    }
}
