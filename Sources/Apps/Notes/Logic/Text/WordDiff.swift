// SPDX-License-Identifier: GPL-3.0-or-later

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
    ///
    /// Off the caller’s actor. Short texts are compared by words; long ones by lines first, then by words within the
    /// lines that differ; of very long stretches of other lines no words are compared.
    /// - Throws: `CancellationError`.
    @concurrent
    package static func pieces(from old: String, to new: String) async throws -> [Piece] {
        let (oldWords, newWords) = (words(old), words(new))
        if oldWords.count + newWords.count <= SequenceDiff.bound { return try wordPieces(oldWords, newWords) }
        let (oldLines, newLines) = (lines(old), lines(new))
        var pieces: [Piece] = []
        for stretch in try SequenceDiff.stretches(from: oldLines, to: newLines) {
            switch stretch {
            case .same(let range): append(.same(newLines[range].joined()), to: &pieces)
            case .changed(let left, let right):
                let (before, after) = (oldLines[left].joined(), newLines[right].joined())
                for piece in try wordPieces(words(before), words(after)) { append(piece, to: &pieces) }
            }
        }
        return pieces
    }

    private static func wordPieces(_ old: [String], _ new: [String]) throws -> [Piece] {
        var pieces: [Piece] = []
        for stretch in try SequenceDiff.stretches(from: old, to: new) {
            switch stretch {
            case .same(let range): append(.same(new[range].joined()), to: &pieces)
            case .changed(let left, let right):
                if !left.isEmpty { append(.removed(old[left].joined()), to: &pieces) }
                if !right.isEmpty { append(.added(new[right].joined()), to: &pieces) }
            }
        }
        return pieces
    }

    /// Lines with what ends them.
    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var rest = text[...]
        while let end = rest.firstIndex(where: \.isNewline) {
            lines.append(String(rest[...end]))
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty ? lines : lines + [String(rest)]
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
