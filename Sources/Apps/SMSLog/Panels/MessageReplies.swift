// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumKit
import AtriumSession
import SMSLogLogic

/// The replies about messages and conversations.
enum MessageReplies {
    /// A page of a conversation, which has been read once it is printed.
    @MainActor
    static func page(_ thread: OpenThread, in model: SMSLogModel) -> Reply {
        let draft = thread.draft.map {
            Strings.draftOfThread(text: $0.firstLine, command: DraftCommands.resuming(thread.address))
        }
        return .onPanels { [weak model] in
            let messages = thread.messages
            let list = records(
                messages, isGroup: thread.isGroup, names: thread.names,
                numbers: thread.numbers.isEmpty ? nil : thread.number, whenEmpty: Strings.threadEmpty,
                cut: cut(of: thread))
            return Reply(.records(list), notices: draft.map { [$0] } ?? []) { await model?.didShow(messages) }
        }
    }

    /// The cut of a conversation’s newest messages; `nil` if they are all, or if the user went to older ones.
    private static func cut(of thread: OpenThread) -> Records.Cut? {
        guard thread.isAtEnd, !thread.isAtStart, thread.count > thread.messages.count else { return nil }
        return Records.Cut(to: thread.messages.count, of: thread.count, keeping: .newest)
    }

    /// Messages of several conversations, and beside them the conversations with people of that name.
    static func found(_ found: SMSLogService.FoundMessages) -> Reply {
        .records(
            records(
                found.messages, names: found.names, whenEmpty: Strings.foundNothing,
                cut: found.isCut ? Records.Cut(to: found.messages.count, of: found.count, keeping: .newest) : nil),
            notices: named(found.conversations))
    }

    private static func named(_ conversations: [Conversation]) -> [LocalizedText] {
        let most = 5
        let more = conversations.count - most
        return conversations.prefix(most).map {
            Strings.foundNamed(
                count: $0.count, name: $0.displayName, command: ThreadCommands.opening($0.address))
        } + (more > 0 ? [Strings.foundNamedMore(count: more)] : [])
    }

    /// - Parameters:
    ///   - isGroup: Whether several people are in the one conversation; `nil` for messages of several.
    ///   - names: The names of senders.
    ///   - number: Returns the number of a message of a person with several; `nil` if none has.
    private static func records(
        _ messages: [Message], isGroup: Bool? = nil, names: [Address: String] = [:],
        numbers number: (@Sendable (Message) -> String?)? = nil, whenEmpty: LocalizedText,
        cut: Records.Cut? = nil
    ) -> Records {
        let cells =
            isGroup == false && number == nil
            ? cellsOfOne
            : self.cells(
                isGroup: isGroup, hasSenders: messages.contains { $0.sender != nil },
                hasMarks: messages.contains { !$0.marks.isEmpty },
                hasNumbers: number.map { number in messages.contains { number($0) != nil } } ?? false, names: names,
                numbers: number ?? { _ in nil })
        return Records(messages, cells, whenEmpty: whenEmpty, cut: cut, days: isGroup == nil ? nil : "date")
    }

    /// The cells of a conversation with one person with one number, made once: most are.
    private static let cellsOfOne = cells(isGroup: false, hasMarks: false, hasNumbers: false)

    private static func cells(
        isGroup: Bool?, hasSenders: Bool = false, hasMarks: Bool, hasNumbers: Bool, names: [Address: String] = [:],
        numbers number: @escaping @Sendable (Message) -> String? = { _ in nil }
    ) -> [Records.Cells<Message>] {
        [
            .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
            .init("date", Strings.columnDate) { .timestamp($0.date) },
            .init("direction", Strings.columnDirection) { $0.direction.word },
            .init("name", Strings.columnName, isHidden: isGroup != nil) { .text($0.displayName) },
            .init("marks", Strings.columnMarks, isHidden: isGroup != nil || !hasMarks) { $0.marks.words },
            .init("sender", Strings.columnSender, isHidden: isGroup == false || isGroup == nil && !hasSenders) {
                message in
                optional(message.sender.map { names[$0] ?? $0.text })
            },
            .init("number", Strings.columnNumber, isHidden: !hasNumbers) { .text(number($0) ?? $0.address.text) },
            .init("preview", Strings.columnText) { $0.previewValue },
            .init("status", Strings.columnStatus) { $0.statusInLists },
            .init("text", Strings.columnText, isHidden: true) { .text($0.content) },
            .init("read", Strings.columnRead, isHidden: true) { .flag($0.isRead) },
            .init("kind", Strings.columnKind, isHidden: true) { $0.kind.word },
            .init("contact", Strings.columnContact, isHidden: true) { $0.contactKind.word },
            .init("work", Strings.columnWork, isHidden: true) { optional($0.contact?.workNumber) },
            .init("attachments", Strings.columnAttachments, isHidden: true) { attachments($0) },
            .init("failure", Strings.columnFailure, isHidden: true) { optional($0.failure) },
        ]
    }

