// SPDX-License-Identifier: GPL-3.0-or-later

import NotesStore

/// The addresses that a text gives below for its links, `[label]: address`, by their labels.
///
/// Source: CommonMark 0.31, 4.7, as far as lines go.
struct MarkdownReferences: Sendable {
    /// A label of more bytes is none (CommonMark 0.31, 4.7).
    static let longestLabel = 999

    private var addresses: [String: String] = [:]

    /// None.
    init() {}

    /// Reads a line; one that gives no address is passed over, as is a label that has an address already.
    mutating func read(_ line: Substring) {
        guard line.utf8.first == UInt8(ascii: "["), let end = line.utf8.firstIndex(of: UInt8(ascii: "]")),
            line.utf8.distance(from: line.startIndex, to: end) <= Self.longestLabel,
            line[end...].utf8.dropFirst().first == UInt8(ascii: ":")
        else { return }
        let label = line[..<end].dropFirst()
        // `^` begins a footnote.
        guard let key = Self.key(of: label), label.first != "^" else { return }
        let rest = line[end...].dropFirst(2).drop(while: \.isWhitespace)
        let address = rest.first == "<" ? rest.dropFirst().prefix { $0 != ">" } : rest.prefix { !$0.isWhitespace }
        if !address.isEmpty, addresses[key] == nil { addresses[key] = String(address) }
    }

    /// Whether no address is given.
    var isEmpty: Bool { addresses.isEmpty }

    /// The address of a label; nil where it has none.
    func address(of label: String) -> String? { Self.key(of: label[...]).flatMap { addresses[$0] } }

    /// A label without regard to case and blanks; nil for none.
    private static func key(of label: Substring) -> String? {
        let words = label.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty, !label.contains("[") else { return nil }
        return words.joined(separator: " ").lowercased()
    }
}
