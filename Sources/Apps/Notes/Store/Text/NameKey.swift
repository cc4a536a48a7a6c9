import Foundation

/// By what names are compared: tags, notebooks and titles, without regard to case, accents and width.
package enum NameKey {
    /// The most characters of a name that count.
    static let longest = 120

    /// The name’s key.
    package static func of(_ name: String) -> String {
        let trimmed = name.trimmingCharacters(in: .whitespaces)
        // ASCII needs no tables of Foundation’s, and is most of what there is.
        if trimmed.utf8.allSatisfy({ $0 < 0x80 }) { return String(trimmed.lowercased().prefix(longest)) }
        let folded = trimmed.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(folded.prefix(longest))
    }
}
