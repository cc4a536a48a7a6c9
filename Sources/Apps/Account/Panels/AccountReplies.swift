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
        case .badValue(.name, _): Strings.faultBadDisplayName
        case .badValue(.email, let value): Strings.faultBadEmail(value: value)
        case .badValue(.phone, let value): Strings.faultBadPhone(value: value)
        case .outOfMemory(let bytes): Strings.faultOutOfMemory(mebibytes: max(1, bytes >> 20))
        default: Strings.sentence(of: self)
        }
    }
}
