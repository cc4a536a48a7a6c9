// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import SMSLogLogic

/// The list: the conversations, or the contacts.
@MainActor
enum SMSLogList {
    /// The identity of a list.
    private struct ID: Hashable {
        enum Listed: Hashable {
            case conversations(ConversationKind)
            case contacts
            case found(String)
        }

        let origin: MessageOrigin
        let listed: Listed
        let limit: Int?
    }

    /// The list of a model: an open conversation stands beside the others.
    static func source(of model: SMSLogModel) -> MainSource {
        if model.tab == .contacts {
            guard let (people, limit) = model.suggested else {
                return .list(contacts(of: model))
            }
            return .list(suggested(people, limit))
        }
        if let (query, limit) = model.found { return .list(found(query, limit, of: model)) }
        return .list(conversations(of: model))
    }

    private static func found(_ query: String, _ limit: Int, of model: SMSLogModel) -> ListSource<FoundThing> {
        var source = ListSource<FoundThing>(
            id: ID(origin: model.service.origin, listed: .found(query), limit: limit),
            title: model.service.origin.title(Strings.panelFound(query: query)),
            load: { try await model.found(query, after: $0, limit: $1) }, rowID: \.rowID
        ) { thing, context in
            switch thing {
            case .conversation(let conversation): row(of: conversation, foundBy: query, in: context)
            case .message(let message): row(of: message, foundBy: query, in: context)
            }
        }
        source.query = query
        source.related = ["number": { $0.address.text }, "message": \.messageID]
        source.startsWithNewest = true
        source.limit = limit
        source.revision = model.readingFound.revision
        source.willRefresh = { model.readingFound.asking = $0 }
        source.total = { try await model.total(found: query) }
        source.whenEmpty = Strings.foundNothingPanel
        source.onSelection = { model.select($0.map(SelectedThread.init)) }
        return source
    }

    /// A row of a found message: its conversation, and the places of the words in it.
    private static func row(of message: Message, foundBy query: String, in context: ViewContext) -> Row {
        // An excerpt begins near the match: the sign of the user’s messages is shown only if nothing is cut off.
        var title = StyledText(message.direction == .outgoing ? "→ " : "", .faint)
        title.append(message.displayName)
        var row = Row(
            id: String(message.id), title: title,
            action: .go(Place(SMSLogFactory.id, ["message", String(message.id)])))
        let preview = message.preview(in: context.language)
        var text = note(message.marks.note(in: context.language))
        text.append(marked(preview, by: query) ?? StyledText(preview, .faint))
        row.excerpt = text
        row.trailing = context.short(message.date)
        return row
    }

    /// A row of a conversation with a person of the name in the search: the name is marked, and below it is the newest
    /// text.
    private static func row(
        of conversation: Conversation, foundBy query: String, in context: ViewContext
    ) -> Row {
        let own = row(of: conversation, known: [], in: context)
        var row = Row(
            id: FoundThing.conversation(conversation).rowID,
            title: marked(conversation.displayName, by: query) ?? own.title,
            // Read beside the other results, as a message is.
            action: .go(Place(SMSLogFactory.id, ["message", String(conversation.last.id)])))
        (row.sign, row.badge, row.excerpt, row.trailing) = (own.sign, own.badge, own.detail, own.trailing)
        row.detail = StyledText(Strings.foundCount(count: conversation.count).string(in: context.language), .faint)
        return row
    }

    private static func marked(_ text: String, by query: String) -> StyledText? {
        guard let pieces = SMSLogService.excerpt(of: text, for: query) else { return nil }
        var marked = StyledText()
        for piece in pieces { marked.append(piece.text, piece.isMatch ? .match : []) }
        return marked
    }

    static func conversations(of model: SMSLogModel) -> ListSource<Conversation> {
        var source = ListSource<Conversation>(
            id: ID(origin: model.service.origin, listed: .conversations(model.kind), limit: model.limit),
            title: model.service.origin.title(model.kind == .all ? SMSLogTab.threads.title : model.kind.title),
            load: { [kind = model.kind] in try await model.conversations(kind, after: $0, limit: $1) },
            rowID: { $0.address.text }
        ) { [known = model.kind.known] in row(of: $0, known: known, in: $1) }
        source.columns = .titleAndDetail
        source.items = ["number"]
        let (count, ids, marked) = model.latestChange.latest
        source.target = ids.first.map { ListTarget(id: $0, number: count, marked: marked) }
        source.openID = model.tab == .messages ? model.thread?.address.text : nil
        source.whenEmpty = model.kind.whenEmpty(model.counts, in: model.service.origin)
        source.startsWithNewest = true
        source.limit = model.limit
        source.revision = model.reading.revision
        source.willRefresh = { model.reading.asking = $0 }
        source.total = { [count = model.counts[model.kind]] in count.map { ListTotal($0) } }
        source.onSelection = { model.select($0.map(SelectedThread.init)) }
        return source
    }

