// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
import Stores

/// What messages come to.
extension SMSLogService {
    /// How much was written, when, and how soon it was answered; off the caller’s actor.
    ///
    /// - Parameters:
    ///   - text: Somebody, or a query as `MessageQueryReader` reads it; nil: all messages.
    ///   - first: The first day; nil: the first one with a message.
    ///   - last: The last day.
    ///   - measuresAnswers: Whether it is to be said how soon messages were answered.
    /// - Throws: `SMSLogFault`, `StoreFault`.
    @concurrent
    package func statistics(
        of text: String?, from first: Day? = nil, until last: Day? = nil, measuresAnswers: Bool = true
    ) async throws -> MessageStatistics {
        let query: String? = if let text { try await term(for: Self.unquoted(text)) ?? text } else { nil }
        let today = today
        let start = first?.start(in: timeZone) ?? Timestamp(milliseconds: .min)
        let end = last?.adding(days: 1).start(in: timeZone) ?? Timestamp(milliseconds: .max)
        return try await store.read { [query, timeZone] messages in
            var filter = MessageFilter()
            if let query {
                var reader = MessageQueryReader(messages, today: today, timeZone: timeZone)
                filter = try reader.read(query)
            }
            if first != nil || last != nil {
                let dates = filter.dates ?? Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
                filter.dates = dates.clamped(to: start..<max(start, end))
            }
            return try messages.statistics(filter, measuresAnswers: measuresAnswers)
        }
    }

    /// The term of a query for the messages with somebody, or for those by whoever only writes in groups; nil where nobody is
    /// meant, and it is a query itself.
    private func term(for name: String) async throws -> String? {
        let address: Address?
        do { address = try await self.address(of: name) } catch SMSLogFault.unknownNumber, SMSLogFault.noGroup {
            address = nil
        }
        if let address, try await conversation(with: address) != nil { return MessageQueryKey.in.term(address.text) }
        let isOfSpeaker = try await store.read { [today, timeZone] messages in
            var reader = MessageQueryReader(messages, today: today, timeZone: timeZone)
            return try reader.hasSpeaker(named: name)
        }
        return (isOfSpeaker ? name : address?.text).map(MessageQueryKey.from.term)
    }

    /// A name without the quotation marks in which one of several words is, as a phrase is.
    package static func unquoted(_ text: String) -> String {
        let isQuoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}
