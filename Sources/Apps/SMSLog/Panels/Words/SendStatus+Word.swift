// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

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

    /// Whether lists say nothing of it, since most messages are so.
    var isPlain: Bool { plainWord != nil }

    var word: Value { .word(key: key, title) }

    /// The word that lists have where they say nothing of it to people; nil where they do.
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
}

extension Message {
    /// How far it has come, for people.
    var statusTitle: LocalizedText { progress?.title ?? status.title }

    /// How far it has come.
    var statusWord: Value { progress.map { .word(key: $0.rawValue, $0.title) } ?? status.word }

    /// For lists: nothing where it is plain.
    var statusInLists: Value { status.plainWord ?? statusWord }
}
