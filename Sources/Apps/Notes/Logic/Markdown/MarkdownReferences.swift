import NotesStore

/// The addresses that a text gives below for its links, `[label]: address`, by their labels.
///
/// Source: CommonMark 0.31, 4.7, as far as lines go.
struct MarkdownReferences: Sendable {
    /// Whether it is the text of a link that is read: no link stands in another.
    var isInLink = false
    private var addresses: [String: String] = [:]

    /// None.
    init() {}

    /// Reads a line; one that gives no address is passed over, as is a label that has an address already.
    mutating func read(_ line: Substring) {
        guard line.first == "[", let middle = line.firstRange(of: "]:") else { return }
        let label = line[..<middle.lowerBound].dropFirst()
        // `^` begins a footnote.
        guard let key = Self.key(of: label), label.first != "^" else { return }
        let rest = line[middle.upperBound...].drop(while: \.isWhitespace)
        let address = rest.first == "<" ? rest.dropFirst().prefix { $0 != ">" } : rest.prefix { !$0.isWhitespace }
        if !address.isEmpty, addresses[key] == nil { addresses[key] = String(address) }
    }

    /// The link that a text begins with, `[text][label]`, `[label][]` or `[label]`, and what follows it; nil where its
    /// label has no address.
    func link(_ text: Substring) -> (label: Substring, address: String, after: Substring)? {
        guard !addresses.isEmpty, let close = text.firstIndex(of: "]") else { return nil }
        let shown = text[..<close].dropFirst()
        var rest = text[close...].dropFirst()
        var label = shown
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            if rest.index(after: rest.startIndex) < end { label = rest[..<end].dropFirst() }
            rest = rest[end...].dropFirst()
        } else if rest.first == ":" {
            // It gives an address to others.
            return nil
        }
        guard let key = Self.key(of: label), let address = addresses[key] else { return nil }
        return (shown, address, rest)
    }

    /// A label without regard to case and blanks; nil for none.
    private static func key(of label: Substring) -> String? {
        let words = label.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty, !label.contains("[") else { return nil }
        return words.joined(separator: " ").lowercased()
    }
}
