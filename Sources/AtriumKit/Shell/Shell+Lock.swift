// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// What the shell does around a login that is locked, or that has come to its end while nobody typed.
extension Shell {
    /// The action by which a line is left that goes on once the password is given.
    nonisolated static let leavingKey = "login-over"

    /// Looks twice a second whether the login holds, as long as somebody may see what is shown.
    func watchLogin() async {
        while (try? await Task.sleep(for: .milliseconds(500))) != nil { await lookAtLogin() }
    }

    /// Covers everything where the login does not hold any more.
    ///
    /// A command that is running goes on: its result waits for the password, as does the line that was being typed.
    public func lookAtLogin() async {
        // Whoever writes in an editor of texts is there, and only that program knows. What a pager shows may stand there
        // without anybody: when it ends, everything else is covered.
        if gate.borrower == .editor { return coordinator.noteActivity() }
        await coordinator.noticeRevocation()
        coverIfOver()
    }

    /// Notes that keys were pressed; those that come too late are not for what was shown.
    func noteActivity() {
        coverIfOver()
        coordinator.noteActivity()
    }

    private func coverIfOver() {
        guard case .active = coordinator.login, coordinator.isCovered else { return }
        stage?.cover()
        (lines as? any KeyedLineSource)?.leave(by: Self.leavingKey)
    }

    /// Locks or ends a login that does not hold any more, and says why.
    func settleLogin() async throws {
        guard case .active = coordinator.login else { return }
        let reason = coordinator.limitReached
        let wasRevoked = coordinator.isRevoked
        try await coordinator.checkLogin()
        guard options.isInteractive else { return }
        if wasRevoked, coordinator.login == .loggedOut { return gate.writeErrorLine(sentence(Strings.endedElsewhere)) }
        guard case .locked = coordinator.login, let reason else { return }
        switch reason {
        case .expired: say(Strings.lockedExpired)
        case .idle(let limit): say(Strings.lockedIdle(minutes: Int(limit.components.seconds) / 60))
        }
    }

    /// What has to do with a change of the login.
    func loginDidChange(to login: LoginState) {
        jobs.loginDidChange(to: login)
        messages.loginDidChange(to: login)
        prefersPrompt = false
        switch login {
        case .locked(let session):
            heldFor = session.user
            stage?.cover()
        case .active(let session):
            stage?.uncover(keepsPrinted: heldFor == session.user)
            let held = heldFor == session.user ? held : []
            self.held = []
            for show in held { show() }
        case .loggedOut:
            held = []
            stage?.cover()
            stage?.uncover(keepsPrinted: false)
        }
        announced = nil
    }

    /// Shows something now, or once the password is given.
    func showUncovered(_ show: @escaping @MainActor () -> Void) {
        if coordinator.login.user != nil, coordinator.isCovered { held.append(show) } else { show() }
    }
}

// MARK: - The password

extension Shell {
    /// Asks for the password of a login that was locked, unless somebody has asked for a prompt instead.
    func askWhereLocked() async throws {
        guard options.isInteractive, !prefersPrompt, case .locked = coordinator.login else { return }
        prefersPrompt = try await !unlock()
    }

    /// Asks for the password until it is right.
    ///
    /// - Parameter isFirm: Whether an empty line or Ctrl-C changes nothing, and only the end of the input does.
    /// - Returns: Whether somebody is logged in.
    private func unlock(isFirm: Bool = false) async throws -> Bool {
        while case .locked(let session) = coordinator.login {
            do {
                let password = try await prompter.askToUnlock(Strings.promptPasswordOf(name: session.name))
                if password.bytes.isEmpty { throw CommandFault.cancelled }
                try await coordinator.unlock(with: password)
            } catch CommandFault.cancelled {
                guard isFirm else { return false }
            } catch CommandFault.noAnswer {
                return false
            } catch let fault as AuthenticationFault {
                stage?.forgetPrinted()
                report(fault)
            }
        }
        return coordinator.login.session != nil
    }

    /// Asks for the password in the middle of a question, whose answer goes on afterwards: what was answered so far is
    /// not for whoever comes by and presses Ctrl-C.
    ///
    /// - Returns: False where the login is over for good, or the input is at its end.
    func comeBack() async throws -> Bool {
        try await settleLogin()
        return try await unlock(isFirm: true)
    }

    /// Lets a line pass that is typed while the login is locked: one of the few commands that work then, or after the
    /// password any other.
    ///
    /// - Throws: `AuthenticationFault.locked` where nobody gives the password.
    func pass(_ line: String, understood: @MainActor () throws -> Invocation?) async throws {
        // What is no command may be the password itself: it is not repeated in any message.
        guard let invocation = try? understood() else {
            guard line.allSatisfy(\.isWhitespace) else { throw AuthenticationFault.locked }
            prefersPrompt = false
            return
        }
        // A file or a program behind it is more than showing something.
        if invocation.spec.worksLocked, !invocation.isBackground, invocation.redirection == nil { return }
        guard options.isInteractive else { return try await coordinator.requireLogin(prompter) }
        guard try await unlock() else { throw AuthenticationFault.locked }
    }
}
