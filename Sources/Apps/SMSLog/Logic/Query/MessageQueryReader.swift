// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession

/// Reads the language of queries for messages.
///
///     train from:mum date:2026-05 has:picture "see you" -late
///
/// `QueryTree` reads the terms; of people behind one key any may be meant. The last word finds all that start with it,
/// as `SearchQuery` has it; those behind `-` are whole words. A word before a colon that is not a key is a mistake,
/// unless an address of the web follows, or nothing.
struct MessageQueryReader {
    private let lookup: PeopleLookup
    private var reader: any MessageReader { lookup.reader }
    let today: Day
    let timeZone: Zone
    private var words: [String] = []
    private var filter = MessageFilter()
    private var people: [MessageQueryKey: Set<Address>] = [:]
    /// Whether the user is one of the senders.
    private var isFromUser = false
    /// The most messages; `nil` for any number.
    private var limit: Int?
    /// The senders of each group, if they were read.
    private var knownSpeakers: [Address: Set<Address>]?

    init(_ lookup: PeopleLookup, today: Day, timeZone: Zone) {
        self.lookup = lookup
        self.today = today
        self.timeZone = timeZone
    }

    /// Returns the filter for a query.
    ///
    /// - Throws: `QueryFault`; `SMSLogFault.unknownNumber`; `StoreFault`.
    mutating func read(_ text: String) throws -> MessageFilter {
        let tree = try QueryTree(whole: text)
        // One word may be only begun: the last one.
        let lastWord = tree.terms.indices.last {
            Self.isWord(tree.terms[$0]) && !tree.isLeftOut($0) && !Self.query([tree.terms[$0].text]).isEmpty
        }
        var places = 0..<tree.terms.count
        try read(tree.conditions, from: &places, lastWord: lastWord)
        try close()
        // Signs alone say nothing.
        guard filter.words != nil || filter != MessageFilter() || limit != nil else {
            throw QueryFault.emptyQuery(text)
        }
        if let limit { try confine(toNewest: limit) }
        return filter
    }

    /// Leaves only the newest messages that the filter finds.
    private mutating func confine(toNewest limit: Int) throws {
        let found = try reader.find(filter, after: nil, limit: limit)
        filter.numbers = Set(found.map(\.id))
        // Stores look no further back.
        let none = Timestamp(milliseconds: 0)
        filter.dates = (found.last?.date ?? none)..<(found.first.map { $0.date + .milliseconds(1) } ?? none)
    }

    /// The words of a query, without the values of its keys.
    static func words(of text: String) -> SearchQuery {
        let tree = QueryTree(text)
        return query(
            tree.terms.indices.filter { !tree.isLeftOut($0) }.map { tree.terms[$0] }.filter(isWord).map(\.text))
    }

    /// The words of a query that has nothing else in it; `nil` for others.
    static func wordsAlone(of text: String) -> String? {
        let tree = QueryTree(text)
        let isAlone = tree.terms.indices.allSatisfy { !tree.isAlternative($0) && isWord(tree.terms[$0]) }
        return isAlone ? tree.terms.map(\.text).joined(separator: " ") : nil
    }

    private static func query(_ words: [String]) -> SearchQuery {
        SearchQuery(words.joined(separator: " "), signs: .pictures)
    }

    /// Whether a term is searched for as it is written.
    private static func isWord(_ term: QueryTerm) -> Bool { !term.isNegated && key(of: term) == nil }

    /// The text before the colon of a term that is no word.
    private static func key(of term: QueryTerm) -> String? {
        guard !term.value.isEmpty else { return term.key.flatMap(MessageQueryKey.init)?.rawValue }
        return term.value.hasPrefix("//") ? nil : term.key
    }

