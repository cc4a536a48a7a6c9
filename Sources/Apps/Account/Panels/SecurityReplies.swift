// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import AtriumSession
import AtriumTerminal

/// The replies about what protects an account.
enum SecurityReplies {
    /// The state of the second factor, the tokens and the sessions.
    @MainActor
    static func detail(of model: AccountModel) -> Detail {
        let state: Value =
            model.factor.isOn
            ? .word(key: "on", Strings.factorStateOn)
            : model.factor.isOffered
                ? .word(key: "begun", Strings.factorStateBegun) : .word(key: "off", Strings.factorStateOff)
        return Detail(fields: [
            .init("factor", Strings.fieldFactor, state),
            .init(
                "codes", Strings.fieldCodes, model.factor.isOn ? .number(model.factor.recoveryLeft) : .none),
            .init("tokens", Strings.fieldTokens, .number(model.tokens.count)),
            .init("sessions", Strings.tabSessions, .number(model.logins.count)),
            .init("idle", Strings.fieldIdle, idle(model.session.settings[IdleLimit.settingName])),
            .init("lifetime", Strings.fieldLifetime, lifetime(model.session.settings[Lifetime.settingName])),
            .init("role", Strings.fieldRole, model.role.map { .word(key: $0.rawValue, $0.title) } ?? .none),
        ])
    }

    private static func idle(_ setting: String?) -> Value {
        guard setting != IdleLimit.off else { return .word(key: IdleLimit.off, Strings.valueIdleOff) }
        let minutes = setting.flatMap { Int($0) } ?? IdleLimit.usual
        return .word(key: String(minutes), Strings.valueIdle(minutes: minutes))
    }

    private static func lifetime(_ setting: String?) -> Value {
        let hours = setting.flatMap { Int($0) } ?? Lifetime.usual
        return .word(key: String(hours), Strings.valueLifetime(hours: hours))
    }

    /// The secret of a second factor that is being set up.
    static func detail(of offer: FactorOffer, withPicture hasPicture: Bool) -> Detail {
        Detail(
            fields: [
                .init("address", Strings.fieldAddress, .text(offer.address)),
                .init("secret", Strings.fieldSecret, .text(offer.codes.groups)),
            ],
            text: hasPicture ? Fact("qr", .text(picture(of: offer.address).joined(separator: "\n"))) : nil)
    }

    /// An address as a QR code, in lines; none if it is too long for one.
    static func picture(of address: String) -> [String] { QRCode(Array(address.utf8))?.lines() ?? [] }

    /// The picture for a screen of a size, with as much text below it as there is room for; without room for it, the
    /// text.
    static func lines(of offer: FactorOffer, columns: Int, rows: Int, in language: Language) -> [String] {
        let secret = "\(Strings.fieldSecret.string(in: language))  \(offer.codes.groups)"
        let pictures = [offer.address, offer.shortAddress].lazy.map(picture).filter { !$0.isEmpty }
        let picture = pictures.first { $0.count < rows && ($0.first?.count ?? 0) <= columns }
        guard let picture else {
            let least = Array(pictures).last ?? []
            let room = Strings.factorSmall(columns: least.first?.count ?? 0, rows: least.count + 3)
            return [room.string(in: language), "", secret, offer.address].flatMap { wrapped($0, to: columns) }
        }
        let text = [Strings.factorScan.string(in: language)] + wrapped(secret, to: columns)
        return picture + text.prefix(rows - picture.count)
    }

    /// A text in lines of some columns.
    private static func wrapped(_ text: String, to columns: Int) -> [String] {
        VisibleText(text).wrapped(to: max(1, columns)).map(\.string)
    }

    /// Recovery codes, which are shown once.
    static func codes(_ codes: [RecoveryCode], notice: LocalizedText) -> Reply {
        .records(
            Records(codes, [.init("code", Strings.columnCode) { .text($0.text) }], whenEmpty: notice),
            notices: [notice])
    }

    static func records(of tokens: [ScriptToken]) -> Records {
        Records(
            tokens,
            [
                .init("name", Strings.columnName) { .text($0.name) },
                .init("apps", Strings.columnApps) { .list($0.apps.map { .text($0) }) },
                .init("since", Strings.columnSince) { .timestamp($0.madeAt) },
                .init("used", Strings.columnUsed) { $0.lastUsedAt.map { .timestamp($0) } ?? .none },
                .init("until", Strings.columnUntil) { .timestamp($0.expiresAt) },
                .init("id", Strings.columnId, isHidden: true) { .number($0.id) },
            ], whenEmpty: Strings.tokensNone, hasHeadings: true)
    }
}

extension Role {
    /// The role for people.
    var title: LocalizedText {
        switch self {
        case .owner: Strings.roleOwner
        case .member: Strings.roleMember
        }
    }
}

