// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown

/// The addresses in the HTML of a text, `<img src="a.png">` and `<a href="a.pdf">`, but for those in code.
struct HTMLAddresses {
    /// Each address, and its place in bytes.
    let all: [(range: Range<Int>, address: String)]

    init(in text: String) {
        guard text.contains("<"), text.contains("src=") || text.contains("href=") else {
            all = []
            return
        }
        let code = MarkdownDocument(text).code
        all = text.matches(of: Self.attribute).compactMap { match -> (range: Range<Int>, address: String)? in
            let address = match.output.1
            let start = text.utf8.distance(from: text.startIndex, to: address.startIndex)
            let range = start..<start + address.utf8.count
            guard !code.contains(where: { $0.overlaps(range) }) else { return nil }
            return (range, String(address).replacing("&amp;", with: "&"))
        }
    }

    /// Cannot be a constant: a `Regex` is no `Sendable` value.
    private static var attribute: Regex<(Substring, Substring)> {
        /<(?:a|img|video|audio|source|embed|iframe|track)\b[^<>]*?\s(?:src|href)=["']([^"'<>]+)["']/
    }
}
