// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import Session

/// Deleting the account.
@MainActor
enum DeletionCommands {
    static var all: [Command<AccountModel>] { [delete] }

    private static let delete = Command<AccountModel>(
        "delete", category: .login, summary: Strings.commandDelete, asksSecret: true
    ) { model, context in
        let name = model.session.name
        let confirmation = try await context.prompter.ask(Strings.promptConfirm(name: name))
        let password = try await context.prompter.askSecret(Strings.promptCurrentPassword)
        try await model.service.delete(model.session, password: password, confirmation: confirmation)
        await context.replaceSession(nil)
        try await context.finishDeletions()
        return .message(Strings.deleted(name: name), Fact("name", .text(name)))
    }
}
