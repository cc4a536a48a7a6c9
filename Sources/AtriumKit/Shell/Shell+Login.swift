// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// What the shell does around a login: asking, greeting, going where somebody wanted to go before.
extension Shell {
    /// Makes an account, after asking for a name where none was said and twice for its password, and logs it in.
    ///
    /// What is wrong with a name or a password is said before anything more has to be typed.
    func register(name: String?) async throws -> Reply {
        let authenticator = coordinator.authenticator
        let name = try await askName(name) { try await authenticator.check(name: $0) }
        let password = try await prompter.askNewPassword(
            Strings.promptNewPassword, again: Strings.promptAgain, differ: LoginFault.passwordsDiffer
        ) { try authenticator.check($0, forName: name) }
        return try await welcome(await authenticator.register(name: name, password: password))
    }

    /// Logs in, after asking for what was not said.
    ///
    /// Where a login is locked, no name stands for its user’s, and everything is as it was before.
    func logIn(name: String?, keep: Bool) async throws -> Reply {
        if name == nil, !keep, case .locked(let session) = coordinator.login {
            let password = try await answer {
                try await prompter.askSecret(Strings.promptPasswordOf(name: session.name))
            }
            try await coordinator.unlock(with: password)
            return .message(Strings.loggedIn(name: session.name), Fact("name", .text(session.name)))
        }
        var given = name
        while true {
            let name = try await askName(given) { _ in }
            if let session = try await askPassword(of: name, keep: keep) { return try await welcome(session) }
            given = nil
        }
    }

    /// The name that was said, or else the one that is asked for, until it holds.
    private func askName(_ said: String?, _ check: (String) async throws -> Void) async throws -> String {
        var said = said
        return try await prompter.ask(untilRight: {
            defer { said = nil }
            if let said { return said }
            return try await answer { try await prompter.ask(Strings.promptName) }
        }) {
            guard !prompter.mendsMistakes || !$0.allSatisfy(\.isWhitespace) else { throw LoginFault.noName }
            try await check($0)
            return $0
        }
    }

    /// Asks for a password until it is right; nil where an empty one asks for another name.
    private func askPassword(of name: String, keep: Bool) async throws -> UserSession? {
        try await prompter.ask(untilRight: {
            try await answer { try await prompter.askSecret(Strings.promptPasswordOf(name: name)) }
        }) { password in
            if prompter.mendsMistakes, password.bytes.isEmpty { return nil }
            do {
                return try await coordinator.authenticator.logIn(name: name, password: password, keep: keep)
            } catch AuthenticationFault.refused where prompter.mendsMistakes {
                throw LoginFault.refused
            }
        }
    }

    /// Shows a mistake in an answer above the question, which is asked again; nil takes it away.
    func show(mistake: (any UserFacing)?) {
        stage?.forgetPrinted()
        if let mistake { report(mistake) }
    }

    /// Makes a session the current one, with the user’s settings, and goes to a place that was asked for before.
    @discardableResult
    public func welcome(_ session: UserSession) async throws -> Reply {
        let before = coordinator.login.session
        for factory in coordinator.catalog {
            onHistoryRenamed?(
                Self.formerLineName(of: session.name, in: factory.id),
                Self.lineName(of: session.user, session.name, in: factory.id))
        }
        await coordinator.replace(session)
        // Another user’s login, which nobody can come back to, ends; one that is kept does not.
        if let before, before.user != session.user { try? await coordinator.authenticator.leave(before) }
        preferences = Preferences(try await coordinator.authenticator.preferences(of: session))
        applyPreferences()
        try await coordinator.appear()
        await tellUnfinished()
        if let place = coordinator.takePendingPlace() { return try await coordinator.open(place, context) }
        return .message(Strings.loggedIn(name: session.name), Fact("name", .text(session.name)))
    }

    /// Logs a user in before the first command, without a word where all goes well.
    public func logInAtStart(name: String) async throws {
        let password = try await answer { try await prompter.askSecret(Strings.promptPasswordOf(name: name)) }
        try await welcome(try await logInPatiently(name: name, password: password))
    }

    /// Logs in, and waits where many processes of one script do so at the same moment: each try counts as a failure
    /// until its password is looked at, so that some of them are asked to come back in a second.
    private func logInPatiently(name: String, password: Secret) async throws -> UserSession {
        for _ in 0..<5 {
            do {
                return try await coordinator.authenticator.logIn(name: name, password: password, keep: false)
            } catch AuthenticationFault.backOff(let wait) where wait <= .seconds(1) {
                try await Task.sleep(for: wait)
            }
        }
        return try await coordinator.authenticator.logIn(name: name, password: password, keep: false)
    }

    /// An answer without which nobody can be logged in.
    private func answer<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        do {
            return try await ask()
        } catch CommandFault.noAnswer {
            // Whoever is there has left the question.
            if prompter.mendsMistakes { throw CommandFault.cancelled }
            throw LoginFault.noAnswer
        }
    }

    /// Welcomes a person: with a login that was kept, a first account, or a question for the name.
    func greet() async {
        guard options.isInteractive, coordinator.login == .loggedOut else { return }
        do {
            let isFirst = try await coordinator.authenticator.isEmpty()
            hasNoAccount = isFirst
            if stage == nil {
                let texts = isFirst ? [Strings.greetingFirst, Strings.greetingFirstAccount] : [Strings.greeting]
                for text in texts + [Strings.greetingDemo] { say(text) }
            } else {
                // The page that stands where the panels will be says it.
                stage?.redraw()
            }
            say(reply: try await isFirst ? register(name: nil) : logIn(name: nil, keep: false))
        } catch LoginFault.noAnswer, CommandFault.noAnswer {
            // Ctrl-D at a question: the prompt that follows says what can be done.
        } catch {
            report(error)
        }
    }

    /// Keeps one of the user’s settings; nil forgets it.
    func setPreference(_ name: String, to value: String?) async throws {
        guard let session = coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        try await coordinator.authenticator.setPreference(name, to: value, of: session)
        preferences[name] = value
        applyPreferences()
    }

    /// Keeps a setting of an app, which hears of it with the session that knows it.
    func setPreference(of setting: AppSetting, to value: String) async throws {
        try await setPreference(setting.name, to: value)
        guard let session = coordinator.login.session else { return }
        let language = coordinator.language
        await coordinator.replace(try await coordinator.authenticator.refreshed(session))
        // What was said on the command line holds over the session’s own.
        coordinator.setLanguage(language)
    }

    func say(_ text: LocalizedText) { gate.writeLine(text.string(in: coordinator.language)) }

    /// Says what came out of a greeting, which is over then: what it asked is taken off the screen.
    private func say(reply: Reply) {
        guard let stage else { return plain(reply).forEach(gate.writeLine) }
        stage.begin("")
        stage.show(plain(reply), of: reply)
    }
}

extension LoginState {
    /// The name of whoever is logged in, also behind a lock.
    var name: String? {
        switch self {
        case .loggedOut: nil
        case .locked(let session), .active(let session): session.name
        }
    }
}
