// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// The commands for logging in and out.
enum LoginCommands {
    /// All of them, in the order in which help lists them.
    static var all: [Command<Shell>] { [register, logIn, logOut, lock, whoAmI] }

    private static let register = Command<Shell>(
        "register", category: .login, summary: Strings.commandRegister,
        parameters: .optional(.word("name", summary: Strings.parameterRegister)),
        examples: ["register ana"], needsLogin: false, asksSecret: true
    ) { shell, _, name in
        try await shell.login.register(name: name)
    }

    private static let logIn = Command<Shell>(
        "login", category: .login, summary: Strings.commandLogin,
        parameters: .optional(.word("name", summary: Strings.parameterLogin)),
        .flag("keep", summary: Strings.optionKeep),
        examples: ["login ana", "login ana --keep"],
        needsLogin: false, worksLocked: true, asksSecret: true
    ) { shell, _, name, keep in
        try await shell.login.logIn(name: name, keep: keep)
    }

    private static let logOut = Command<Shell>(
        "logout", category: .login, summary: Strings.commandLogout, needsLogin: false, worksLocked: true
    ) { shell, _ in
        let name = shell.coordinator.login.known?.name
        // A user’s jobs end before another user may log in.
        await shell.jobs.cancelAll(quietly: true)
        try await shell.login.logOut()
        return .message(Strings.loggedOut(name: name ?? ""))
    }

    private static let lock = Command<Shell>(
        "lock", category: .login, summary: Strings.commandLock, worksLocked: true
    ) { shell, _ in
        await shell.coordinator.lease.lock()
        return .message(StartPage.locked)
    }

    private static let whoAmI = Command<Shell>(
        "whoami", category: .login, summary: Strings.commandWhoami, needsLogin: false, worksLocked: true
    ) { shell, _ in
        try await shell.coordinator.lease.checkLogin()
        switch shell.coordinator.login {
        case .loggedOut: throw AuthenticationFault.notLoggedIn
        case .locked(let session):
            return .message(
                Strings.whoamiLocked(name: session.name), Fact("name", .text(session.name)), Fact("locked", .flag(true))
            )
        case .active(let session):
            let world = shell.coordinator.world
            let until = CivilTime(session.expiresAt, in: world.timeZone)
            let isToday = Day(until) == world.today
            return .message(
                Strings.whoami(name: session.name, until: isToday ? until.time : until.dateAndTime),
                Fact("name", .text(session.name)),
                Fact("since", .timestamp(session.startedAt)), Fact("until", .timestamp(session.expiresAt)))
        }
    }
}
