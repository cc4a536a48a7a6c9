// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal
import MessageFormats
import SMSLogLogic

extension Message {
    /// The text in one row: its lines joined, after its subject, its attachments named; of a call, how it went.
    func preview(in language: Language) -> String {
        if let call { return call.text.string(in: language) }
        let text = mayHaveLines ? contentLines.joined(separator: "⏎") : content
        guard subject != nil || !attachments.isEmpty else { return text }
        let parts = attachments.map { $0.label(in: language) }
        let words = (text.isEmpty ? parts : [text] + parts).joined(separator: " ")
        return ([subject, words].compactMap { $0 }.filter { !$0.isEmpty }).joined(separator: "⏎")
    }

    /// The lines of the text, of which there is always one.
    var contentLines: [Substring] {
        mayHaveLines ? content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) : [content[...]]
    }

    /// Whether the text may have several lines.
    ///
    /// Most messages are one line, which bytes show: those of line ends, or the first ones of U+0085, U+2028 and
    /// U+2029. Looking at characters takes ten times as long.
    private var mayHaveLines: Bool {
        content.utf8.withContiguousStorageIfAvailable { bytes in
            !DisplayWidth.isPlain(bytes) && bytes.contains { $0 &- 0x0A < 4 || $0 == 0xC2 || $0 == 0xE2 }
        } ?? true
    }

    /// The preview for a reply, whose language is known later.
    var previewValue: Value {
        // Only the texts of calls and of files that are left out depend on the language.
        if let call { return .word(key: call.key, call.text) }
        let text = preview(in: .english)
        guard attachments.contains(where: \.isLeftOut) else { return .text(text) }
        return .word(key: text, LocalizedText("preview") { preview(in: $0) })
    }
}

extension MessagePart {
    /// The file for people: its name, or else its type.
    func label(in language: Language) -> String {
        "[\(name ?? (isLeftOut ? Strings.partLeftOut.string(in: language) : contentType))]"
    }
}

extension MessageKind {
    var word: Value {
        switch self {
        case .sms: Self.smsWord
        case .mms: Self.mmsWord
        case .call: Self.callWord
        }
    }

    // Made once: each row of a list has one of them.
    private static let smsWord = Value.word(key: "sms", LocalizedText(verbatim: "SMS"))
    private static let mmsWord = Value.word(key: "mms", LocalizedText(verbatim: "MMS"))
    private static let callWord = Value.word(key: "call", Strings.kindCall)
}

extension MessageDirection {
    /// The arrow that points the message’s way: out of the shell, or into it.
    var arrow: String { self == .incoming ? "←" : "→" }

    /// The word for programs.
    var key: String { self == .incoming ? "incoming" : "outgoing" }

    /// The arrow for people, a word for programs.
    var word: Value { self == .incoming ? Self.incomingWord : Self.outgoingWord }

    // Made once: each row of a list has one of them.
    private static let incomingWord = Value.word(
        key: MessageDirection.incoming.key, LocalizedText(verbatim: MessageDirection.incoming.arrow))
    private static let outgoingWord = Value.word(
        key: MessageDirection.outgoing.key, LocalizedText(verbatim: MessageDirection.outgoing.arrow))

    /// The word for people too.
    var title: LocalizedText { self == .incoming ? Strings.directionIncoming : Strings.directionOutgoing }
}

extension MessageOrigin {
    /// The text in the border of a list: it shows at any width that messages are not from the user’s own store.
    func title(_ list: LocalizedText) -> LocalizedText {
        switch self {
        case .store(.system): list
        case .store(.archive): Self.titled(list) { Strings.originArchive.string(in: $0) }
        case .store(.file(let path)):
            Self.titled(list) { _ in path.split(separator: "/").last.map(String.init) ?? path }
        case .look(let name): Self.titled(list) { _ in name }
        }
    }

