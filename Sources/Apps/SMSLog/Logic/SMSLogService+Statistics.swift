// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
package import AtriumSession
import AtriumStores

/// Statistics.
extension SMSLogService {
    /// The statistics of messages, read off the caller’s actor.
    ///
    /// - Parameters:
    ///   - text: A person, or a query as `MessageQueryReader` reads it; `nil` for all messages.
    ///   - first: The first day; `nil` for the first one with a message.
    ///   - last: The last day.
    ///   - measuresAnswers: Whether the times to an answer are measured.
    /// - Throws: `SMSLogFault`, `StoreFault`.
    @concurrent
    package func statistics(
        of text: String?, from first: Day? = nil, until last: Day? = nil, measuresAnswers: Bool = true
    ) async throws -> MessageStatistics {
        let today = today
        let start = first?.start(in: timeZone) ?? Timestamp(milliseconds: .min)
        let end = last?.adding(days: 1).start(in: timeZone) ?? Timestamp(milliseconds: .max)
        return try await people.ask { [timeZone] people in
            var filter = MessageFilter()
            if let text {
                var reader = MessageQueryReader(people, today: today, timeZone: timeZone)
                filter = try reader.read(Self.term(for: Self.unquoted(text), among: people) ?? text)
            }
            if first != nil || last != nil {
                let dates = filter.dates ?? Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
                filter.dates = dates.clamped(to: start..<max(start, end))
            }
            return try people.reader.statistics(filter, measuresAnswers: measuresAnswers)
        }
    }

    /// The term of a query for the messages of a conversation, or by a person who only writes in groups; `nil` if no person
    /// is meant, and the text is a query itself.
    private static func term(for name: String, among people: PeopleLookup) throws -> String? {
        let address: Address?
        do { address = try people.address(of: name) } catch SMSLogFault.unknownNumber, SMSLogFault.noGroup {
            address = nil
        }
        if let address, try people.reader.conversation(with: address) != nil {
            return MessageQueryKey.in.term(address.text)
        }
        let isOfSpeaker = try people.hasSpeaker(named: name)
        return (isOfSpeaker ? name : address?.text).map(MessageQueryKey.from.term)
    }

    /// A name without the quotation marks in which one of several words is, as a phrase is.
    package static func unquoted(_ text: String) -> String {
        let isQuoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}
