// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AtriumKit
import Session

/// Reading and changing what the account says of its user.
@MainActor
enum ProfileCommands {
    static var all: [Command<AccountModel>] { [showCommand, profile] }

    private static let showCommand = Command<AccountModel>(
        CommandSpec("show", category: .reading, summary: Strings.commandShow)
    ) { model, _, _ in
        try await show(model)
    }

    private static let profile = Command<AccountModel>(
        CommandSpec(
            "profile", category: .writing, summary: Strings.commandProfile,
            parameters: [
                .flag("clear", summary: Strings.optionClear),
                .word("field", isOptional: true, values: .item("field"), summary: Strings.parameterField),
                .text("value", isOptional: true, summary: Strings.parameterValue),
            ],
            examples: ["profile", "profile name Ana María", "profile email ana@example.org", "profile phone --clear"])
    ) { model, arguments, _ in
        guard let name = arguments["field"] else { return try await fields(ProfileField.allCases, model) }
        let field = try ProfileField(named: name)
        if arguments.has("clear") { return try await set(field, to: "", model) }
        let value = unquoted(arguments.text("value"))
        return value.isEmpty ? try await fields([field], model) : try await set(field, to: value, model)
    }

    /// All there is to know of the account, and of this session.
    static func show(_ model: AccountModel) async throws -> Reply {
        model.tab = .profile
        return .onPanels { Reply(.detail(detail(of: try await model.service.profile(for: model.session), model))) }
    }

    private static func detail(of profile: Profile, _ model: AccountModel) -> Detail {
        let language: Value =
            profile.language.map { .word(key: $0.rawValue, LocalizedText(verbatim: $0.endonym)) }
            ?? .word(key: "terminal", Strings.languageOfTerminal)
        return Detail(
            fields: [.init("login", Strings.fieldLogin, .text(profile.name))]
                + ProfileField.allCases.map { field($0, profile) }
                + [
                    .init("language", Strings.fieldLanguage, language),
                    .init("since", Strings.fieldSince, .timestamp(profile.createdAt)),
                    .init("session", Strings.fieldSession, .number(Int(model.session.id)), isHidden: true),
                    .init("until", Strings.fieldUntil, .timestamp(model.session.expiresAt)),
                ])
    }

    private static func fields(_ fields: [ProfileField], _ model: AccountModel) async throws -> Reply {
        model.tab = .profile
        return .onPanels {
            let profile = try await model.service.profile(for: model.session)
            return Reply(.detail(Detail(fields: fields.map { field($0, profile) })))
        }
    }

    private static func field(_ field: ProfileField, _ profile: Profile) -> Detail.Field {
        let value = field.value(in: profile)
        return .init(field.rawValue, field.title, value.isEmpty ? .none : .text(value))
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

    /// The value without the quotation marks that somebody put around it out of habit.
    private static func unquoted(_ text: String) -> String {
        for mark in ["\"", "'"] where text.count >= 2 && text.hasPrefix(mark) && text.hasSuffix(mark) {
            return String(text.dropFirst().dropLast())
        }
        return text
    }
}
