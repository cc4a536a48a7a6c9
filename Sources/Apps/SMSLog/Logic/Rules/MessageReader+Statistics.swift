// SPDX-License-Identifier: GPL-3.0-or-later

/// What messages come to.
extension MessageReader {
    /// How many messages are looked at in one step where they have to be looked at one by one.
    private static var page: Int { 500 }

    /// How much was written, and how soon it was answered; calls, drafts and what was not sent are counted only where they
    /// are asked for.
    ///
    /// - Parameter measuresAnswers: Whether anybody wants to know how soon, which takes longer than to count.
    package func statistics(_ filter: MessageFilter, measuresAnswers: Bool = true) throws -> MessageStatistics {
        guard let scope = MessageScope(filter) else { return try statisticsOneByOne(filter) }
        return try statistics(scope, measuresAnswers: measuresAnswers && scope.direction == nil)
    }

    /// Of words and what messages have and are, only they themselves tell.
    private func statisticsOneByOne(_ filter: MessageFilter) throws -> MessageStatistics {
        var slots = MessageSlots()
        var last = 0
        while case let page = try messages(.above(last), limit: Self.page), let end = page.last {
            for message in page where (filter.isOfUncounted || message.isCounted) && filter.finds(message) {
                slots.add(message)
            }
            last = end.id
        }
        return MessageStatistics(slots: slots.all, responses: nil, subject: filter.subject)
    }
}

extension MessageFilter {
    /// What is counted of those that are meant.
    fileprivate var subject: MessageStatistics.Subject {
        states.contains(.call) ? .calls : isOfUncounted ? .unsent : .messages
    }
}

extension MessageScope {
    /// The same as a filter; nil for one that says more.
    init?(_ filter: MessageFilter) {
        guard filter.words == nil, filter.senders == nil, filter.features.isEmpty, filter.states.isEmpty,
            filter.without.isEmpty, filter.alternatives.isEmpty
        else { return nil }
        self.init(conversations: filter.conversations, direction: filter.direction, dates: filter.dates)
    }
}
