// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The tags of HTML within a line that mean what signs of Markdown mean too: `<b>`, `<i>`, `<br>` and the like.
struct InlineHTML {
    /// How often each is open.
    private var open: [String: Int] = [:]

    /// How the text stands out for what is open.
    var marks: Marks { open.reduce(into: []) { if $1.value > 0 { $0.formUnion(Self.meanings[$1.key] ?? []) } } }

    private static let meanings: [String: Marks] = [
        "b": .strong, "strong": .strong, "i": .stressed, "em": .stressed, "cite": .stressed, "var": .stressed,
        "u": .underlined, "ins": .underlined, "s": .faint, "del": .faint, "strike": .faint, "code": .faint,
        "kbd": .strong, "samp": .faint, "tt": .faint, "mark": .accented, "small": .faint, "sub": [], "sup": [],
    ]
    /// The characters that Unicode has as subscripts and superscripts, and that common fonts show (The Unicode Standard,
    /// block Superscripts and Subscripts).
    private static let low = Dictionary(uniqueKeysWithValues: zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"))
    private static let high = Dictionary(uniqueKeysWithValues: zip("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"))
    /// A longer piece is no such tag.
    private static let longest = 400

    /// A text as it reads where it stands low or high: in characters of that kind, or else behind the sign that TeX has
    /// for it.
    func placed(_ text: String) -> String {
        for (name, characters, sign) in [("sub", Self.low, "_"), ("sup", Self.high, "^")]
        where open[name, default: 0] > 0 {
            let placed = text.compactMap { characters[$0] }
            return placed.count == text.count ? String(placed) : sign + text
        }
        return text
    }

    /// Reads tags that stand behind each other.
    ///
    /// - Returns: What is shown for them; nil where one has no meaning here, and all stay as they are.
    mutating func read(_ text: String) -> String? {
        guard text.utf8.count <= Self.longest else { return nil }
        var next = self
        var shown = ""
        var rest = text[...]
        while !rest.isEmpty {
            guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
            guard let sign = next.take(rest[rest.index(after: rest.startIndex)..<end]) else { return nil }
            shown += sign
            rest = rest[rest.index(after: end)...]
        }
        self = next
        return shown
    }

    /// Takes what stands between the brackets of a tag.
    private mutating func take(_ tag: Substring) -> String? {
        let isEnd = tag.first == "/"
        let name = (isEnd ? tag.dropFirst() : tag).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
        if name == "br" { return "\n" }
        guard Self.meanings[name] != nil else { return nil }
        open[name] = max(0, open[name, default: 0] + (isEnd ? -1 : 1))
        return ""
    }
}
