// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch

/// A text behind the words that name its recipient, as the user typed both.
package struct AddressedText: Hashable, Sendable {
    /// A reason to ask the user before the text is sent.
    package enum Doubt: Hashable, Sendable {
        /// Nothing is known of the number: it may begin a text, such as a year, or be mistyped.
        case newNumber
        /// The words may be part of a text for the conversation in view.
        case mayBeText(name: String)
    }

    /// The conversation beside the command line.
    package struct View: Sendable {
        let address: Address
        let name: String
        /// Whether the user opened it; one that is only selected is not.
        let isOpened: Bool

        package init(address: Address, name: String, isOpened: Bool) {
            (self.address, self.name, self.isOpened) = (address, name, isOpened)
        }
    }

    /// The number, or words of the name; the name of the conversation for an answer.
    package let word: String
    /// The text; may be empty.
    package let text: String
    /// `nil` if only one recipient can be meant.
    package let doubt: Doubt?
    /// The conversation in view, if the text answers it; `nil` if words name the recipient.
    package var answered: Address?
}

/// Words before a text.
extension PeopleLookup {
    /// Separates the recipient from the text behind it.
    ///
    /// A part of a number or of a name is never sent as a text unasked. A text that begins with no recipient answers the
    /// conversation in view.
    ///
    /// - Parameters:
    ///   - word: The first word, or all of a number or name in quotation marks.
    ///   - isQuoted: Whether it was in quotation marks.
    ///   - text: The text behind it.
    /// - Throws: `SMSLogFault.severalNumbers`; as `address(of:)`.
    func addressed(
        _ word: String, isQuoted: Bool, before text: String, beside view: AddressedText.View?
    ) throws -> AddressedText {
        guard !isQuoted else { return try addressed(whole: word, before: text) }
        if let view, !word.unicodeScalars.contains(where: { $0.properties.numericType != nil }),
            try !isNamed(word)
        {
            return AddressedText(
                word: view.name, text: text.isEmpty ? word : word + " " + text, doubt: .mayBeText(name: view.name),
                answered: view.address)
        }
        let number = TypedNumber(word, text)
        if let longest = number.long.first {
            guard let reading = try known(number).onlyOne else { throw SMSLogFault.severalNumbers(word, longest) }
            return AddressedText(word: reading.number, text: reading.text, doubt: nil)
        }
        let address = try reader.address(typed: word)
        if try reader.isKnown(address) { return AddressedText(word: word, text: text, doubt: nil) }
        if try dialable(address) != nil { return try addressed(whole: word, before: text) }
        let names = TypedName(word, text, among: try names().all)
        let whole = names.whole
        let meant = whole?.name ?? word
        let leader = try self.meant(meant).leader
        // A text has several words of a name hardly by chance; but in an open conversation it may just go on.
        let isOthers = view.map { $0.isOpened && $0.address != leader } ?? false
        let count = whole?.words ?? 1
        let isSure = !names.hasComma(behind: count) && (count > 1 || names.endsName(of: leader) && !isOthers)
        let name = try reader.contact(leader)?.name ?? leader.text
        return AddressedText(word: meant, text: whole?.text ?? text, doubt: isSure ? nil : .mayBeText(name: name))
    }

    private func addressed(whole word: String, before text: String) throws -> AddressedText {
        let isNew = try !strangers(among: [reader.address(typed: word)]).isEmpty
        return AddressedText(word: word, text: text, doubt: isNew ? .newNumber : nil)
    }

    /// Separates the number or name of a person from another name behind it, which is `nil` if nothing is left of it.
    ///
    /// Numbers with blanks and the longest whole name are read as in `addressed`; but no name begins with the digits of a
    /// number, unless the number is whole without them.
    ///
    /// - Parameters:
    ///   - word: The first word.
    ///   - text: The rest behind it.
    /// - Throws: `SMSLogFault.severalNumbers`.
    func renamed(_ word: String, before text: String) throws -> (word: String, name: String?) {
        let number = TypedNumber(word, text)
        if let longest = number.long.first {
            let known = try known(number)
            let isWhole = Address(word).form == .number
            guard let reading = known.onlyOne ?? (known.isEmpty && !isWhole ? longest : nil) else {
                throw SMSLogFault.severalNumbers(word, longest)
            }
            return (reading.number, reading.text.isEmpty ? nil : reading.text)
        }
        if try dialable(reader.address(typed: word)) != nil { return (word, text) }
        let names = TypedName(word, text, among: try names().all)
        let line = word + " " + text
        if let whole = names.whole {
            guard !names.hasComma(behind: whole.words) else { return (line, nil) }
            return (whole.name, whole.text.isEmpty ? nil : whole.text)
        }
        return try isPerson(line) ? (line, nil) : (word, text)
    }

    /// The readings of a number of which something is known.
    private func known(_ number: TypedNumber) throws -> [TypedNumber.Reading] {
        try (number.long + [number.short]).filter { try reader.isKnown(reader.address(typed: $0.number)) }
    }

