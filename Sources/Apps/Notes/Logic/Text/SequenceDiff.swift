// SPDX-License-Identifier: GPL-3.0-or-later

/// What two sequences of texts have in common, in time that stays near to their length.
///
/// What both begin and end with is put aside first. Short rests are compared by Myers’s algorithm, “An O(ND) Difference
/// Algorithm and Its Variations” (1986), as the standard library has it; it takes the square of what differs, so long
/// rests are first cut at what stands once in both, as in Bram Cohen’s patience difference.
struct SequenceDiff {
    /// The most elements of both together that are compared one by one.
    static let bound = 1_000
    /// Cuts within cuts: further ones find nothing worth their time.
    private static let deepest = 24

    /// A stretch of both sequences.
    enum Stretch: Hashable {
        /// Both have it; the places are those of the new one.
        case same(Range<Int>)
        /// One stands in the place of the other; either may be empty.
        case changed(old: Range<Int>, new: Range<Int>)
    }

    private let old: [Int]
    private let new: [Int]
    /// Places of the same element, in order.
    private var pairs: [(old: Int, new: Int)] = []

    /// The stretches, in order.
    ///
    /// - Throws: `CancellationError`.
    static func stretches(from old: [String], to new: [String]) throws -> [Stretch] {
        var numbers: [String: Int] = [:]
        func number(_ text: String) -> Int {
            if let known = numbers[text] { return known }
            numbers[text] = numbers.count
            return numbers.count - 1
        }
        var diff = SequenceDiff(old: old.map(number), new: new.map(number))
        try diff.match(0..<old.count, 0..<new.count, depth: 0)
        return diff.stretches()
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

    /// What stands once in both, the longest row of it that has the same order in both.
    private func anchors(_ left: Range<Int>, _ right: Range<Int>) -> [(old: Int, new: Int)] {
        let oldPlaces = places(in: old, left)
        let newPlaces = places(in: new, right)
        let common = left.compactMap { place -> (old: Int, new: Int)? in
            guard oldPlaces[old[place]] == .some(.some(place)), let other = newPlaces[old[place]] ?? nil else {
                return nil
            }
            return (place, other)
        }
        // The last element of the best row of each length, and what stands before each element in its row.
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

    /// The place of each element; nil for one that stands there more than once.
    private func places(in elements: [Int], _ part: Range<Int>) -> [Int: Int?] {
        var places: [Int: Int?] = [:]
        for place in part {
            places.updateValue(places[elements[place]] == nil ? place : nil, forKey: elements[place])
        }
        return places
    }

    private func stretches() -> [Stretch] {
        var stretches: [Stretch] = []
        var (nextOld, nextNew) = (0, 0)
        for pair in pairs + [(old.count, new.count)] {
            if pair.old > nextOld || pair.new > nextNew {
                stretches.append(.changed(old: nextOld..<pair.old, new: nextNew..<pair.new))
            }
            guard pair.new < new.count else { break }
            if case .same(let range)? = stretches.last {
                stretches[stretches.count - 1] = .same(range.lowerBound..<pair.new + 1)
            } else {
                stretches.append(.same(pair.new..<pair.new + 1))
            }
            (nextOld, nextNew) = (pair.old + 1, pair.new + 1)
        }
        return stretches
    }
}
