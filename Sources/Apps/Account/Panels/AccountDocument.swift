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
            case .profile:
                [model.profile.map { [.fields(AccountReplies.detail(of: $0, model.session), in: context)] } ?? []]
            case .sessions: [sessions(of: model, in: context)]
            }
        }
    }

    private static func sessions(of model: AccountModel, in context: ViewContext) -> [Block] {
        let records = AccountReplies.records(of: model.logins).limited(to: model.limit)
        let table = Block.table(records, in: context) { model.logins[$0].isOwn }
        guard let notice = records.cut?.notice else { return [table] }
        return [table, .blank, .text(notice.string(in: context.language), .faint)]
    }
}
