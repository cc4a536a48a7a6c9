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
            case .sessions:
                [[.table(AccountReplies.records(of: model.logins), in: context) { model.logins[$0].isOwn }]]
            }
        }
    }
}
