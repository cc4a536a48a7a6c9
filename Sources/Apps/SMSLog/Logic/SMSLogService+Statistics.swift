// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import SMSLogStore
package import Session

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
        var query = text
        if let text {
            let name = Self.unquoted(text)
            do { query = MessageQueryKey.in.term(try await address(of: name).text) } catch SMSLogFault.unknownNumber,
                SMSLogFault.noGroup
            {
                // It is a query.
            }
        }
        let today = Day(clock.now, in: timeZone)
        let start = first?.start(in: timeZone) ?? Timestamp(milliseconds: .min)
        let end = last?.adding(days: 1).start(in: timeZone) ?? Timestamp(milliseconds: .max)
        return try await dao.read(owner) { [query, timeZone] messages in
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

    /// A name without the quotation marks in which one of several words is, as a phrase is.
    package static func unquoted(_ text: String) -> String {
        let isQuoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}
