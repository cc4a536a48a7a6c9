// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import Stores

/// Whom the first words of what was typed mean, and the text behind them.
package struct Recipient: Sendable {
    /// Why somebody is to be asked before anything is sent.
    package enum Doubt: Equatable, Sendable {
        /// There is nothing with this number yet: it may be a text that begins with it, such as a year, or mistyped.
        case newNumber
        /// What was typed of this name may be words of a text as well.
        case mayBeText(name: String)
    }

    /// The number, or words of the name.
    package let word: String
    /// What is to be sent; empty where nothing is left.
    package let text: String
    /// Nil where no other can be meant.
    package let doubt: Doubt?
}

extension SMSLogService {
    /// Somebody whose name or number was typed as a whole.
    ///
    /// - Throws: `StoreFault`.
    package func recipient(whole word: String, before text: String) async throws -> Recipient {
        let isNew = try await isStranger(address(typed: word))
        return Recipient(word: word, text: text, doubt: isNew ? .newNumber : nil)
    }

    /// Whether an address is a number of which nothing is known.
    func isStranger(_ address: Address) async throws -> Bool { try await !strangers(among: [address]).isEmpty }

    /// Those numbers that are in no conversation, not even in a group, and of no contact.
    func strangers(among addresses: Set<Address>) async throws -> Set<Address> {
        try await store.read { messages in
            let new = try addresses.filter { try $0.isDialable && !messages.isKnown($0) }
            guard !new.isEmpty else { return [] }
            let numbering = try messages.numbering()
            func spelling(_ address: Address) -> Address { numbering?.spelling(address) ?? address }
            let members = try messages.groups().flatMap(\.members).map(Address.init(stored:))
            let works = try messages.allNames().compactMap(\.contact.workNumber).map { Address($0) }
            let speakers = try messages.speakers().values.joined()
            let heard = Set((members + works + speakers).map(spelling))
            return new.filter { !heard.contains(spelling($0)) }
        }
    }

    /// Whom a text is for that was typed without quotation marks, of which the first word is `word`.
    ///
    /// A part of a number or of a name is never sent as a text unasked: where it is not known by messages or contacts
    /// which is meant, it is for the user to say. Off the caller’s actor: it is asked at each key, and looks at all names.
    ///
    /// - Parameter conversation: The one that is open, to which the text could be said as well.
    /// - Throws: `SMSLogFault.severalNumbers`, and as `address(of:)`.
    @concurrent
    package func recipient(_ word: String, before text: String, in conversation: Address?) async throws -> Recipient {
        let spaced = SpacedNumber(word, text)
        if let longest = spaced.long.first {
            guard let reading = try await known(spaced).onlyOne else { throw SMSLogFault.severalNumbers(word, longest) }
            return Recipient(word: reading.number, text: reading.text, doubt: nil)
        }
        let address = try await address(typed: word)
        if try await isKnown(address) { return Recipient(word: word, text: text, doubt: nil) }
        if try await dialable(address) != nil {
            return try await recipient(whole: word, before: text)
        }
        let names = NamedRecipient(word, text, among: try await allNames())
        let whole = names.whole
        let meant = whole?.name ?? word
        let leader = try await self.meant(meant).leader
        // No text has several words of a name by chance; but whoever reads a conversation may just go on in it.
        let isOthers = conversation.map { $0 != leader } ?? false
        let count = whole?.words ?? 1
        let isSure = !names.hasComma(behind: count) && (count > 1 || names.endsName(of: leader) && !isOthers)
        let name = try await contact(leader)?.name ?? leader.text
        return Recipient(
            word: meant, text: whole?.text ?? text, doubt: isSure ? nil : .mayBeText(name: name))
    }

    /// Whom the words mean that stand before a name without quotation marks, and that name; nil where nothing is left of it.
    ///
    /// A number with blanks in it and the longest whole name are read as in `recipient`; but no name begins with the digits
    /// of a number, unless that is whole without them.
    ///
    /// - Parameters:
    ///   - word: The first word.
    ///   - text: All that follows it.
    /// - Throws: `SMSLogFault.severalNumbers`; `StoreFault`.
    @concurrent
    package func party(_ word: String, before text: String) async throws -> (word: String, name: String?) {
        let spaced = SpacedNumber(word, text)
        if let longest = spaced.long.first {
            let known = try await known(spaced)
            let isWhole = Address(word).form == .number
            guard let reading = known.onlyOne ?? (known.isEmpty && !isWhole ? longest : nil) else {
                throw SMSLogFault.severalNumbers(word, longest)
            }
            return (reading.number, reading.text.isEmpty ? nil : reading.text)
        }
        if try await dialable(address(typed: word)) != nil { return (word, text) }
        let names = NamedRecipient(word, text, among: try await allNames())
        let line = word + " " + text
        if let whole = names.whole {
            guard !names.hasComma(behind: whole.words) else { return (line, nil) }
            return (whole.name, whole.text.isEmpty ? nil : whole.text)
        }
        return try await isSomebody(line) ? (line, nil) : (word, text)
    }

    /// The readings of a number of which something is known.
    private func known(_ spaced: SpacedNumber) async throws -> [SpacedNumber.Reading] {
        var known: [SpacedNumber.Reading] = []
        for reading in spaced.long + [spaced.short] where try await isKnown(address(typed: reading.number)) {
            known.append(reading)
        }
        return known
    }

