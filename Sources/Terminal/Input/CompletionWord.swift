// SPDX-License-Identifier: GPL-3.0-or-later

/// The word that stands before the cursor, read as a POSIX shell reads words.
struct CompletionWord: Equatable {
    /// The word without its quotes and backslashes.
    private(set) var text = ""
    /// The quote that is still open.
    private(set) var openQuote: Unicode.Scalar?
    /// Where the word begins, with its quotes, in bytes of UTF-8.
    private(set) var start = 0

    /// What separates words, besides quotes.
    private static let breaks = " \t\n|>"

    /// Reads the line up to the cursor.
    init(beforeCursor line: some StringProtocol) {
        var word = String.UnicodeScalarView()
        var isEscaped = false
        var offset = 0
        for scalar in line.unicodeScalars {
            offset += UTF8.width(scalar)
            if isEscaped {
                if openQuote == "\"", !"\\\"$`".unicodeScalars.contains(scalar) { word.append("\\") }
                word.append(scalar)
                isEscaped = false
            } else if scalar == "\\", openQuote != "'" {
                isEscaped = true
            } else if scalar == openQuote {
                openQuote = nil
            } else if openQuote == nil, scalar == "'" || scalar == "\"" {
                openQuote = scalar
            } else if openQuote == nil, Self.breaks.unicodeScalars.contains(scalar) {
                word.removeAll()
                start = offset
            } else {
                word.append(scalar)
            }
        }
        text = String(word)
    }

    /// The characters that need a quote or a backslash in a word.
    private static let special = " \t\n\\\"'|>&;<()$`*?[#~{}!"

    /// The word as it must be typed: with backslashes, or within `quote`, whose closing is left to come.
    static func quoted(_ word: String, within quote: Unicode.Scalar?) -> String {
        var result = String.UnicodeScalarView()
        if let quote { result.append(quote) }
        for scalar in word.unicodeScalars {
            switch quote {
            case "'":
                if scalar == "'" {
                    result.append(contentsOf: "'\\''".unicodeScalars)
                    continue
                }
            case "\"":
                if "\\\"$`".unicodeScalars.contains(scalar) { result.append("\\") }
            default:
                if special.unicodeScalars.contains(scalar) { result.append("\\") }
            }
            result.append(scalar)
        }
        return String(result)
    }
}
