// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AccountLogic
import AtriumKit
import Session

/// Changing the password.
@MainActor
enum PasswordCommands {
    static var all: [Command<AccountModel>] { [password] }

    private static let password = Command<AccountModel>(
        "password", category: .login, summary: Strings.commandPassword, asksSecret: true
    ) { model, context in
        let old = try await context.prompter.ask(untilRight: {
            try await context.prompter.askSecret(Strings.promptCurrentPassword)
        }) {
            // Whoever can mend it is told at once; changing looks at it in any case.
            if context.prompter.mendsMistakes { try await model.service.confirm($0, for: model.session) }
            return $0
        }
        let new = try await context.prompter.askNewPassword(
            Strings.promptNewPassword, again: Strings.promptAgain, differ: AccountFault.passwordsDiffer
        ) { try model.service.check($0, for: model.session) }
        let session = try await model.service.changePassword(from: old, to: new, for: model.session)
        await context.replaceSession(session)
        return .message(Strings.passwordChanged, Fact("session", .number(Int(session.id))))
    }
}
