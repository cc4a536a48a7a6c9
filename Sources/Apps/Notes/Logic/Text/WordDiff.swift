/// What differs between two texts, word by word.
package enum WordDiff {
    /// A piece of the two texts.
    package enum Piece: Hashable, Sendable {
        /// Both have it.
        case same(String)
        /// Only the first has it.
        case removed(String)
        /// Only the second has it.
        case added(String)
    }

    /// The pieces, in order; joined without the removed ones they are `new`, without the added ones `old`.
    package static func pieces(from old: String, to new: String) -> [Piece] {
        let (oldWords, newWords) = (words(old), words(new))
        // Myers’s algorithm, “An O(ND) Difference Algorithm and Its Variations” (1986), as the standard library has it.
        let difference = newWords.difference(from: oldWords)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var pieces: [Piece] = []
        var (left, right) = (0, 0)
        while left < oldWords.count || right < newWords.count {
            if left < oldWords.count, removed.contains(left) {
                append(.removed(oldWords[left]), to: &pieces)
                left += 1
            } else if right < newWords.count, added.contains(right) {
                append(.added(newWords[right]), to: &pieces)
                right += 1
            } else {
                append(.same(newWords[right]), to: &pieces)
                left += 1
                right += 1
            }
        }
        return pieces
    }

    private static func append(_ piece: Piece, to pieces: inout [Piece]) {
        switch (pieces.last, piece) {
        case (.same(let before), .same(let text)): pieces[pieces.count - 1] = .same(before + text)
        case (.removed(let before), .removed(let text)): pieces[pieces.count - 1] = .removed(before + text)
        case (.added(let before), .added(let text)): pieces[pieces.count - 1] = .added(before + text)
        default: pieces.append(piece)
        }
    }

    /// Words with the blanks before them, line breaks, and each other character by itself: East Asian text has no
    /// blanks to cut at.
    ///
    /// The blanks belong to words, since a text that shares only blanks with another would look half the same.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isBlank = true
        for character in text {
            let isWord = (character.isLetter || character.isNumber) && !isUnspaced(character)
            if character == " " {
                if !word.isEmpty, !isBlank { words.append(word) }
                word = isBlank ? word + " " : " "
                isBlank = true
            } else if isWord {
                word.append(character)
                isBlank = false
            } else {
                if !word.isEmpty { words.append(word) }
                word = ""
                isBlank = true
                words.append(String(character))
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    private static func isUnspaced(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false
    }
}
