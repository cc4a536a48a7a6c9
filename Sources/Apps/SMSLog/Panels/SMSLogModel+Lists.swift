// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic

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
        try await service.findAll(query, after: last, limit: limit)
    }

    /// How many things a query finds, counted once until something changes; nil where that would take long.
    func total(found query: String) async throws -> ListTotal? {
        if let foundTotal, found?.query == query { return foundTotal }
        let most = SMSLogService.mostCounted
        let named = try await service.conversations(named: query).count
        let total = try await service.quickCount(query).map { ListTotal($0 + named, isKnown: $0 < most) }
        if found?.query == query { foundTotal = .some(total) }
        return total
    }

    /// Lists the messages that a query finds; a conversation that is open would stand before them, and goes behind.
    func list(found query: String, limit: Int?) {
        found = (query, limit ?? .max)
        visit += 1
        foundTotal = nil
        tab = .threads
    }

    /// Shows a tab; the list of conversations takes the place of what was found.
    func select(_ tab: SMSLogTab) {
        if tab == .contacts { return listContacts() }
        self.tab = tab
        if tab == .threads { found = nil }
    }
}
