// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumPhoneNumbers
package import AtriumSearch
package import AtriumSession

/// A filter for messages: those to which all of its conditions apply.
package struct MessageFilter: Hashable, Sendable {
    /// A feature of a message.
    package enum Feature: String, CaseIterable, Sendable {
        /// A file.
        case attachment
        case picture
        /// An address of the web in its text.
        case link
    }

    /// A state of a message.
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
        case call
        /// In an archived conversation.
        case archived
        /// In a pinned conversation.
        case pinned
        /// In a muted conversation.
        case muted
        /// In a blocked conversation.
        case blocked

        /// The states that a message has by its conversation.
        package static let ofConversations: [State] = [.archived, .pinned, .muted, .blocked]
    }

    /// The numbers of the messages; `nil`: all.
    package var numbers: Set<Int>?
    /// Words and pictures of its text, its subject and the names of its files; `nil`: any.
    package var words: SearchQuery?
    /// The conversations; `nil`: all.
    package var conversations: Set<Address>?
    /// The senders, each in one spelling; `nil`: any.
    package var senders: Set<Address>?
    /// The numbering that gives a sender that spelling; `nil`: their own.
    package var numbering: PhoneNumbering?
    /// The direction; `nil`: either.
    package var direction: MessageDirection?
    /// The dates of sending or receiving; `nil`: all.
    package var dates: Range<Timestamp>?
    /// All features that it must have.
    package var features: Set<Feature> = []
    /// All states that it must have.
    package var states: Set<State> = []
    /// The omitted messages: all to which one of these filters applies.
    package var without: [MessageFilter] = []
    /// Groups of filters, of each of which one has to find a message.
    package var alternatives: [[MessageFilter]] = []

    /// Whether messages are requested that do not count by default: calls, and unsent messages.
    package var isOfUncounted: Bool {
        !states.isDisjoint(with: [.call, .draft, .waiting, .doubt, .failed])
            || alternatives.joined().contains(where: \.isOfUncounted)
    }

    /// All messages with these words; all messages without any.
    package init(words: SearchQuery? = nil) { self.words = words }

    /// Whether only words are requested.
    package var isOfWordsAlone: Bool { words != nil && self == MessageFilter(words: words) }

    /// Whether a message is meant, without regard to words and omissions.
    package func admits(_ message: Message) -> Bool {
        if let numbers, !numbers.contains(message.id) { return false }
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

/// The origin of the messages to read.
package enum MessageOrigin: Hashable, Sendable {
    /// From a store, in which they stay.
    case store(MessageStoreChoice)
    /// From a file, by its name, without storing any.
    case look(String)

    /// Whether messages can be sent and received there.
    package var isInService: Bool { self == .store(.system) }
}

/// The messages to find by an index of a store.
package enum MessageKey: Hashable, Sendable {
    /// The messages of these numbers, in this order; those that are gone are left out.
    case numbers([Int])
    /// The messages above a number, by number.
    case above(Int)
    /// The message that a gateway knows by this name.
    case reference(String)
    /// The messages of a conversation, oldest first, next to the start of a page.
    case page(Address, Page)
    /// The newest one of a conversation that went this way.
    case newest(Address, MessageDirection)

    package static func number(_ id: Int) -> MessageKey { .numbers([id]) }
}

/// Several messages that are changed at once.
package enum MessageSelection: Hashable, Sendable {
    /// The messages of these numbers.
    case numbers([Int])
    /// The messages of a conversation.
    case conversation(Address)
}

/// A place in the order of a conversation: by date, then in the order of arrival.
package struct MessagePosition: Hashable, Sendable, Comparable {
    /// The date of the message there.
    package let date: Timestamp
    /// The number of the message there.
    package let id: Int

    /// The place of this message.
    package init(_ message: Message) {
        self.init(date: message.date, id: message.id)
    }

    package init(date: Timestamp, id: Int) {
        self.date = date
        self.id = id
    }

    package static func < (left: MessagePosition, right: MessagePosition) -> Bool {
        (left.date, left.id) < (right.date, right.id)
    }
}

/// The part of a conversation’s messages to read.
package enum Page: Hashable, Sendable {
    /// The newest ones.
    case newest
    /// The messages right before a place.
    case before(MessagePosition)
    /// The messages right after a place.
    case after(MessagePosition)
}

extension Page {
    /// The page that begins with a message.
    package static func from(_ message: Message) -> Page {
        .after(MessagePosition(date: message.date, id: message.id - 1))
    }

    /// The page from which all messages are read on towards an end: the newest ones, or the oldest ones.
    package static func first(towardsStart: Bool) -> Page {
        towardsStart ? .newest : .after(MessagePosition(date: Timestamp(milliseconds: .min), id: 0))
    }

    /// The page that ends with a message.
    package static func upTo(_ message: Message) -> Page {
        .before(MessagePosition(date: message.date, id: message.id + 1))
    }
}

/// The totals of the log.
package struct Tally: Hashable, Sendable {
    /// The number of messages of each status; a status without messages is left out.
    package var byStatus: [SendStatus: Int]
    /// The number of calls of each outcome; an outcome without calls is left out.
    package var calls: [Call.Outcome: Int]
    /// The number of messages that the user has not seen.
    package var unread: Int
    /// The number of conversations with messages.
    package var conversations: Int
    /// The number of contacts.
    package var contacts: Int
    /// The date of the oldest message.
    package var first: Timestamp?
    /// The date of the newest message.
    package var last: Timestamp?

    package init(
        byStatus: [SendStatus: Int] = [:], calls: [Call.Outcome: Int] = [:], unread: Int = 0, conversations: Int = 0,
        contacts: Int = 0, first: Timestamp? = nil, last: Timestamp? = nil
    ) {
        self.byStatus = byStatus
        self.calls = calls
        self.unread = unread
        self.conversations = conversations
        self.contacts = contacts
        self.first = first
        self.last = last
    }

    /// All messages, without the calls.
    package var messages: Int { byStatus.values.reduce(0, +) }

    package var all: Int { messages + calls.values.reduce(0, +) }
}
