// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFaults
public import AtriumSession
import AtriumStores

/// Asks the user: a person at a terminal, a script, or a file of answers.
@MainActor
public protocol Prompter: AnyObject, Sendable {
    /// Asks for a line.
    ///
    /// - Throws: `CommandFault.noAnswer` at the end of input, `CommandFault.cancelled` on Ctrl-C.
    func ask(_ question: LocalizedText) async throws -> String

    /// Asks for a secret, which is not displayed.
    ///
    /// - Throws: As `ask`.
    func askSecret(_ question: LocalizedText) async throws -> Secret

    /// Asks for a new secret, and shows a remark on it as it is typed, if there is a place for that.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - measuring: The remark on a text of the secret.
    /// - Throws: As `ask`.
    func askSecret(
        _ question: LocalizedText, measuring: @escaping @MainActor (Secret) -> LocalizedText?
    ) async throws -> Secret

    /// Asks for a secret that only a user who is present knows: the password of a locked login, or one that is sent to
    /// another program.
    ///
    /// A password that was given beforehand for all questions is no answer, nor is the next line of a list of commands.
    ///
    /// - Throws: As `ask`.
    func askSecretInPerson(_ question: LocalizedText) async throws -> Secret

    /// Asks for a code that is another one each time: a password that was given beforehand for all questions is no
    /// answer.
    ///
    /// - Throws: As `ask`.
    func askCode(_ question: LocalizedText) async throws -> Secret

    /// Asks for a line of a longer text.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - typing: Receives the typed part of the line, at latest a second after a key and before the program ends, so
    ///     that it can be kept.
    /// - Throws: As `ask`.
    func ask(_ question: LocalizedText, typing: @escaping @MainActor (String) async -> Void) async throws -> String

    /// Opens a panel for writing a text of several lines, if there is one.
    ///
    /// - Parameters:
    ///   - title: The title of the panel.
    ///   - text: The beginning of the text.
    ///   - measuring: The remark on the text as it grows, beside the title; `nil` for none.
    ///   - typing: Receives the text, as for a line; `nil` for a text that is not kept before it is finished: leaving it
    ///     needs a second key.
    /// - Returns: The text; `nil` if there is no such panel: lines are requested one by one.
    /// - Throws: As `ask`, after `typing` has received all of it.
    func write(
        _ title: LocalizedText, startingWith text: String, measuring: (@MainActor (String) -> LocalizedText)?,
        typing: (@MainActor (String) async -> Void)?
    ) async throws -> String?

    /// Shows a text that the user continues by typing more lines.
    func show(_ text: String)

    /// Opens a text in the user’s editor.
    ///
    /// - Parameters:
    ///   - text: The text, and what it is of.
    ///   - use: Receives the edited text; until it has returned the text is kept, also from one process to the next: an
    ///     interrupted edit, or one that could not be used, is continued by the next one.
    /// - Throws: `CommandFault.noAnswer` if no user can edit, `CommandFault.program` and others if the editor failed,
    ///   and the errors of `use`.
    func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws

    /// The commands that continue interrupted edits.
    var leftEdits: [String] { get }

    /// Discards the text of an interrupted edit.
    ///
    /// - Returns: Whether there was one of this command.
    func dropEdit(_ command: String) -> Bool

    /// Passes an address to the user’s chosen program for addresses, and waits for it.
    ///
    /// - Parameter address: Text from anywhere, as long as it begins with a scheme that is safe to follow.
    /// - Returns: The program’s name; `nil` if none was chosen, or there is no one to see it.
    /// - Throws: `CommandFault.browser` when it failed.
    func browse(_ address: String) async throws -> String?

    /// Passes a file to the system’s program for files of its kind, and waits for it.
    ///
    /// - Parameter path: A whole path, to a file from anywhere: one that would be run as a program is refused.
    /// - Returns: The program’s name; `nil` if there is none, or there is no one to see it.
    /// - Throws: `CommandFault.runnable`, and `CommandFault.browser` when it failed.
    func show(file path: String) async throws -> String?

    /// Shows a picture alone on the terminal, until the user goes back.
    ///
    /// - Parameter picture: The bytes of its file.
    /// - Returns: `false` if it cannot be shown, or there is no one to see it.
    /// - Throws: The errors of the terminal’s output.
    func show(picture: [UInt8]) async throws -> Bool

    /// Does work during which another program may ask on the terminal, such as for a password.
    ///
    /// - Parameter work: Receives whether there is a user to ask, who has the terminal for it then.
    /// - Throws: The errors of the work.
    func lendTerminal(_ work: @MainActor (Bool) async throws -> Void) async throws

    /// Whether each question is refused, as in the background: work that can continue without an answer asks none.
    var refusesQuestions: Bool { get }

    /// Whether there is a user who can correct a mistake in an answer, which is then requested again.
    var mendsMistakes: Bool { get }