    /// Whether a word is a number of which something is known, or a word of somebody’s name; off the caller’s actor, too.
    @concurrent
    package func isNamed(_ word: String) async throws -> Bool {
        if try await isKnown(address(typed: word)) { return true }
        return try await NamedRecipient(word, "", among: allNames()).isWordOfName
    }
}

extension [SpacedNumber.Reading] {
    /// The one that there is, and no other.
    fileprivate var onlyOne: SpacedNumber.Reading? { count == 1 ? first : nil }
}

extension SMSLogFault {
    fileprivate static func severalNumbers(_ word: String, _ longest: SpacedNumber.Reading) -> SMSLogFault {
        .severalNumbers(first: word, joined: longest.number, rest: longest.text)
    }
}

/// Tells the name from the text where both are typed without quotation marks, such as `Anna Maria Cruz hello`.
struct NamedRecipient {
    /// A word as names are compared: without regard to case and marks.
    private typealias Word = [String]
    /// A word as it was typed, and all that follows it.
    private typealias TypedWord = (word: Word, endsInComma: Bool, rest: Substring)

    private let names: [(name: PersonName, words: [Word])]
    private let typed: [TypedWord]

    /// - Parameter names: All that are known.
    init(_ word: String, _ text: String, among names: [PersonName]) {
        self.names = names.map { ($0, Self.words($0.contact.name).map(\.word)) }
        typed =
            [(SearchText.tokens(of: word), word.last == ",", text.drop(while: \.isWhitespace))] + Self.words(text)
    }

    /// The longest name that stands there from its beginning to its end, how many words it has, and the text behind it.
    var whole: (name: String, words: Int, text: String)? {
        let found = names.filter { name in
            !name.words.isEmpty && name.words.count <= typed.count
                && zip(name.words, typed).allSatisfy { $0 == $1.word }
        }.max { $0.words.count < $1.words.count }
        return found.map { ($0.name.contact.name, $0.words.count, String(typed[$0.words.count - 1].rest)) }
    }

    /// Whether a comma stands behind the name that is the first words, as between the names of several people.
    func hasComma(behind count: Int) -> Bool {
        let last = typed[count - 1]
        if last.endsInComma || last.rest.first == "," { return true }
        // Without a blank behind it, the comma stands in a word that begins as a name goes on.
        guard count == 1, let next = typed.dropFirst().first?.word, next.count > 1 else { return false }
        return names.contains { $0.words.starts(with: [last.word, Array(next.prefix(1))]) }
    }

    /// Whether the first word is one of somebody’s name.
    var isWordOfName: Bool { names.contains { $0.words.contains(typed[0].word) } }

    /// Whether the first word is one of this person’s name, and what follows is no more of it.
    func endsName(of leader: Address) -> Bool {
        let own = names.filter { $0.name.leader == leader }.map(\.words)
        let places = own.flatMap { words in
            words.indices.filter { words[$0] == typed[0].word }.map { words[($0 + 1)...].first }
        }
        return !places.isEmpty && places.allSatisfy { $0 == nil || $0 != typed.dropFirst().first?.word }
    }

    /// The words of a text that have a letter or digit, and what follows each.
    private static func words(_ text: String) -> [TypedWord] {
        var words: [TypedWord] = []
        var rest = text[...]
        while case let next = rest.takeWord(), !next.isEmpty {
            let word = SearchText.tokens(of: String(next))
            if !word.isEmpty { words.append((word, next.last == ",", rest.drop(while: \.isWhitespace))) }
        }
        return words
    }
}

/// Tells the number from the text where somebody has typed a number with blanks in it, such as `8123 4567 hello`.
///
/// A part of a number is never sent as a text: where it is not known by its messages or its contact which is meant,
/// it is for the user to say.
struct SpacedNumber {
    /// How the words can be taken: the number, and the text that is left.
    struct Reading {
        let number: String
        let text: String
    }

    /// The first word alone.
    let short: Reading
    /// The first word with those that may belong to it, the most first; none where the first one is a whole number.
    let long: [Reading]

    init(_ word: String, _ text: String) {
        short = Reading(number: word, text: text)
        var number = word
        var rest = text[...]
        var long: [Reading] = []
        while Self.isNumber(word), !Self.isInternational(word) {
            let next = rest.takeWord()
            guard Self.isNumber(next) else { break }
            number += " " + next
            guard Self.digits(in: number) <= Self.mostDigits else { break }
            long.append(Reading(number: number, text: String(rest.drop(while: \.isWhitespace))))
        }
        self.long = long.reversed()
    }

    /// E.164 has no more.
    private static let mostDigits = 15

    private static func digits(in text: some StringProtocol) -> Int { text.utf8.count { $0 &- 0x30 < 10 } }

    /// Digits with what people put between them.
    private static func isNumber(_ word: some StringProtocol) -> Bool {
        digits(in: word) > 0 && word.unicodeScalars.allSatisfy { "0123456789+-.()/".unicodeScalars.contains($0) }
    }

    /// Whether a number is whole by itself: with the country’s code, and as long as the shortest of these.
    private static func isInternational(_ word: String) -> Bool { word.hasPrefix("+") && digits(in: word) >= 10 }
}

extension Substring {
    /// Takes the next word, up to a blank; empty at the end.
    mutating func takeWord() -> Substring {
        let word = drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        self = self[word.endIndex...]
        return word
    }
}
