// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
package import AtriumSession
import AtriumStores

/// Finding messages and conversations.
extension SMSLogService {
    /// Returns the newest messages for a query, as `MessageQueryReader` reads it, newest first: those that come after
    /// one, or the first ones.
    ///
    /// - Throws: `SMSLogFault` for text that is no query, and for unknown people.
    package func find(_ text: String, after last: Message? = nil, limit: Int) async throws -> [Message] {
        try await read(text) { try $0.named($0.find($1, after: last, limit: limit)) }
    }

    /// Checks that a text is a query, without asking it: words are, and nothing is read for them.
    ///
    /// - Throws: As `find`.
    package func check(query text: String) async throws {
        // Signs alone are words too, and ask for nothing.
        if MessageQueryReader.wordsAlone(of: text)?.contains(where: { $0.isLetter || $0.isNumber }) == true { return }
        try await read(text) { _, _ in }
    }

    /// Returns the conversations with people of that name, and then the messages for a query.
    ///
    /// - Parameter last: The result before the first one to return; `nil`: from the first one.
    ///
    /// - Throws: As `find`.
    package func findAll(_ text: String, after last: FoundThing?, limit: Int) async throws -> [FoundThing] {
        let request = MessagesRequest.Found(query: text, after: last, limit: limit)
        return try await people.ask { try found(request, among: $0).things }
    }

    /// The same in one state, with the total if it is requested.
    ///
    /// - Throws: As `find`.
    func found(_ request: MessagesRequest.Found, among people: PeopleLookup) throws -> MessagesSnapshot.Found {
        let messages = people.reader
        let filter = try filter(of: request.query, among: people)
        let last: Message? = if case .message(let last) = request.after { last } else { nil }
        // People of that name come before all messages.
        let named =
            last == nil || request.isCounted
            ? try conversations(named: request.query, among: people) : []
        var things: [FoundThing] = []
        if last == nil {
            var listed = named[...]
            if case .conversation(let last) = request.after {
                listed = listed.drop { $0.address != last.address }.dropFirst()
            }
            things = listed.prefix(request.limit).map(FoundThing.conversation)
        }
        let found = try messages.find(filter, after: last, limit: request.limit - things.count)
        things += try messages.named(found).map(FoundThing.message)
        // Of a list that is all there is the length is known.
        let isAll = request.after == nil && things.count < request.limit
        let sum =
            try request.isCounted && !isAll
            ? FoundSum(named: named.count, messages: Self.quickCount(filter, in: messages)) : nil
        return MessagesSnapshot.Found(request: request, things: things, sum: sum)
    }

    /// The maximum number of counted messages.
    package static let mostCounted = 10_000

    /// Returns what a search finds, and what is said beside it: all of one state.
    ///
    /// - Parameter limit: The maximum number of messages.
    /// - Throws: As `find`.
    package func found(by text: String, limit: Int) async throws -> FoundMessages {
        try await people.ask { people in
            let (reader, filter) = (people.reader, try filter(of: text, among: people))
            // One more than requested reveals whether there are more.
            let found = try reader.named(reader.find(filter, after: nil, limit: min(limit, .max - 1) + 1))
            let isCut = found.count > limit
            let (most, among) = (Self.mostCountedInReply, Self.mostCountedAmong)
            let count = isCut ? try Self.quickCount(filter, among: among, limit: most, in: reader) : nil
            return FoundMessages(
                messages: isCut ? Array(found.prefix(limit)) : found,
                names: try reader.names(of: Set(found.compactMap(\.sender))),
                conversations: try conversations(named: text, among: people), isCut: isCut,
                count: count.flatMap { $0 < most ? $0 : nil })
        }
    }

    /// The number of messages in a store up to which a reply counts those with a word that is only begun: all words that
    /// start like it have to be collected first.
    private static let mostCountedAmong = 200_000
    /// The maximum number of messages that a reply counts: to count more would take longer than to find them.
    private static let mostCountedInReply = 1_000

    /// The result of a search.
    package struct FoundMessages: Sendable {
        /// The newest messages, newest first.
        package let messages: [Message]
        /// The names of their senders in groups.
        package let names: [Address: String]
        /// The conversations with people of that name.
        package let conversations: [Conversation]
        /// Whether there are more messages.
        package let isCut: Bool
        /// The number of messages in all, if there are more; `nil` also if they are many.
        package let count: Int?
    }

    /// The number of messages for a query, `limit` at most; `nil` if counting them would take long.
    private static func quickCount(
        _ filter: MessageFilter, among most: Int = mostCounted, limit: Int = mostCounted,
        in messages: any MessageReader
    ) throws -> Int? {
        if filter.words?.shortestPrefix != nil, try messages.lastNumber() > most { return nil }
        return try messages.count(filter, limit: limit)
    }

