// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody typed to find texts: words and quoted phrases, all of which a text must have.
///
/// A word finds every word that starts with it. A word of several tokens, such as `it’s` or 你好吗, and a phrase in
/// double quotes find these tokens side by side. Nothing is an operator: `AND`, `*` and `-` are looked for like any
/// other text, and what has no letter and no digit is passed over.
package struct SearchQuery: Hashable, Sendable {
    private struct Phrase: Hashable, Sendable {
        let tokens: [String]
        /// Whether the last token stands for all that start with it.
        let isPrefix: Bool
    }

    private let phrases: [Phrase]

    /// A query as it was typed.
    package init(_ text: String) {
        var phrases: [Phrase] = []
        var known: Set<Phrase> = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            // Every other part stands behind an opening quotation mark; the last one may lack its closing one.
            let isQuoted = index % 2 == 1
            for chunk in isQuoted ? [part] : part.split(whereSeparator: \.isWhitespace) {
                if let phrase = Self.phrase(String(chunk), isQuoted: isQuoted), known.insert(phrase).inserted {
                    phrases.append(phrase)
                }
            }
        }
        self.phrases = phrases
    }

    private static func phrase(_ text: String, isQuoted: Bool) -> Phrase? {
        var writer = TokenWriter()
        writer.write(text)
        var tokens = writer.tokens
        guard !tokens.isEmpty else { return nil }
        switch writer.lengthOfLastRun {
        case 0: return Phrase(tokens: tokens, isPrefix: !isQuoted)
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
        phrases.lazy.filter(\.isPrefix).compactMap { $0.tokens.last?.utf8.count }.min()
    }

    /// Each word and phrase by itself, as `match` and as `wholeWordMatch` have it; a text must have all of them.
    package var parts: [(match: String, wholeWords: String)] {
        phrases.map { (match($0, isPrefix: $0.isPrefix), match($0, isPrefix: false)) }
    }

    private func match(withPrefixes: Bool, mark: String = "") -> String? {
        guard !phrases.isEmpty else { return nil }
        return phrases.map { match($0, isPrefix: $0.isPrefix && withPrefixes, mark: mark) }.joined(separator: " AND ")
    }

    private func match(_ phrase: Phrase, isPrefix: Bool, mark: String = "") -> String {
        "\"\(phrase.tokens.map { mark + $0 }.joined(separator: " "))\"" + (isPrefix ? " *" : "")
    }

    /// Whether a text with these tokens is found, as FTS5 would find it.
    package func matches(_ tokens: [String]) -> Bool {
        !phrases.isEmpty && phrases.allSatisfy { Self.occurs($0, in: tokens) }
    }

    private static func occurs(_ phrase: Phrase, in tokens: [String]) -> Bool {
        let count = phrase.tokens.count
        guard tokens.count >= count else { return false }
        return (0...(tokens.count - count)).contains { start in
            zip(phrase.tokens, tokens[start...]).enumerated().allSatisfy { index, pair in
                // By bytes, as FTS5 compares: a String’s own prefix ends at a whole character.
                index == count - 1 && phrase.isPrefix
                    ? pair.1.utf8.starts(with: pair.0.utf8) : pair.1.utf8.elementsEqual(pair.0.utf8)
            }
        }
    }
}
