// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A typed text search: words and quoted phrases, all of which a text must have.
///
/// The last word finds every word that starts with it, since it may still be being typed; the others are whole words. A
/// word of several tokens, such as `it’s` or 你好吗, and a phrase in double quotes find these tokens side by side. Nothing
/// is an operator: `AND`, `*` and `-` are searched like any other text, and a term without a letter or a digit, or a
/// picture if pictures are searched, is skipped.
public struct SearchQuery: Hashable, Sendable {
    /// The words outside quotation marks that stand for all words with the same beginning.
    public enum Beginnings: Hashable, Sendable {
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
    public let text: String
    let phrases: [Phrase]
    let signs: SearchSigns

    /// A query as it was typed.
    public init(_ text: String, beginnings: Beginnings = .last, signs: SearchSigns = .letters) {
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
    public var soughtWords: [String] {
        let chunks = Self.chunks(of: text).filter { Self.phrase($0.text, isPrefix: false, signs) != nil }
        let last = chunks.lastIndex { !$0.isQuoted }
        return chunks.enumerated().map { $1.isQuoted || $0 != last ? "\"" + $1.text : $1.text }
    }

    /// The words, and the phrases in quotation marks.
    private static func chunks(of text: String) -> [(text: String, isQuoted: Bool)] {
        // Most queries are one word, which bytes show sooner than characters.
        if !text.isEmpty, text.utf8.allSatisfy({ (0x23...0x7E).contains($0) }) { return [(text, false)] }
        return text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            // Every other part follows an opening quotation mark; the last one may lack its closing one.
            index % 2 == 1
                ? [(String(part), true)] : part.split(whereSeparator: \.isWhitespace).map { (String($0), false) }
        }
    }