/// The replies about the users.
enum UserReplies {
    static func records(of users: [UserEntry]) -> Records {
        Records(
            users,
            [
                .init("name", Strings.fieldLogin) { .text($0.name) },
                .init("display", Strings.fieldName, isHidden: users.allSatisfy(\.displayName.isEmpty)) {
                    $0.displayName.isEmpty ? .none : .text($0.displayName)
                },
                .init("role", Strings.fieldRole) { .word(key: $0.role.rawValue, $0.role.title) },
                .init("since", Strings.columnSince) { .timestamp($0.createdAt) },
                .init("sessions", Strings.tabSessions, isRightAligned: true) { .number($0.sessions) },
                .init("factor", Strings.fieldFactor, isHidden: true) { .flag($0.hasFactor) },
                .init("disabled", Strings.markDisabled, isHidden: true) { .flag($0.isDisabled) },
                .init("invited", Strings.markInvited, isHidden: true) { .flag($0.isInvited) },
                .init("marks", Strings.columnMarks) { .list($0.marks) },
            ], whenEmpty: Strings.usersNone, hasHeadings: true)
    }
}

extension UserEntry {
    /// The remarks on a user.
    var marks: [Value] {
        (isDisabled ? [.word(key: "disabled", Strings.markDisabled)] : [])
            + (isInvited ? [.word(key: "invited", Strings.markInvited)] : [])
            + (hasFactor ? [.word(key: "factor", Strings.markFactor)] : [])
    }
}

/// The replies about the audit trail.
enum AuditReplies {
    static func records(of records: some Sequence<AuditRecord>, cut: Records.Cut? = nil) -> Records {
        Records(
            Array(records),
            [
                .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
                .init("time", Strings.columnTime) { .timestamp($0.entry.time) },
                .init("user", Strings.columnUser) { $0.user },
                .init("event", Strings.columnEvent) { $0.event },
                .init("subject", Strings.columnSubject) { $0.subject },
                .init("place", Strings.columnPlace) { $0.entry.place.isEmpty ? .none : .text($0.entry.place) },
                .init("hash", Strings.columnHash, isHidden: true) { .text($0.entry.hashText) },
            ], whenEmpty: Strings.auditNone, cut: cut, hasHeadings: true)
    }

    static func reply(of verdict: AuditVerdict) -> Reply {
        let hash = verdict.last
        let facts = [
            Fact("entries", .number(verdict.count)), Fact("hash", hash.map { .text($0) } ?? .none),
            Fact("broken", verdict.broken.map { .number($0) } ?? .none),
        ]
        if let broken = verdict.broken {
            return Reply(.message(Strings.auditBroken(number: broken), facts: facts), status: .failure)
        }
        guard let hash else { return Reply(.message(Strings.auditNone, facts: facts)) }
        return Reply(.message(Strings.auditWhole(count: verdict.count, hash: hash), facts: facts))
    }
}

extension AuditRecord {
    fileprivate var user: Value {
        if let userName { return .text(userName) }
        return entry.user.map { .word(key: String($0.rawValue), Strings.userGone(number: Int($0.rawValue))) } ?? .none
    }

    fileprivate var subject: Value {
        if let subjectName { return .text(subjectName) }
        if let newName { return .text("\(entry.subject) → \(newName)") }
        if entry.isAboutUser, let number = Int(entry.subject) {
            return .word(key: entry.subject, Strings.userGone(number: number))
        }
        return entry.subject.isEmpty ? .none : .text(entry.subject)
    }

    fileprivate var event: Value {
        guard let event = AuditEvent(rawValue: entry.event) else { return .text(entry.event) }
        return .word(key: event.rawValue, event.title)
    }
}

extension AuditEvent {
    /// The event for people.
    var title: LocalizedText {
        switch self {
        case .register: Strings.eventRegister
        case .login: Strings.eventLogin
        case .logout: Strings.eventLogout
        case .unlock: Strings.eventUnlock
        case .refused: Strings.eventRefused
        case .revoke: Strings.eventRevoke
        case .tokenMade: Strings.eventTokenMade
        case .tokenRevoked: Strings.eventTokenRevoked
        case .password: Strings.eventPassword
        case .factor: Strings.eventFactor
        case .recovery: Strings.eventRecovery
        case .rename: Strings.eventRename
        case .invite: Strings.eventInvite
        case .reset: Strings.eventReset
        case .disable: Strings.eventDisable
        case .enable: Strings.eventEnable
        case .owner: Strings.eventOwner
        case .delete: Strings.eventDelete
        case .export: Strings.eventExport
        case .import: Strings.eventImport
        case .restore: Strings.eventRestore
        case .send: Strings.eventSend
        }
    }
}
