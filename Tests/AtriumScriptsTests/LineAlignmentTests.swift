// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import Dice
import Testing

struct LineAlignmentTests {
    private func edits(_ expected: [String], _ actual: [String]) -> [LineEdit] {
        LineAlignment(
            expected: expected.count, actual: actual.count, isAnyLines: { expected[$0] == "..." },
            matches: { expected[$0] == actual[$1] }
        ).edits()
    }

    private func diff(_ expected: [String], _ actual: [String]) -> [String] {
        UnifiedDiff(expected: expected, actual: actual, edits: edits(expected, actual)).lines
    }

    /// Applies a unified diff as `patch` does, by the numbers of its hunks.
    private func apply(_ diff: [String], to lines: [String], forward: Bool) throws -> [String] {
        var result: [String] = []
        var taken = 0
        for row in diff {
            if row.hasPrefix("@@") {
                let numbers = row.split { !$0.isNumber }.compactMap { Int($0) }
                let (start, count) = forward ? (numbers[0], numbers[1]) : (numbers[2], numbers[3])
                let upTo = count == 0 ? start : start - 1
                result += lines[taken..<upTo]
                taken = upTo
            } else if row.hasPrefix(" ") {
                try #require(lines[taken] == String(row.dropFirst()))
                result.append(lines[taken])
                taken += 1
            } else if row.hasPrefix(forward ? "-" : "+") {
                try #require(lines[taken] == String(row.dropFirst()))
                taken += 1
            } else {
                result.append(String(row.dropFirst()))
            }
        }
        return result + lines[taken...]
    }

    @Test func applyingADiffGivesTheOtherSide() throws {
        var generator = Dice(seed: 3)
        for _ in 0..<400 {
            let count = Int.random(in: 0...20, using: &generator)
            let expected = (0..<count).map { _ in ["a", "b", "c", ""].randomElement(using: &generator)! }
            var actual = expected
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                let place = Int.random(in: 0...actual.count, using: &generator)
                if Bool.random(using: &generator) || place == actual.count {
                    actual.insert(["a", "d"].randomElement(using: &generator)!, at: place)
                } else {
                    actual.remove(at: place)
                }
            }
            let diff = diff(expected, actual)
            #expect(try apply(diff, to: expected, forward: true) == actual)
            #expect(try apply(diff, to: actual, forward: false) == expected)
            #expect(diff.isEmpty == (expected == actual))
        }
    }

    @Test func everyLineIsInOneEdit() {
        var generator = Dice(seed: 4)
        for _ in 0..<400 {
            let expected = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                ["a", "b", "..."].randomElement(using: &generator)!
            }
            let actual = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                ["a", "b", "c"].randomElement(using: &generator)!
            }
            var (left, right) = ([Int](), [Int]())
            for edit in edits(expected, actual) {
                switch edit {
                case .kept(let index, let line), .replaced(let index, let line):
                    left.append(index)
                    right.append(line)
                case .removed(let index): left.append(index)
                case .added(let line): right.append(line)
                case .skipped(let index, let lines):
                    left.append(index)
                    right += lines
                }
            }
            #expect(left == Array(expected.indices))
            #expect(right == Array(actual.indices))
        }
    }

    @Test func choosesWhatAPersonWould() {
        #expect(
            edits(["a", "b"], ["b", "c"]) == [.removed(expected: 0), .kept(expected: 1, actual: 0), .added(actual: 1)])
        #expect(edits(["a", "b"], ["x", "b"]) == [.replaced(expected: 0, actual: 0), .kept(expected: 1, actual: 1)])
        #expect(
            edits(["a", "...", "b"], ["x", "y", "b"]) == [
                .replaced(expected: 0, actual: 0), .skipped(expected: 1, actual: 1..<2), .kept(expected: 2, actual: 2),
            ])
        #expect(
            edits(["...", "b"], ["x", "b", "y", "b"]) == [
                .skipped(expected: 0, actual: 0..<3), .kept(expected: 1, actual: 3),
            ])
    }

    @Test func hunksHaveThreeLinesAround() {
        let lines = (1...20).map(String.init)
        var other = lines
        other[9] = "ten"
        #expect(
            diff(lines, other) == ["@@ -7,7 +7,7 @@", " 7", " 8", " 9", "-10", "+ten", " 11", " 12", " 13"])
        #expect(diff([], ["a"]) == ["@@ -0,0 +1,1 @@", "+a"])
        #expect(diff(["a"], []) == ["@@ -1,1 +0,0 @@", "-a"])
        #expect(diff(["a", "b"], ["c", "d"]) == ["@@ -1,2 +1,2 @@", "-a", "-b", "+c", "+d"])
    }

    @Test func hugeOutputsAreAlignedAtTheirEnds() {
        let expected = ["a"] + [String](repeating: "x", count: 1_200) + ["b"]
        let actual = ["a"] + [String](repeating: "y", count: 1_200) + ["b"]
        let edits = edits(expected, actual)
        #expect(edits.first == .kept(expected: 0, actual: 0))
        #expect(edits.last == .kept(expected: 1_201, actual: 1_201))
        #expect(edits.count == 2_402)
    }

    @Test func differencesThatNobodySeesAreShown() {
        #expect(RevealedText.of("a b  ") == "a b␠␠")
        #expect(RevealedText.of("a\u{1B}[1m\r\u{7F}\u{9B}\u{202E}") == "a␛[1m␍␡\\u{9B}\\u{202E}")
        #expect(RevealedText.of("欢迎 👩‍👩‍👧 é") == "欢迎 👩‍👩‍👧 é")
        #expect(diff(["a"], ["a "]) == ["@@ -1,1 +1,1 @@", "-a", "+a␠"])
    }
}
