// SPDX-License-Identifier: GPL-3.0-or-later

/// Looking into one text, with the result that the index has for it.
extension SearchQuery {
    /// Whether a text is found.
    ///
    /// Where every byte is a character, without cutting the text into tokens: searches look into hundreds of texts.
    package func finds(_ text: String) -> Bool {
        guard SearchText.isASCII(text) else { return matches(SearchText.tokens(of: text, signs)) }
        let found = text.utf8.withContiguousStorageIfAvailable { bytes in
            !phrases.isEmpty && phrases.allSatisfy { Self.occurs($0, in: bytes) }
        }
        return found ?? matches(SearchText.tokens(of: text, signs))
    }

    /// Whether a text with these tokens is found, as FTS5 would find it.
    package func matches(_ tokens: [String]) -> Bool {
        !phrases.isEmpty && phrases.allSatisfy { Self.occurs($0, in: tokens) }
    }

    private static func occurs(_ phrase: Phrase, in tokens: [String]) -> Bool {
        let count = phrase.tokens.count
        guard tokens.count >= count else { return false }
        return (0...(tokens.count - count)).contains { start in
            zip(phrase.tokens, tokens[start...]).enumerated().allSatisfy { index, pair in
                // By bytes, as FTS5 compares: a String’s own prefix ends at a whole character.
                index == count - 1 && phrase.isPrefix
                    ? pair.1.utf8.starts(with: pair.0) : pair.1.utf8.elementsEqual(pair.0)
            }
        }
    }
}

/// The same in bytes of ASCII.
extension SearchQuery {
    private static func occurs(_ phrase: Phrase, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = phrase.tokens.first?.first else { return false }
        var isInsideWord = false
        for position in bytes.indices {
            let letter = folded(bytes[position])
            if letter == first, !isInsideWord, stands(phrase, in: bytes, at: position) { return true }
            isInsideWord = letter != 0
        }
        return false
    }

    /// Whether the phrase stands where this word begins.
    private static func stands(_ phrase: Phrase, in bytes: UnsafeBufferPointer<UInt8>, at first: Int) -> Bool {
        var position = first
        for (number, token) in phrase.tokens.enumerated() {
            if number > 0 {
                while position < bytes.count, folded(bytes[position]) == 0 { position += 1 }
            }
            let start = position
            while position < bytes.count, folded(bytes[position]) != 0 { position += 1 }
            // As much of it as the index keeps.
            let length = min(position - start, SearchText.longestToken)
            let isBegun = phrase.isPrefix && number == phrase.tokens.count - 1
            guard isBegun ? token.count <= length : token.count == length else { return false }
            guard zip(token, bytes[start...]).allSatisfy({ $0 == folded($1) }) else { return false }
        }
        return true
    }

    /// A letter or digit of ASCII in lower case; 0 for what separates words.
    private static func folded(_ byte: UInt8) -> UInt8 {
        let lower = byte | 0x20
        if lower &- UInt8(ascii: "a") < 26 { return lower }
        return byte &- UInt8(ascii: "0") < 10 ? byte : 0
    }
}
