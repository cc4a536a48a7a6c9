// SPDX-License-Identifier: GPL-3.0-or-later

/// What is wrong with a typed query, in every app.
public enum QueryFault: Error, Hashable, Sendable {
    /// This word joins terms, and one of them is missing.
    case hangingTerm(String)
    /// No key has this name; the term that it begins as a phrase, and the keys.
    case unknownKey(String, phrase: String, keys: [String])
    /// Nothing stands behind the colon of a term.
    case emptyTerm(String, example: String)
    /// The value of a term is none of its key, which takes these forms.
    case badTerm(String, forms: [String])
    /// The value of a term is not a whole number above 0.
    case badNumber(String, example: String)
    /// A term for the whole query is negated; `bare` is the term without the sign.
    case negatedTerm(String, bare: String)
    /// A term for the whole query is an alternative, or in a negated group.
    case notAlternative(String)
    /// The query has no letter, digit or picture to look for.
    case emptyQuery(String)
}

/// The words before a colon that the queries of an app know.
public protocol QueryKeys: RawRepresentable<String>, CaseIterable, Sendable {
    /// The key for the highest number of results.
    static var limit: Self { get }
    /// Terms with the key as they can be written.
    var examples: [String] { get }
}

extension QueryKeys {
    /// The key of a term.
    ///
    /// - Parameters:
    ///   - word: The word before the colon, in lower case.
    ///   - term: The term.
    /// - Throws: `QueryFault.unknownKey`.
    public init(_ word: String, of term: QueryTerm) throws(QueryFault) {
        guard let key = Self(rawValue: word) else {
            throw .unknownKey(word, phrase: term.asPhrase, keys: Self.allCases.map(\.rawValue))
        }
        self = key
    }

    /// Whether a query has a limit of its own.
    public static func hasLimit(_ query: String) -> Bool {
        QueryTree(query).terms.contains { $0.key == limit.rawValue }
    }

    /// The term for a name or another value, with any characters.
    public func term(_ value: String) -> String { QueryTerm.text(rawValue, value) }

    /// The fault of a term of this key, whose value the key does not know.
    public func fault(of term: QueryTerm) -> QueryFault {
        term.value.isEmpty ? .emptyTerm(term.text, example: examples[0]) : .badTerm(term.text, forms: examples)
    }

    /// The value of a term as a whole number above 0.
    ///
    /// - Throws: `QueryFault` for another value, and for a negated term.
    public func number(of term: QueryTerm) throws(QueryFault) -> Int {
        guard let number = Int(term.value), number > 0 else {
            throw term.value.isEmpty ? fault(of: term) : .badNumber(term.text, example: examples[0])
        }
        return try ofWhole(number, term)
    }

    /// The value of a term for the whole query.
    ///
    /// - Throws: `QueryFault.negatedTerm`.
    public func ofWhole<Value>(_ value: Value, _ term: QueryTerm) throws(QueryFault) -> Value {
        if term.isNegated { throw .negatedTerm(term.text, bare: String(term.text.dropFirst())) }
        return value
    }
}

extension QueryTree {
    /// The conditions of a typed query, in which no term is missing.
    ///
    /// - Throws: `QueryFault.hangingTerm`.
    public init(whole text: String) throws(QueryFault) {
        self.init(text)
        if terms.count > 1, let term = terms.first(where: { Self.joining.contains($0.text) }) {
            throw .hangingTerm(term.text)
        }
    }
}