    /// Returns the number of all results of a query.
    ///
    /// - Throws: As `find`.
    package func sum(found text: String) async throws -> FoundSum {
        try await people.ask {
            FoundSum(
                named: try conversations(named: text, among: $0).count,
                messages: try Self.quickCount(filter(of: text, among: $0), in: $0.reader))
        }
    }

    /// Returns the number of messages for a query, however long that takes: for words alone all of them, for others
    /// `mostCounted` at most; off the caller’s actor.
    ///
    /// - Throws: As `find`.
    @concurrent
    package func fullCount(_ text: String) async throws -> ListedCount {
        try await read(text) { messages, filter in
            let limit = filter.isOfWordsAlone ? Int.max : Self.mostCounted
            let count = try messages.count(filter, limit: limit)
            return ListedCount(count: count, isAll: count < limit)
        }
    }

    /// The number of results of a query.
    package struct FoundSum: Sendable {
        /// The number of conversations with people of that name.
        package let named: Int
        /// The number of messages, `mostCounted` at most; `nil` if counting them would take long.
        package let messages: Int?
    }

    /// The number of counted messages.
    package struct ListedCount: Sendable {
        package let count: Int
        /// Whether there are no more.
        package let isAll: Bool
    }

    /// The maximum number of conversations found by a name: a word that more have finds none.
    package static let mostNamed = 1_000

    /// The conversations with people whose name has all words of a query, or whose number has its digits, the newest
    /// first; none if it asks for more than words, and if there would be more than `mostNamed`.
    package func conversations(named query: String) async throws -> [Conversation] {
        try await people.ask { try conversations(named: query, among: $0) }
    }

    private func conversations(named query: String, among people: PeopleLookup) throws -> [Conversation] {
        guard let words = MessageQueryReader.wordsAlone(of: query) else { return [] }
        let query = SearchQuery(words, beginnings: .all)
        let digits = PartOfNumber(words)
        let messages = people.reader
        var addresses = Set(try people.names().found(by: query).map(\.leader))
        if let digits {
            for known in try messages.addresses(.beginning(""), limit: .max) where digits.occurs(in: known.address) {
                addresses.insert(known.address)
            }
        }
        guard addresses.count <= Self.mostNamed else { return [] }
        return try messages.named(Array(Set(addresses.compactMap { try messages.conversation(with: $0) })))
            .sorted { ($0.last.date, $0.last.id) > ($1.last.date, $1.last.id) }
    }

    /// The current day, for `today` in a query.
    package var today: Day { Day(clock.now, in: timeZone) }

    private func read<Answer: Sendable>(
        _ text: String, _ question: @escaping @Sendable (any MessageReader, MessageFilter) throws -> Answer
    ) async throws -> Answer {
        try await people.ask { try question($0.reader, filter(of: text, among: $0)) }
    }

    private func filter(of text: String, among people: PeopleLookup) throws -> MessageFilter {
        var reader = MessageQueryReader(people, today: today, timeZone: timeZone)
        return try reader.read(text)
    }

    /// The line of a text with a query’s words, in pieces; `nil` if it has none.
    package static func excerpt(of text: String, for query: String) -> [(text: String, isMatch: Bool)]? {
        MatchPieces.of(text, finding: MessageQueryReader.words(of: query).soughtWords)
    }

    /// The words of a query, and a function for their places in a text, in order, without overlap; `nil` for no words.
    package static func search(
        for query: String
    ) -> (words: String, places: @Sendable ([Character]) -> [Range<Int>])? {
        let asked = MessageQueryReader.words(of: query)
        let words = asked.soughtWords
        guard !words.isEmpty else { return nil }
        return (asked.text.filter { $0 != "\"" }, { MatchPieces.places(of: words, in: $0) })
    }
}

/// Digits of a telephone number, as a user remembers them.
private struct PartOfNumber {
    private let digits: [UInt8]
    private static let signs = "0123456789+-()/. ".utf8

    /// `nil` for a text that is no part of a number, and for one that nearly all have.
    init?(_ text: String) {
        guard text.utf8.allSatisfy(Self.signs.contains) else { return nil }
        let digits = Self.digits(of: text)
        guard digits.count >= 3 else { return nil }
        // Within a country numbers begin with a zero that they do not have from elsewhere.
        self.digits =
            digits.count >= 6 && digits.first == UInt8(ascii: "0") ? Array(digits.drop { $0 == 0x30 }) : digits
    }

    /// Whether an address has these digits, in this order and nothing between them.
    func occurs(in address: Address) -> Bool {
        let all = Self.digits(of: address.text)
        guard all.count >= digits.count, !address.isGroup else { return false }
        return (0...(all.count - digits.count)).contains { all[$0...].starts(with: digits) }
    }

    private static func digits(of text: String) -> [UInt8] { text.utf8.filter { (0x30...0x39).contains($0) } }
}

/// A result of a search.
package enum FoundThing: Hashable, Sendable {
    /// One with a person of that name.
    case conversation(Conversation)
    /// One that says so.
    case message(Message)
}
