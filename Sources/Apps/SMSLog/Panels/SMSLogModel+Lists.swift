// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import AtriumSession
import AtriumStores
import MessageFormats
import SMSLogLogic

/// The lists: conversations, contacts, or search results.
extension SMSLogModel {
    /// Lists the conversations of a kind, `limit` at most.
    func list(_ kind: ConversationKind, limit: Int? = nil) {
        tab = .threads
        found = nil
        self.kind = kind
        self.limit = limit ?? .max
    }

    /// Lists the contacts, `limit` at most.
    func listContacts(limit: Int? = nil) {
        tab = .contacts
        suggested = nil
        contactLimit = limit ?? .max
    }

    /// Reads search results: those after one, or the first ones.
    func found(_ query: String, after last: FoundThing?, limit: Int) async throws -> [FoundThing] {
        defer { listedFound = nil }
        // Read with everything else that is shown.
        if let listedFound, (listedFound.request.query, listedFound.request.after) == (query, last),
            listedFound.request.limit == limit
        {
            return listedFound.things
        }
        return try await service.findAll(query, after: last, limit: limit)
    }

    /// Returns the number of results of a query, counted once until something changes; `nil` while a long count runs.
    func total(found query: String) async throws -> ListTotal? {
        if let foundTotal, found?.query == query { return foundTotal }
        return take(try await service.sum(found: query), of: query)
    }

    /// The request for the search results, which is read with everything else.
    func foundRequest() -> MessagesRequest.Found? {
        guard let (query, _) = found, let asking = readingFound.unread else { return nil }
        return MessagesRequest.Found(
            query: query, after: asking.after, limit: asking.limit, isCounted: foundTotal == nil)
    }

    /// Keeps the search results, until the list asks for them, and their number.
    func take(_ read: MessagesSnapshot.Found?) {
        listedFound = read
        if let read, let sum = read.sum { _ = take(sum, of: read.request.query) }
    }

    private func take(_ sum: SMSLogService.FoundSum, of query: String) -> ListTotal? {
        let total = sum.messages.map { ListTotal($0 + sum.named, isKnown: $0 < SMSLogService.mostCounted) }
        guard found?.query == query else { return total }
        foundTotal = .some(total)
        if total?.isKnown != true { countAll(query, named: sum.named) }
        return total
    }

    /// Counts the results of a query in the background, and reports the number to the panels.
    private func countAll(_ query: String, named: Int) {
        let revision = readingFound.revision
        counting.start { [service] in
            try await service.fullCount(query)
        } take: { [weak self] all in
            guard let self, readingFound.revision == revision, found?.query == query else { return }
            foundTotal = .some(ListTotal(all.count + named, isKnown: all.isAll))
            readingFound.touchList()
            relay.post()
        }
    }

    /// Counts conversations in the background, and reports the number to the panels.
    func countConversations() {
        countingConversations.start { [service] in
            try await service.allConversationCounts()
        } take: { [service, weak self] counts in
            guard let self, self.service === service else { return }
            self.counts = counts
            // The list asks again.
            reading.touchList()
            relay.post()
        }
    }

    /// Lists the messages that a query finds; a conversation that is open would stand before them, and goes behind.
    func list(found query: String, limit: Int?) {
        found = (query, limit ?? .max)
        visit += 1
        foundTotal = nil
        tab = .threads
    }

    /// Marks the search results as stale after changes, and on another day.
    func touchFound(after changes: Changes<MessageChange>) {
        let day = service.today
        guard day != foundDay || changes.mayHave({ $0 != .gateways }) else { return }
        foundDay = day
        foundTotal = nil
        readingFound.touchList()
    }

    /// Lists the people who are likely one in place of the contacts, `limit` at most.
    func suggestPeople(limit: Int?) async throws {
        let people = try await service.people.suggestions()
        listContacts()
        suggested = (people, limit ?? .max)
    }

    /// Shows a tab; the list of conversations replaces the search results.
    func select(_ tab: SMSLogTab) {
        if tab == .contacts { return listContacts() }
        self.tab = tab
        if tab == .threads { found = nil }
    }
}