    private static func phrase(_ text: String, isPrefix: Bool, _ signs: SearchSigns) -> Phrase? {
        if SearchText.isPlainWord(text) {
            return Phrase(tokens: [text.utf8.map(SearchText.folded)], isPrefix: isPrefix)
        }
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
    public var isEmpty: Bool { phrases.isEmpty }

    /// The query in FTS5’s language, for a table of `SearchText.indexText(of:)`; nil when there is nothing to look for.
    ///
    /// Tokens are letters and digits only, so that none of them can leave its quotation marks.
    public var match: String? { match(withPrefixes: true) }

    /// The same for words with a prefix in the table, as tokens of their own.
    ///
    /// - Parameter mark: The text before each word; without quotation marks, and nothing that ends a token.
    public func match(of mark: String) -> String? { match(withPrefixes: true, mark: mark) }

    /// The match of whole words only: a part of the matches of `match`, and much faster if these are many.
    ///
    /// FTS5 collects all rows of all words that start with a prefix before it gives the first one, whereas it gives the
    /// rows of a word one by one.
    public var wholeWordMatch: String? { match(withPrefixes: false) }

    /// The number of bytes of the shortest prefix in the query; `nil` if it has only whole words.
    public var shortestPrefix: Int? {
        phrases.lazy.filter(\.isPrefix).compactMap { $0.tokens.last?.count }.min()
    }

    /// The whole words of the query; `nil` if it has none.
    ///
    /// It finds all that the query finds, and more.
    public var whole: SearchQuery? {
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

/// The characters that can be searched; a text and the queries for it agree on that.
public enum SearchSigns: Hashable, Sendable {
    /// Letters and digits.
    case letters
    /// Emoji and other pictures too, and kana of half width as those of full width.
    case pictures
}

/// Looking into one text, with the result that the index has for it.
extension SearchQuery {
    /// Whether the query finds a text.
    ///
    /// If every byte is a character, without cutting the text into tokens: searches examine hundreds of texts.
    public func finds(_ text: String) -> Bool {
        guard SearchText.isASCII(text) else { return matches(SearchText.tokens(of: text, signs)) }
        let found = text.utf8.withContiguousStorageIfAvailable { bytes in
            !phrases.isEmpty && phrases.allSatisfy { Self.occurs($0, in: bytes) }
        }
        return found ?? matches(SearchText.tokens(of: text, signs))
    }

    /// Whether a text with these tokens is found, as FTS5 would find it.
    public func matches(_ tokens: [String]) -> Bool {
        !phrases.isEmpty && phrases.allSatisfy { Self.occurs($0, in: tokens) }
    }

    private static func occurs(_ phrase: Phrase, in tokens: [String]) -> Bool {
        let count = phrase.tokens.count
        guard tokens.count >= count else { return false }
        return (0...(tokens.count - count)).contains { start in
            zip(phrase.tokens, tokens[start...]).enumerated().allSatisfy { index, pair in
                // By bytes, as FTS5 compares: a String’s own prefix ends at a whole character.
                index == count - 1 && phrase.isPrefix
                    ? pair.1.utf8.starts(with: pair.0) : pair.1.utf8.elementsEqual(pair.0)
            }
        }
    }
}

/// Many texts that are searched again and again, as one text: most words are in none of them, which one look shows.
public struct SearchedTexts: Sendable {
    /// The tokens of all texts, in lower case, as a string of C; what separates them does not matter.
    private let bytes: [CChar]

    /// These texts.
    public init(_ texts: [String]) {
        var bytes: [UInt8] = []
        for text in texts {
            bytes.append(contentsOf: SearchText.indexText(of: text).utf8)
            bytes.append(0x20)
        }
        // No byte is the end of the string, nor of a token.
        self.bytes = bytes.map { CChar(bitPattern: 0x41...0x5A ~= $0 ? $0 | 0x20 : max($0, 1)) } + [0]
    }

    /// Whether a query may find one of the texts: `false` is certain.
    public func mayFind(_ query: SearchQuery) -> Bool {
        guard query.signs == .letters else { return true }
        return query.phrases.lazy.flatMap(\.tokens).allSatisfy { token in
            strstr(bytes, token.map(CChar.init(bitPattern:)) + [0]) != nil
        }
    }
}

/// The same in bytes of ASCII.
extension SearchQuery {
    private static func occurs(_ phrase: Phrase, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = phrase.tokens.first?.first else { return false }
        return bytes.indices.contains { position in
            // The first byte of most words is another.
            bytes[position] | 0x20 == first && (position == 0 || SearchText.folded(bytes[position - 1]) == 0)
                && stands(phrase, in: bytes, at: position)
        }
    }

    /// Whether the phrase is at the start of this word.
    private static func stands(_ phrase: Phrase, in bytes: UnsafeBufferPointer<UInt8>, at first: Int) -> Bool {
        var position = first
        for (number, token) in phrase.tokens.enumerated() {
            if number > 0 {
                while position < bytes.count, SearchText.folded(bytes[position]) == 0 { position += 1 }
            }
            let start = position
            while position < bytes.count, SearchText.folded(bytes[position]) != 0 { position += 1 }
            // As much of it as the index keeps.
            let length = min(position - start, SearchText.longestToken)
            let isBegun = phrase.isPrefix && number == phrase.tokens.count - 1
            guard isBegun ? token.count <= length : token.count == length else { return false }
            guard zip(token, bytes[start...]).allSatisfy({ $0 == SearchText.folded($1) }) else { return false }
        }
        return true
    }
}

/// One term of a query as typed: a word or a phrase in quotation marks, perhaps with a key and a colon before it.
public struct QueryTerm: Hashable, Sendable {
    /// Whether `-` is before it.
    public let isNegated: Bool
    /// The word before a colon, in lower case; `nil` without one.
    public let key: String?
    /// The word, or what follows the colon, without quotation marks.
    public let value: String
    /// Whether the value stood in quotation marks.
    public let isQuoted: Bool
    /// The whole term as it was typed.
    public let text: String

    /// The terms of a query, in order, without the parentheses around groups of them.
    public static func terms(of query: String) -> [QueryTerm] {
        QueryPiece.pieces(of: query).compactMap { if case .term(let term) = $0 { term } else { nil } }
    }

    /// Reads a term from a place, up to a blank outside quotation marks.
    ///
    /// - Returns: The term, and the place behind it.
    fileprivate static func term(in query: String, from start: String.Index) -> (term: QueryTerm, end: String.Index) {
        var index = start
        var isQuoted = false
        while index < query.endIndex, !isBlank(query, at: index) {
            let isMark = query.utf8[index] == quotationMark && query[index] == "\""
            index = query.index(after: index)
            guard isMark else { continue }
            isQuoted = true
            // An unclosed mark reaches to the end, as in a phrase that is still being typed.
            index = endOfPhrase(query, from: index)
        }
        return (QueryTerm(String(query[start..<index]), isQuoted: isQuoted), index)
    }

    private static let quotationMark = UInt8(ascii: "\"")

    /// Whether a blank is at a character’s place: of ASCII its byte shows it.
    fileprivate static func isBlank(_ text: String, at index: String.Index) -> Bool {
        let byte = text.utf8[index]
        return byte < 0x80 ? byte == 0x20 || 0x09...0x0D ~= byte : text[index].isWhitespace
    }

    /// The term without its sign as a query for its words, side by side and each of them whole.
    public var wholeWords: String {
        let words = (key.map { "\($0) " } ?? "") + value
        return "\"\(words.replacing("\"", with: " "))\""
    }

    /// The term with its key and colon as words: a phrase, behind its sign.
    public var asPhrase: String { (isNegated ? "-" : "") + Self.quoted((key.map { $0 + ":" } ?? "") + value) }

    /// The same term behind a sign.
    fileprivate var negated: QueryTerm { isNegated ? self : QueryTerm("-" + text, isQuoted: isQuoted) }

    fileprivate init(_ text: String, isQuoted: Bool) {
        self.text = text
        self.isQuoted = isQuoted
        var body = text[...]
        isNegated = body.hasPrefix("-") && body.count > 1
        if isNegated { body = body.dropFirst() }
        if body.utf8.contains(UInt8(ascii: ":")), let colon = body.firstIndex(of: ":"), colon > body.startIndex,
            body[..<colon].allSatisfy({ $0.isLetter && $0.isASCII })
        {
            key = body[..<colon].lowercased()
            body = body[body.index(after: colon)...]
        } else {
            key = nil
        }
        value = Self.unquoted(body)
    }

    /// The continuation of the text after a phrase; `\"` is a quotation mark in the phrase.
    private static func endOfPhrase(_ query: String, from start: String.Index) -> String.Index {
        var isEscaped = false
        for index in query[start...].indices {
            if query[index] == "\"", !isEscaped { return query.index(after: index) }
            isEscaped = query[index] == "\\" && !isEscaped
        }
        return query.endIndex
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.utf8.contains(quotationMark) else { return String(text) }
        var value = ""
        var isEscaped = false
        for character in text {
            if character == "\"" {
                guard isEscaped else { continue }
                value.removeLast()
                value.append(character)
            } else {
                value.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return value
    }

    /// The text of a term with a key and a value, whatever is in it.
    public static func text(_ key: String, _ value: String) -> String {
        let isWord = value.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "\"" }
        return "\(key):" + (isWord && !value.isEmpty ? value : quoted(value))
    }

    private static func quoted(_ value: String) -> String {
        "\"" + value.map { $0 == "\"" ? "\\\"" : String($0) }.joined() + "\""
    }
}

/// A part of a typed query: a term, or a parenthesis around some.
private enum QueryPiece {
    case term(QueryTerm)
    case open(isNegated: Bool)
    case close

    /// A parenthesis deeper than this is a part of its term.
    private static let deepest = 32

    /// The parts of a query.
    ///
    /// A parenthesis opens a group at the start of a term, also behind `-`, and closes one at its end, unless it belongs to
    /// one within the term, as in `in:work(old)`. A group that is not closed reaches to the end.
    static func pieces(of query: String) -> [QueryPiece] {
        var pieces: [QueryPiece] = []
        var depth = 0
        var index = query.startIndex
        while index < query.endIndex {
            guard !QueryTerm.isBlank(query, at: index) else {
                index = query.index(after: index)
                continue
            }
            let sign = ["(", "-("].first { query[index...].hasPrefix($0) }
            if let sign, depth < deepest {
                depth += 1
                pieces.append(.open(isNegated: sign.count > 1))
                index = query.index(index, offsetBy: sign.count)
                continue
            }
            let start = index
            var term: QueryTerm
            (term, index) = QueryTerm.term(in: query, from: start)
            var text = term.text[...]
            var closing = 0
            while closing < depth, text.last == ")", text.count(where: { $0 == ")" }) > text.count(where: { $0 == "(" })
            {
                text.removeLast()
                closing += 1
            }
            if closing > 0 { term = QueryTerm(String(text), isQuoted: term.isQuoted) }
            if !text.isEmpty { pieces.append(.term(term)) }
            pieces += repeatElement(.close, count: closing)
            depth -= closing
        }
        return pieces
    }
}

/// A condition of a query.
public indirect enum QueryCondition: Hashable, Sendable {
    /// The term holds.
    case term(QueryTerm)
    /// All of these hold.
    case all([QueryCondition])
    /// One of these holds.
    case any([QueryCondition])
    /// This does not hold.
    case not(QueryCondition)

    /// All terms in it, in order.
    public var terms: [QueryTerm] {
        switch self {
        case .term(let term): [term]
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.terms)
        case .not(let condition): condition.terms
        }
    }
}

/// A query as each app reads it: its conditions, without the meaning of the keys in the app.
///
///     train from:mum (milk OR "oat milk" OR (bread -rye)) -late date:2026-05..
///
/// Adjacent terms must all hold, with `AND` between them or without. `OR` joins its two neighbours, one of which has to
/// hold. `-` or `NOT` before a term negates it. At an end of a query, and after one another, these are terms;
/// see `init(whole:)`. Parentheses make one of several terms, with the same rules within them.
public struct QueryTree: Hashable, Sendable {
    /// The conditions, all of which must hold.
    public let conditions: [QueryCondition]
    /// All terms, in order.
    public let terms: [QueryTerm]
    /// The places in `terms` of those that stand for themselves: neither alternatives nor in a negated group.
    private let plain: Set<Int>
    /// The places in `terms` of those in a negated group.
    private let negated: Set<Int>

