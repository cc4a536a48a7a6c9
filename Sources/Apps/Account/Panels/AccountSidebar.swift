// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The drawer of the account: its parts, with how many sessions there are.
@MainActor
enum AccountSidebar {
    /// The drawer of a model.
    static func panel(of model: AccountModel) -> SidebarPanel {
        SidebarPanel { _ in
            model.session.name
        } rows: { context in
            AccountTab.allCases.map { tab in
                SidebarRow(
                    tab.title.string(in: context.language), count: tab == .sessions ? model.logins.count : nil,
                    isCurrent: tab == model.tab, opening: .shell("tab", ["tab": tab.rawValue]))
            }
        }
    }
}
