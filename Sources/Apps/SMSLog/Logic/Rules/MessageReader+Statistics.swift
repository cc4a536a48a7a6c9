// SPDX-License-Identifier: GPL-3.0-or-later

/// The statistics of messages.
extension MessageReader {
    /// The number of messages read in one step if they have to be read one by one.
    private static var page: Int { 500 }

    /// Returns the statistics of messages and response times; calls, drafts and unsent messages count only if they
    /// are requested.
    ///
    /// - Parameter measuresAnswers: Whether to measure response times, which takes longer than to count.
    package func statistics(_ filter: MessageFilter, measuresAnswers: Bool = true) throws -> MessageStatistics {
        guard let scope = MessageScope(filter) else { return try statisticsOneByOne(filter) }
        return try statistics(scope, measuresAnswers: measuresAnswers && scope.direction == nil)
    }

    /// Only the messages themselves show their words, features and states.
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
    /// The subject of the count.
    fileprivate var subject: MessageStatistics.Subject {
        states.contains(.call) ? .calls : isOfUncounted ? .unsent : .messages
    }
}

extension MessageScope {
    /// The same as a filter; `nil` for one that says more.
    init?(_ filter: MessageFilter) {
        guard filter.numbers == nil, filter.words == nil, filter.senders == nil, filter.features.isEmpty,
            filter.states.isEmpty,
            filter.without.isEmpty, filter.alternatives.isEmpty
        else { return nil }
        self.init(conversations: filter.conversations, direction: filter.direction, dates: filter.dates)
    }
}
