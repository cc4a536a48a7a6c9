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
                    ? pair.1.utf8.starts(with: pair.0.utf8) : pair.1.utf8.elementsEqual(pair.0.utf8)
            }
        }
    }
}

/// The same in bytes of ASCII.
extension SearchQuery {
    private static func occurs(_ phrase: Phrase, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = 0
        while let word = nextWord(in: bytes, from: position) {
            if begins(phrase, in: bytes, at: word) { return true }
            position = word.upperBound
        }
        return false
    }

    /// Whether the phrase stands where this word does.
    private static func begins(_ phrase: Phrase, in bytes: UnsafeBufferPointer<UInt8>, at first: Range<Int>) -> Bool {
        var word = first
        for (number, token) in phrase.tokens.enumerated() {
            if number > 0 {
                guard let next = nextWord(in: bytes, from: word.upperBound) else { return false }
                word = next
            }
            // As much of it as the index keeps.
            let length = min(word.count, SearchText.longestToken)
            let isBegun = phrase.isPrefix && number == phrase.tokens.count - 1
            guard isBegun ? token.utf8.count <= length : token.utf8.count == length else { return false }
            var position = word.lowerBound
            for letter in token.utf8 {
                guard folded(bytes[position]) == letter else { return false }
                position += 1
            }
        }
        return true
    }

    private static func nextWord(in bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Range<Int>? {
        var start = position
        while start < bytes.count, folded(bytes[start]) == 0 { start += 1 }
        guard start < bytes.count else { return nil }
        var end = start + 1
        while end < bytes.count, folded(bytes[end]) != 0 { end += 1 }
        return start..<end
    }

    /// A letter or digit of ASCII in lower case; 0 for what separates words.
    private static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: 0
        }
    }
}
