// SPDX-License-Identifier: GPL-3.0-or-later

/// Cuts text into the tokens by which it is found, the same for every store.
///
/// A token is a run of letters, digits and their marks, without regard to case and diacritics. Scripts that are
/// written without blanks have no words to cut at; a run of them becomes its overlapping pairs and its last character,
/// so that any part of it can be found: 你好吗 is 你好, 好吗, 吗. Everything else separates, unless pictures are looked for
/// too: those are such a script.
///
/// In SQLite the text goes to an FTS5 table with `tokenize = 'ascii'`, which keeps every byte above 0x7F together and
/// folds the case of ASCII. Source: https://www.sqlite.org/fts5.html#ascii_tokenizer
package enum SearchText {
    /// The most bytes of a token that count: as many as FTS5 keeps (`FTS5_MAX_TOKEN_SIZE`).
    static let longestToken = 32_768

    /// The tokens, in order.
    package static func tokens(of text: String, _ signs: SearchSigns = .letters) -> [String] {
        var writer = TokenWriter(signs)
        writer.write(text)
        return writer.tokens
    }

    /// What to hand to FTS5: a text whose tokens, as its `ascii` tokenizer sees them, are `tokens(of:)`.
    ///
    /// ASCII is returned as it is, at the cost of one look at its bytes.
    package static func indexText(of text: String, _ signs: SearchSigns = .letters) -> String {
        guard !isASCII(text) else { return text }
        var writer = TokenWriter(signs)
        writer.write(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Whether each byte of a text is a character.
    package static func isASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            var offset = 0
            // Eight bytes at a time: this runs over every message of an import.
            while offset + 8 <= raw.count {
                let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 != 0 { return false }
                offset += 8
            }
            while offset < raw.count {
                if raw[offset] >= 0x80 { return false }
                offset += 1
            }
            return true
        } ?? text.utf8.allSatisfy { $0 < 0x80 }
    }
}
