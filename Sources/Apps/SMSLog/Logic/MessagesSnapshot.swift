// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores

/// The parts of the log that panels show.
package struct MessagesRequest: Sendable {
    /// Messages of one conversation.
    package struct Thread: Hashable, Sendable {
        /// The address of the conversation.
        package let address: Address
        /// The message with which they begin.
        package let first: Message?
        /// The maximum number of messages.
        package let limit: Int
        /// The number of newest messages to read if these are gone.
        package let newest: Int
        /// The last message of those to read if `first` is `nil`; `nil` for the newest one.
        package let last: Message?

        package init(address: Address, first: Message?, limit: Int, newest: Int, last: Message? = nil) {
            self.address = address
            self.first = first
            self.limit = limit
            self.newest = newest
            self.last = last
        }

        /// A number of the newest messages.
        static func newest(of address: Address, _ limit: Int) -> Thread {
            Thread(address: address, first: nil, limit: limit, newest: limit)
        }
    }

    /// A part of the list of conversations.
    package struct List: Hashable, Sendable {
        /// The kind of the listed conversations.
        package let kind: ConversationKind
        /// The one that they come after; `nil` for the first ones.
        package let after: Conversation?
        /// The maximum number of conversations.
        package let limit: Int

        package init(kind: ConversationKind, after: Conversation?, limit: Int) {
            self.kind = kind
            self.after = after
            self.limit = limit
        }
    }

    /// A part of the results of a query.
    package struct Found: Hashable, Sendable {
        /// The query, as `SMSLogService.find` reads it.
        package let query: String
        /// The thing that they come after; `nil` for the first ones.
        package let after: FoundThing?
        /// The maximum number of results.
        package let limit: Int
        /// Whether to count all results if these are not all.
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
    /// Whether to include the numbers that are likely one person’s.
    package var suggestions = false
    /// The open conversation.
    package var thread: Thread?
    /// The selected conversation.
    package var preview: Thread?
    /// The list to show.
    package var list: List?
    /// The search whose results are shown.
    package var found: Found?

    package init() {}

    /// Whether nothing is requested.
    package var isEmpty: Bool {
        !sums && !contacts && !suggestions && thread == nil && preview == nil && list == nil && found == nil
    }
}

/// The content of the panels, all of one state of the log.
package struct MessagesSnapshot: Sendable {
    /// The totals of the log.
    package struct Sums: Sendable {
        /// The number of conversations of each kind; `nil` if counting them would take too long.
        package let conversations: [ConversationKind: Int]?
        /// The number of messages that the user has not seen.
        package let unread: Int
    }

    /// Messages of a conversation, oldest first.
    package struct Thread: Sendable {
        /// The address that leads the conversation now.
        package let leader: Address
        package let messages: [Message]
        /// The number of messages in the conversation.
        package let count: Int
        /// Whether they are the newest ones, since the requested ones are gone.
        package let areNewest: Bool
        /// The draft that the user has begun there.
        package let draft: ConversationDraft?
        /// The names of the senders, if they are named; only a group has several.
        package let names: [Address: String]
        /// The number of each spelling if the person has several numbers; empty otherwise.
        package let numbers: [Address: Address]
    }

    /// A part of the list of conversations.
    package struct List: Sendable {
        package let request: MessagesRequest.List
        package let conversations: [Conversation]
    }

    /// A part of the results of a query.
    package struct Found: Sendable {
        package let request: MessagesRequest.Found
        /// Conversations with people of that name, and then messages.
        package let things: [FoundThing]
        /// The total; `nil` if it was not requested, or if these are all.
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
    /// Returns the number of messages that the user has not seen.
    ///
    /// - Throws: `StoreFault`.
    package func unread() async throws -> Int { try await store.read { try $0.unread() } }

    /// Reads the content of panels in one transaction; without a request it reads nothing.
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
                // The person that a query names may be gone now: the list reports that when it asks again.
                do { snapshot.found = try self.found(found, among: people) } catch is SMSLogFault {}
            }
            return snapshot
        }
    }

    /// Returns the newest messages of the conversation that `address(of:)` finds for a word, in one transaction.
    ///
    /// - Throws: As `address(of:)`.
    package func newest(of word: String, limit: Int) async throws -> MessagesSnapshot.Thread {
        try await people.ask { people in
            let known = try people.known(word)
            let leader = try known?.leader ?? people.address(of: word)
            return try Self.thread(.newest(of: leader, limit), known, in: people.reader)
        }
    }

    /// - Parameter known: The store’s facts about the address, if they were read.
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
