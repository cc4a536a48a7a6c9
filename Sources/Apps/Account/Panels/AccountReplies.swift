// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AtriumKit
import Session

/// How the account is told of, on the panels and in words.
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
            columns: [
                .init("id", Strings.columnId, isRightAligned: true),
                .init("since", Strings.columnSince),
                .init("used", Strings.columnUsed),
                .init("until", Strings.columnUntil),
                .init("place", Strings.columnPlace),
                .init("own", Strings.markOwn, isHidden: true),
                .init("kept", Strings.markKept, isHidden: true),
                .init("marks", Strings.columnMarks),
            ],
            rows: logins.map { login in
                [
                    .number(login.id), .timestamp(login.startedAt), .timestamp(login.lastUsedAt),
                    .timestamp(login.expiresAt), login.place.isEmpty ? .none : .text(login.place), .flag(login.isOwn),
                    .flag(login.isKept), .list(login.marks),
                ]
            }, whenEmpty: Strings.sessionsNone)
    }
}
