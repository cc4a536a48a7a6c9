// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores

/// What of the panels may be another after messages or contacts have changed.
struct StaleMessages: OptionSet {
    let rawValue: UInt8

    /// How many conversations there are, and how many messages nobody has seen.
    static let sums = StaleMessages(rawValue: 1)
    /// The list of conversations.
    static let list = StaleMessages(rawValue: 2)
    /// The open conversation.
    static let thread = StaleMessages(rawValue: 4)
    /// The contacts.
    static let contacts = StaleMessages(rawValue: 8)

    /// What panels show: changes that do not touch it are none for them.
    struct Shown {
        /// Whose conversation is open.
        var thread: Address?
        /// The numbers of the messages of it that are loaded.
        var messages: Set<Int> = []
        /// The numbers of the newest messages of the conversations that are loaded; nil where nobody knows.
        var newest: Set<Int>?
    }
}

extension StaleMessages {
    /// What may be another after changes.
    init(after changes: Changes<MessageChange>, of shown: Shown) {
        guard case .these(let changes) = changes else {
            self = [.sums, .list, .thread, .contacts]
            return
        }
        self = []
        for change in changes { formUnion(StaleMessages(after: change, of: shown)) }
    }

    private init(after change: MessageChange, of shown: Shown) {
        switch change {
        case .message(_, .added), .message(_, .changed(.text)): self = [.sums, .list, .thread]
        case .message(let id, .removed), .message(let id, .changed(.seen)):
            self = shown.messages.contains(id) ? [.sums, .list, .thread] : [.sums, .list]
        case .message(let id, .changed(.status)):
            self = shown.messages.contains(id) ? .thread : []
            if shown.newest?.contains(id) ?? true { insert(.list) }
        case .seen(let address), .conversation(let address):
            self = address == shown.thread ? [.sums, .list, .thread] : [.sums, .list]
        case .gateways: self = []
        // Whom one knows decides of which kind a conversation is.
        case .contact(let address):
            self = address == shown.thread ? [.sums, .list, .thread, .contacts] : [.sums, .list, .contacts]
        }
    }
}
