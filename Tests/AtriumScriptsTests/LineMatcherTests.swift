// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import Dice
import Testing

struct LineMatcherTests {
    private func bindings(
        _ pattern: String, _ line: String, from bindings: [String: String] = [:]
    ) throws -> [String: String]? {
        var parser = LinePatternParser()
        let expected = ExpectedLine(line: 1, text: pattern, pattern: try parser.pattern(of: pattern))
        return OutputMatcher(expected: [expected]).bindings(0, matching: line, from: bindings)
    }

    @Test(arguments: [
        ("a*c (glob)", "abbc", true), ("a*c (glob)", "ac", true), ("a*c (glob)", "abcd", false),
        ("a?c (glob)", "aéc", true), ("a?c (glob)", "ae\u{301}c", true), ("a?c (glob)", "a👩‍👩‍👧c", true),
        ("a?c (glob)", "ac", false), ("[a-c]x (glob)", "bx", true), ("[!a-c]x (glob)", "bx", false),
        ("[^a-c]x (glob)", "dx", true), ("[]]x (glob)", "]x", true), (#"\*x (glob)"#, "*x", true),
        (#"\*x (glob)"#, "ax", false), (#"[\]]x (glob)"#, "]x", true), ("[x (glob)", "[x", true),
        (#"a\ (glob)"#, #"a\"#, true), ("a*c (glob)", "a*c (glob)", true), (" (glob)", "", true),
    ])
    func globs(pattern: String, line: String, matches: Bool) throws {
        #expect((try bindings(pattern, line) != nil) == matches)
    }

    @Test(arguments: [
        (#"\d+ notes (re)"#, "12 notes", true), (#"\d+ notes (re)"#, "12 notes.", false),
        (#"\d+ notes (re)"#, #"\d+ notes (re)"#, true), ("^$ (re)", "", true), ("a|b (re)", "b", true),
    ])
    func expressions(pattern: String, line: String, matches: Bool) throws {
        #expect((try bindings(pattern, line) != nil) == matches)
    }

    @Test func plainTextIsComparedByteForByte() throws {
        #expect(try bindings("é", "e\u{301}") == nil)
        #expect(try bindings("a ", "a") == nil)
        #expect(try bindings("[a] [B] [b:c] [x:time]", "[a] [B] [b:c] [x:time]") == [:])
        #expect(try bindings("[a]", "a") == nil)
    }

    @Test(arguments: [
        ("id", "12", true), ("id", "a1", false), ("id", "", false), ("id", "١", false),
        ("time", "9:05", true), ("time", "09:05", true), ("time", "23:59:59", true), ("time", "24:00", false),
        ("time", "12:60", false), ("time", "12:5", false), ("time", "9:05:07", true),
        ("date", "2026-01-31", true), ("date", "2026-13-01", false), ("date", "2026-01-00", false),
        ("date", "26-01-01", false),
        ("number", "-1,234.5", true), ("number", "1.", false), ("number", "+0", true), ("number", "-", false),
        ("word", "naïve", true), ("word", "l’été", true), ("word", "笔记", true), ("word", "two words", false),
        ("token", "a-B_9", true), ("token", "é", false), ("token", "a.b", false),
        ("path", "/tmp/a b", false), ("path", "/tmp/a.b-c/日本", true), ("path", "/", true), ("path", "tmp", false),
        ("path", "", false), ("path", "/a:", false),
    ])
    func kinds(kind: String, value: String, matches: Bool) throws {
        #expect(try bindings("<[X:\(kind)]>", "<\(value)>") == (matches ? ["X": value] : nil))
    }

    @Test func `a path takes no more than leaves the rest to match`() throws {
        #expect(try bindings("To [F:path]/a.txt.", "To /tmp/x/a.txt.") == ["F": "/tmp/x"])
        #expect(try bindings("To [F:path]/a.txt.", "To /tmp/x/b.txt.") == nil)
    }

    @Test func placeholdersBindOnceAndThenCompare() throws {
        #expect(try bindings("Added note [N:id].", "Added note 34.") == ["N": "34"])
        #expect(
            try bindings("[A:id] of [B:id] on [D:date]", "3 of 7 on 2026-01-02") == [
                "A": "3", "B": "7", "D": "2026-01-02",
            ])
        #expect(try bindings("Note [N:id]", "Note 34", from: ["N": "34"]) == ["N": "34"])
        #expect(try bindings("Note [N:id]", "Note 3", from: ["N": "34"]) == nil)
        #expect(try bindings("[A:id] [A:id]", "3 3") == ["A": "3"])
        #expect(try bindings("[A:id] [A:id]", "3 4") == nil)
        // The literal text comes first and binds nothing.
        #expect(try bindings("[A:id]", "[A:id]") == [:])
    }

    @Test func aPlaceholderTakesAllItCanAndAStarAsLittle() throws {
        #expect(try bindings("[A:id][B:id]", "123") == ["A": "12", "B": "3"])
        #expect(try bindings("*[N:number]* (glob)", "abc 12 34") == ["N": "12"])
        #expect(try bindings("[A:id][A:id]x[B:id]", "1212x5") == ["A": "12", "B": "5"])
        #expect(try bindings("[A:id][B:id][A:id]", "12312") == ["A": "12", "B": "3"])
    }

    /// An engine that tries everything would need longer than the universe has.
    @Test func hardLinesEndInTime() throws {
        let line = String(repeating: "a", count: 100)
        #expect(try bindings(String(repeating: "*a", count: 40) + "*b (glob)", line) == nil)
        let names = (0..<20).map { "[A\($0):word]" }.joined()
        #expect(try bindings(names + "!", line) == nil)
        #expect(try bindings(names, line)?.count == 20)
        let short = String(repeating: "a", count: 30)
        #expect(try bindings("[A:word][B:word][A:word][B:word]!", short) == nil)
        #expect(try bindings("* (glob)", String(repeating: "a", count: LineMatcher.longestLine + 1)) == nil)
    }

    // MARK: Against an oracle

    /// A glob as POSIX describes it, tried out in every way.
    private func naive(_ pattern: ArraySlice<Character>, _ line: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return line.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case "*":
            return naive(rest, line) || !line.isEmpty && naive(pattern, line.dropFirst())
        case "?":
            return !line.isEmpty && naive(rest, line.dropFirst())
        case "\\" where !rest.isEmpty:
            return line.first == rest.first && naive(rest.dropFirst(), line.dropFirst())
        case "[":
            guard let (members, end) = set(rest) else { fallthrough }
            return line.first.map(members) == true && naive(end, line.dropFirst())
        default:
            return line.first == first && naive(rest, line.dropFirst())
        }
    }

    private func set(_ text: ArraySlice<Character>) -> ((Character) -> Bool, ArraySlice<Character>)? {
        var text = text
        let inverted = text.first == "!" || text.first == "^"
        if inverted { text = text.dropFirst() }
        var members: Set<Character> = []
        var isFirst = true
        while text.first != "]" || isFirst {
            isFirst = false
            if text.first == "\\" { text = text.dropFirst() }
            guard let low = text.popFirst() else { return nil }
            var high = low
            if text.first == "-", text.count > 1, text.dropFirst().first != "]" {
                text = text.dropFirst()
                if text.first == "\\" { text = text.dropFirst() }
                guard let end = text.popFirst() else { return nil }
                high = end
            }
            for value in 0..<UInt8(127) {
                let member = Character(Unicode.Scalar(value))
                if low <= member, member <= high { members.insert(member) }
            }
        }
        return ({ members.contains($0) != inverted }, text.dropFirst())
    }

    @Test func globsAgainstEveryWayOfTrying() throws {
        var generator = Dice(seed: 1)
        var matched = 0
        for _ in 0..<6_000 {
            let pattern = String(
                (0..<Int.random(in: 0...7, using: &generator)).map { _ in
                    "aabbc***??[[]]!^-\\".randomElement(using: &generator)!
                })
            let line = String(
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    "aaabbc[]-!*\\".randomElement(using: &generator)!
                })
            let expected = naive(Array(pattern)[...], Array(line)[...])
            #expect((try bindings(pattern + " (glob)", line) != nil) == expected, "\(pattern) against \(line)")
            if expected { matched += 1 }
        }
        #expect(matched > 300)
    }
}
