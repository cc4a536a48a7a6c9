// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
import Stores

/// Questions that are asked again after a mistake, instead of the whole command.
extension Prompter {
    /// Asks until the answer holds, and gives what `check` made of it.
    ///
    /// Where nobody is there who could mend a mistake, the first one is thrown.
    ///
    /// ```swift
    /// let name = try await prompter.ask(untilRight: { try await prompter.ask(Strings.promptName) }) {
    ///     try await authenticator.check(name: $0)
    ///     return $0
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - ask: Asks; what it throws ends the question.
    ///   - check: Throws for an answer that does not hold.
    public func ask<Answer, Value>(
        untilRight ask: () async throws -> Answer, _ check: (Answer) async throws -> Value
    ) async throws -> Value {
        var hasTold = false
        defer { if hasTold { forgetMistakes() } }
        while true {
            let answer = try await ask()
            do {
                return try await check(answer)
            } catch let fault as StoreFault {
                // No other answer would help.
                throw fault
            } catch let mistake as any UserFacing {
                guard mendsMistakes else { throw mistake }
                hasTold = true
                tell(ofMistake: mistake)
            }
        }
    }

    /// Asks for a new password and then once more, and begins again with the first where the two differ.
    ///
    /// - Parameters:
    ///   - question: What the password is for.
    ///   - again: Asks for it once more.
    ///   - differ: What is wrong where the two differ.
    ///   - check: Throws for a password that may not be chosen, before it is asked for once more.
    public func askNewPassword(
        _ question: LocalizedText, again: LocalizedText, differ: any UserFacing, _ check: (Secret) throws -> Void
    ) async throws -> Secret {
        try await ask(untilRight: {
            let first = try await ask(untilRight: { try await askSecret(question) }) {
                try check($0)
                return $0
            }
            return (first, try await askSecret(again))
        }) { first, second in
            guard first.bytes == second.bytes else { throw differ }
            return first
        }
    }
}
