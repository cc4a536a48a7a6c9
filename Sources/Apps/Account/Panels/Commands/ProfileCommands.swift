// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import AtriumSession

/// The commands that show and change the profile of the user.
@MainActor
enum ProfileCommands {
    static var all: [Command<AccountModel>] { [showCommand, profile, rename] }

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

    private static let rename = Command<AccountModel>(
        "rename", category: .writing, summary: Strings.commandRename,
        parameters: .word("name", summary: Strings.parameterRename), examples: ["rename ana.lopez"]
    ) { model, context, name in
        let session = try await model.service.rename(to: name, for: model.session)
        await context.replaceSession(session)
        return .message(Strings.renamed(name: session.name), Fact("name", .text(session.name)))
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

/// Changing the password.
@MainActor
enum PasswordCommands {
    static var all: [Command<AccountModel>] { [password] }

    private static let password = Command<AccountModel>(
        "password", category: .login, summary: Strings.commandPassword, asksSecret: true, isLasting: true
    ) { model, context in
        let (service, prompter) = (model.service, context.prompter)
        let hasFactor = try await service.factor(for: model.session).isOn
        let old = try await prompter.ask(untilRight: {
            try await prompter.askSecret(Strings.promptCurrentPassword)
        }) {
            // A user who can correct it sees the fault at once; the change checks it in any case.
            if prompter.mendsMistakes { try await service.confirm($0, for: model.session) }
            return $0
        }
        let new = try await prompter.askNewPassword(
            Strings.promptNewPassword, again: Strings.promptAgain,
            strength: { service.strength(of: $0, hasFactor: hasFactor, for: model.session) }
        ) { try service.check($0, hasFactor: hasFactor, for: model.session) }
        // Last, since a code holds for half a minute.
        let session = try await prompter.withCode(of: hasFactor) {
            try await service.changePassword(from: IdentityProof(old, code: $0), to: new, for: model.session)
        }
        await context.replaceSession(session)
        return .message(Strings.passwordChanged, Fact("session", .number(Int(session.id))))
    }
}

extension Prompter {
    /// Asks for what shows that the user is there: the password, and a code where the account has a second factor.
    ///
    /// - Parameter use: Checks it; a wrong code is asked for again, if there is a user who can correct it.
    func identity<Value>(
        of model: AccountModel, _ use: (IdentityProof) async throws -> Value
    ) async throws -> Value {
        let hasFactor = try await model.service.factor(for: model.session).isOn
        let password = try await askSecret(Strings.promptCurrentPassword)
        return try await withCode(of: hasFactor) { try await use(IdentityProof(password, code: $0)) }
    }

    /// Asks for a code, if there is a second factor.
    func withCode<Value>(of hasFactor: Bool, _ use: (Secret?) async throws -> Value) async throws -> Value {
        guard hasFactor else { return try await use(nil) }
        while true {
            let code = try await askCode(Strings.promptCode)
            do { return try await use(code) } catch AccountFault.wrongCode where mendsMistakes && !code.bytes.isEmpty {
                tell(ofMistake: AccountFault.wrongCode)
            }
        }
    }
}

/// Deleting the account.
@MainActor
enum DeletionCommands {
    static var all: [Command<AccountModel>] { [delete] }

    private static let delete = Command<AccountModel>(
        "delete", category: .login, summary: Strings.commandDelete, parameters: .option(ArchiveCommands.gone),
        examples: ["delete", "delete --of 2"], asksSecret: true, isLasting: true
    ) { model, context, number in
        if let number { return try await forget(number, model, context) }
        let name = model.session.name
        let kept = try await context.keptByApps(nil)
        let places = context.archives?.placesElsewhere() ?? []
        let stays = places.isEmpty ? [] : [Strings.deletedElsewhere(names: places.joined(separator: ", "))]
        let confirmation = try await context.ask(question(name, kept, stays))
        try await context.prompter.identity(of: model) {
            try await model.service.delete(model.session, proof: $0, confirmation: confirmation)
        }
        await context.replaceSession(nil)
        try await context.finishDeletions()
        let sentence =
            kept.isEmpty ? Strings.deleted(name: name) : saying(kept) { Strings.deletedWith(name: name, things: $0) }
        return .message(sentence, Fact("name", .text(name)), notices: stays)
    }

    /// Deletes what the apps keep of a user whose account is gone.
    private static func forget(_ number: Int, _ model: AccountModel, _ context: CommandContext) async throws -> Reply {
        let user = try await model.service.requireGone(number, for: model.session)
        let kept = try await context.keptByApps(user)
        guard !kept.isEmpty else { throw AccountFault.noDataOf(number) }
        try await context.confirm(saying(kept) { Strings.promptForget(number: number, things: $0) })
        try await context.prompter.identity(of: model) { try await model.service.confirm($0, for: model.session) }
        try await model.service.forget(user, for: model.session)
        try await context.finishDeletions()
        return .message(
            saying(kept) { Strings.forgotten(number: number, things: $0) }, Fact("user", .number(number)))
    }

    /// The question, with all that is deleted with the account, behind the sentences on what stays.
    private static func question(_ name: String, _ kept: [LocalizedText], _ stays: [LocalizedText]) -> LocalizedText {
        let question =
            kept.isEmpty
            ? Strings.promptConfirm(name: name) : saying(kept) { Strings.promptConfirmWith(name: name, things: $0) }
        return LocalizedText(as: question) { language in
            (stays + [question]).map { $0.string(in: language) }.joined(separator: " ")
        }
    }

    /// A sentence with these things in it.
    private static func saying(
        _ things: [LocalizedText], _ sentence: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        LocalizedText { language in sentence(language.list(things.map { $0.string(in: language) })) }
    }
}
