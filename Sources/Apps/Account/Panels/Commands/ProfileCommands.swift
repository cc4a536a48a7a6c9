// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AccountLogic
import AtriumKit
import Session

/// Reading and changing what the account says of its user.
@MainActor
enum ProfileCommands {
    static var all: [Command<AccountModel>] { [showCommand, profile] }

    private static let showCommand = Command<AccountModel>(
        "show", category: .reading, summary: Strings.commandShow
    ) { model, _ in
        try await show(model)
    }

    private static let profile = Command<AccountModel>(
        "profile", category: .writing, summary: Strings.commandProfile,
        parameters: .flag("clear", summary: Strings.optionClear),
        .optional(.choice("field", ProfileField.self, summary: Strings.parameterField)),
        .optional(.title("value", summary: Strings.parameterValue).orShown()),
        examples: ["profile", "profile name Ana María", "profile email ana@example.org", "profile phone --clear"]
    ) { model, _, clears, field, value in
        guard let field else { return try await fields(ProfileField.allCases, model) }
        if clears { return try await set(field, to: "", model) }
        guard let value, !value.isEmpty else { return try await fields([field], model) }
        return try await set(field, to: value, model)
    }

    /// All there is to know of the account, and of this session.
    static func show(_ model: AccountModel) async throws -> Reply {
        model.show(.profile)
        return .onPanels {
            Reply(
                .detail(AccountReplies.detail(of: try await model.service.profile(for: model.session), model.session)))
        }
    }

    private static func fields(_ fields: [ProfileField], _ model: AccountModel) async throws -> Reply {
        model.show(.profile)
        return .onPanels {
            let profile = try await model.service.profile(for: model.session)
            return Reply(.detail(Detail(fields: fields.map { AccountReplies.field($0, profile) })))
        }
    }

    private static func set(_ field: ProfileField, to text: String, _ model: AccountModel) async throws -> Reply {
        let profile = try await model.service.set(field, to: text, for: model.session)
        let value = field.value(in: profile)
        let sentence =
            switch (field, value.isEmpty) {
            case (.name, false): Strings.nameChanged(name: value)
            case (.name, true): Strings.nameCleared
            case (.email, false): Strings.emailChanged(address: value)
            case (.email, true): Strings.emailCleared
            case (.phone, false): Strings.phoneChanged(number: value)
            case (.phone, true): Strings.phoneCleared
            }
        return .message(sentence, Fact(field.rawValue, value.isEmpty ? .none : .text(value)))
    }
}