    /// Adds conditions, all of which must hold.
    ///
    /// - Parameters:
    ///   - places: The places of the terms to read among all of the query.
    ///   - lastWord: The place of the word that may be only begun.
    private mutating func read(_ conditions: [QueryCondition], from places: inout Range<Int>, lastWord: Int?) throws {
        for condition in conditions {
            switch condition {
            case .term(let term): try read(term, isBegun: places.removeFirst() == lastWord)
            case .all(let conditions): try read(conditions, from: &places, lastWord: lastWord)
            case .any(let conditions):
                var alternatives: [MessageFilter] = []
                for condition in conditions {
                    alternatives.append(try filter(of: condition, from: &places, lastWord: lastWord))
                }
                filter.alternatives.append(alternatives)
            case .not(let condition):
                filter.without.append(try filter(of: condition, from: &places, lastWord: nil))
            }
        }
    }

    /// Returns the filter for a condition by itself.
    private func filter(
        of condition: QueryCondition, from places: inout Range<Int>, lastWord: Int?
    ) throws -> MessageFilter {
        if let term = condition.terms.first(where: { Self.key(of: $0) == MessageQueryKey.limit.rawValue }) {
            throw QueryFault.notAlternative(term.text)
        }
        var one = MessageQueryReader(lookup, today: today, timeZone: timeZone)
        try one.read([condition], from: &places, lastWord: lastWord)
        try one.close()
        guard one.filter != MessageFilter() else {
            throw QueryFault.emptyQuery(condition.terms.map(\.text).joined(separator: " "))
        }
        return one.filter
    }

    /// Adds the conditions of a term.
    ///
    /// - Parameter isBegun: Whether a word may stand for all that start with it.
    private mutating func read(_ term: QueryTerm, isBegun: Bool) throws {
        if term.isNegated {
            try leaveOut(term)
        } else if !isBegun, Self.key(of: term) == nil {
            words.append(term.wholeWords)
        } else {
            try read(term)
        }
    }

    /// Leaves out the matches of a term, which stands by itself.
    private mutating func leaveOut(_ term: QueryTerm) throws {
        var left = MessageQueryReader(lookup, today: today, timeZone: timeZone)
        if Self.key(of: term) == nil {
            left.words = [term.wholeWords]
        } else {
            try left.read(term)
        }
        try left.close()
        if left.filter != MessageFilter() { filter.without.append(left.filter) }
    }

    /// Combines the terms for people and words.
    private mutating func close() throws {
        let senders = isFromUser ? people.removeValue(forKey: .from) : nil
        for (key, addresses) in people { try confine(to: addresses, key) }
        if let senders {
            var others = MessageQueryReader(lookup, today: today, timeZone: timeZone)
            try others.confine(to: senders, .from)
            var own = MessageFilter()
            own.direction = .outgoing
            filter.alternatives.append([own, others.filter])
        } else if isFromUser {
            confine(to: .outgoing)
        }
        let query = Self.query(words)
        if !query.isEmpty { filter.words = query }
    }

    private mutating func read(_ term: QueryTerm) throws {
        guard let word = Self.key(of: term) else { return words.append(term.text) }
        let key = try MessageQueryKey(word, of: term)
        guard !term.value.isEmpty else { throw key.fault(of: term) }
        switch key {
        case .from where term.value.lowercased() == MessageQueryKey.user: isFromUser = true
        case .from, .to, .with, .in: people[key, default: []].formUnion(try addresses(of: term.value, key))
        case .date:
            guard let span = DateSpan(term.value, today: today) else { throw key.fault(of: term) }
            let times = span.times(in: timeZone)
            filter.dates = filter.dates?.clamped(to: times) ?? times
        case .has:
            guard let feature = MessageFilter.Feature(rawValue: singular(term.value)) else {
                throw key.fault(of: term)
            }
            filter.features.insert(feature)
        case .is:
            guard let state = MessageFilter.State(rawValue: term.value.lowercased()) else {
                throw key.fault(of: term)
            }
            filter.states.insert(state)
        case .limit:
            limit = try key.number(of: term)
        }
    }

