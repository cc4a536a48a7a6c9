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
    var isPlain: Bool { self == .received || self == .sent }

    var word: Value { .word(key: key, title) }

    /// For lists: nothing where it is plain.
    var wordInLists: Value { isPlain ? .word(key: key, LocalizedText(verbatim: "")) : word }
}
