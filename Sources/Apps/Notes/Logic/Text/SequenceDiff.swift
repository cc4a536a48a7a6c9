// SPDX-License-Identifier: GPL-3.0-or-later

/// The common parts of two sequences of texts, in time close to linear.
///
/// The common start and end are set aside first. Short rests are compared by Myers’s algorithm, “An O(ND) Difference
/// Algorithm and Its Variations” (1986), from the standard library; it takes the square of the differences, so long
/// rests are first cut at elements that occur once in both, as in Bram Cohen’s patience difference.
struct SequenceDiff {
    /// The most elements of both together that are compared one by one.
    static let bound = 1_000
    /// Cuts within cuts: further ones find nothing worth their time.
    private static let deepest = 24

    /// A run of both sequences.
    enum Run: Hashable {
        /// Both have it; the places are those of the new one.
        case same(Range<Int>)
        /// A replacement; either range may be empty.
        case changed(old: Range<Int>, new: Range<Int>)
    }

    private let old: [Int]
    private let new: [Int]
    /// Places of the same element, in order.
    private var pairs: [(old: Int, new: Int)] = []

    /// The runs, in order.
    ///
    /// - Throws: `CancellationError`.
    static func runs(from old: [String], to new: [String]) throws -> [Run] {
        var numbers: [String: Int] = [:]
        func number(_ text: String) -> Int {
            if let known = numbers[text] { return known }
            numbers[text] = numbers.count
            return numbers.count - 1
        }
        var diff = SequenceDiff(old: old.map(number), new: new.map(number))
        try diff.match(0..<old.count, 0..<new.count, depth: 0)
        return diff.runs()
    }

    private init(old: [Int], new: [Int]) {
        self.old = old
        self.new = new
    }

    private mutating func match(_ oldPart: Range<Int>, _ newPart: Range<Int>, depth: Int) throws {
        try Task.checkCancellation()
        var (left, right) = (oldPart, newPart)
        while let first = left.first, let other = right.first, old[first] == new[other] {
            pairs.append((first, other))
            left = left.dropFirst()
            right = right.dropFirst()
        }
        var end = 0
        while let last = left.last, let other = right.last, old[last] == new[other] {
            end += 1
            left = left.dropLast()
            right = right.dropLast()
        }
        if !left.isEmpty, !right.isEmpty {
            if left.count + right.count <= Self.bound {
                compare(left, right)
            } else if depth < Self.deepest {
                try cut(left, right, depth: depth)
            }
        }
        for step in 0..<end { pairs.append((left.upperBound + step, right.upperBound + step)) }
    }

    private mutating func compare(_ left: Range<Int>, _ right: Range<Int>) {
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in new[right].difference(from: old[left]) {
            switch change {
            case .remove(let offset, _, _): removed.insert(left.lowerBound + offset)
            case .insert(let offset, _, _): added.insert(right.lowerBound + offset)
            }
        }
        pairs += zip(left.filter { !removed.contains($0) }, right.filter { !added.contains($0) })
            .map { (old: $0, new: $1) }
    }

    private mutating func cut(_ left: Range<Int>, _ right: Range<Int>, depth: Int) throws {
        var (nextOld, nextNew) = (left.lowerBound, right.lowerBound)
        for anchor in anchors(left, right) {
            try match(nextOld..<anchor.old, nextNew..<anchor.new, depth: depth + 1)
            pairs.append(anchor)
            (nextOld, nextNew) = (anchor.old + 1, anchor.new + 1)
        }
        // Without anchors there is nothing new to look at.
        guard nextOld > left.lowerBound else { return }
        try match(nextOld..<left.upperBound, nextNew..<right.upperBound, depth: depth + 1)
    }

    /// The elements that occur once in both, in their longest row with the same order in both.
    private func anchors(_ left: Range<Int>, _ right: Range<Int>) -> [(old: Int, new: Int)] {
        let oldPlaces = places(in: old, left)
        let newPlaces = places(in: new, right)
        let common = left.compactMap { place -> (old: Int, new: Int)? in
            guard oldPlaces[old[place]] == .some(.some(place)), let other = newPlaces[old[place]] ?? nil else {
                return nil
            }
            return (place, other)
        }
        // The last element of the best row of each length, and the element before each one in its row.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: common.count)
        for index in common.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if common[ends[middle]].new < common[index].new { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var row: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            row.append(common[index])
            next = before[index]
        }
        return row.reversed()
    }

