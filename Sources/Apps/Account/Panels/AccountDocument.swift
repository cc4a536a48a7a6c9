// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AtriumKit
import Session

/// The fields of the profile, or the sessions.
@MainActor
enum AccountDocument {
    /// The document of a model.
    static func source(of model: AccountModel) -> DocumentSource {
        DocumentSource(id: model.tab.rawValue, title: model.tab.title) { context in
            switch model.tab {
            case .profile: [[.init(.fields(fields(of: model, in: context)))]]
            case .sessions: [[.init(.table(sessions(model.logins, in: context)))]]
            }
        }
    }

    private static func fields(of model: AccountModel, in context: ViewContext) -> [Block.Field] {
        guard let profile = model.profile else { return [] }
        return [
            (Strings.fieldLogin, profile.name), (Strings.fieldName, profile.displayName),
            (Strings.fieldEmail, profile.email), (Strings.fieldPhone, profile.phone),
            (
                Strings.fieldLanguage,
                profile.language?.endonym ?? Strings.languageOfTerminal.string(in: context.language)
            ),
            (Strings.fieldSince, CivilTime(profile.createdAt, in: context.timeZone).dateAndTime),
            (Strings.fieldUntil, CivilTime(model.session.expiresAt, in: context.timeZone).dateAndTime),
        ].map { Block.Field($0.string(in: context.language), $1) }
    }

    private static func sessions(_ logins: [Login], in context: ViewContext) -> Block.Table {
        let head = [
            Strings.columnId, Strings.columnSince, Strings.columnUsed, Strings.columnUntil, Strings.columnPlace,
        ].map { StyledText($0.string(in: context.language)) }
        return Block.Table(.open, rows: [head] + logins.map { cells(of: $0, in: context) }, rightAligned: [0])
    }

    private static func cells(of login: Login, in context: ViewContext) -> [StyledText] {
        let marks = login.marks.map { $0.string(in: context.language) }
        let place = ([login.place] + marks).filter { !$0.isEmpty }.joined(separator: " · ")
        let times = [login.startedAt, login.lastUsedAt, login.expiresAt].map { context.short($0) }
        return ([String(login.id)] + times + [place]).map { StyledText($0, login.isOwn ? [.accented, .strong] : []) }
    }
}
