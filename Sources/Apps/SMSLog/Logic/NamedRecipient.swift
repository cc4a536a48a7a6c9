// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Search

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