    /// The place of each element; `nil` for one that stands there more than once.
    private func places(in elements: [Int], _ part: Range<Int>) -> [Int: Int?] {
        var places: [Int: Int?] = [:]
        for place in part {
            places.updateValue(places[elements[place]] == nil ? place : nil, forKey: elements[place])
        }
        return places
    }

    private func runs() -> [Run] {
        var runs: [Run] = []
        var (nextOld, nextNew) = (0, 0)
        for pair in pairs + [(old.count, new.count)] {
            if pair.old > nextOld || pair.new > nextNew {
                runs.append(.changed(old: nextOld..<pair.old, new: nextNew..<pair.new))
            }
            guard pair.new < new.count else { break }
            if case .same(let range)? = runs.last {
                runs[runs.count - 1] = .same(range.lowerBound..<pair.new + 1)
            } else {
                runs.append(.same(pair.new..<pair.new + 1))
            }
            (nextOld, nextNew) = (pair.old + 1, pair.new + 1)
        }
        return runs
    }
}

/// The differences between two texts, word by word.
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
        for run in try SequenceDiff.runs(from: oldLines, to: newLines) {
            switch run {
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
        for run in try SequenceDiff.runs(from: old, to: new) {
            switch run {
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

/// Puts two changes of one text together, line by line.
package enum LineMerge {
    /// Lines of the old text, and their replacements.
    private struct Hunk: Equatable {
        let old: Range<Int>
        let new: [String]
    }

    /// The text with both changes; `nil` if they affect the same lines.
    ///
    /// - Parameter addsBoth: Whether lines that both add at one place all come there, theirs first.
    /// - Throws: `CancellationError`.
    package static func merged(
        _ base: String, _ mine: String, _ theirs: String, addsBoth: Bool = false
    ) throws -> String? {
        let lines = lines(base)
        let left = try hunks(from: lines, to: Self.lines(mine))
        let right = try hunks(from: lines, to: Self.lines(theirs))
        var result: [String] = []
        var (position, next, other) = (0, 0, 0)
        while next < left.count || other < right.count {
            let hunk: Hunk
            switch (left[next...].first, right[other...].first) {
            case (let a?, let b?) where a == b:
                hunk = a
                (next, other) = (next + 1, other + 1)
            case (let a?, let b?) where a.old.isEmpty && b.old.isEmpty && a.old == b.old:
                guard addsBoth else { return nil }
                hunk = Hunk(old: a.old, new: b.new + a.new)
                (next, other) = (next + 1, other + 1)
            case (let a?, let b) where b.map { a.old.upperBound <= $0.old.lowerBound } ?? true:
                hunk = a
                next += 1
            case (let a, let b?) where a.map { b.old.upperBound <= $0.old.lowerBound } ?? true:
                hunk = b
                other += 1
            default: return nil
            }
            result += lines[position..<hunk.old.lowerBound] + hunk.new
            position = hunk.old.upperBound
        }
        return (result + lines[position...]).joined(separator: "\n")
    }

    /// Whether a text has each line that another text has more often than its base: it may have come from that text.
    package static func has(_ text: String, gainOf other: String, over base: String) -> Bool {
        func counts(_ text: String) -> [String: Int] { lines(text).reduce(into: [:]) { $0[$1, default: 0] += 1 } }
        let (mine, before) = (counts(text), counts(base))
        let gain = counts(other).filter { $0.value > before[$0.key] ?? 0 }
        return !gain.isEmpty && gain.allSatisfy { mine[$0.key] ?? 0 >= $0.value }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func hunks(from old: [String], to new: [String]) throws -> [Hunk] {
        try SequenceDiff.runs(from: old, to: new).compactMap { run in
            guard case .changed(let lines, let place) = run else { return nil }
            return Hunk(old: lines, new: Array(new[place]))
        }
    }
}
