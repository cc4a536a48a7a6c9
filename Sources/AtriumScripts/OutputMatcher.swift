// SPDX-License-Identifier: GPL-3.0-or-later

/// Matches the lines of an output against the lines that a script expects.
///
/// `...` takes as few lines as it can. What has been tried without success is remembered together with those
/// bindings only that the remaining lines use, so that the time is polynomial as long as no placeholder that is first
/// met after a `...` returns further down. Where one does, ``stateLimit`` ends the search, and nothing matches.
struct OutputMatcher {
    /// How many places and bindings a search looks at.
    static let stateLimit = 1_000_000
    /// Regular expressions are not tried on longer lines: what they may say takes the square of a line’s length.
    static let longestExpressionLine = 1_024

    private let expected: [ExpectedLine]
    private let expressions: [Int: Regex<AnyRegexOutput>]
    /// For each expected line, the placeholders in it and after it.
    private let later: [[String]]

    /// Compiles the expected lines' regular expressions, once for all outputs.
    init(expected: [ExpectedLine]) {
        self.expected = expected
        var expressions: [Int: Regex<AnyRegexOutput>] = [:]
        for (index, line) in expected.enumerated() {
            guard case .expression(let source) = line.pattern else { continue }
            // The parser has compiled it before, so that this one succeeds; if not, it matches its own text only.
            expressions[index] = try? Regex(source)
        }
        self.expressions = expressions
        var later: [[String]] = [[]]
        for line in expected.reversed() {
            later.append(Set((later.last ?? []) + line.pattern.placeholders).sorted())
        }
        self.later = later.reversed()
    }

    /// The bindings with those that the output adds; nil if it does not match.
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

    /// The bindings with those that one line adds if it matches one expected line, and nil otherwise.
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

    /// Which of the lines are meant by which expected ones, for an output that does not match.
    ///
    /// What the matching lines bind is bound, so that one wrong line does not make the rest of a script fail.
    func edits(to lines: [String], binding bindings: inout [String: String]) -> [LineEdit] {
        let before = bindings
        let alignment = LineAlignment(
            expected: expected.count, actual: lines.count,
            isAnyLines: { expected[$0].pattern == .anyLines },
            matches: { self.bindings($0, matching: lines[$1], from: before) != nil })
        return alignment.edits().map { edit in
            guard case .kept(let index, let line) = edit else { return edit }
            // Two lines may match one by one and still want one placeholder to stand for two things.
            guard let bound = self.bindings(index, matching: lines[line], from: bindings) else {
                return .replaced(expected: index, actual: line)
            }
            bindings = bound
            return edit
        }
    }
}
