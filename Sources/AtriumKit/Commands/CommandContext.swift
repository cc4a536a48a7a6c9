// SPDX-License-Identifier: GPL-3.0-or-later

import Files
public import Session
import Terminal
public import Worlds

/// What a command may use of the shell while it runs.
public struct CommandContext: Sendable {
    /// The language of the moment.
    public let language: Language
    /// The clock, the zone, the working folder.
    public let world: World
    /// Asks the user.
    public let prompter: any Prompter
    /// Hands a new session to every app; nil: the login is over.
    public let replaceSession: @MainActor @Sendable (UserSession?) async -> Void
    /// Has every app delete what it keeps of users whose accounts are gone.
    public let finishDeletions: @MainActor @Sendable () async throws -> Void

    /// A context of these parts.
    public init(
        language: Language, world: World, prompter: any Prompter,
        replaceSession: @escaping @MainActor @Sendable (UserSession?) async -> Void = { _ in },
        finishDeletions: @escaping @MainActor @Sendable () async throws -> Void = {}
    ) {
        self.language = language
        self.world = world
        self.prompter = prompter
        self.replaceSession = replaceSession
        self.finishDeletions = finishDeletions
    }
}

extension CommandContext {
    /// The path of a file or folder that a user wants read.
    public func path(of file: FileReference) -> String { world.path(of: file.word) }

    /// The path of a file or folder that a user wants written.
    ///
    /// - Throws: `CommandFault.file` where it is among the program’s own files.
    public func writablePath(of file: FileReference) throws(CommandFault) -> String {
        let path = path(of: file)
        do throws(FileFault) { try OwnFiles(in: world.home).check(path) } catch {
            throw .file(path: path, reason: error.reason)
        }
        return path
    }

    /// Asks a question to which only yes goes on: the word or its first letter, in any language that the shell speaks,
    /// since the hand answers in the language that it is used to.
    ///
    /// - Throws: `CommandFault.cancelled` for any other answer; where there is none a fault that tells of the question, and
    ///   what else asking throws.
    @MainActor
    public func confirm(_ question: LocalizedText) async throws {
        let typed: String
        do { typed = try await prompter.ask(question) } catch CommandFault.noAnswer {
            throw UnansweredQuestion(question: question)
        }
        let answer = typed.lowercased().filter { !$0.isWhitespace }
        let words = Language.allCases.flatMap { Strings.answerYes.string(in: $0).split(separator: " ") }
        guard words.contains(where: { $0 == answer || $0.prefix(1) == answer }) else { throw CommandFault.cancelled }
    }
}
