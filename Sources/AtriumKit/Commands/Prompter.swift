// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
import Stores

/// Asks whoever is there: a person at a terminal, a script, or a file of answers.
@MainActor
public protocol Prompter: AnyObject, Sendable {
    /// Asks for a line.
    ///
    /// - Throws: `CommandFault.noAnswer` at the end of input, `CommandFault.cancelled` on Ctrl-C.
    func ask(_ question: LocalizedText) async throws -> String

    /// Asks for something that must not be shown.
    ///
    /// - Throws: as `ask`.
    func askSecret(_ question: LocalizedText) async throws -> Secret

    /// Asks for something that must not be shown and that only somebody who is there knows: the password of a login that
    /// is locked, or one that is sent to another program.
    ///
    /// A password that was given beforehand for all questions is no answer, nor is the next line of a list of commands.
    ///
    /// - Throws: as `ask`.
    func askSecretInPerson(_ question: LocalizedText) async throws -> Secret

    /// Asks for a line of a longer text.
    ///
    /// - Parameter typing: Hears what has been typed of the line, at latest a second after a key and before the program
    ///   ends, so that it can be kept.
    /// - Throws: as `ask`.
    func ask(_ question: LocalizedText, typing: @escaping @MainActor (String) async -> Void) async throws -> String

    /// Has somebody write a text of several lines where there is a panel for that.
    ///
    /// - Parameters:
    ///   - text: What it begins with.
    ///   - measuring: What is said of the text as it grows, beside the title; nil: nothing.
    ///   - typing: Hears what the text is, as of a line.
    /// - Returns: The text; nil where there is no such panel: lines are asked for one by one.
    /// - Throws: as `ask`, after `typing` has heard all of it.
    func write(
        _ title: LocalizedText, startingWith text: String, measuring: (@MainActor (String) -> LocalizedText)?,
        typing: @escaping @MainActor (String) async -> Void
    ) async throws -> String?

    /// Shows a text that somebody goes on with by typing more lines.
    func show(_ text: String)

    /// Lets somebody edit a text in the editor of their choice.
    ///
    /// - Parameter use: Gets what became of the text; until it has returned the text is kept, also from one process to
    ///   the next: an edit that was broken off, or could not be used, is gone on with by the next one.
    /// - Throws: `CommandFault.noAnswer` where nobody can, `CommandFault.program` and others when the editor failed, and
    ///   what `use` throws.
    func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws

    /// The commands that go on with edits which were broken off.
    var leftEdits: [String] { get }

    /// Throws away what was typed in an edit that was broken off.
    ///
    /// - Returns: Whether there was one of this command.
    func dropEdit(_ command: String) -> Bool

    /// Hands an address to the program that the user has chosen for such, and waits for it.
    ///
    /// - Parameter address: Text from anywhere, as long as it begins with a scheme that is safe to follow.
    /// - Returns: The program’s name; nil where none was chosen, or where nobody would see it.
    /// - Throws: `CommandFault.browser` when it failed.
    func browse(_ address: String) async throws -> String?

    /// Hands a file to the program that the system has for files of its kind, and waits for it.
    ///
    /// - Parameter path: A whole path, to a file from anywhere: one that would be run as a program is not handed on.
    /// - Returns: The program’s name; nil where there is none, or where nobody would see it.
    /// - Throws: `CommandFault.runnable`, and `CommandFault.browser` when it failed.
    func show(file path: String) async throws -> String?

    /// Shows a picture alone on the terminal, until somebody goes back.
    ///
    /// - Parameter picture: The bytes of its file.
    /// - Returns: False where it cannot be shown, or where nobody would see it.
    /// - Throws: what the terminal’s output throws.
    func show(picture: [UInt8]) async throws -> Bool

    /// Does work during which another program may ask on the terminal, such as for a password.
    ///
    /// - Parameter work: Gets whether anybody is there to be asked, who has the terminal for it then.
    /// - Throws: what the work throws.
    func lendTerminal(_ work: @MainActor (Bool) async throws -> Void) async throws

    /// Whether each question is refused, as in the background: what can go on without an answer asks none.
    var asksNobody: Bool { get }

    /// Whether somebody is there who can mend a mistake in an answer, which is then asked for again.
    var mendsMistakes: Bool { get }

    /// Tells of a mistake in an answer, before it is asked for again.
    func tell(ofMistake mistake: any UserFacing)

    /// Takes away what was told of mistakes: the answer holds now.
    func forgetMistakes()

    /// Tells how far long work has come; `total` is nil while it is not known.
    func progress(_ done: Int, of total: Int?)

    /// Tells how many bytes of a file have been read; `total` is nil while it is not known.
    ///
    /// Nobody hears of it where a prompter does not say how.
    func progress(bytes: Int, of total: Int?)
}

extension Prompter {
    /// Asks as for any other secret.
    public func askSecretInPerson(_ question: LocalizedText) async throws -> Secret { try await askSecret(question) }

    /// Asks, and tells nobody of what is typed.
    public func ask(
        _ question: LocalizedText, typing: @escaping @MainActor (String) async -> Void
    ) async throws -> String { try await ask(question) }

    /// There is no panel.
    public func write(
        _ title: LocalizedText, startingWith text: String, measuring: (@MainActor (String) -> LocalizedText)?,
        typing: @escaping @MainActor (String) async -> Void
    ) async throws -> String? { nil }

    /// Nobody is there.
    public func show(_ text: String) {}

    /// No text was left half edited.
    public var leftEdits: [String] { [] }

    /// There is none.
    public func dropEdit(_ command: String) -> Bool { false }

    /// Nobody is there.
    public func lendTerminal(_ work: @MainActor (Bool) async throws -> Void) async throws { try await work(false) }

    /// Questions are asked.
    public var asksNobody: Bool { false }

    /// Nobody is there.
    public var mendsMistakes: Bool { false }

    /// Says nothing.
    public func tell(ofMistake mistake: any UserFacing) {}

    /// Nothing was told.
    public func forgetMistakes() {}

    /// Hands it to nobody.
    public func browse(_ address: String) async throws -> String? { nil }

    /// Hands it to nobody.
    public func show(file path: String) async throws -> String? { nil }

    /// Shows it to nobody.
    public func show(picture: [UInt8]) async throws -> Bool { false }

    /// Says nothing.
    public func progress(bytes: Int, of total: Int?) {}
}

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
