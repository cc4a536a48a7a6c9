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
    /// Makes sure that the login still holds after something that has taken its time: asks for the password of one that
    /// has expired.
    ///
    /// Throws `AuthenticationFault` where it was ended elsewhere, or nobody gives the password.
    public let requireLogin: @MainActor @Sendable () async throws -> Void
    /// What the apps keep of the user who is logged in, in the order of the catalog.
    public let keptByApps: @MainActor @Sendable () async throws -> [LocalizedText]
    /// Has every app delete what it keeps of users whose accounts are gone.
    public let finishDeletions: @MainActor @Sendable () async throws -> Void

    /// A context of these parts.
    public init(
        language: Language, world: World, prompter: any Prompter,
        requireLogin: @escaping @MainActor @Sendable () async throws -> Void = {},
        replaceSession: @escaping @MainActor @Sendable (UserSession?) async -> Void = { _ in },
        keptByApps: @escaping @MainActor @Sendable () async throws -> [LocalizedText] = { [] },
        finishDeletions: @escaping @MainActor @Sendable () async throws -> Void = {}
    ) {
        self.language = language
        self.world = world
        self.prompter = prompter
        self.requireLogin = requireLogin
        self.replaceSession = replaceSession
        self.keptByApps = keptByApps
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

    /// The same for an export, which is no archive whatever it is called.
    ///
    /// - Throws: `CommandFault.archive` too.
    public func exportPath(of file: FileReference) throws(CommandFault) -> String {
        let path = try writablePath(of: file)
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        guard let ending = Self.archives.first(where: { name.hasSuffix("." + $0) }) else { return path }
        throw .archive(path: path, ending: ending)
    }

    private static let archives = [
        "zip", "tar", "tar.gz", "tgz", "tar.bz2", "tar.xz", "gz", "bz2", "xz", "7z", "rar", "jar", "zst",
    ]

    /// Asks for a line.
    ///
    /// - Throws: What asking throws; where there is no answer, a fault that tells of the question.
    @MainActor
    public func ask(_ question: LocalizedText) async throws -> String {
        do { return try await prompter.ask(question) } catch CommandFault.noAnswer {
            throw UnansweredQuestion(question: question)
        }
    }

    /// Asks a question to which only yes goes on: the word or its first letter, in any language that the shell speaks,
    /// since the hand answers in the language that it is used to.
    ///
    /// - Throws: `CommandFault.cancelled` for any other answer; where there is none a fault that tells of the question, and
    ///   what else asking throws.
    @MainActor
    public func confirm(_ question: LocalizedText) async throws {
        let answer = try await ask(question).lowercased().filter { !$0.isWhitespace }
        let words = Language.allCases.flatMap { Strings.answerYes.string(in: $0).split(separator: " ") }
        guard words.contains(where: { $0 == answer || $0.prefix(1) == answer }) else { throw CommandFault.cancelled }
        try await requireLogin()
    }
}
