// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import AtriumSession

/// The commands that list and end the sessions of the user.
@MainActor
enum SessionCommands {
    static var all: [Command<AccountModel>] { [sessions, revoke, label] }

    private static let sessions = Command<AccountModel>(
        "sessions", category: .login, summary: Strings.commandSessions, parameters: .limit, examples: ["sessions"]
    ) { model, _, limit in
        try await list(model, limit: limit)
    }

    private static let revoke = Command<AccountModel>(
        "revoke", category: .login, summary: Strings.commandRevoke,
        parameters: .word(
            "session", as: LoginReference.self, values: .item("session"), summary: Strings.parameterSession),
        examples: ["revoke 2", "revoke others", "revoke all"], isLasting: true
    ) { model, context, reference in
        switch reference {
        case .one(let number): try await revoke(number, model, context)
        case .others: try await revokeOthers(model)
        case .all: try await revokeAll(model, context)
        }
    }

    private static let label = Command<AccountModel>(
        "label", category: .login, summary: Strings.commandLabel,
        parameters: .number("session", values: .item("session"), summary: Strings.parameterLabelled),
        .optional(.name("name", summary: Strings.parameterLabel)), examples: [Strings.examplesLabel],
        isLasting: true
    ) { model, _, number, name in
        let label = try await model.service.name(number, name ?? "", for: model.session)
        return .message(
            label.isEmpty ? Strings.unlabelled(number: number) : Strings.labelled(number: number, name: label),
            Fact("session", .number(number)), Fact("name", label.isEmpty ? .none : .text(label)))
    }

    private static func revoke(
        _ number: Int, _ model: AccountModel, _ context: CommandContext
    ) async throws -> Reply {
        let isOwn = try await model.service.revoke(number, for: model.session)
        if isOwn { await context.replaceSession(nil) }
        return .message(
            isOwn ? Strings.revokedOwn : Strings.revokedOne(number: number), Fact("session", .number(number)))
    }

    private static func revokeOthers(_ model: AccountModel) async throws -> Reply {
        let count = try await model.service.revokeOthers(for: model.session)
        return .message(
            count == 0 ? Strings.revokedNone : Strings.revokedOthers(count: count), Fact("count", .number(count)))
    }

    private static func revokeAll(_ model: AccountModel, _ context: CommandContext) async throws -> Reply {
        let count = try await model.service.revokeAll(for: model.session)
        await context.replaceSession(nil)
        return .message(Strings.revokedAll(count: count), Fact("count", .number(count)))
    }

    /// The sessions, this one marked.
    static func list(_ model: AccountModel, limit: Int? = nil) async throws -> Reply {
        model.show(.sessions, limit: limit)
        return .onPanels {
            Reply(
                .records(
                    AccountReplies.records(of: try await model.service.logins(for: model.session)).limited(to: limit)))
        }
    }
}

/// The sessions to end: one, all but this one, or all.
enum LoginReference: CommandValue {
    case one(Int)
    case others
    case all

    init(_ word: CommandWord, of name: String) throws(CommandFault) {
        switch word.text {
        case Self.others.word: self = .others
        case Self.all.word: self = .all
        default:
            guard let number = try? Int(word, of: name) else {
                throw .notAChoice(
                    name: name, value: word.text, choices: ["1", "2", Self.others.word, Self.all.word])
            }
            self = .one(number)
        }
    }

    var word: String {
        switch self {
        case .one(let number): number.word
        case .others: "others"
        case .all: "all"
        }
    }
}
