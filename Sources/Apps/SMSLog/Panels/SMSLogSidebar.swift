// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import AtriumKit

/// The drawer of the log: the kinds of conversations, with how many there are of each, and the contacts.
@MainActor
enum SMSLogSidebar {
    /// The drawer of a model.
    static func panel(of model: SMSLogModel) -> SidebarPanel {
        SidebarPanel {
            Strings.sidebarTitle.string(in: $0.language)
        } rows: { context in
            ConversationKind.allCases.map { kind in
                SidebarRow(
                    kind.title.string(in: context.language), count: model.counts[kind],
                    isCurrent: model.tab != .contacts && model.kind == kind,
                    opening: .app(SMSLogFactory.id, "threads", kind == .all ? [:] : ["kind": kind.rawValue]))
            } + [
                SidebarRow(
                    Strings.tabContacts.string(in: context.language), isCurrent: model.tab == .contacts,
                    opening: .app(SMSLogFactory.id, "contacts"))
            ]
        }
    }
}