    /// The conditions of a typed query.
    public init(_ text: String) {
        // Most queries are one word, and each is read several times.
        guard !SearchText.isPlainWord(text) else {
            terms = [QueryTerm(text, isQuoted: false)]
            conditions = [.term(terms[0])]
            (plain, negated) = ([0], [])
            return
        }
        var parser = QueryParser(QueryPiece.pieces(of: text)[...])
        conditions = parser.conditions()
        terms = conditions.flatMap(\.terms)
        var (plain, negated): (Set<Int>, Set<Int>) = ([], [])
        var index = 0
        func place(_ condition: QueryCondition, isPlain: Bool, isNegated: Bool) {
            switch condition {
            case .term:
                if isPlain { plain.insert(index) }
                if isNegated { negated.insert(index) }
                index += 1
            case .all(let conditions):
                for condition in conditions { place(condition, isPlain: isPlain, isNegated: isNegated) }
            case .any(let conditions):
                for condition in conditions { place(condition, isPlain: false, isNegated: isNegated) }
            case .not(let condition): place(condition, isPlain: false, isNegated: true)
            }
        }
        for condition in conditions { place(condition, isPlain: true, isNegated: false) }
        (self.plain, self.negated) = (plain, negated)
    }

    /// Whether the term at an index of `terms` does not stand for itself: it is an alternative, or in a negated group.
    public func isAlternative(_ index: Int) -> Bool { !plain.contains(index) }

