// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

/// The drawer of the log: the kinds of conversations, with how many there are of each, the contacts, and what is out of
/// the list.
@MainActor
enum SMSLogSidebar {
    /// The drawer of a model.
    static func view(of model: SMSLogModel, in language: Language) -> SidebarView {
        let contacts = SidebarView.Entry(
            Strings.tabContacts.string(in: language), id: "contacts", isCurrent: model.tab == .contacts,
            action: .app(SMSLogFactory.id, ContactCommands.contacts))
        let (listed, others) = (ConversationKind.listed, ConversationKind.parts.dropFirst())
        return SidebarView(
            title: Strings.sidebarTitle.string(in: language),
            entries: listed.map { entry($0, of: model, in: language) } + [contacts]
                + others.map { entry($0, of: model, in: language) })
    }

    private static func entry(_ kind: ConversationKind, of model: SMSLogModel, in language: Language)
        -> SidebarView.Entry
    {
        SidebarView.Entry(
            kind.title.string(in: language), id: kind.rawValue, count: model.counts[kind],
            isCurrent: model.tab != .contacts && model.kind == kind,
            action: .app(
                SMSLogFactory.id, ThreadCommands.threads, ThreadCommands.kind.argument(kind == .all ? nil : kind)))
    }
}
