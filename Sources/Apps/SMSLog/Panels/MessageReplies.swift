// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Gateways
import SMSLogDomain
import SMSLogLogic
import Session

/// How messages and conversations are told of.
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
                messages, isGroup: thread.address.isGroup || !thread.senders.isEmpty, names: thread.names,
                numbers: thread.number, whenEmpty: Strings.threadEmpty,
                cut: try await model?.cut(of: thread))
            return Reply(.records(list), notices: draft.map { [$0] } ?? []) { await model?.didShow(messages) }
        }
    }

    /// Messages of several conversations, and beside them the conversations with those who are called so.
    static func found(_ messages: [Message], beside conversations: [Conversation], cut: Records.Cut?) -> Reply {
        Reply(
            .records(records(messages, whenEmpty: Strings.foundNothing, cut: cut)),
            notices: named(conversations))
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
    ///   - isGroup: of one conversation, whether several people are in it; nil for messages of several.
    ///   - names: how senders are called.
    ///   - number: the number of a message of a person who has several.
    private static func records(
        _ messages: [Message], isGroup: Bool? = nil, names: [Address: String] = [:],
        numbers number: (Message) -> String? = { _ in nil }, whenEmpty: LocalizedText, cut: Records.Cut? = nil
    ) -> Records {
        Records(
            columns: [
                .init("id", Strings.columnId, isRightAligned: true), .init("date", Strings.columnDate),
                .init("direction", Strings.columnDirection),
                .init("name", Strings.columnName, isHidden: isGroup != nil),
                .init("marks", Strings.columnMarks, isHidden: isGroup != nil || messages.allSatisfy(\.marks.isEmpty)),
                .init("sender", Strings.columnSender, isHidden: isGroup != true),
                .init("number", Strings.columnNumber, isHidden: messages.allSatisfy { number($0) == nil }),
                .init("preview", Strings.columnText), .init("status", Strings.columnStatus),
                .init("text", Strings.columnText, isHidden: true), .init("read", Strings.columnRead, isHidden: true),
                .init("kind", Strings.columnKind, isHidden: true),
                .init("contact", Strings.columnContact, isHidden: true),
                .init("work", Strings.columnWork, isHidden: true),
                .init("attachments", Strings.columnAttachments, isHidden: true),
                .init("failure", Strings.columnFailure, isHidden: true),
            ],
            rows: messages.map { message in
                [
                    .number(message.id), .timestamp(message.date), message.direction.word, .text(message.displayName),
                    message.marks.words,
                    optional(message.sender.map { names[$0] ?? $0.text }),
                    .text(number(message) ?? message.address.text), message.previewValue, message.statusInLists,
                    .text(message.content), .flag(message.isRead), message.kind.word, message.contactKind.word,
                    optional(message.contact?.workNumber), attachments(message), optional(message.failure),
                ]
            }, whenEmpty: whenEmpty, cut: cut, days: isGroup == nil ? nil : "date")
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
                "raw", Strings.columnRaw, .text(message.rawAddress),
                isHidden: message.rawAddress == message.address.text),
            .init("name", Strings.columnName, optional(message.name), isHidden: message.name == nil),
            .init("sender", Strings.columnSender, optional(message.sender?.text), isHidden: message.sender == nil),
            .init("imported", Strings.columnImported, optional(message.importedName), isHidden: true),
            .init("marks", Strings.columnMarks, message.marks.words, isHidden: message.marks.isEmpty),
            .init("contact", Strings.columnContact, message.contactKind.word),
            .init("work", Strings.columnWork, optional(message.contact?.workNumber)),
            .init("date", Strings.columnDate, .timestamp(message.date)),
            .init("direction", Strings.columnDirection, .word(key: message.direction.key, message.direction.title)),
            .init("status", Strings.columnStatus, message.statusWord),
            .init("read", Strings.columnRead, .flag(message.isRead)),
            .init("kind", Strings.columnKind, message.kind.word),
        ]
        fields = fields.filter { $0.key != "work" || message.contact?.workNumber != nil }
        fields += more(whole.details, whole.participants)
        if let call = message.call { fields.append(.init("call", Strings.kindCall, .word(key: call.key, call.text))) }
        if let subject = message.subject { fields.append(.init("subject", Strings.columnSubject, .text(subject))) }
        if !message.attachments.isEmpty {
            fields.append(.init("attachments", Strings.columnAttachments, attachments(message)))
        }
        if let reference = message.reference {
            fields.append(.init("reference", Strings.columnReference, .text(reference)))
        }
        if let failure = message.failure {
            fields.append(.init("failure", Strings.columnFailure, GatewayReason(stored: failure).value))
        }
        return Reply(.detail(Detail(fields: fields, text: Fact("text", .text(message.content)))), didPrint: didPrint)
    }

    /// What else is known of a message, where it is.
    private static func more(_ details: MessageDetails, _ participants: [Participant]) -> [Detail.Field] {
        var fields: [Detail.Field] = []
        func add(_ key: String, _ title: LocalizedText, _ value: Value?) {
            if let value { fields.append(.init(key, title, value)) }
        }
        add("sent", Strings.columnSent, details.sent.map { .timestamp($0) })
        add("delivered", Strings.columnDelivered, details.delivered.map { .timestamp($0) })
        add("sim", LocalizedText(verbatim: "SIM"), details.sim.map { .text($0) })
        add("centre", Strings.columnCentre, details.centre.map { .text($0) })
        add("networkID", Strings.columnNetworkID, details.networkID.map { .text($0) })
        add("locked", Strings.columnLocked, details.isLocked ? .flag(true) : nil)
        let people = participants.filter { !Address($0.rawAddress).isEmpty }
        let named = people.map { Value.text("\($0.role): \($0.rawAddress)") }
        add("participants", Strings.columnParticipants, named.isEmpty ? nil : .list(named))
        return fields
    }

    /// The list of conversations.
    static func conversations(
        _ conversations: [Conversation], cut: Records.Cut?, whenEmpty: LocalizedText
    ) -> Reply {
        let records = Records(
            columns: [
                .init("number", Strings.columnNumber), .init("name", Strings.columnName),
                .init("unread", Strings.columnUnread, isRightAligned: true),
                .init("count", Strings.columnCount, isRightAligned: true), .init("date", Strings.columnDate),
                .init("marks", Strings.columnMarks, isHidden: conversations.allSatisfy(\.marks.isEmpty)),
                .init("preview", Strings.columnText), .init("contact", Strings.columnContact, isHidden: true),
                .init("last", Strings.columnId, isHidden: true),
                .init("direction", Strings.columnDirection, isHidden: true),
                .init("status", Strings.columnStatus, isHidden: true),
                .init("draft", Strings.columnDraft, isHidden: true),
            ],
            rows: conversations.map { conversation in
                [
                    .text(conversation.address.text), optional(conversation.name),
                    .number(conversation.unread),
                    .number(conversation.count), .timestamp(conversation.last.date), conversation.marks.words,
                    preview(of: conversation), conversation.last.contactKind.word,
                    .number(conversation.last.id), conversation.last.direction.word, conversation.last.statusWord,
                    optional(conversation.draft?.text),
                ]
            }, whenEmpty: whenEmpty, cut: cut)
        return Reply(.records(records))
    }

    /// What the user has begun to write, for people, or else the newest message.
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

extension SMSLogModel {
    /// What the newest messages of a conversation leave out; nil where they are all, or older ones were gone to.
    fileprivate func cut(of thread: OpenThread) async throws -> Records.Cut? {
        guard thread.isAtEnd, !thread.isAtStart, let all = try await service.conversation(with: thread.address),
            all.count > thread.messages.count
        else { return nil }
        return Records.Cut(to: thread.messages.count, of: all.count, keeping: .newest)
    }
}
