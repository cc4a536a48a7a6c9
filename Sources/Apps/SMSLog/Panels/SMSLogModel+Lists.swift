// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Stores

/// What is listed: conversations, contacts, or what was found.
extension SMSLogModel {
    /// Lists the conversations of a kind, so many at most.
    func list(_ kind: ConversationKind, limit: Int? = nil) {
        tab = .threads
        found = nil
        self.kind = kind
        self.limit = limit ?? .max
    }

    /// Lists the contacts, so many at most.
    func listContacts(limit: Int? = nil) {
        tab = .contacts
        suggested = nil
        contactLimit = limit ?? .max
    }

    /// Reads what is listed: what comes after one thing, or the first ones.
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

    /// How many things a query finds, counted once until something changes; where that takes long, nil until it is known.
    func total(found query: String) async throws -> ListTotal? {
        if let foundTotal, found?.query == query { return foundTotal }
        return take(try await service.sum(found: query), of: query)
    }

    /// What is read with everything else of what was found.
    func foundRequest() -> MessagesRequest.Found? {
        guard let (query, _) = found, let asking = readingFound.unread else { return nil }
        return MessagesRequest.Found(
            query: query, after: asking.after, limit: asking.limit, isCounted: foundTotal == nil)
    }

    /// Takes what was found, until the list asks for it, and how much that is.
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

    /// Counts what a query finds beside what is shown, which is told of it.
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

    /// Counts conversations beside what is shown, which is told of it.
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

    /// What was found may be another after changes, and on another day.
    func touchFound(after changes: Changes<MessageChange>) {
        let day = service.today
        guard day != foundDay || changes.mayHave({ $0 != .gateways }) else { return }
        foundDay = day
        foundTotal = nil
        readingFound.touchList()
    }

    /// Lists who is likely one person in place of the contacts, so many at most.
    func suggestPeople(limit: Int?) async throws {
        let people = try await service.suggestedPeople()
        listContacts()
        suggested = (people, limit ?? .max)
    }

    /// Shows a tab; the list of conversations takes the place of what was found.
    func select(_ tab: SMSLogTab) {
        if tab == .contacts { return listContacts() }
        self.tab = tab
        if tab == .threads { found = nil }
    }
}
