// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// Registers and logs in: asks for missing input, makes the session the current one with its user’s settings, and
/// continues to the place that the user wanted before.
@MainActor
final class LoginFlow {
    private let coordinator: Coordinator
    private let presenters: PresenterChoice
    private let prompter: ShellPrompter
    private let typed: LineStore
    private let isInteractive: Bool
    private let contexts: CommandContexts
    private let reader: CommandReader
    private let runner: CommandRunner
    /// Whether the first account is still to be made, after which the tour comes.
    private var owesTour = false

    /// A command was typed in place of the name that a person is greeted with.
    private struct Left: Error {
        let line: String
    }

    /// The flow of logging in to a shell.
    ///
    /// - Parameters:
    ///   - prompter: Asks for what is missing.
    ///   - runner: Performs a line that is typed in place of a name.
    ///   - contexts: The values for opening a place.
    init(in shell: ShellContext, prompter: ShellPrompter, runner: CommandRunner, contexts: CommandContexts) {
        coordinator = shell.coordinator
        presenters = shell.presenters
        reader = shell.reader
        typed = shell.typed
        isInteractive = shell.isInteractive
        self.prompter = prompter
        self.runner = runner
        self.contexts = contexts
    }

    /// The command of the shell that a word is, by its name or an alias; also those that no account is needed for.
    private func command(_ word: String) -> CommandSpec? {
        reader.shellSpecs.first { $0.isCalled(word.lowercased()) }
    }

    /// Makes an account, after asking for a missing name and twice for its password, and logs it in.
    ///
    /// Reports faults of a name or a password before anything more has to be typed.
    func register(name: String?, isGreeting: Bool = false) async throws -> Reply {
        let authenticator = coordinator.authenticator
        let name = try await askName(name, isGreeting: isGreeting) {
            guard command($0) == nil, !coordinator.catalog.map(\.id.rawValue).contains($0.lowercased()) else {
                throw LoginFault.isCommand($0)
            }
            try await authenticator.check(name: $0)
        }
        let password = try await prompter.askNewPassword(
            Strings.promptNewPassword, again: Strings.promptAgain,
            strength: { authenticator.strength(of: $0, forName: name) }
        ) { try authenticator.check($0, forName: name) }
        let session = try await authenticator.register(name: name, password: password)
        do { return try await welcome(session) } catch {
            throw RegistrationFollowUpFailure(name: session.name, reason: error)
        }
    }

    /// Logs in, after asking for missing input.
    ///
    /// If a login is locked, no name stands for its user’s, and everything is as it was before.
    func logIn(name: String?, keep: Bool, isGreeting: Bool = false) async throws -> Reply {
        if name == nil, !keep, case .locked(let session) = coordinator.login {
            let password = try await answer {
                try await prompter.askSecret(.passwordQuestion(for: session.name))
            }
            try await coordinator.lease.unlock(with: password)
            return .message(Strings.loggedIn(name: session.name), Fact("name", .text(session.name)))
        }
        var given = name
        while true {
            let name = try await askName(given, isGreeting: isGreeting) { _ in }
            if let session = try await askPassword(of: name, keep: keep) { return try await welcome(session) }
            given = nil
        }
    }

    /// Logs a user in before the first command, without a message if all goes well.
    func logInAtStart(name: String) async throws {
        let password = try await answer { try await prompter.askSecret(.passwordQuestion(for: name)) }
        try await welcome(try await logInPatiently(name: name, password: password))
    }

    /// Makes a session the current one, with the user’s settings, and goes to a place that was requested before.
    ///
    /// - Parameter isResumed: Whether an earlier process has kept the login.
    @discardableResult
    func welcome(_ session: UserSession, isResumed: Bool = false) async throws -> Reply {
        let before = coordinator.login.session
        await coordinator.lease.replace(session)
        // Another user’s login, to which there is no way back, ends; one that is kept does not.
        if let before, before.user != session.user { try? await coordinator.authenticator.leave(before) }
        try await coordinator.appear()
        if !isResumed { await coordinator.lease.tellFailures(before: session) }
        await tellUnfinished()
        if let place = coordinator.takePendingPlace() { return try await coordinator.open(place, contexts.current) }
        return .message(Strings.loggedIn(name: session.name), Fact("name", .text(session.name)))
    }

    /// Logs out for good.
    func logOut() async throws { try await coordinator.lease.logOut() }

