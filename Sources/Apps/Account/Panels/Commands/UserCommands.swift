// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import AtriumSession

/// The commands of the owner about the users.
@MainActor
enum UserCommands {
    static var all: [Command<AccountModel>] { [users, invite, disable, enable, reset] }

    private static let user = Parameter.word("name", values: .item("user"), summary: Strings.parameterUser)

    private static let users = Command<AccountModel>(
        "users", category: .login, summary: Strings.commandUsers, examples: ["users"]
    ) { model, _ in
        try await list(model)
    }

    private static let invite = Command<AccountModel>(
        "invite", category: .login, summary: Strings.commandInvite,
        parameters: .word("name", summary: Strings.parameterInvited), examples: ["invite ben"], isLasting: true
    ) { model, _, name in
        let (name, password) = try await model.service.invite(name, for: model.session)
        return Reply(
            .message(
                Strings.invited(name: name, password: password),
                facts: [Fact("name", .text(name)), Fact("password", .text(password))]),
            notices: [Strings.passwordIsForOnce])
    }

    private static let disable = Command<AccountModel>(
        "disable", category: .login, summary: Strings.commandDisable, parameters: user, examples: ["disable ben"],
        isLasting: true
    ) { model, _, name in
        let name = try await model.service.setDisabled(true, name, for: model.session)
        return .message(Strings.userDisabled(name: name), Fact("name", .text(name)))
    }

    private static let enable = Command<AccountModel>(
        "enable", category: .login, summary: Strings.commandEnable, parameters: user, examples: ["enable ben"],
        isLasting: true
    ) { model, _, name in
        let name = try await model.service.setDisabled(false, name, for: model.session)
        return .message(Strings.userEnabled(name: name), Fact("name", .text(name)))
    }

    private static let reset = Command<AccountModel>(
        "reset", category: .login, summary: Strings.commandReset,
        parameters: .flag("yes", summary: Strings.optionYes), user, examples: ["reset ben", "reset --yes ben"],
        isLasting: true
    ) { model, context, isConfirmed, name in
        try await model.service.requireOwner(model.session)
        if AccountName.key(of: name) == AccountName.key(of: model.session.name) { throw AccountFault.ownAccount }
        try await model.service.requireUser(name)
        if !isConfirmed { try await context.confirm(Strings.promptReset(name: name)) }
        let (name, password) = try await model.service.reset(name, for: model.session)
        return Reply(
            .message(
                Strings.userReset(name: name, password: password),
                facts: [Fact("name", .text(name)), Fact("password", .text(password))]),
            notices: [Strings.passwordIsForOnce, Strings.sealedStays])
    }

    /// The users.
    static func list(_ model: AccountModel) async throws -> Reply {
        try await model.service.requireOwner(model.session)
        model.show(.users)
        return .onPanels {
            .records(UserReplies.records(of: try await model.service.users(for: model.session)))
        }
    }
}

/// The command about the audit trail.
@MainActor
enum AuditCommands {
    static var all: [Command<AccountModel>] { [audit] }

    private static let audit = Command<AccountModel>(
        "audit", category: .login, summary: Strings.commandAudit,
        parameters: .optional(.choice("action", AuditAction.self, summary: Strings.parameterAuditAction)),
        .optional(.word("hash", placeholder: "VALUE", summary: Strings.parameterHash)), .limit,
        examples: ["audit", "audit --limit 3", "audit verify"]
    ) { model, _, action, hash, limit in
        switch action {
        case nil: try await list(model, limit: limit)
        case .verify:
            AuditReplies.reply(of: try await model.service.verifyAudit(containing: hash, for: model.session))
        }
    }

    /// The newest entries.
    static func list(_ model: AccountModel, limit: Int? = nil) async throws -> Reply {
        model.show(.audit, limit: limit)
        return .onPanels {
            let limit = limit ?? AccountService.shownAudit
            let records = try await model.service.audit(limit: limit + 1, for: model.session)
            let cut = records.count > limit ? Records.Cut(total: nil, notice: Strings.auditCut(count: limit)) : nil
            return .records(AuditReplies.records(of: records.prefix(limit).reversed(), cut: cut))
        }
    }
}

/// The work on the audit trail.
enum AuditAction: String, CommandChoice {
    case verify

    var meaning: LocalizedText? { Strings.auditActionVerify }
}
