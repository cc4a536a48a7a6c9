// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores

/// The messages that an export takes, a page at a time: never all of them are in memory.
package struct ExportSelection {
    /// The number of messages read in one transaction.
    private static let page = 500

    let store: any MessageStore
    /// The requested messages; `nil`: everything.
    let filter: MessageFilter?
    /// Whether to write calls, or messages; `nil`: both.
    var calls: Bool?
    /// The number after which they begin.
    let start: Int
    /// The number of the last message: later ones are for the next export.
    let end: Int
    /// The totals of the log, whether requested or not.
    package let total: Tally

    /// Whether everything is taken that there is.
    var isAll: Bool { filter == nil && start == 0 }

    /// Whether a message is taken.
    private func takes(_ message: Message) -> Bool {
        guard message.id > start, message.id <= end, calls.map({ $0 == (message.call != nil) }) ?? true else {
            return false
        }
        return filter?.finds(message) ?? true
    }

    /// The number of requested messages and calls, before any other selection.
    func counts() async throws -> (messages: Int, calls: Int) {
        var (messages, calls) = (0, 0)
        var either = self
        either.calls = nil
        var last = start
        while last < end {
            try Task.checkCancellation()
            let (count, called, next) = try await store.read { [either, last] reader in
                let page = try reader.messages(.above(last), limit: Self.page)
                let taken = page.filter(either.takes)
                let called = taken.count { $0.call != nil }
                return (taken.count - called, called, page.last?.id ?? either.end)
            }
            messages += count
            calls += called
            last = next
        }
        return (messages, calls)
    }

    /// Hands out all of them by number.
    func forEach(
        progress: @Sendable (_ done: Int, _ total: Int) async -> Void, _ body: (WholeMessage) async throws -> Void
    ) async throws {
        var last = start
        while last < end {
            try Task.checkCancellation()
            let (page, next) = try await store.read { [self, last] reader in
                let page = try reader.messages(.above(last), limit: Self.page)
                return (try reader.whole(page.filter(takes)), page.last?.id ?? end)
            }
            for message in page { try await body(message) }
            last = next
            await progress(min(last, end) - start, end - start)
        }
    }

    /// Hands out all of a conversation, oldest first.
    package func forEach(in address: Address, _ body: (WholeMessage) async throws -> Void) async throws {
        var position = MessagePosition(date: Timestamp(milliseconds: .min), id: 0)
        while true {
            try Task.checkCancellation()
            let (page, last) = try await store.read { [self, position] reader in
                let page = try reader.messages(.page(address, .after(position)), limit: Self.page)
                return (try reader.whole(page.filter(takes)), page.last)
            }
            for message in page { try await body(message) }
            guard let last else { return }
            position = MessagePosition(last)
        }
    }

    /// The conversations that there are, as their list has them, then those out of it.
    package func conversations() async throws -> [Conversation] {
        try await store.read { reader in
            var conversations: [Conversation] = []
            for kind in ConversationKind.parts {
                var last: Conversation?
                while case let page = try reader.conversations(kind, after: last, limit: Self.page), let end = page.last
                {
                    conversations += page
                    last = end
                }
            }
            return conversations
        }
    }
}