    /// One message with all there is to know of it.
    static func detail(
        _ whole: WholeMessage, didPrint: (@MainActor @Sendable () async -> Void)? = nil
    ) -> Reply {
        let message = whole.message
        var fields: [Detail.Field] = [
            .init("id", Strings.columnId, .number(message.id)),
            .init("number", Strings.columnNumber, .text(message.address.text)),
            .init(
                "raw", Strings.columnRaw, .text(whole.rawAddress), isHidden: whole.background.rawAddress == nil),
            .init("name", Strings.columnName, optional(message.name), isHidden: message.name == nil),
            .init("sender", Strings.columnSender, optional(message.sender?.text), isHidden: message.sender == nil),
            .init("imported", Strings.columnImported, optional(whole.background.importedName), isHidden: true),
            .init("marks", Strings.columnMarks, message.marks.words, isHidden: message.marks.isEmpty),
            .init("contact", Strings.columnContact, message.contactKind.word),
        ]
        if let number = message.contact?.workNumber { fields.append(.init("work", Strings.columnWork, .text(number))) }
        fields += [
            .init("date", Strings.columnDate, .timestamp(message.date)),
            .init("direction", Strings.columnDirection, .word(key: message.direction.key, message.direction.title)),
            .init("status", Strings.columnStatus, message.statusWord),
            .init("read", Strings.columnRead, .flag(message.isRead)),
            .init("kind", Strings.columnKind, message.kind.word),
        ]
        fields += more(whole.details, whole.participants)
        if let call = message.call { fields.append(.init("call", Strings.kindCall, .word(key: call.key, call.text))) }
        if let subject = message.subject { fields.append(.init("subject", Strings.columnSubject, .text(subject))) }
        if !message.attachments.isEmpty {
            fields.append(.init("attachments", Strings.columnAttachments, attachments(message)))
        }
        if let reference = whole.background.reference {
            fields.append(.init("reference", Strings.columnReference, .text(reference)))
        }
        if let failure = message.failure {
            fields.append(.init("failure", Strings.columnFailure, GatewayReason(stored: failure).value))
        }
        return Reply(.detail(Detail(fields: fields, text: Fact("text", .text(message.content)))), didPrint: didPrint)
    }

    /// The details of a message, if they are known.
    private static func more(_ details: MessageDetails, _ participants: [Participant]) -> [Detail.Field] {
        var fields: [Detail.Field] = []
        func add(_ key: String, _ title: LocalizedText, _ value: Value?) {
            if let value { fields.append(.init(key, title, value)) }
        }
        add("sent", Strings.columnSent, details.sent.map { .timestamp($0) })
        add("delivered", Strings.columnDelivered, details.delivered.map { .timestamp($0) })
        // A card that is not a number is a service, an account or a telephone.
        let isCard = details.sim?.allSatisfy { $0.isASCII && $0.isNumber } ?? false
        add("sim", isCard ? Strings.columnSim : Strings.columnVia, details.sim.map { .text($0) })
        add("centre", Strings.columnCentre, details.centre.map { .text($0) })
        add("networkID", Strings.columnNetworkID, details.networkID.map { .text($0) })
        add("locked", Strings.columnLocked, details.isLocked ? .flag(true) : nil)
        let people = participants.filter { !Address($0.rawAddress).isEmpty }
        let named = people.map(\.word)
        add("participants", Strings.columnParticipants, named.isEmpty ? nil : .list(named))
        return fields
    }

    /// The list of conversations.
    static func conversations(
        _ conversations: [Conversation], cut: Records.Cut?, whenEmpty: LocalizedText
    ) -> Reply {
        .records(
            Records(
                conversations,
                [
                    .init("number", Strings.columnNumber) { .text($0.address.text) },
                    .init("name", Strings.columnName) { optional($0.name) },
                    .init("unread", Strings.columnUnread, isRightAligned: true) { .count($0.unread) },
                    .init("count", Strings.columnCount, isRightAligned: true) { .count($0.count) },
                    .init("date", Strings.columnDate) { .timestamp($0.last.date) },
                    .init("marks", Strings.columnMarks, isHidden: conversations.allSatisfy(\.marks.isEmpty)) {
                        $0.marks.words
                    },
                    .init("preview", Strings.columnText, isCut: true) { preview(of: $0) },
                    .init("contact", Strings.columnContact, isHidden: true) { $0.last.contactKind.word },
                    .init("last", Strings.columnId, isHidden: true) { .number($0.last.id) },
                    .init("direction", Strings.columnDirection, isHidden: true) { $0.last.direction.word },
                    .init("status", Strings.columnStatus, isHidden: true) { $0.last.statusWord },
                    .init("draft", Strings.columnDraft, isHidden: true) { optional($0.draft?.text) },
                ], whenEmpty: whenEmpty, cut: cut))
    }

    /// The user’s draft for people, or else the newest message.
    private static func preview(of conversation: Conversation) -> Value {
        guard let draft = conversation.draft else { return conversation.last.previewValue }
        return .word(
            key: conversation.last.preview(in: .english), Strings.draftShort(text: draft.firstLine))
    }

    private static func attachments(_ message: Message) -> Value {
        .list(
            message.attachments.map { attachment in
                .text(
                    [attachment.name, attachment.contentType].compactMap { $0 }.joined(separator: " ")
                        + " \(attachment.size) B")
            })
    }

    static func optional(_ text: String?) -> Value { text.map { .text($0) } ?? .none }
}