    /// Whether a word is a number of which something is known, or part of a name.
    private func isNamed(_ word: String) throws -> Bool {
        if try reader.isKnown(reader.address(typed: word)) { return true }
        return try TypedName(word, "", among: names().all).isWordOfName
    }

    /// The recipient of an addressed text.
    ///
    /// - Throws: As `recipient(_:)`.
    func recipient(of addressed: AddressedText) throws -> Recipient {
        guard let answered = addressed.answered else { return try recipient(addressed.word) }
        return try recipient(lastUsedOf: answered, called: addressed.word)
    }
}

extension [TypedNumber.Reading] {
    /// The only reading; `nil` if there are none or several.
    fileprivate var onlyOne: TypedNumber.Reading? { count == 1 ? first : nil }
}

extension SMSLogFault {
    fileprivate static func severalNumbers(_ word: String, _ longest: TypedNumber.Reading) -> SMSLogFault {
        .severalNumbers(first: word, joined: longest.number, rest: longest.text)
    }
}

/// A name before a text, both without quotation marks: `Anna Maria Cruz hello`.
private struct TypedName {
    /// A word as names are compared, without case and diacritics.
    private typealias Word = [String]
    /// A word as it was typed, and the rest behind it.
    private typealias TypedWord = (word: Word, endsInComma: Bool, rest: Substring)

    private let names: [(name: PersonName, words: [Word])]
    private let typed: [TypedWord]
    private let line: (word: String, text: String)

    init(_ word: String, _ text: String, among names: [PersonName]) {
        line = (word, text)
        self.names = names.map { ($0, Self.words($0.contact.name).map(\.word)) }
        typed =
            [(SearchText.tokens(of: word), word.last == ",", text.drop(while: \.isWhitespace))] + Self.words(text)
    }

    /// The longest whole name at the beginning, as it was typed, the number of its words, and the text behind it.
    ///
    /// As typed, since several names may differ only in their case.
    var whole: (name: String, words: Int, text: String)? {
        let lengths = names.map(\.words).filter { words in
            !words.isEmpty && words.count <= typed.count && zip(words, typed).allSatisfy { $0 == $1.word }
        }.map(\.count)
        guard let count = lengths.max() else { return nil }
        let rest = typed[count - 1].rest
        let behind = line.text[..<rest.startIndex].split(whereSeparator: \.isWhitespace)
        let name = count == 1 ? line.word : ([line.word] + behind.map(String.init)).joined(separator: " ")
        return (name, count, String(rest))
    }

    /// Whether a comma follows the first words, as between the names of several people.
    func hasComma(behind count: Int) -> Bool {
        let last = typed[count - 1]
        if last.endsInComma || last.rest.first == "," { return true }
        // Without a blank behind the comma, the name continues in the same word.
        guard count == 1, let next = typed.dropFirst().first?.word, next.count > 1 else { return false }
        return names.contains { $0.words.starts(with: [last.word, Array(next.prefix(1))]) }
    }

    /// Whether the first word is part of a name.
    var isWordOfName: Bool { names.contains { $0.words.contains(typed[0].word) } }

    /// Whether the first word is part of this person’s name, and the next word is not.
    func endsName(of leader: Address) -> Bool {
        let own = names.filter { $0.name.leader == leader }.map(\.words)
        let places = own.flatMap { words in
            words.indices.filter { words[$0] == typed[0].word }.map { words[($0 + 1)...].first }
        }
        return !places.isEmpty && places.allSatisfy { $0 == nil || $0 != typed.dropFirst().first?.word }
    }

    /// The words of a text with a letter or digit, and the rest behind each.
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

/// A number with blanks before a text: `8123 4567 hello`.
///
/// A part of a number is never sent as a text: unless messages or contacts tell which number is meant, the user has to say.
private struct TypedNumber {
    /// A number, and the text that is left.
    struct Reading {
        let number: String
        let text: String
    }

    /// The first word alone.
    let short: Reading
    /// The first word with those that may belong to it, the longest first; empty if the first one is a whole number.
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

    /// The most digits of a number (E.164).
    private static let mostDigits = 15

    private static func digits(in text: some StringProtocol) -> Int { text.utf8.count { $0 &- 0x30 < 10 } }

    /// Whether a word has only digits and the signs between them.
    private static func isNumber(_ word: some StringProtocol) -> Bool {
        digits(in: word) > 0 && word.unicodeScalars.allSatisfy { "0123456789+-.()/".unicodeScalars.contains($0) }
    }

    /// Whether a number is whole by itself: it has a country code, and the length of the shortest such numbers.
    private static func isInternational(_ word: String) -> Bool { word.hasPrefix("+") && digits(in: word) >= 10 }
}

extension Substring {
    /// Removes and returns the next word, up to a blank; empty at the end.
    mutating func takeWord() -> Substring {
        let word = drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        self = self[word.endIndex...]
        return word
    }
}
