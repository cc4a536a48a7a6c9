// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

extension ShellCommands {
    /// Who is logged in.
    static var login: [Command<Shell>] { [register, logIn, logOut, lock, whoAmI] }

    private static let register = Command<Shell>(
        CommandSpec(
            "register", category: .login, summary: Strings.commandRegister,
            parameters: [.word("name", isOptional: true, summary: Strings.parameterRegister)],
            examples: ["register ana"], needsLogin: false)
    ) { shell, arguments, _ in
        try await shell.login.register(name: arguments["name"])
    }

    private static let logIn = Command<Shell>(
        CommandSpec(
            "login", category: .login, summary: Strings.commandLogin,
            parameters: [
                .word("name", isOptional: true, summary: Strings.parameterLogin),
                .flag("keep", summary: Strings.optionKeep),
            ],
            examples: ["login ana", "login ana --keep"],
            needsLogin: false, worksLocked: true)
    ) { shell, arguments, _ in
        try await shell.login.logIn(name: arguments["name"], keep: arguments.has("keep"))
    }

    private static let logOut = Command<Shell>(
        CommandSpec(
            "logout", category: .login, summary: Strings.commandLogout, needsLogin: false, worksLocked: true)
    ) { shell, _, _ in
        let name = shell.coordinator.login.name
        // What they have begun is over when somebody else may log in.
        await shell.jobs.cancelAll(quietly: true)
        try await shell.login.logOut()
        return .message(Strings.loggedOut(name: name ?? ""))
    }

    private static let lock = Command<Shell>(
        CommandSpec("lock", category: .login, summary: Strings.commandLock, worksLocked: true)
    ) { shell, _, _ in
        await shell.coordinator.lock()
        return .message(Strings.locked)
    }

    private static let whoAmI = Command<Shell>(
        CommandSpec(
            "whoami", category: .login, summary: Strings.commandWhoami, needsLogin: false, worksLocked: true)
    ) { shell, _, _ in
        try await shell.coordinator.checkLogin()
        switch shell.coordinator.login {
        case .loggedOut: throw AuthenticationFault.notLoggedIn
        case .locked(let session):
            return .message(
                Strings.whoamiLocked(name: session.name), Fact("name", .text(session.name)), Fact("locked", .flag(true))
            )
        case .active(let session):
            let until = CivilTime(session.expiresAt, in: shell.coordinator.world.timeZone)
            return .message(
                Strings.whoami(name: session.name, until: until.time), Fact("name", .text(session.name)),
                Fact("since", .timestamp(session.startedAt)), Fact("until", .timestamp(session.expiresAt)))
        }
    }
}
