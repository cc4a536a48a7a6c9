// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Passes on what somebody answers, and keeps it for a recording; passwords are replaced on the way.
///
/// The command gets the stand-in and not the password, so that what is recorded is what happened. One password always
/// has the same stand-in, two have two, and one that is too short for an account has one that is as short.
@MainActor
final class RecordingLines: LineSource {
    /// The least number of characters of an account’s password.
    private static let shortest = 15

    private let source: any LineSource
    private let password: String
    private var standIns: [String: String] = [:]
    private var answers: [String] = []
    private var isCut = false

    /// - Parameters:
    ///   - source: whom the questions are passed on to.
    ///   - password: what users of scripts have for a password, the only one that stands for itself.
    init(_ source: any LineSource, password: String) {
        self.source = source
        self.password = password
    }

    /// What was answered since the last call; nil if a question got no answer, which a script cannot say.
    func take() -> [String]? {
        defer { (answers, isCut) = ([], false) }
        return isCut ? nil : answers
    }

    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        keep(try await source.nextLine(prompt, history: history))
    }

    func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        guard case .line(let secret) = try await source.nextSecret(prompt) else { return keep(.end) }
        return keep(.line(standIn(for: secret)))
    }

    private func keep(_ input: LineInput) -> LineInput {
        if case .line(let answer) = input { answers.append(answer) } else { isCut = true }
        return input
    }

    private func standIn(for secret: String) -> String {
        if secret == password || secret.isEmpty { return secret }
        if let known = standIns[secret] { return known }
        let number = standIns.count + 1
        let standIn =
            secret.count < Self.shortest
            ? String("\(number)" + String(repeating: "-", count: Self.shortest)).prefix(secret.count).description
            : "password number \(number) of this script"
        standIns[secret] = standIn
        return standIn
    }
}
