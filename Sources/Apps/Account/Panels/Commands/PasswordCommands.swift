// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import Session

/// Changing the password.
@MainActor
enum PasswordCommands {
    static var all: [Command<AccountModel>] { [password] }

    private static let password = Command<AccountModel>(
        CommandSpec("password", category: .login, summary: Strings.commandPassword)
    ) { model, _, context in
        let old = try await context.prompter.askSecret(Strings.promptCurrentPassword)
        let new = try await context.prompter.askSecret(Strings.promptNewPassword)
        try model.service.check(new, for: model.session)
        let again = try await context.prompter.askSecret(Strings.promptAgain)
        guard new.bytes == again.bytes else { throw AccountFault.passwordsDiffer }
        let session = try await model.service.changePassword(from: old, to: new, for: model.session)
        await context.replaceSession(session)
        return .message(Strings.passwordChanged, Fact("session", .number(Int(session.id))))
    }
}