    /// The words that join terms; alone such a word is a term.
    static let joining: Set<String> = ["AND", "OR", "NOT"]

    /// Whether the term at an index of `terms` is in a negated group.
    public func isLeftOut(_ index: Int) -> Bool { negated.contains(index) }
}

/// Puts the parts of a query together.
private struct QueryParser {
    private var rest: ArraySlice<QueryPiece>

    init(_ pieces: ArraySlice<QueryPiece>) { rest = pieces }

    /// The conditions up to the end of the group, or of the query.
    mutating func conditions() -> [QueryCondition] {
        var clauses: [[QueryCondition]] = []
        var (joins, negates, isAfterTerm) = (false, false, false)
        func add(_ condition: QueryCondition) {
            if joins { clauses[clauses.count - 1].append(condition) } else { clauses.append([condition]) }
            (joins, negates, isAfterTerm) = (false, false, true)
        }
        while let piece = rest.popFirst() {
            let isLast =
                switch rest.first {
                case nil, .close: true
                case .term, .open: false
                }
            switch piece {
            case .close: return Self.joined(clauses)
            case .open(let isNegated):
                let inner = conditions()
                // Nothing in parentheses is a word that says nothing.
                let group =
                    inner.isEmpty ? .term(QueryTerm("()", isQuoted: false)) : inner.count == 1 ? inner[0] : .all(inner)
                add(isNegated || negates ? .not(group) : group)
            case .term(let term):
                switch term.text {
                case "AND" where isAfterTerm && !isLast: isAfterTerm = false
                case "OR" where isAfterTerm && !isLast: (joins, isAfterTerm) = (true, false)
                case "NOT" where !negates && !isLast: (negates, isAfterTerm) = (true, false)
                default: add(.term(negates ? term.negated : term))
                }
            }
        }
        return Self.joined(clauses)
    }

    /// Alternatives of alternatives are alternatives, and parentheses around terms that must all hold change nothing.
    private static func joined(_ clauses: [[QueryCondition]]) -> [QueryCondition] {
        clauses.flatMap { clause -> [QueryCondition] in
            guard clause.count == 1 else {
                return [.any(clause.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } })]
            }
            return if case .all(let inner) = clause[0] { inner } else { clause }
        }
    }
}
