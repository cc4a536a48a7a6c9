// SPDX-License-Identifier: GPL-3.0-or-later

/// A text that is kept to be sent again, with a gap for each word in `{{` and `}}`.
package struct MessageTemplate: Codable, Hashable, Sendable {
    /// The user’s name for it: one word, unique without regard to case.
    package let name: String
    package let text: String

    /// A template of this text.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    /// Whether it is called so.
    package func isCalled(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}

/// The gaps of a text, each a word in `{{` and `}}`.
package enum TextGaps {
    /// The words of all gaps, each once, in small letters and in their order.
    package static func names(in text: String) -> [String] {
        var names: [String] = []
        _ = filling(text) { name in
            if !names.contains(name) { names.append(name) }
            return ""
        }
        return names
    }

    /// The words between single braces, which are no gaps, each once, in small letters and in their order.
    package static func lookalikes(in text: String) -> [String] {
        var words: [String] = []
        for match in filling(text, { _ in " " }).matches(of: /\{\s*([\p{L}\p{N}_-]+)\s*\}/) {
            let word = match.output.1.lowercased()
            if !words.contains(word) { words.append(word) }
        }
        return words
    }

    /// The word behind two braces that no other two close, with the braces; `nil` if there is none.
    package static func unclosed(in text: String) -> String? {
        let filled = filling(text) { _ in " " }
        return filled.firstRange(of: "{{").map { String(filled[$0.lowerBound...].prefix { !$0.isWhitespace }) }
    }

    /// A text with each gap filled by the value of `value` for its word in small letters; values are not filled again.
    package static func filling(_ text: String, _ value: (String) -> String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let name = rest[open.upperBound..<close.lowerBound].split(whereSeparator: \.isWhitespace)
            result += rest[..<open.lowerBound] + value(name.joined(separator: " ").lowercased())
            rest = rest[close.upperBound...]
        }
        return result + rest
    }
}