    /// Welcomes a person who is not logged in: with a first account, or a question for the name.
    ///
    /// A command that works without a login works there, too.
    ///
    /// - Returns: Whether the shell ends with such a command.
    func greet() async -> Bool {
        guard isInteractive, coordinator.login == .loggedOut else { return false }
        do {
            let isFirst = try await coordinator.authenticator.isEmpty()
            owesTour = isFirst
            presenters.current.greet(to: coordinator.world.program, isFirst: isFirst)
            while coordinator.login == .loggedOut {
                do {
                    let reply =
                        try await isFirst
                        ? register(name: nil, isGreeting: true) : logIn(name: nil, keep: false, isGreeting: true)
                    // The greeting is over: its questions are removed from the screen.
                    await presenters.current.begin("")
                    presenters.current.show(try await presenters.current.prepared(reply))
                } catch let left as Left {
                    await presenters.current.begin(left.line)
                    if await runner.perform(left.line).isOver { return true }
                }
            }
        } catch LoginFault.noAnswer, CommandFault.noAnswer {
            // Ctrl-D at a question: the prompt that follows shows the next steps.
        } catch {
            presenters.current.show(error)
        }
        await showTour()
        return false
    }

    /// Shows the tour once there is a first account.
    func showTour() async {
        guard owesTour, coordinator.login != .loggedOut else { return }
        owesTour = false
        _ = await runner.perform(ShellCommands.tour.spec.name)
    }
}

// MARK: - Asking

extension LoginFlow {
    /// The given name, or else the answer to a question, until it holds.
    ///
    /// - Parameter isGreeting: Whether a command may be typed in its place.
    private func askName(
        _ said: String?, isGreeting: Bool, _ check: (String) async throws -> Void
    ) async throws -> String {
        var said = said
        return try await prompter.ask(untilRight: {
            defer { said = nil }
            if let said { return said }
            return try await answer { try await prompter.ask(Strings.promptName) }
        }) {
            guard !prompter.mendsMistakes || !$0.allSatisfy(\.isWhitespace) else { throw LoginFault.noName }
            let words = $0.split(separator: " ").map(String.init)
            if isGreeting, let spec = words.first.flatMap(command), !spec.needsLogin {
                throw Left(line: words.joined(separator: " "))
            }
            try await check($0)
            return $0
        }
    }

    /// Asks for a password until it is right; `nil` if an empty one asks for another name.
    private func askPassword(of name: String, keep: Bool) async throws -> UserSession? {
        try await prompter.ask(untilRight: {
            try await answer { try await prompter.askSecret(.passwordQuestion(for: name)) }
        }) { password in
            if prompter.mendsMistakes, password.bytes.isEmpty { return nil }
            do {
                return try await coordinator.authenticator.logIn(name: name, password: password, keep: keep)
            } catch AuthenticationFault.refused where prompter.mendsMistakes {
                throw LoginFault.refused
            } catch {
                return try await goOn(after: error, name: name, password: password, keep: keep)
            }
        }
    }

    /// Asks for what a right password is not enough for: the code of a second factor, or a new password in the place of
    /// one that the owner has given.
    ///
    /// - Throws: The reason, if it is neither; the errors of asking and of logging in.
    private func goOn(
        after reason: any Error, name: String, password: Secret, keep: Bool
    ) async throws -> UserSession {
        let authenticator = coordinator.authenticator
        switch reason {
        case AuthenticationFault.codeNeeded:
            return try await prompter.ask(untilRight: {
                do {
                    return try await prompter.askCode(Strings.promptCode)
                } catch CommandFault.noAnswer where !prompter.mendsMistakes {
                    throw AuthenticationFault.codeNeeded
                }
            }) { code in
                if prompter.mendsMistakes, code.bytes.isEmpty { throw CommandFault.cancelled }
                return try await authenticator.logIn(name: name, password: password, code: code, keep: keep)
            }
        case AuthenticationFault.passwordNeeded where prompter.hasPassword:
            // One given for all questions would be the new one, too.
            throw AuthenticationFault.passwordNeeded
        case AuthenticationFault.passwordNeeded:
            let new = try await answer {
                try await prompter.askNewPassword(
                    Strings.promptOwnPassword, again: Strings.promptAgain,
                    strength: { authenticator.strength(of: $0, forName: name) }
                ) { try authenticator.check($0, forName: name) }
            }
            return try await authenticator.redeem(name: name, password: password, new: new)
        default: throw reason
        }
    }

    /// Logs in, and waits if many processes of one script do so at the same moment: each try counts as a failure
    /// until its password is checked, so that some of them have to come back in a second.
    private func logInPatiently(name: String, password: Secret) async throws -> UserSession {
        for _ in 0..<5 {
            do {
                return try await coordinator.authenticator.logIn(name: name, password: password, keep: false)
            } catch AuthenticationFault.backOff(let wait) where wait <= .seconds(1) {
                try await Task.sleep(for: wait)
            } catch {
                return try await goOn(after: error, name: name, password: password, keep: false)
            }
        }
        return try await coordinator.authenticator.logIn(name: name, password: password, keep: false)
    }