    /// Says a remark on an answer to `askSecret(_:measuring:)`, if none was shown as it was typed.
    func remark(_ text: LocalizedText)

    /// Reports a mistake in an answer, before it is requested again.
    func tell(ofMistake mistake: any UserFacing)

    /// Removes the reported mistakes: the answer is valid now.
    func forgetMistakes()

    /// Reports the progress of long work; `total` is `nil` while it is unknown.
    func progress(_ done: Int, of total: Int?)

    /// Reports the number of read bytes of a file; `total` is `nil` while it is unknown.
    ///
    /// A prompter shows nothing by default.
    func progress(bytes: Int, of total: Int?)
}

extension Prompter {
    /// Asks as for any other secret.
    public func askSecretInPerson(_ question: LocalizedText) async throws -> Secret { try await askSecret(question) }

    /// Asks as for a secret that only a user knows who is present.
    public func askCode(_ question: LocalizedText) async throws -> Secret { try await askSecretInPerson(question) }

    /// Asks without a remark.
    public func askSecret(
        _ question: LocalizedText, measuring: @escaping @MainActor (Secret) -> LocalizedText?
    ) async throws -> Secret { try await askSecret(question) }

    /// Asks, and reports no typed text.
    public func ask(
        _ question: LocalizedText, typing: @escaping @MainActor (String) async -> Void
    ) async throws -> String { try await ask(question) }

    /// There is no panel.
    public func write(
        _ title: LocalizedText, startingWith text: String, measuring: (@MainActor (String) -> LocalizedText)?,
        typing: (@MainActor (String) async -> Void)?
    ) async throws -> String? { nil }

    /// There is no user.
    public func show(_ text: String) {}

    /// No text was left half edited.
    public var leftEdits: [String] { [] }

    /// There is none.
    public func dropEdit(_ command: String) -> Bool { false }

    /// There is no user.
    public func lendTerminal(_ work: @MainActor (Bool) async throws -> Void) async throws { try await work(false) }

    /// Questions are asked.
    public var refusesQuestions: Bool { false }

    /// There is no user.
    public var mendsMistakes: Bool { false }

    /// Says nothing.
    public func remark(_ text: LocalizedText) {}

    /// Reports nothing.
    public func tell(ofMistake mistake: any UserFacing) {}

    /// Nothing was reported.
    public func forgetMistakes() {}

    /// Passes it to no program.
    public func browse(_ address: String) async throws -> String? { nil }

    /// Passes it to no program.
    public func show(file path: String) async throws -> String? { nil }

    /// Does not show it.
    public func show(picture: [UInt8]) async throws -> Bool { false }

    /// Reports nothing.
    public func progress(bytes: Int, of total: Int?) {}
}

/// Questions that are repeated after a mistake, instead of the whole command.
extension Prompter {
    /// Asks until the answer is valid, and returns the result of `check`.
    ///
    /// If there is no user who could correct a mistake, the first one is thrown.
    ///
    /// ```swift
    /// let name = try await prompter.ask(untilRight: { try await prompter.ask(Strings.promptName) }) {
    ///     try await authenticator.check(name: $0)
    ///     return $0
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - ask: Asks; its errors end the question.
    ///   - check: Throws for an invalid answer.
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

    /// Asks for a new password twice, and starts again with the first question if the two differ.
    ///
    /// - Parameters:
    ///   - question: The question for the password.
    ///   - again: The second question.
    ///   - strength: The strength of a password, which is shown while it is typed, or else said before the second question.
    ///   - check: Throws for a password that is not allowed, before the second question.
    public func askNewPassword(
        _ question: LocalizedText, again: LocalizedText,
        strength: @escaping @MainActor (Secret) -> PasswordStrength = { _ in PasswordStrength() },
        _ check: (Secret) throws -> Void
    ) async throws -> Secret {
        try await ask(untilRight: {
            let first = try await ask(untilRight: {
                try await askSecret(question) { $0.bytes.isEmpty ? nil : strength($0).remark }
            }) {
                try check($0)
                return $0
            }
            if let known = strength(first).remark {
                remark(LocalizedText { Strings.strengthIs(strength: known.string(in: $0)) })
            }
            return (first, try await askSecret(again) { _ in nil })
        }) { first, second in
            guard first.bytes == second.bytes else { throw CommandFault.passwordsDiffer }
            return first
        }
    }
}

extension PasswordStrength {
    /// The strength in a word or two; `nil` if it is not known.
    var remark: LocalizedText? {
        guard let level else { return nil }
        if missing > 0 { return Strings.strengthMissing(count: missing) }
        if isWellKnown { return Strings.strengthKnown }
        return switch level {
        case .veryWeak, .weak: Strings.strengthWeak
        case .fair: Strings.strengthFair
        case .good: Strings.strengthGood
        case .strong: Strings.strengthStrong
        }
    }
}
