// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import AtriumSession

/// The command about the second factor.
@MainActor
enum FactorCommands {
    static var all: [Command<AccountModel>] { [factor] }

    private static let factor = Command<AccountModel>(
        "factor", category: .login, summary: Strings.commandFactor,
        parameters: .optional(.choice("action", FactorAction.self, summary: Strings.parameterFactorAction)),
        .optional(.word("code", placeholder: "VALUE", summary: Strings.parameterCode)),
        .flag("qr", summary: Strings.optionQr),
        examples: ["factor", "factor on", "factor on --qr", "factor confirm", "factor codes", "factor off"],
        asksSecret: true, isLasting: true
    ) { model, context, action, code, hasPicture in
        guard code == nil || action == .confirm else { throw CommandFault.secretOnLine(command: "factor") }
        switch action {
        case nil: return try await show(model)
        case .on: return try await offer(model, context, hasPicture: hasPicture)
        case .confirm where code != nil:
            // It counts once, and for half a minute.
            return SecurityReplies.codes(
                try await model.service.acceptFactor(Secret(code ?? ""), for: model.session), notice: Strings.factorIsOn
            )
        case .confirm:
            let codes = try await context.prompter.ask(untilRight: {
                try await context.prompter.askCode(Strings.promptFirstCode)
            }) {
                if context.prompter.mendsMistakes, $0.bytes.isEmpty { throw CommandFault.cancelled }
                return try await model.service.acceptFactor($0, for: model.session)
            }
            return SecurityReplies.codes(codes, notice: Strings.factorIsOn)
        case .codes:
            try await model.service.requireFactor(for: model.session)
            let codes = try await context.prompter.identity(of: model) {
                try await model.service.renewRecovery($0, for: model.session)
            }
            return SecurityReplies.codes(codes, notice: Strings.factorCodes)
        case .off:
            try await model.service.requireFactor(for: model.session)
            try await context.prompter.identity(of: model) {
                try await model.service.removeFactor($0, for: model.session)
            }
            return .message(Strings.factorIsOff, Fact("factor", .flag(false)))
        }
    }

    private static func offer(
        _ model: AccountModel, _ context: CommandContext, hasPicture: Bool
    ) async throws -> Reply {
        let state = try await model.service.factor(for: model.session)
        guard !state.isOn else { throw AccountFault.factorIsOn }
        let offer = try await context.prompter.ask(untilRight: {
            try await context.prompter.askSecret(Strings.promptCurrentPassword)
        }) { try await model.service.offerFactor($0, for: model.session) }
        model.show(.security)
        let overlay: Reply.Overlay = { SecurityReplies.lines(of: offer, columns: $0, rows: $1, in: context.language) }
        return .onPanels(overlay: overlay) {
            Reply(
                .detail(SecurityReplies.detail(of: offer, withPicture: hasPicture)), notices: [Strings.factorNext])
        }
    }

    /// The second factor, the tokens and the sessions of the account.
    static func show(_ model: AccountModel) async throws -> Reply {
        model.show(.security)
        return .onPanels {
            try await model.refresh()
            return Reply(.detail(SecurityReplies.detail(of: model)))
        }
    }
}

/// The work on a second factor.
enum FactorAction: String, CommandChoice {
    /// Begins to set it up.
    case on
    /// Turns on what is set up.
    case confirm
    /// Makes new recovery codes.
    case codes
    /// Turns it off.
    case off

    var meaning: LocalizedText? {
        switch self {
        case .on: Strings.factorActionOn
        case .confirm: Strings.factorActionConfirm
        case .codes: Strings.factorActionCodes
        case .off: Strings.factorActionOff
        }
    }
}

/// The commands about tokens for scripts.
@MainActor
enum TokenCommands {
    static var all: [Command<AccountModel>] { [tokens, token] }

    private static let tokens = Command<AccountModel>(
        "tokens", category: .login, summary: Strings.commandTokens, examples: ["tokens"]
    ) { model, _ in
        .records(SecurityReplies.records(of: try await model.service.tokens(for: model.session)))
    }

    private static let apps = Parameter.option(
        .word("for", placeholder: "APP", values: .free, summary: Strings.optionTokenFor))

    private static let token = Command<AccountModel>(
        "token", category: .login, summary: Strings.commandToken,
        parameters: .choice("action", TokenAction.self, summary: Strings.parameterTokenAction),
        .name("name", values: .item("token"), summary: Strings.parameterToken),
        apps, .option(.word("days", placeholder: "N", summary: Strings.optionTokenDays)),
        examples: ["token add cron --for notes --days 90", "token add backup --for notes,sms", "token revoke cron"],
        asksSecret: true, isLasting: true
    ) { model, context, action, name, apps, days in
        switch action {
        case .add:
            guard let apps else { throw CommandFault.missing(TokenCommands.apps) }
            return try await add(name, try checked(apps, context), days, model, context)
        case .revoke:
            try await model.service.revokeToken(name, for: model.session)
            return .message(Strings.tokenRevoked(name: name), Fact("name", .text(name)))
        }
    }

    /// The apps of a list such as `notes,sms`: those of the shell but the account.
    private static func checked(_ typed: String, _ context: CommandContext) throws -> [String] {
        let known = context.apps.filter { $0 != AccountFactory.id }.map(\.rawValue)
        let apps = typed.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
        for app in apps where !known.contains(app) { throw AccountFault.badTokenApp(app, apps: known) }
        guard !apps.isEmpty else { throw AccountFault.badTokenApp(typed, apps: known) }
        return known.filter(apps.contains)
    }

    /// The days of a new token.
    private static func checked(days: String) throws -> Int {
        let longest = AccountService.longestToken
        guard let number = Int(days), (1...longest).contains(number) else {
            throw AccountFault.badTokenDays(days, maximum: longest)
        }
        return number
    }

    private static func add(
        _ name: String, _ apps: [String], _ days: String?, _ model: AccountModel, _ context: CommandContext
    ) async throws -> Reply {
        let days = try days.map(checked(days:)) ?? AccountService.tokenDays
        // A token outlives the login.
        try await context.prompter.identity(of: model) { try await model.service.confirm($0, for: model.session) }
        let (token, text) = try await model.service.addToken(
            name, apps: apps, days: days, for: model.session)
        return Reply(
            .detail(
                Detail(fields: [
                    .init("token", Strings.fieldToken, .text(text)),
                    .init("name", Strings.columnName, .text(token.name)),
                    .init("apps", Strings.columnApps, .list(token.apps.map { .text($0) })),
                    .init("until", Strings.columnUntil, .timestamp(token.expiresAt)),
                ])), notices: [Strings.shownOnce])
    }
}

/// The work on tokens.
enum TokenAction: String, CommandChoice {
    case add
    case revoke

    var meaning: LocalizedText? {
        switch self {
        case .add: Strings.tokenActionAdd
        case .revoke: Strings.tokenActionRevoke
        }
    }
}
