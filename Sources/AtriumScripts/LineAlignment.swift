// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds out which actual lines are meant by which expected ones, where not all of them match.
///
/// The least weighty edit script by dynamic programming (Wagner and Fischer, "The String-to-String Correction
/// Problem", 1974), with one more step for lines that `...` stands for.
struct LineAlignment {
    /// Above so many pairs of lines, only what is the same at both ends is aligned.
    static let largestTable = 1_000_000

    /// Chosen so that matches win over replacements, a replaced line over one that `...` could stand for, and
    /// `...` over unexpected lines.
    private enum Weight {
        static let changed: Int32 = 4
        static let replaced: Int32 = 5
        static let skipped: Int32 = 2
    }

    private let expected: Int
    private let actual: Int
    private let isAnyLines: (Int) -> Bool
    private let matches: (Int, Int) -> Bool

    /// - Parameters:
    ///   - expected: how many lines are expected.
    ///   - actual: how many came.
    ///   - isAnyLines: whether an expected line is `...`.
    ///   - matches: whether an expected and an actual line match; not asked for `...`.
    init(expected: Int, actual: Int, isAnyLines: @escaping (Int) -> Bool, matches: @escaping (Int, Int) -> Bool) {
        self.expected = expected
        self.actual = actual
        self.isAnyLines = isAnyLines
        self.matches = matches
    }

    /// The edits in order.
    ///
    /// Every line of both sides is in exactly one of them.
    func edits() -> [LineEdit] {
        guard (expected + 1) * (actual + 1) > Self.largestTable else {
            return edits(expected: 0..<expected, actual: 0..<actual)
        }
        var start = 0
        while start < min(expected, actual), !isAnyLines(start), matches(start, start) { start += 1 }
        var end = 0
        while end < min(expected, actual) - start, !isAnyLines(expected - 1 - end),
            matches(expected - 1 - end, actual - 1 - end)
        { end += 1 }
        var edits = (0..<start).map { LineEdit.kept(expected: $0, actual: $0) }
        for index in start..<(expected - end) {
            edits.append(
                isAnyLines(index) ? .skipped(expected: index, actual: start..<start) : .removed(expected: index))
        }
        edits += (start..<(actual - end)).map(LineEdit.added(actual:))
        edits += (0..<end).reversed().map { .kept(expected: expected - 1 - $0, actual: actual - 1 - $0) }
        return edits
    }

    private func edits(expected: Range<Int>, actual: Range<Int>) -> [LineEdit] {
        let width = actual.count + 1
        // weights[row * width + column]: from here to the ends of both sides.
        var weights = [Int32](repeating: 0, count: (expected.count + 1) * width)
        var steps = [Step](repeating: .end, count: weights.count)
        for row in (0...expected.count).reversed() {
            for column in (0...actual.count).reversed() {
                let here = row * width + column
                var best: (weight: Int32, step: Step)?
                func offer(_ step: Step, _ weight: Int32, _ next: Int) {
                    let total = weight + weights[next]
                    if best.map({ total < $0.weight }) ?? true { best = (total, step) }
                }
                if row < expected.count, isAnyLines(row) {
                    offer(.pass, 0, here + width)
                    if column < actual.count { offer(.skip, Weight.skipped, here + 1) }
                } else {
                    if row < expected.count, column < actual.count {
                        if matches(row, column) { offer(.keep, 0, here + width + 1) }
                        offer(.replace, Weight.replaced, here + width + 1)
                    }
                    if row < expected.count { offer(.remove, Weight.changed, here + width) }
                    if column < actual.count { offer(.add, Weight.changed, here + 1) }
                }
                (weights[here], steps[here]) = best ?? (0, .end)
            }
        }
        return trace(steps, width: width)
    }

    private enum Step { case end, keep, replace, remove, add, pass, skip }

    private func trace(_ steps: [Step], width: Int) -> [LineEdit] {
        var edits: [LineEdit] = []
        var (row, column, skippedFrom) = (0, 0, 0)
        var isSkipping = false
        while true {
            let step = steps[row * width + column]
            if step == .skip || step == .pass, !isSkipping { (isSkipping, skippedFrom) = (true, column) }
            switch step {
            case .end:
                return edits
            case .keep:
                edits.append(.kept(expected: row, actual: column))
                (row, column) = (row + 1, column + 1)
            case .replace:
                edits.append(.replaced(expected: row, actual: column))
                (row, column) = (row + 1, column + 1)
            case .remove:
                edits.append(.removed(expected: row))
                row += 1
            case .add:
                edits.append(.added(actual: column))
                column += 1
            case .skip:
                column += 1
            case .pass:
                edits.append(.skipped(expected: row, actual: skippedFrom..<column))
                row += 1
                isSkipping = false
            }
        }
    }
}
