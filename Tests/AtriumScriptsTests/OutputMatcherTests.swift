// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import Dice
import Testing

struct OutputMatcherTests {
    private func expected(_ texts: [String]) throws -> [ExpectedLine] {
        var parser = LinePatternParser()
        return try texts.enumerated().map { index, text in
            ExpectedLine(line: index + 1, text: text, pattern: try parser.pattern(of: text))
        }
    }

    private func bindings(_ texts: [String], _ lines: [String]) throws -> [String: String]? {
        OutputMatcher(expected: try expected(texts)).bindings(matching: lines, from: [:])
    }

    @Test func everyLineIsNeeded() throws {
        #expect(try bindings(["a", "b"], ["a", "b"]) == [:])
        #expect(try bindings(["a"], ["a", "b"]) == nil)
        #expect(try bindings(["a", "b"], ["a"]) == nil)
        #expect(try bindings([], []) == [:])
        #expect(try bindings([], [""]) == nil)
    }

    @Test func dotsStandForAnyLines() throws {
        #expect(try bindings(["..."], []) == [:])
        #expect(try bindings(["...", "b"], ["b", "a", "b"]) == [:])
        #expect(try bindings(["a", "..."], ["a", "x", "y"]) == [:])
        #expect(try bindings(["a", "...", "b"], ["a", "b", "c"]) == nil)
        #expect(try bindings(["...", "..."], ["a"]) == [:])
    }

    @Test func bindingsHoldAcrossDots() throws {
        // The first line that would do is the wrong one: the second comes back further down.
        #expect(
            try bindings(["...", "start [N:id]", "...", "end [N:id]"], ["start 1", "start 2", "x", "end 2"])
                == ["N": "2"])
        #expect(try bindings(["[N:id]", "...", "[N:id]"], ["1", "2", "3"]) == nil)
        // As little as it can.
        #expect(try bindings(["...", "n [N:id]", "..."], ["n 1", "n 2"]) == ["N": "1"])
    }

    /// Trying every way would take 2 to the power of 40.
    @Test func manyDotsEndInTime() throws {
        let pattern = (0..<20).flatMap { _ in ["...", "a"] } + ["b"]
        #expect(try bindings(pattern, [String](repeating: "a", count: 200)) == nil)
        let bound = (0..<20).flatMap { ["...", "n [N\($0):id]"] } + ["b"]
        #expect(try bindings(bound, (0..<200).map { "n \($0)" }) == nil)
    }

    @Test func longExpressionLinesAreNotTried() throws {
        let line = String(repeating: "a", count: OutputMatcher.longestExpressionLine)
        #expect(try bindings(["a* (re)"], [line]) == [:])
        #expect(try bindings(["a* (re)"], [line + "a"]) == nil)
    }

    // MARK: Against an oracle

    /// Every way of giving lines to dots, and every line on its own.
    private func exists(
        _ matcher: OutputMatcher, _ expected: ArraySlice<ExpectedLine>, _ lines: ArraySlice<String>,
        _ bindings: [String: String]
    ) -> Bool {
        guard let first = expected.first else { return lines.isEmpty }
        if first.text == "..." {
            return (0...lines.count).contains { count in
                exists(matcher, expected.dropFirst(), lines.dropFirst(count), bindings)
            }
        }
        guard let line = lines.first,
            let bound = matcher.bindings(expected.startIndex, matching: line, from: bindings)
        else { return false }
        return exists(matcher, expected.dropFirst(), lines.dropFirst(), bound)
    }

    @Test func dotsAgainstEveryWayOfTrying() throws {
        var generator = Dice(seed: 2)
        var matched = 0
        for _ in 0..<3_000 {
            let texts = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                ["...", "...", "a", "n [A:id]", "n [B:id]", "[A:id] [B:id]"].randomElement(using: &generator)!
            }
            let lines = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                ["a", "n 1", "n 2", "1 2", "2 1", "1 1"].randomElement(using: &generator)!
            }
            let expected = try expected(texts)
            let matcher = OutputMatcher(expected: expected)
            let found = matcher.bindings(matching: lines, from: [:]) != nil
            let isThere = exists(matcher, expected[...], lines[...], [:])
            #expect(found == isThere, "\(texts) against \(lines)")
            if isThere { matched += 1 }
        }
        #expect(matched > 150)
    }
}