    private static func titled(_ list: LocalizedText, by name: @escaping @Sendable (Language) -> String)
        -> LocalizedText
    {
        LocalizedText(as: list) { "\(name($0)) · \(list.string(in: $0))" }
    }
}

extension MessageStoreChoice {
    /// The stores that there are to choose from.
    ///
    /// - Parameter system: The name of the one that all apps share.
    static func offered(system: String = systemName) -> [AppSetting.Choice] {
        [
            .init(system, summary: Strings.choiceStoreSystem), .init(archiveName, summary: Strings.choiceStoreArchive),
            .init(filePrefix, summary: Strings.choiceStoreFile, isBeginning: true),
        ]
    }
}

extension SendStatus {
    /// The word for programs.
    var key: String {
        switch self {
        case .received: "received"
        case .draft: "draft"
        case .pending: "pending"
        case .sent: "sent"
        case .delivered: "delivered"
        case .failed: "failed"
        }
    }

    /// The word for people.
    var title: LocalizedText {
        switch self {
        case .received: Strings.statusReceived
        case .draft: Strings.statusDraft
        case .pending: Strings.statusPending
        case .sent: Strings.statusSent
        case .delivered: Strings.statusDelivered
        case .failed: Strings.statusFailed
        }
    }

    /// The label of a number of messages with it.
    var label: LocalizedText {
        switch self {
        case .received: Strings.totalReceived
        case .draft: Strings.totalDraft
        case .pending: Strings.totalPending
        case .sent: Strings.totalSent
        case .delivered: Strings.totalDelivered
        case .failed: Strings.totalFailed
        }
    }

    /// Whether lists do not show it, since most messages are so.
    var isPlain: Bool { plainWord != nil }

    var word: Value { .word(key: key, title) }

    /// The word of lists that do not show it to people; `nil` if they do.
    var plainWord: Value? {
        switch self {
        case .received: Self.plainReceived
        case .sent: Self.plainSent
        default: nil
        }
    }

    // Made once: most rows of all lists have one of them.
    private static let plainReceived = Value.word(key: SendStatus.received.key, LocalizedText(verbatim: ""))
    private static let plainSent = Value.word(key: SendStatus.sent.key, LocalizedText(verbatim: ""))
}

extension SendProgress {
    /// The word for people.
    var title: LocalizedText {
        switch self {
        case .kept: Strings.statusKept
        case .scheduled: Strings.statusScheduled
        case .handedOver: Strings.statusHandedOver
        case .doubtful: Strings.statusDoubtful
        case .accepted: Strings.statusAccepted
        }
    }

    /// The label of a number of messages that are so.
    var label: LocalizedText {
        switch self {
        case .kept: Strings.totalKept
        case .scheduled: Strings.totalScheduled
        case .handedOver: Strings.totalHandedOver
        case .doubtful: Strings.totalDoubtful
        case .accepted: Strings.totalAccepted
        }
    }
}

extension Participant {
    /// The role and the number.
    var word: Value {
        let title =
            switch role {
            case .from: Strings.participantFrom
            case .to: Strings.participantTo
            case .cc: Strings.participantCc
            case .bcc: Strings.participantBcc
            }
        let number = rawAddress
        return .word(
            key: "\(role): \(number)",
            LocalizedText("participant") { language in
                language.text(number, behind: title.string(in: language))
            })
    }
}

extension Message {
    /// The status, for people.
    var statusTitle: LocalizedText { progress?.title ?? status.title }

    var statusWord: Value { progress.map { .word(key: $0.rawValue, $0.title) } ?? status.word }

    /// The status for lists: nothing if it is plain.
    var statusInLists: Value { status.plainWord ?? statusWord }
}

extension Call {
    /// The word for programs.
    var key: String { "\(outcome)" }

    /// The outcome and the length.
    var text: LocalizedText {
        switch outcome {
        case .answered: Strings.callAnswered(duration: duration)
        case .made: Strings.callMade(duration: duration)
        case .missed: Strings.callMissed
        case .voicemail: Strings.callVoicemail(duration: duration)
        case .rejected: Strings.callRejected
        case .blocked: Strings.callBlocked
        }
    }

