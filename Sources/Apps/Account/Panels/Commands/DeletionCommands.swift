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
        let kept = try await context.keptByApps()
        let confirmation = try await context.ask(question(name, kept))
        let password = try await context.prompter.askSecret(Strings.promptCurrentPassword)
        try await model.service.delete(model.session, password: password, confirmation: confirmation)
        await context.replaceSession(nil)
        try await context.finishDeletions()
        let sentence =
            kept.isEmpty ? Strings.deleted(name: name) : saying(kept) { Strings.deletedWith(name: name, things: $0) }
        return .message(sentence, Fact("name", .text(name)))
    }

    /// The question, with all that is deleted with the account.
    private static func question(_ name: String, _ kept: [LocalizedText]) -> LocalizedText {
        kept.isEmpty
            ? Strings.promptConfirm(name: name) : saying(kept) { Strings.promptConfirmWith(name: name, things: $0) }
    }

    /// A sentence with these things in it.
    private static func saying(
        _ things: [LocalizedText], _ sentence: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        LocalizedText(sentence("").key) { language in
            let comma = language == .simplifiedChinese ? "、" : ", "
            return sentence(things.map { $0.string(in: language) }.joined(separator: comma)).string(in: language)
        }
    }
}
