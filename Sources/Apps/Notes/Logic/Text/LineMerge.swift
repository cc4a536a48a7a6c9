// SPDX-License-Identifier: GPL-3.0-or-later

/// Puts two changes of one text together, line by line.
enum LineMerge {
    /// Lines of the old text, and what stands in their place.
    private struct Hunk: Equatable {
        let old: Range<Int>
        let new: [String]
    }

    /// The text with both changes; nil where they are of the same lines.
    ///
    /// - Throws: `CancellationError`.
    static func merged(_ base: String, _ mine: String, _ theirs: String) throws -> String? {
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
            case (let a?, let b?) where a.old.isEmpty && b.old.isEmpty && a.old == b.old: return nil
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

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func hunks(from old: [String], to new: [String]) throws -> [Hunk] {
        try SequenceDiff.stretches(from: old, to: new).compactMap { stretch in
            guard case .changed(let lines, let place) = stretch else { return nil }
            return Hunk(old: lines, new: Array(new[place]))
        }
    }
}