    /// Minutes and seconds, after hours if there are any.
    private var duration: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (minutes, hours) = (seconds / 60, seconds / 3600)
        return hours > 0 ? "\(hours):\(two(minutes % 60)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}

/// The texts of Signal’s notices, in words of a language.
enum SignalNotices {
    private static let texts: [String: LocalizedText] = [
        "genericGroup": Strings.signalGenericGroup,
        "groupCreation": Strings.signalGroupCreation,
        "groupName": Strings.signalGroupName,
        "groupAvatar": Strings.signalGroupAvatar,
        "groupDescription": Strings.signalGroupDescription,
        "groupMembershipAccessLevelChange": Strings.signalGroupMembershipAccessLevelChange,
        "groupAttributesAccessLevelChange": Strings.signalGroupAttributesAccessLevelChange,
        "groupAnnouncementOnlyChange": Strings.signalGroupAnnouncementOnlyChange,
        "groupAdminStatus": Strings.signalGroupAdminStatus,
        "groupMemberLeft": Strings.signalGroupMemberLeft,
        "groupMemberRemoved": Strings.signalGroupMemberRemoved,
        "selfInvitedToGroup": Strings.signalSelfInvitedToGroup,
        "selfInvitedOtherUserToGroup": Strings.signalSelfInvitedOtherUserToGroup,
        "groupUnknownInvitee": Strings.signalGroupUnknownInvitee,
        "groupInvitationAccepted": Strings.signalGroupInvitationAccepted,
        "groupInvitationDeclined": Strings.signalGroupInvitationDeclined,
        "groupMemberJoined": Strings.signalGroupMemberJoined,
        "groupMemberAdded": Strings.signalGroupMemberAdded,
        "groupSelfInvitationRevoked": Strings.signalGroupSelfInvitationRevoked,
        "groupInvitationRevoked": Strings.signalGroupInvitationRevoked,
        "groupJoinRequest": Strings.signalGroupJoinRequest,
        "groupJoinRequestApproval": Strings.signalGroupJoinRequestApproval,
        "groupJoinRequestCanceled": Strings.signalGroupJoinRequestCanceled,
        "groupInviteLinkReset": Strings.signalGroupInviteLinkReset,
        "groupInviteLinkEnabled": Strings.signalGroupInviteLinkEnabled,
        "groupInviteLinkAdminApproval": Strings.signalGroupInviteLinkAdminApproval,
        "groupInviteLinkDisabled": Strings.signalGroupInviteLinkDisabled,
        "groupMemberJoinedByLink": Strings.signalGroupMemberJoinedByLink,
        "groupV2Migration": Strings.signalGroupV2Migration,
        "joined_signal": Strings.signalJoinedSignal,
        "identity_update": Strings.signalIdentityUpdate,
        "identity_verified": Strings.signalIdentityVerified,
        "identity_default": Strings.signalIdentityDefault,
        "change_number": Strings.signalChangeNumber,
        "end_session": Strings.signalEndSession,
        "chat_session_refresh": Strings.signalChatSessionRefresh,
        "bad_decrypt": Strings.signalBadDecrypt,
        "payments_activated": Strings.signalPaymentsActivated,
        "reported_spam": Strings.signalReportedSpam,
        "blocked": Strings.signalBlocked,
        "unblocked": Strings.signalUnblocked,
        "message_request_accepted": Strings.signalMessageRequestAccepted,
        "threadMerge": Strings.signalThreadMerge,
        "sessionSwitchover": Strings.signalSessionSwitchover,
        "learnedProfileChange": Strings.signalLearnedProfileChange,
    ]

    /// The words for a notice by its name in a file; `nil` for one that is not known.
    static func words(in language: Language) -> @Sendable (String) -> String? {
        { texts[$0]?.string(in: language) }
    }
}