    private func singular(_ word: String) -> String {
        let word = word.lowercased()
        return word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// The people that a number, words of a name or the members of a group mean, without a limit.
    private mutating func addresses(of word: String, _ key: MessageQueryKey) throws -> Set<Address> {
        var found = try lookup.conversations(matching: word)
        // A person who has only written in groups has no conversation.
        if key != .in { found.formUnion(PeopleLookup.named(word, among: try speakers())) }
        guard found.isEmpty else { return found }
        let members = PeopleLookup.members(in: word)
        if !members.isEmpty { return [try lookup.group(of: members)] }
        let address = try reader.address(typed: word)
        guard key != .in, try !groups(with: [address]).isEmpty else { throw SMSLogFault.unknownNumber(word) }
        return [address]
    }

    private mutating func speakers() throws -> [Address: Set<Address>] {
        let speakers = try knownSpeakers ?? reader.speakers()
        knownSpeakers = speakers
        return speakers
    }

    /// The groups that have one of these in them, or in which one has written.
    private mutating func groups(with members: Set<Address>) throws -> Set<Address> {
        let people = try spellings(of: members)
        let speakers = try speakers()
        let groups = Set(try reader.groups()).union(speakers.keys)
        return try groups.filter { group in
            let members = group.isGroup ? group.members.map(Address.init(stored:)) : []
            return !people.isDisjoint(with: try spellings(of: Set(members).union(speakers[group] ?? [])))
        }
    }

    /// The senders of the messages of these addresses: for a group all of its members.
    private mutating func senders(_ people: Set<Address>) throws -> Set<Address> {
        let speakers = try speakers()
        let groups = people.filter { $0.isGroup || speakers[$0] != nil }
        guard groups.count == people.count else { return people }
        return people.union(groups.flatMap { $0.members.map(Address.init(stored:)) + (speakers[$0] ?? []) })
    }

    /// The same people, each in the one spelling for all.
    private func spellings(of addresses: Set<Address>) throws -> Set<Address> {
        guard let numbering = try reader.numbering() else { return addresses }
        return Set(addresses.map(numbering.spelling))
    }

    private mutating func confine(to direction: MessageDirection) {
        // No message goes both ways.
        if filter.direction.map({ $0 != direction }) ?? false { filter.numbers = [] }
        filter.direction = direction
    }

    private mutating func confine(to people: Set<Address>, _ key: MessageQueryKey) throws {
        // With all numbers of a person, in all their spellings.
        let addresses = try people.union(people.flatMap { try reader.spellings(of: $0) })
        let meant = key == .in ? people : people.union(try groups(with: addresses))
        let conversations = Set(try meant.flatMap { try reader.spellings(of: $0) })
        filter.conversations = filter.conversations?.intersection(conversations) ?? conversations
        switch key {
        case .from:
            confine(to: .incoming)
            filter.senders = try spellings(of: senders(addresses))
            filter.numbering = try reader.numbering()
        case .to: confine(to: .outgoing)
        case .with, .in, .date, .has, .is, .limit: break
        }
    }
}

/// The words before a colon that a query for messages knows.
package enum MessageQueryKey: String, QueryKeys {
    /// The sender.
    case from
    /// The recipient of the user’s messages.
    case to
    /// The other end, alone or in a group.
    case with
    /// The conversation.
    case `in`
    /// The date of sending or receiving.
    case date
    /// A feature.
    case has
    /// A state.
    case `is`
    /// The most messages, the newest ones.
    case limit

    /// The word for the user behind `from`.
    package static let user = "me"

    /// The words that stand behind the colon, if they are few.
    package var words: [String] {
        switch self {
        case .from: [Self.user]
        case .to, .with, .in, .limit: []
        case .date: DateSpan.words
        case .has: MessageFilter.Feature.allCases.map(\.rawValue)
        case .is: MessageFilter.State.allCases.map(\.rawValue)
        }
    }

    /// Terms as they can be written.
    package var examples: [String] {
        switch self {
        case .from: ["from:alice", "from:me"]
        case .to, .with, .in: [term("alice")]
        case .limit: [term("20")]
        case .date: DateSpan.examples.map(term)
        case .has, .is: words.map(term)
        }
    }
}
