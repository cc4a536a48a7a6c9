// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal

/// Covers everything when the login is locked or over, asks for the password, and keeps the output of commands
/// meanwhile for the user who gives it.
@MainActor
final class LoginGuard {
    /// The action by which a line is left that goes on once the password is given.
    nonisolated static let leavingKey = "login-over"

    private let coordinator: Coordinator
    private let presenters: PresenterChoice
    private let prompter: ShellPrompter
    /// The keys of the user; `nil` if lines come from elsewhere.
    private let keys: (any KeyedLineSource)?
    private let isInteractive: Bool
    /// Stops the work of a session that was ended elsewhere.
    var onRevocation: (@MainActor () -> Void)?
    /// The output to show once the password of this user is given.
    private var held: [@MainActor () -> Void] = []
    private var heldFor: UserID?
    /// Whether the user at a locked login wants to type a command, and not the password.
    private var prefersPrompt = false

    /// The guard of the login of a shell.
    ///
    /// - Parameter prompter: Asks for the password.
    init(in shell: ShellContext, prompter: ShellPrompter) {
        coordinator = shell.coordinator
        presenters = shell.presenters
        keys = shell.lines.keyed
        isInteractive = shell.isInteractive
        self.prompter = prompter
        prompter.onLeave = { [weak self] in try await self?.comeBack() ?? false }
        keys?.onActivity = { [weak self] in self?.noteActivity() }
    }
}

// MARK: - Looking whether the login holds

extension LoginGuard {
    /// Checks twice a second whether the login holds, as long as its content may be visible.
    func watch() async {
        var isFirst = true
        while (try? await Task.sleep(for: .milliseconds(500))) != nil {
            await look()
            // Looking at the screen uses the login, too.
            if isFirst { await coordinator.lease.noteUse() }
            isFirst = false
        }
    }

    /// Covers everything if the login does not hold any more.
    ///
    /// A running command goes on: its result waits for the password, as does the unfinished line. Work of
    /// a session that was ended elsewhere is stopped.
    func look() async {
        // A user who writes in an editor of texts is there, and only that program knows. A pager’s content may stay
        // without a user: when the pager ends, everything else is covered.
        if presenters.current.gate.borrower == .editor { return coordinator.lease.noteActivity() }
        let wasRevoked = coordinator.lease.isRevoked
        await coordinator.lease.noticeRevocation()
        coverIfOver()
        if coordinator.lease.isRevoked, !wasRevoked { onRevocation?() }
    }

    /// Records key presses; late ones are not for the shown content.
    private func noteActivity() {
        coverIfOver()
        coordinator.lease.noteActivity()
    }

    private func coverIfOver() {
        guard case .active = coordinator.login, coordinator.isCovered else { return }
        presenters.current.cover()
        keys?.leave(by: Self.leavingKey)
    }

    /// Locks or ends a login that does not hold any more, and says why.
    func settle() async throws {
        guard case .active = coordinator.login else { return }
        let reason = coordinator.lease.limitReached
        let wasRevoked = coordinator.lease.isRevoked
        try await coordinator.lease.checkLogin()
        guard isInteractive else { return }
        if wasRevoked, coordinator.login == .loggedOut {
            return presenters.current.say(Strings.endedElsewhere, as: .failed)
        }
        guard coordinator.lease.isLocked, let reason else { return }
        switch reason {
        case .expired: presenters.current.say(Strings.lockedExpired, as: .news)
        case .idle(let limit):
            presenters.current.say(Strings.lockedIdle(minutes: Int(limit.components.seconds) / 60), as: .news)
        }
    }
}

// MARK: - Output that waits for the password

extension LoginGuard {
    /// Whether the output of a command must wait for the password: the login came to its end meanwhile.
    func holdsReply(of spec: CommandSpec) -> Bool {
        isInteractive && !spec.worksLocked && coordinator.login.user != nil && coordinator.isCovered
    }

    /// Whether an error must wait, which may name a user’s data.
    var holdsErrors: Bool {
        guard isInteractive, case .active = coordinator.login else { return false }
        return coordinator.isCovered
    }

    /// Shows something once the password is given.
    func hold(_ show: @escaping @MainActor () -> Void) { held.append(show) }

    /// Shows something now, or once the password is given.
    func showUncovered(_ show: @escaping @MainActor () -> Void) {
        if coordinator.login.user != nil, coordinator.isCovered { hold(show) } else { show() }
    }

    /// Covers or shows again the user’s data, and shows the output that has waited for the present user.
    func loginDidChange(to login: LoginState) {
        prefersPrompt = false
        switch login {
        case .locked(let session):
            heldFor = session.user
            presenters.current.cover()
        case .active(let session):
            let isBack = heldFor == session.user
            presenters.current.uncover(keepsPrinted: isBack)
            let held = isBack ? held : []
            self.held = []
            for show in held { show() }
        case .loggedOut:
            held = []
            presenters.current.cover()
            presenters.current.uncover(keepsPrinted: false)
        }
    }
}

// MARK: - The password

extension LoginGuard {
    /// Asks for the password of a locked login, unless the user wants a prompt instead.
    func askWhereLocked() async throws {
        guard isInteractive, !prefersPrompt, coordinator.lease.isLocked else { return }
        prefersPrompt = try await !unlock()
    }

    /// Asks for the password until it is right.
    ///
    /// - Parameter isFirm: Whether only the end of the input ends it, and not an empty line or Ctrl-C.
    /// - Returns: Whether a user is logged in.
    private func unlock(isFirm: Bool = false) async throws -> Bool {
        while case .locked(let session) = coordinator.login {
            do {
                let password = try await prompter.askSecretInPerson(.passwordQuestion(for: session.name))
                if password.bytes.isEmpty { throw CommandFault.cancelled }
                try await coordinator.lease.unlock(with: password)
            } catch CommandFault.cancelled {
                guard isFirm else { return false }
            } catch CommandFault.noAnswer {
                return false
            } catch let fault as AuthenticationFault {
                presenters.current.forgetPrinted()
                presenters.current.show(fault)
            }
        }
        return coordinator.login.session != nil
    }

    /// Asks for the password in the middle of a question, which continues afterwards: the answer so far is
    /// not for a passer-by who presses Ctrl-C.
    ///
    /// - Returns: False if the login is over for good, or the input is at its end.
    private func comeBack() async throws -> Bool {
        try await settle()
        return try await unlock(isFirm: true)
    }

    /// Accepts a line that is typed while the login is locked: one of the few commands that work then, or after the
    /// password any other.
    ///
    /// A line that is no command is the password itself, and is repeated in no message.
    ///
    /// - Returns: Whether the line is a command.
    /// - Throws: `AuthenticationFault.locked` if the password is not given.
    func pass(_ line: String, understood: @MainActor () throws -> Invocation?) async throws -> Bool {
        guard let invocation = try? understood() else {
            guard line.allSatisfy(\.isWhitespace) else {
                guard isInteractive else { throw AuthenticationFault.locked }
                try await coordinator.lease.unlock(with: Secret(line))
                return false
            }
            prefersPrompt = false
            return false
        }
        // A file or a program behind it is more than showing something.
        if invocation.spec.worksLocked, !invocation.isBackground, invocation.redirection == nil { return true }
        guard isInteractive else {
            try await coordinator.lease.requireLogin(prompter)
            return true
        }
        guard try await unlock() else { throw AuthenticationFault.locked }
        return true
    }
}
