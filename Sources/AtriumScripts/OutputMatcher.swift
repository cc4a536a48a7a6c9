// SPDX-License-Identifier: GPL-3.0-or-later

/// Matches the lines of an output against the lines that a script expects.
///
/// `...` takes as few lines as it can. Failed attempts are stored together with only those
/// bindings that the remaining lines use, so that the time is polynomial as long as no placeholder that first
/// occurs after a `...` occurs again later. If one does, ``stateLimit`` ends the search, and nothing matches.
struct OutputMatcher {
    /// The maximum number of positions and bindings that a search visits.
    static let stateLimit = 1_000_000
    /// The longest line for regular expressions: those allowed take time quadratic in a line’s length.
    static let longestExpressionLine = 1_024

    private let expected: [ExpectedLine]
    private let expressions: [Int: Regex<AnyRegexOutput>]
    /// The placeholders in and after each expected line.
    private let later: [[String]]

    /// Compiles the expected lines' regular expressions, once for all outputs.
    init(expected: [ExpectedLine]) {
        self.expected = expected
        var expressions: [Int: Regex<AnyRegexOutput>] = [:]
        for (index, line) in expected.enumerated() {
            guard case .expression(let source) = line.pattern else { continue }
            // The parser has compiled it before, so this succeeds; if not, the line matches only its own text.
            expressions[index] = try? Regex(source)
        }
        self.expressions = expressions
        var later: [[String]] = [[]]
        for line in expected.reversed() {
            later.append(Set((later.last ?? []) + line.pattern.placeholders).sorted())
        }
        self.later = later.reversed()
    }

    /// The bindings plus those that the output adds; `nil` if it does not match.
    func bindings(matching lines: [String], from bindings: [String: String]) -> [String: String]? {
        struct State: Hashable {
            let expected: Int
            let actual: Int
            let relevant: [String?]
        }
        var seen: Set<State> = []
        var open = [(expected: 0, actual: 0, bindings: bindings)]
        while let place = open.popLast() {
            guard place.expected < expected.count else {
                if place.actual == lines.count { return place.bindings }
                continue
            }
            let relevant = later[place.expected].map { place.bindings[$0] }
            let state = State(expected: place.expected, actual: place.actual, relevant: relevant)
            guard seen.insert(state).inserted else { continue }
            guard seen.count <= Self.stateLimit else { return nil }
            if expected[place.expected].pattern == .anyLines {
                if place.actual < lines.count {
                    open.append((place.expected, place.actual + 1, place.bindings))
                }
                open.append((place.expected + 1, place.actual, place.bindings))
            } else if place.actual < lines.count,
                let bound = self.bindings(place.expected, matching: lines[place.actual], from: place.bindings)
            {
                open.append((place.expected + 1, place.actual + 1, bound))
            }
        }
        return nil
    }

    /// The bindings plus those that one line adds if it matches one expected line; `nil` otherwise.
    ///
    /// The line's own text comes first, byte for byte, and binds nothing.
    func bindings(
        _ index: Int, matching line: String, from bindings: [String: String]
    ) -> [String: String]? {
        if line.utf8.elementsEqual(expected[index].text.utf8) { return bindings }
        switch expected[index].pattern {
        case .literal, .anyLines:
            return nil
        case .parts(let parts):
            var matcher = LineMatcher(parts: parts, line: Array(line))
            return matcher.bindings(from: bindings)
        case .expression:
            guard let expression = expressions[index], line.utf8.count <= Self.longestExpressionLine else { return nil }
            return (try? expression.wholeMatch(in: line)) == nil ? nil : bindings
        }
    }

    /// Returns the edits from the expected lines to an output that does not match.
    ///
    /// The matching lines still bind values, so that one wrong line does not make the rest of a script fail.
    func edits(to lines: [String], binding bindings: inout [String: String]) -> [LineEdit] {
        let before = bindings
        let alignment = LineAlignment(
            expected: expected.count, actual: lines.count,
            isAnyLines: { expected[$0].pattern == .anyLines },
            matches: { self.bindings($0, matching: lines[$1], from: before) != nil })
        return alignment.edits().map { edit in
            guard case .kept(let index, let line) = edit else { return edit }
            // Two lines may match individually and still require two values of one placeholder.
            guard let bound = self.bindings(index, matching: lines[line], from: bindings) else {
                return .replaced(expected: index, actual: line)
            }
            bindings = bound
            return edit
        }
    }
}

/// Splits a command's output into lines.
enum OutputLines {
    /// The lines without their LF; an LF at the end opens no further line.
    ///
    /// Any other character stays, CR included.
    static func of(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        // Split as bytes: to `String`, CR and LF are one character.
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Assigns actual lines to expected ones if not all of them match.
///
/// The least weighty edit script by dynamic programming (Wagner and Fischer, "The String-to-String Correction
/// Problem", 1974), with one more step for lines that `...` stands for.
struct LineAlignment {
    /// The number of line pairs above which only the equal lines at both ends are aligned.
    static let largestTable = 1_000_000

    /// The weights prefer matches to replacements, a replaced line to one that `...` could stand for, and
    /// `...` to unexpected lines.
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
    ///   - expected: The number of expected lines.
    ///   - actual: The number of actual lines.
    ///   - isAnyLines: Returns whether an expected line is `...`.
    ///   - matches: Returns whether an expected and an actual line match; not called for `...`.
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

/// A step from the expected lines to the actual ones.
///
/// Numbers count from 0.
public enum LineEdit: Sendable, Equatable {
    /// The actual line is the expected one, or matches it.
    case kept(expected: Int, actual: Int)
    /// The actual line takes the place of the expected one.
    case replaced(expected: Int, actual: Int)
    /// The expected line is missing.
    case removed(expected: Int)
    /// The actual line was not expected.
    case added(actual: Int)
    /// The expected `...` stands for these actual lines.
    case skipped(expected: Int, actual: Range<Int>)
}
