// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountLogic
package import AtriumKit
package import AtriumSession

/// The replies about the account, on the panels and in words.
enum AccountReplies {
    /// All there is to know of the account, and of this session.
    static func detail(of profile: Profile, _ session: UserSession) -> Detail {
        let language: Value =
            profile.language.map { .word(key: $0.rawValue, LocalizedText(verbatim: $0.endonym)) }
            ?? .word(key: "terminal", Strings.languageOfTerminal)
        return Detail(
            fields: [.init("login", Strings.fieldLogin, .text(profile.name))]
                + ProfileField.allCases.map { field($0, profile) }
                + [
                    .init("language", Strings.fieldLanguage, language),
                    .init("since", Strings.fieldSince, .timestamp(profile.createdAt)),
                    .init("session", Strings.fieldSession, .number(Int(session.id)), isHidden: true),
                    .init("until", Strings.fieldUntil, .timestamp(session.expiresAt)),
                ])
    }

    /// A field that its user may change.
    static func field(_ field: ProfileField, _ profile: Profile) -> Detail.Field {
        let value = field.value(in: profile)
        return .init(field.rawValue, field.title, value.isEmpty ? .none : .text(value))
    }

    /// The sessions, this one marked.
    static func records(of logins: [Login]) -> Records {
        Records(
            logins,
            [
                .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
                .init("since", Strings.columnSince) { .timestamp($0.startedAt) },
                .init("used", Strings.columnUsed) { .timestamp($0.lastUsedAt) },
                .init("until", Strings.columnUntil) { .timestamp($0.expiresAt) },
                .init("name", Strings.columnName, isHidden: logins.allSatisfy(\.name.isEmpty)) {
                    $0.name.isEmpty ? .none : .text($0.name)
                },
                .init("place", Strings.columnPlace) { $0.place.isEmpty ? .none : .text($0.place) },
                .init("own", Strings.markOwn, isHidden: true) { .flag($0.isOwn) },
                .init("kept", Strings.markKept, isHidden: true) { .flag($0.isKept) },
                .init("origin", Strings.markOrigin, isHidden: true) { $0.origin.map { .number($0) } ?? .none },
                .init("marks", Strings.columnMarks) { .list($0.marks) },
            ], whenEmpty: Strings.sessionsNone, hasHeadings: true)
    }
}

extension ProfileField: CommandChoice {
    package var meaning: LocalizedText? { title }

    /// The field’s name for people.
    var title: LocalizedText {
        switch self {
        case .name: Strings.fieldName
        case .email: Strings.fieldEmail
        case .phone: Strings.fieldPhone
        }
    }
}

extension Login {
    /// The marks of a session.
    var marks: [Value] {
        (isOwn ? [.word(key: "own", Strings.markOwn)] : []) + (isKept ? [.word(key: "kept", Strings.markKept)] : [])
    }
}

extension AccountFault: UserFacing {
    package static var area: String { "account" }

    package var status: ExitStatus {
        switch self {
        case .badValue, .badIdleLimit, .badLifetime, .badLabel, .badTokenApp, .badTokenDays,
            .badHash:
            .usage
        default: .failure
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .wrongPassword: Strings.faultWrongPassword
        case .samePassword: Strings.faultSamePassword
        case .passwordsDiffer: Strings.faultPasswordsDiffer
        case .confirmationDiffers(let name): Strings.faultConfirmationDiffers(name: name)
        case .badValue(.name, _): Strings.faultBadDisplayName
        case .badValue(.email, let value): Strings.faultBadEmail(value: value)
        case .badValue(.phone, let value): Strings.faultBadPhone(value: value)
        case .unknownSession(let number): Strings.faultUnknownSession(number: number)
        case .badIdleLimit(let typed, let choices):
            LocalizedText.listing(choices) { Strings.faultBadIdleLimit(typed: typed, choices: $0) }
        case .badLifetime(let typed, let choices):
            LocalizedText.listing(choices) { Strings.faultBadLifetime(typed: typed, choices: $0) }
        case .factorIsOn: Strings.faultFactorIsOn
        case .factorIsOff: Strings.faultFactorIsOff
        case .noOffer: Strings.faultNoOffer
        case .wrongCode: Strings.faultWrongCode
        case .notStored(let path): Strings.faultNotStored(path: path)
        case .passwordNeedsFactor(let minimum): Strings.faultPasswordNeedsFactor(minimum: minimum)
        case .tokenNameTaken(let name): Strings.faultTokenNameTaken(name: name)
        case .unknownToken(let name): Strings.faultUnknownToken(name: name)
        case .badLabel(let maximum): Strings.faultBadLabel(maximum: maximum)
        case .badTokenApp(let app, let apps):
            LocalizedText.listing(apps) { Strings.faultBadTokenApp(app: app, apps: $0) }
        case .badTokenDays(let days, let maximum): Strings.faultBadTokenDays(days: days, maximum: maximum)
        case .userIsThere(let number): Strings.faultUserIsThere(number: number)
        case .noDataOf(let number): Strings.faultNoDataOf(number: number)
        case .ownerOnly: Strings.faultOwnerOnly
        case .unknownUser(let name): Strings.faultUnknownUser(name: name)
        case .ownAccount: Strings.faultOwnAccount
        case .isDisabled(let name): Strings.faultIsDisabled(name: name)
        case .isEnabled(let name): Strings.faultIsEnabled(name: name)
        case .badHash(let hash, let minimum): Strings.faultBadHash(hash: hash, minimum: minimum)
        case .unknownHash(let hash): Strings.faultUnknownHash(hash: hash)
        case .outOfMemory(let bytes): Strings.faultOutOfMemory(mebibytes: max(1, bytes >> 20))
        }
    }
}