/// The log to show: that of a store, or of a file.
extension SMSLogModel {
    /// Turns to the store that the user has chosen now, also from a file that is looked at.
    package func loginDidChange(to login: LoginState) {
        // A store that cannot be opened leaves the one that is.
        guard let session = login.session, case .store(let shown) = (own ?? service).origin,
            case let choice = MessageStoreChoice(of: session), choice != shown, let log = try? openLog(choice)
        else { return }
        own = nil
        turn(to: log)
    }

    /// The user’s log in a store that a command names; the present one if that is meant.
    ///
    /// - Throws: `StoreFault`.
    func log(in choice: MessageStoreChoice) throws -> SMSLogService {
        let shown = own ?? service
        return try shown.origin == .store(choice) ? shown : openLog(choice)
    }

    /// The log of a store as the user typed it; `nil`: the log that is shown.
    ///
    /// - Throws: `SMSLogFault.badStore`, `SMSLogFault.storePlace`, `SMSLogFault.noStore`, `StoreFault`.
    func log(named store: String?, _ context: CommandContext) async throws -> SMSLogService {
        guard let store else { return service }
        return try log(
            in: try await SMSLogService.checked(
                store: store, of: service.owner, among: stores, in: context.world))
    }

    /// Copies the people of the user’s own log to another one; a log that is only looked at copies nothing.
    ///
    /// - Parameter kept: The log that the other one is a copy of; `nil` if it is none.
    func tellPeople(to log: SMSLogService, of kept: SMSLogService? = nil) async throws {
        let (own, kept) = (own ?? service, kept ?? log)
        if kept !== own, kept !== service { try await own.tellPeople(to: log) }
    }

    /// Shows the log of a file in place of the user’s own.
    func look(at log: SMSLogService) {
        own = own ?? service
        turn(to: log)
    }

    /// Shows the user’s own log again.
    ///
    /// - Throws: `SMSLogFault.notLooking`.
    func endLook() throws {
        guard let own else { throw SMSLogFault.notLooking }
        self.own = nil
        turn(to: own)
    }
}

/// The conversation that the list’s selection stands on, or that of a message which it stands on.
struct SelectedThread: Hashable {
    /// The other end.
    let address: Address
    /// The message up to which it is seen first; `nil`: its newest one.
    let last: Message?

    init(_ conversation: Conversation) { (address, last) = (conversation.address, nil) }

    init(_ thing: FoundThing) {
        switch thing {
        case .conversation(let conversation): self.init(conversation)
        case .message(let message): self.init(message)
        }
    }

    init(_ message: Message) { (address, last) = (message.address, message) }

    /// The request for a page of `limit` messages.
    func request(_ limit: Int) -> MessagesRequest.Thread {
        MessagesRequest.Thread(address: address, first: nil, limit: limit, newest: limit, last: last)
    }
}

/// The parts of the panels that may be stale after messages or contacts have changed.
struct StaleMessages: OptionSet {
    let rawValue: UInt8

    /// The number of conversations, and of messages that the user has not seen.
    static let sums = StaleMessages(rawValue: 1)
    /// The list of conversations.
    static let list = StaleMessages(rawValue: 2)
    /// The open conversation.
    static let thread = StaleMessages(rawValue: 4)
    static let contacts = StaleMessages(rawValue: 8)

    /// The content of the panels: changes that do not touch it need no update.
    struct ShownList {
        /// The address of the open conversation.
        var thread: Address?
        /// The numbers of the messages of it that are loaded.
        var messages: Set<Int> = []
        /// The numbers of the newest messages of the loaded conversations; `nil` if they are unknown.
        var newest: Set<Int>?
    }
}

extension StaleMessages {
    /// The parts that may be stale after changes.
    init(after changes: Changes<MessageChange>, of shown: ShownList) {
        guard case .these(let changes) = changes else {
            self = [.sums, .list, .thread, .contacts]
            return
        }
        self = []
        for change in changes { formUnion(StaleMessages(after: change, of: shown)) }
    }

    private init(after change: MessageChange, of shown: ShownList) {
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
        // The kind of a conversation depends on its contact.
        case .contact(let address):
            self = address == shown.thread ? [.sums, .list, .thread, .contacts] : [.sums, .list, .contacts]
        }
    }
}