    /// A row of a conversation: its name, the newest text if there is room, its date.
    private static func row(
        of conversation: Conversation, known: ConversationMarks, in context: ViewContext
    ) -> Row {
        let isUnread = conversation.unread > 0
        var row = Row(
            id: conversation.address.text,
            title: StyledText(conversation.displayName, isUnread ? .strong : []),
            action: .app(
                SMSLogFactory.id, ThreadCommands.thread,
                ThreadCommands.number.argument(conversation.address.text)))
        row.sign = conversation.marks.sign
        let isSilent = !conversation.marks.isDisjoint(with: .silent)
        row.badge = isUnread ? StyledText(" (\(conversation.unread))", isSilent ? .faint : .accented) : StyledText()
        row.detail = note(conversation.marks.note(in: context.language, without: known))
        if let draft = conversation.draft {
            // Without room for the text, a sign shows that there is a draft.
            row.sign += "✎ "
            row.detail.append(
                StyledText(Strings.draftShort(text: draft.firstLine).string(in: context.language), .accented))
            row.trailing = context.short(conversation.last.date)
            return row
        }
        row.detail.append(
            (conversation.last.direction == .outgoing ? "→ " : "") + conversation.last.preview(in: context.language),
            .faint)
        row.trailing = context.short(conversation.last.date)
        return row
    }

    /// A note on a conversation, before its text.
    private static func note(_ note: String) -> StyledText {
        note.isEmpty ? StyledText() : StyledText("\(note) · ", .accented)
    }

    /// The people who are likely one: Enter merges the conversations of the selected one, and the key for removal keeps
    /// them apart.
    private static func suggested(_ people: [SuggestedPerson], _ limit: Int) -> ListSource<SuggestedPerson> {
        var source = ListSource<SuggestedPerson>(
            id: "suggested", title: Strings.panelSuggested, items: people,
            rowID: \.rowID
        ) { person, context in
            var row = Row(
                id: person.rowID, title: StyledText(person.name),
                action: PeopleCommands.merging(person))
            row.detail = StyledText(
                "\(context.language.list(person.numbers.map(\.text))) · \(person.reason.title.string(in: context.language))",
                .faint)
            return row
        }
        source.items = ["suggested"]
        source.limit = limit
        source.columns = .halves
        source.whenEmpty = Strings.peopleNone
        return source
    }

    private static func contacts(of model: SMSLogModel) -> ListSource<Contact> {
        var source = ListSource<Contact>(
            id: ID(origin: model.service.origin, listed: .contacts, limit: nil),
            title: model.service.origin.title(SMSLogTab.contacts.title), items: model.contacts,
            rowID: { "\($0.address.text) \($0.name)" }
        ) { contact, _ in
            var row = Row(
                id: "\(contact.address.text) \(contact.name)",
                title: StyledText(contact.name, contact.kind == .corporate ? .accented : []),
                action: .go(Place(SMSLogFactory.id, ["contact", contact.address.text])))
            row.detail = StyledText(
                [contact.address.text, contact.workNumber].compactMap { $0 }.joined(separator: " · "), .faint)
            return row
        }
        source.related = ["number": { $0.address.text }]
        let (count, ids, _) = model.latestChange.latest
        source.target = ids.first.flatMap { id in
            model.contacts.first { $0.address.text == id }.map {
                ListTarget(id: "\($0.address.text) \($0.name)", number: count)
            }
        }
        source.limit = model.contactLimit
        source.columns = .halves
        source.whenEmpty = Strings.contactsNone
        return source
    }
}

extension FoundThing {
    /// The identifier of its row: conversations and messages are in one list.
    fileprivate var rowID: String {
        switch self {
        case .conversation(let conversation): "with \(conversation.address.text)"
        case .message(let message): String(message.id)
        }
    }

    /// The message that it is; `nil` for a conversation.
    fileprivate var messageID: String? {
        switch self {
        case .conversation: nil
        case .message(let message): String(message.id)
        }
    }

    fileprivate var address: Address {
        switch self {
        case .conversation(let conversation): conversation.address
        case .message(let message): message.address
        }
    }
}

/// The drawer of the log: the kinds of conversations, each with its count, the contacts, and conversations out of
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
