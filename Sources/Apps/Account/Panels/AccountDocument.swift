// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import AtriumSession

/// The contents of the tabs, each with what to do next.
@MainActor
enum AccountDocument {
    static func source(of model: AccountModel) -> DocumentSource {
        var source = DocumentSource(id: model.tab.rawValue, title: model.tab.title) { context in
            [content(of: model, in: context) + steps(of: model, in: context)]
        }
        // The latest event stands there, as in the list.
        source.startsAtEnd = model.tab == .audit
        return source
    }

    /// The next steps: commands with what they do; none for a member who may do nothing.
    private static func steps(of model: AccountModel, in context: ViewContext) -> [Block] {
        // Before the account is loaded there is nothing below which they stand.
        guard model.role != nil else { return [] }
        let lines = next(of: model).flatMap { $0.string(in: context.language).split(separator: "\n") }
        guard !lines.isEmpty else { return [] }
        let steps = lines.map { $0.split(separator: " = ", maxSplits: 1).map(String.init) }
        let records = Records(
            steps,
            [
                .init("command", Strings.columnNext) { .text($0.first ?? "") },
                .init("effect", LocalizedText(verbatim: "")) { .text($0.last ?? "") },
            ], whenEmpty: Strings.columnNext)
        return [.blank, .table(records, in: context)]
    }

    private static func next(of model: AccountModel) -> [LocalizedText] {
        switch model.tab {
        case .profile: [Strings.nextProfile]
        case .security:
            [
                model.factor.isOn
                    ? Strings.nextFactorOn : model.factor.isOffered ? Strings.nextFactorBegun : Strings.nextFactorOff,
                Strings.nextSecurity,
            ]
        case .sessions: [Strings.nextSessions]
        case .backups where model.world.server != nil: [Strings.nextBackups]
        case .backups:
            (model.role == .owner ? [Strings.nextBackupsAll] : [])
                + [model.wantsDailyBackups ? Strings.nextBackupsOff : Strings.nextBackupsOn, Strings.nextBackups]
        case .users: model.role == .owner ? [Strings.nextUsers] : []
        case .audit: [Strings.nextAudit]
        }
    }

    private static func content(of model: AccountModel, in context: ViewContext) -> [Block] {
        switch model.tab {
        case .profile:
            model.profile.map { [.fields(AccountReplies.detail(of: $0, model.session), in: context)] } ?? []
        case .security:
            [.fields(SecurityReplies.detail(of: model), in: context)]
                + (model.offer.map { offer($0, in: context) } ?? [])
        case .sessions: sessions(of: model, in: context)
        case .backups:
            BackupReplies.states(of: model).map { Block.text($0.string(in: context.language)) }
                + [.blank, .table(BackupReplies.records(of: model), in: context)]
        case .users:
            model.role == .owner
                ? [.table(UserReplies.records(of: model.users), in: context)]
                : [.text(Strings.usersOwner.string(in: context.language))]
        case .audit: [.table(AuditReplies.records(of: model.audit.reversed()), in: context)]
        }
    }

    private static func sessions(of model: AccountModel, in context: ViewContext) -> [Block] {
        let records = AccountReplies.records(of: model.logins).limited(to: model.limit)
        var blocks = [Block.table(records, in: context) { model.logins[$0].isOwn }]
        if let notice = records.cut?.notice {
            blocks += [.blank, .text(notice.string(in: context.language), .faint)]
        }
        guard !model.tokens.isEmpty else { return blocks }
        let heading = StyledText(Strings.headingTokens.string(in: context.language))
        return blocks + [
            .blank, Block(.heading(heading, level: 2)), .blank,
            .table(SecurityReplies.records(of: model.tokens), in: context),
        ]
    }

    private static func offer(_ offer: FactorOffer, in context: ViewContext) -> [Block] {
        let lines = SecurityReplies.picture(of: offer.address).map { Block(.code($0)) }
        // The next step stands above the picture, which a small screen cuts.
        return [
            .blank, .text(Strings.factorNext.string(in: context.language)), .blank,
            .fields(SecurityReplies.detail(of: offer, withPicture: false), in: context), .blank,
        ] + lines
    }
}

/// The tabs of the app, in their order; the raw value is what a user types.
enum AccountTab: String, CaseIterable {
    /// The profile of the user.
    case profile
    /// The password, the second factor and the tokens of the user.
    case security
    /// The sessions of the user.
    case sessions
    /// The backups, and the archive of the user’s data.
    case backups
    /// The users, for the owner.
    case users
    /// The audit trail.
    case audit

    var title: LocalizedText {
        switch self {
        case .profile: Strings.tabProfile
        case .security: Strings.tabSecurity
        case .sessions: Strings.tabSessions
        case .backups: Strings.tabBackups
        case .users: Strings.tabUsers
        case .audit: Strings.tabAudit
        }
    }
}
