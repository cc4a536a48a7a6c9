// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// One term of a query as it was typed.
struct QueryTerm: Hashable {
    /// Whether `-` stands before it.
    let isNegated: Bool
    /// The word before a colon, in lower case; nil without one.
    let key: String?
    /// The word, or what follows the colon, without quotation marks.
    let value: String
    /// Whether the value stood in quotation marks.
    let isQuoted: Bool
    /// The whole term as it was typed.
    let text: String

    /// Whether it says something of the whole query, and nothing of a note by itself.
    var isOfWholeQuery: Bool {
        key == "sort" || key == "limit" || key == "is" && value.lowercased() == "trashed"
    }

    /// Whether it is a word that notes must have, and neither a phrase nor the name of a saved query.
    var isWord: Bool { key == nil && !isQuoted && !isNegated && savedName == nil && tagName == nil }

    /// The name of a tag that stands here as in a text: `#trip`; nil for anything else.
    var tagName: String? {
        guard key == nil, !isQuoted, value.hasPrefix("#"), TagText.tags(in: value).count == 1,
            let name = TagText.tags(in: value).first, name.utf8.count == value.utf8.count - 1
        else { return nil }
        return name
    }

    /// The name of a saved query that stands here; nil for anything else.
    var savedName: String? {
        key == nil && !isQuoted && value.hasPrefix("@") && value.count > 1 ? String(value.dropFirst()) : nil
    }

    /// The terms of a query, in order.
    static func terms(of query: String) -> [QueryTerm] {
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
                let close = query[index...].firstIndex(of: "\"")
                index = close.map { query.index(after: $0) } ?? query.endIndex
            }
            terms.append(QueryTerm(String(query[start..<index]), isQuoted: isQuoted))
            rest = query[index...]
        }
        return terms
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
        value = String(body.replacing("\"", with: ""))
    }
}
