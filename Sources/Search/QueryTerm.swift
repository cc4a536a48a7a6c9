// SPDX-License-Identifier: GPL-3.0-or-later

/// One term of a query as it was typed: a word or a phrase in quotation marks, maybe with a key and a colon before it.
package struct QueryTerm: Hashable, Sendable {
    /// Whether `-` stands before it.
    package let isNegated: Bool
    /// The word before a colon, in lower case; nil without one.
    package let key: String?
    /// The word, or what follows the colon, without quotation marks.
    package let value: String
    /// Whether the value stood in quotation marks.
    package let isQuoted: Bool
    /// The whole term as it was typed.
    package let text: String

    /// The terms of a query, in order.
    package static func terms(of query: String) -> [QueryTerm] {
        var terms: [QueryTerm] = []
        var rest = query[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            var index = start
            var isQuoted = false
            while index < query.endIndex {
                let character = query[index]
                if character.isWhitespace { break }
                index = query.index(after: index)
                guard character == "\"" else { continue }
                isQuoted = true
                // A mark that is not closed reaches to the end, as a phrase that is still being typed does.
                index = endOfPhrase(query, from: index)
            }
            terms.append(QueryTerm(String(query[start..<index]), isQuoted: isQuoted))
            rest = query[index...]
        }
        return terms
    }

    /// The term without its sign as a query for its words, side by side and each of them whole.
    package var wholeWords: String {
        let words = (key.map { "\($0) " } ?? "") + value
        return "\"\(words.replacing("\"", with: " "))\""
    }

    private init(_ text: String, isQuoted: Bool) {
        self.text = text
        self.isQuoted = isQuoted
        var body = text[...]
        isNegated = body.hasPrefix("-") && body.count > 1
        if isNegated { body = body.dropFirst() }
        if let colon = body.firstIndex(of: ":"), colon > body.startIndex,
            body[..<colon].allSatisfy({ $0.isLetter && $0.isASCII })
        {
            key = body[..<colon].lowercased()
            body = body[body.index(after: colon)...]
        } else {
            key = nil
        }
        value = Self.unquoted(body)
    }

    /// Where the text behind a phrase goes on; `\"` is a quotation mark in the phrase.
    private static func endOfPhrase(_ query: String, from start: String.Index) -> String.Index {
        var isEscaped = false
        for index in query[start...].indices {
            if query[index] == "\"", !isEscaped { return query.index(after: index) }
            isEscaped = query[index] == "\\" && !isEscaped
        }
        return query.endIndex
    }

    private static func unquoted(_ text: Substring) -> String {
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
    package static func text(_ key: String, _ value: String) -> String {
        let isWord = value.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "\"" }
        return "\(key):" + (isWord && !value.isEmpty ? value : quoted(value))
    }

    private static func quoted(_ value: String) -> String {
        "\"" + value.map { $0 == "\"" ? "\\\"" : String($0) }.joined() + "\""
    }
}

/// A query as each app reads it: what it asks for, without what the keys mean there.
///
///     train from:mum milk OR "oat milk" -late date:2026-05..
///
/// Terms that stand side by side must all hold. `OR` joins its two neighbours, of which one has to hold; at either end of
/// a query it is a word. `-` turns a term round.
package struct QueryTree: Hashable, Sendable {
    /// What must hold: of each clause one term at least.
    package let clauses: [[QueryTerm]]

    package init(_ text: String) {
        let terms = QueryTerm.terms(of: text)
        var clauses: [[QueryTerm]] = []
        var joinsNext = false
        for (index, term) in terms.enumerated() {
            if term.text == "OR", index > 0, index < terms.count - 1, !joinsNext {
                joinsNext = true
            } else if joinsNext {
                clauses[clauses.count - 1].append(term)
                joinsNext = false
            } else {
                clauses.append([term])
            }
        }
        self.clauses = clauses
    }

    /// All terms, in order.
    package var terms: [QueryTerm] { clauses.flatMap(\.self) }

    /// Whether the term at an index of `terms` is one of several alternatives.
    package func isAlternative(_ index: Int) -> Bool {
        var start = 0
        for clause in clauses {
            start += clause.count
            if index < start { return clause.count > 1 }
        }
        return false
    }
}
