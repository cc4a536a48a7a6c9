// SPDX-License-Identifier: GPL-3.0-or-later

import Stores

/// What of the log panels are to show.
package struct MessagesRequest: Sendable {
    /// Messages of one conversation.
    package struct Thread: Hashable, Sendable {
        /// Whose conversation it is.
        package let address: Address
        /// The message with which they begin.
        package let first: Message?
        /// How many there are at most.
        package let limit: Int
        /// How many of the newest are read where these are gone.
        package let newest: Int
        /// The message with which those end that are read where `first` is nil; nil for the newest one.
        package let last: Message?

        package init(address: Address, first: Message?, limit: Int, newest: Int, last: Message? = nil) {
            self.address = address
            self.first = first
            self.limit = limit
            self.newest = newest
            self.last = last
        }

        /// So many of the newest messages.
        static func newest(of address: Address, _ limit: Int) -> Thread {
            Thread(address: address, first: nil, limit: limit, newest: limit)
        }
    }

    /// A part of the list of conversations.
    package struct List: Hashable, Sendable {
        /// Which conversations are listed.
        package let kind: ConversationKind
        /// The one that they come after; nil for the first ones.
        package let after: Conversation?
        /// How many there are at most.
        package let limit: Int

        package init(kind: ConversationKind, after: Conversation?, limit: Int) {
            self.kind = kind
            self.after = after
            self.limit = limit
        }
    }

    /// A part of what a query finds.
    package struct Found: Hashable, Sendable {
        /// What is asked for, as `SMSLogService.find` reads it.
        package let query: String
        /// The thing that they come after; nil for the first ones.
        package let after: FoundThing?
        /// How many there are at most.
        package let limit: Int
        /// Whether it is asked how much there is in all, where that is not all of it.
        package let isCounted: Bool

        package init(query: String, after: FoundThing?, limit: Int, isCounted: Bool = false) {
            self.query = query
            self.after = after
            self.limit = limit
            self.isCounted = isCounted
        }
    }

    /// Whether sums are.
    package var sums = false
    /// Whether contacts are.
    package var contacts = false
    /// Whether those are who are likely one person.
    package var suggestions = false
    /// Which conversation is open.
    package var thread: Thread?
    /// Which conversation is selected.
    package var preview: Thread?
    /// What is listed.
    package var list: List?
    /// What was looked for.
    package var found: Found?

    package init() {}

    /// Whether nothing is asked for.
    package var isEmpty: Bool {
        !sums && !contacts && !suggestions && thread == nil && preview == nil && list == nil && found == nil
    }
}

/// What panels show of the log, all of one state.
package struct MessagesSnapshot: Sendable {
    /// How much there is.
    package struct Sums: Sendable {
        /// How many conversations of each kind; nil where counting them would take its time.
        package let conversations: [ConversationKind: Int]?
        /// How many messages nobody has seen.
        package let unread: Int
    }

    /// Messages of a conversation, oldest first.
    package struct Thread: Sendable {
        /// The address that stands for it by now.
        package let leader: Address
        /// The messages.
        package let messages: [Message]
        /// How many messages the conversation has.
        package let count: Int
        /// Whether they are the newest ones, since those that were asked for are gone.
        package let areNewest: Bool
        /// What the user has begun to write there.
        package let draft: ConversationDraft?
        /// How those are called who wrote them, where somebody has named them; only a group has several.
        package let names: [Address: String]
        /// The number of each spelling, where the person has several numbers; none otherwise.
        package let numbers: [Address: Address]
    }

    /// A part of the list of conversations.
    package struct List: Sendable {
        /// What was asked for.
        package let request: MessagesRequest.List
        /// The conversations.
        package let conversations: [Conversation]
    }

    /// A part of what a query finds.
    package struct Found: Sendable {
        /// What was asked for.
        package let request: MessagesRequest.Found
        /// Conversations with those who are called so, and then messages.
        package let things: [FoundThing]
        /// How much there is; nil where that was not asked, and where it is all of it.
        package let sum: SMSLogService.FoundSum?
    }

    package fileprivate(set) var sums: Sums?
    package fileprivate(set) var contacts: [Contact]?
    package fileprivate(set) var suggestions: [SuggestedPerson]?
    package fileprivate(set) var thread: Thread?
    package fileprivate(set) var preview: Thread?
    package fileprivate(set) var list: List?
    package fileprivate(set) var found: Found?
}

extension SMSLogService {
    /// How many messages nobody has seen.
    ///
    /// - Throws: `StoreFault`.
    package func unread() async throws -> Int { try await store.read { try $0.unread() } }

    /// Reads what panels show in one transaction; without a request it reads nothing.
    ///
    /// - Throws: `StoreFault`.
    package func snapshot(_ request: MessagesRequest) async throws -> MessagesSnapshot {
        guard !request.isEmpty else { return MessagesSnapshot() }
        return try await people.ask { people in
            let messages = people.reader
            var snapshot = MessagesSnapshot()
            if request.sums {
                let counts = try messages.counts(limit: Self.countedConversations)
                snapshot.sums = MessagesSnapshot.Sums(conversations: counts.conversations, unread: counts.unread)
            }
            if request.contacts { snapshot.contacts = try messages.contacts() }
            if request.suggestions { snapshot.suggestions = try people.suggestions() }
            if let thread = request.thread { snapshot.thread = try Self.thread(thread, in: messages) }
            if let preview = request.preview { snapshot.preview = try Self.thread(preview, in: messages) }
            if let list = request.list {
                snapshot.list = MessagesSnapshot.List(
                    request: list,
                    conversations: try messages.named(
                        messages.conversations(list.kind, after: list.after, limit: list.limit)))
            }
            if let found = request.found {
                // Whom a query names may be gone by now: that is for the list to say, which asks again.
                do { snapshot.found = try self.found(found, among: people) } catch is SMSLogFault {}
            }
            return snapshot
        }
    }

    /// The newest messages of the conversation that a word means, as `address(of:)` has it, in one transaction.
    ///
    /// - Throws: As `address(of:)`.
    package func newest(of word: String, limit: Int) async throws -> MessagesSnapshot.Thread {
        try await people.ask { people in
            let known = try people.known(word)
            let leader = try known?.leader ?? people.address(of: word)
            return try Self.thread(.newest(of: leader, limit), known, in: people.reader)
        }
    }

    /// - Parameter known: What is known of the address, where that has been read.
    private static func thread(
        _ request: MessagesRequest.Thread, _ known: KnownAddress? = nil, in messages: any MessageReader
    ) throws -> MessagesSnapshot.Thread {
        let known = try known ?? messages.known(request.address)
        var found =
            try request.first.map {
                try messages.messages(.page(request.address, .from($0)), limit: request.limit)
            } ?? []
        let areNewest = found.isEmpty && request.last == nil
        if found.isEmpty {
            let page = request.last.map(Page.upTo) ?? .newest
            found = try messages.messages(.page(request.address, page), limit: request.newest)
        }
        return MessagesSnapshot.Thread(
            leader: known?.leader ?? request.address, messages: try messages.named(found), count: known?.count ?? 0,
            areNewest: areNewest, draft: known?.state.draft,
            names: try messages.names(of: found.senders),
            numbers: try known.map(messages.severalNumbers) ?? [:])
    }
}
