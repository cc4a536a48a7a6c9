// SPDX-License-Identifier: GPL-3.0-or-later

package import PhoneNumbers
package import Search
package import Session

/// Which messages are asked for: those of which all holds that is said here.
package struct MessageFilter: Hashable, Sendable {
    /// What a message may have.
    package enum Feature: String, CaseIterable, Sendable {
        /// A file.
        case attachment
        /// A picture.
        case picture
        /// An address of the web in its text.
        case link
    }

    /// What a message may be.
    package enum State: String, CaseIterable, Sendable {
        /// Not seen, and of no blocked conversation.
        case unread
        /// Not taken by the gateway, or not arrived.
        case failed
        /// Not sent yet.
        case waiting
        /// Handed over, without an answer whether the gateway has it.
        case doubt
        /// Begun, and never sent.
        case draft
        /// A call.
        case call
        /// Of an archived conversation.
        case archived
        /// Of a conversation that is pinned.
        case pinned
        /// Of a conversation of which nobody is told.
        case muted
        /// Of a blocked conversation.
        case blocked

        /// Those that are what their conversations are.
        package static let ofConversations: [State] = [.archived, .pinned, .muted, .blocked]
    }

    /// Words and pictures of its text, its subject and the names of its files; nil: any.
    package var words: SearchQuery?
    /// The conversations; nil: all.
    package var conversations: Set<Address>?
    /// Who wrote it, each in one spelling; nil: anybody.
    package var senders: Set<Address>?
    /// How those who wrote are known by that spelling; nil: by their own.
    package var numbering: PhoneNumbering?
    /// Which way it went; nil: either.
    package var direction: MessageDirection?
    /// When it was sent or received; nil: whenever.
    package var dates: Range<Timestamp>?
    /// All of what it has.
    package var features: Set<Feature> = []
    /// All that it is.
    package var states: Set<State> = []
    /// Those that are left out: all that one of these asks for.
    package var without: [MessageFilter] = []
    /// Groups of filters, of each of which one has to find a message.
    package var alternatives: [[MessageFilter]] = []

    /// Whether messages are asked for that count for nothing otherwise: calls, and what was not sent.
    package var isOfUncounted: Bool {
        !states.isDisjoint(with: [.call, .draft, .waiting, .doubt, .failed])
            || alternatives.joined().contains(where: \.isOfUncounted)
    }

    /// All messages with these words; all messages without any.
    package init(words: SearchQuery? = nil) { self.words = words }

    /// Whether nothing is asked for but words.
    package var isOfWordsAlone: Bool { words != nil && self == MessageFilter(words: words) }

    /// Whether a message is meant, whatever its words and whatever is left out.
    package func admits(_ message: Message) -> Bool {
        if let conversations, !conversations.contains(message.address) { return false }
        if let senders {
            let sender = message.sender ?? message.address
            guard senders.contains(numbering?.spelling(sender) ?? sender) else { return false }
        }
        if let direction, direction != message.direction { return false }
        if let dates, !dates.contains(message.date) { return false }
        return features.allSatisfy(message.has) && states.allSatisfy(message.is)
    }
}

extension Message {
    fileprivate func has(_ feature: MessageFilter.Feature) -> Bool {
        switch feature {
        case .attachment: !attachments.isEmpty
        case .picture: attachments.contains { $0.mediaType.hasPrefix("image/") }
        case .link: content.contains("://") || content.contains("www.")
        }
    }

    fileprivate func `is`(_ state: MessageFilter.State) -> Bool {
        switch state {
        case .unread: !isRead && !marks.contains(.blocked)
        case .failed: status == .failed
        case .waiting: status == .pending
        case .doubt: progress == .doubtful
        case .draft: status == .draft
        case .call: call != nil
        case .archived: marks.contains(.archived)
        case .pinned: marks.contains(.pinned)
        case .muted: marks.contains(.muted)
        case .blocked: marks.contains(.blocked)
        }
    }
}