    /// An answer that a login needs.
    private func answer<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        do {
            return try await ask()
        } catch CommandFault.noAnswer {
            // The user has left the question.
            if prompter.mendsMistakes { throw CommandFault.cancelled }
            throw LoginFault.noAnswer
        }
    }
}

// MARK: - Unfinished work

extension LoginFlow {
    /// Reports unfinished work to a user after the login.
    private func tellUnfinished() async {
        let edits = prompter.removeExposedEdits()
        for command in edits.removed {
            let news = Strings.unfinishedRemoved(command: command)
            if isInteractive { presenters.current.announce(news, .news) } else { presenters.current.show(notice: news) }
        }
        guard isInteractive else { return }
        var news: [(text: LocalizedText, command: String)] = []
        let line = typed.draft.text
        if !line.isEmpty { news.append((Strings.unfinishedLine(line: excerpt(line)), excerpt(line))) }
        for command in edits.commands {
            news.append((Strings.unfinishedEdit(command: command), command))
        }
        for app in coordinator.openApps {
            for item in (try? await app.model.unfinished()) ?? [] {
                news.append((Strings.unfinishedOne(title: excerpt(item.title), command: item.command), item.command))
            }
        }
        let commands = news.map(\.command).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        presenters.current.announce(
            news.map(\.text), inShort: Strings.unfinishedSeveral(commands: commands.concatenated(by: " · ")))
    }

    private func excerpt(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }
        return line.count > 40 ? line.prefix(39) + "…" : String(line)
    }
}

/// The faults of asking for a new password.
enum LoginFault: UserFacing, Equatable {
    /// The question for a name was answered with nothing.
    case noName
    /// The name is unknown or the password is wrong, and the password is requested again.
    case refused
    /// The name is a command of the shell, or an app.
    case isCommand(String)
    /// The question for a name or a password was not answered.
    case noAnswer

    static var area: String { "login" }

    var sentence: LocalizedText { Strings.sentence(of: self) }

    var status: ExitStatus { self == .noAnswer || self == .refused ? .login : .failure }
}

/// The reason why a step after the making of an account failed: the account is there.
struct RegistrationFollowUpFailure: Error {
    let name: String
    let reason: any Error
}

extension RegistrationFollowUpFailure: UserFacing {
    var code: String { ErrorDescription(reason).code }
    var sentence: LocalizedText { Strings.accountMade(name: name).followed(by: ErrorDescription(reason).sentence) }
    var status: ExitStatus { ErrorDescription(reason).status }
}

/// The reason why an edited text was not used; the text is kept for the next login.
struct KeptEdit: Error {
    /// The command that continues it.
    let command: String
    let reason: any UserFacing
}

extension KeptEdit: UserFacing {
    var code: String { reason.code }
    var sentence: LocalizedText { reason.sentence.followed(by: Strings.editKept(command: command)) }
    var status: ExitStatus { reason.status }
}

/// Deletes the remaining data of users whose accounts are gone.
@MainActor
struct UserDeletion {
    private let coordinator: Coordinator
    private let typed: LineStore
    private let prompter: ShellPrompter

    /// Creates the deletion for a shell and its apps.
    ///
    /// - Parameter prompter: Receives the progress.
    init(in shell: ShellContext, prompter: ShellPrompter) {
        coordinator = shell.coordinator
        typed = shell.typed
        self.prompter = prompter
    }

    /// The data that every app keeps of a user; `nil` for the logged-in one.
    func kept(of user: UserID?) async throws -> [LocalizedText] {
        guard let user = user ?? coordinator.login.session?.user else { return [] }
        var kept: [LocalizedText] = []
        for factory in coordinator.catalog { kept += try await factory.kept(of: user, in: coordinator.world) }
        return kept
    }

    /// Keeps what a user typed under a new name.
    func move(_ session: UserSession, from name: String) {
        for factory in coordinator.catalog { typed.move(session.user, from: name, to: session.name, in: factory.id) }
        prompter.moveEdits(
            of: LineStore.owner(session.user, name), to: LineStore.owner(session.user, session.name))
    }

    /// Deletes the data of deleted users in every app, and their typed lines.
    ///
    /// This also completes an earlier process’s interrupted deletions.
    func finish() async throws {
        for deleted in try await coordinator.authenticator.unfinishedDeletions() {
            for factory in coordinator.catalog {
                try await factory.deleteData(of: deleted.user, in: coordinator.world) { [prompter] in
                    prompter.progress($0, of: nil)
                }
                typed.forget(deleted.user, deleted.name, in: factory.id)
            }
            prompter.forgetEdits(of: LineStore.owner(deleted.user, deleted.name))
            try await coordinator.authenticator.finishDeletion(of: deleted.user)
        }
    }
}
