// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody typed to find texts: words and quoted phrases, all of which a text must have.
///
/// The last word finds every word that starts with it, since it may still be being typed; the others are whole words. A
/// word of several tokens, such as `it’s` or 你好吗, and a phrase in double quotes find these tokens side by side. Nothing
/// is an operator: `AND`, `*` and `-` are looked for like any other text, and what has neither letter nor digit, nor a
/// picture where such are looked for, is passed over.
package struct SearchQuery: Hashable, Sendable {
    /// Which words outside quotation marks stand for all that start with them.
    package enum Beginnings: Hashable, Sendable {
        /// The last one. Of a text’s many words, all that start with each of several would be far too many.
        case last
        /// Every one: for names and titles, which have few words and are known by some letters of each.
        case all
    }

    struct Phrase: Hashable, Sendable {
        /// In UTF-8.
        let tokens: [[UInt8]]
        /// Whether the last token stands for all that start with it.
        let isPrefix: Bool
    }

    /// The query as it was typed.
    package let text: String
    let phrases: [Phrase]
    let signs: SearchSigns

    /// A query as it was typed.
    package init(_ text: String, beginnings: Beginnings = .last, signs: SearchSigns = .letters) {
        var phrases: [Phrase] = []
        var isLastWord = true
        for (chunk, isQuoted) in Self.chunks(of: text).reversed() {
            let isPrefix = !isQuoted && (isLastWord || beginnings == .all)
            guard let phrase = Self.phrase(chunk, isPrefix: isPrefix, signs) else { continue }
            if !isQuoted { isLastWord = false }
            phrases.append(phrase)
        }
        var known: Set<Phrase> = []
        self.init(text: text, phrases: phrases.reversed().filter { known.insert($0).inserted }, signs: signs)
    }

    private init(text: String, phrases: [Phrase], signs: SearchSigns) {
        self.text = text
        self.signs = signs
        self.phrases = phrases
    }

    /// The words as `MatchPieces` looks for them: all but the last one end where a word does.
    package var soughtWords: [String] {
        let chunks = Self.chunks(of: text).filter { Self.phrase($0.text, isPrefix: false, signs) != nil }
        let last = chunks.lastIndex { !$0.isQuoted }
        return chunks.enumerated().map { $1.isQuoted || $0 != last ? "\"" + $1.text : $1.text }
    }

    /// The words, and what stands in quotation marks.
    private static func chunks(of text: String) -> [(text: String, isQuoted: Bool)] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            // Every other part stands behind an opening quotation mark; the last one may lack its closing one.
            index % 2 == 1
                ? [(String(part), true)] : part.split(whereSeparator: \.isWhitespace).map { (String($0), false) }
        }
    }

    private static func phrase(_ text: String, isPrefix: Bool, _ signs: SearchSigns) -> Phrase? {
        var writer = TokenWriter(signs)
        writer.write(text)
        var tokens = writer.tokens.map { Array($0.utf8) }
        guard !tokens.isEmpty else { return nil }
        switch writer.lengthOfLastRun {
        case 0: return Phrase(tokens: tokens, isPrefix: isPrefix)
        // A single character is the first of a pair, or the last of its run.
        case 1: return Phrase(tokens: tokens, isPrefix: true)
        default:
            // The pairs say all; the last character alone would ask that the run end here.
            tokens.removeLast()
            return Phrase(tokens: tokens, isPrefix: false)
        }
    }

    /// Whether there is nothing to look for; such a query finds nothing.
    package var isEmpty: Bool { phrases.isEmpty }

    /// The query in FTS5’s language, for a table of `SearchText.indexText(of:)`; nil when there is nothing to look for.
    ///
    /// Tokens are letters and digits only, so that none of them can leave its quotation marks.
    package var match: String? { match(withPrefixes: true) }

    /// The same for words that stand in the table with something before each, as tokens of their own.
    ///
    /// - Parameter mark: what stands before each word; without quotation marks, and nothing that ends a token.
    package func match(of mark: String) -> String? { match(withPrefixes: true, mark: mark) }

    /// The same for whole words only: finds some of what `match` finds, and where that is much far faster.
    ///
    /// FTS5 collects all rows of all words that start with a prefix before it gives the first one, whereas it gives the
    /// rows of a word one by one.
    package var wholeWordMatch: String? { match(withPrefixes: false) }

    /// How many bytes the shortest prefix of the query has; nil when it asks for whole words only.
    package var shortestPrefix: Int? {
        phrases.lazy.filter(\.isPrefix).compactMap { $0.tokens.last?.count }.min()
    }

    /// What the query asks for as whole words; nil where it asks for none.
    ///
    /// It finds all that the query finds, and more.
    package var whole: SearchQuery? {
        let whole = phrases.filter { !$0.isPrefix }
        return whole.isEmpty ? nil : SearchQuery(text: text, phrases: whole, signs: signs)
    }

    private func match(withPrefixes: Bool, mark: String = "") -> String? {
        guard !phrases.isEmpty else { return nil }
        return phrases.map { match($0, isPrefix: $0.isPrefix && withPrefixes, mark: mark) }.joined(separator: " AND ")
    }

    private func match(_ phrase: Phrase, isPrefix: Bool, mark: String = "") -> String {
        let tokens = phrase.tokens.map { mark + String(decoding: $0, as: UTF8.self) }
        return "\"\(tokens.joined(separator: " "))\"" + (isPrefix ? " *" : "")
    }
}

/// Which characters can be looked for; a text and the queries for it agree on that.
package enum SearchSigns: Hashable, Sendable {
    /// Letters and digits.
    case letters
    /// Emoji and other pictures too, and kana of half width as those of full width.
    case pictures
}
