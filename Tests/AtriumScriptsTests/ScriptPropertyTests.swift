// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import Dice
import Foundation
import Testing

/// Random scripts.
///
/// `ATRIUM_SCRIPT_MUTATIONS` sets how many mutated ones are read.
struct ScriptPropertyTests {
    private static let mutations = ProcessInfo.processInfo.environment["ATRIUM_SCRIPT_MUTATIONS"].flatMap(Int.init)

    private static let example = """
        # c
        % clock +31m
        % size 80x24
        @ notes
        $ add a
        > b
          Note [N:id]

          a*[b-c]? (glob)
          (x|\\d{2})y+ (re)
          ...
        ! [T:time]
        ? 2
        % pty
        % key C-r F1 ;
        % type  a b
        % deadline 30s
        % wait /a|b/
        % wait x* (glob)
        % resize 80x24
        % screen
          [T:time]

          ...
        -- f/a --
        x
        """

    /// A parser must answer to anything, and what it accepts must stay accepted with other line ends.
    @Test func mutatedScriptsAreReadOrRefused() throws {
        let count = Self.mutations ?? 10_000
        var generator = Dice(seed: 5)
        let original = Array(Self.example.utf8)
        let pieces = Self.example.split(separator: "\n").map { Array($0.utf8) }
        let interesting = Array(" #%@$>!?-.[]()*+{}\\:/\r\n\t\0\u{7F}aN0x,|^<=".utf8) + [0x80, 0xC3, 0xE2, 0xFF]
        let parser = SessionScriptParser()
        var accepted = 0
        for _ in 0..<count {
            // Few lines at a time: most mutations would otherwise die of the first fault.
            var bytes = original
            if Bool.random(using: &generator) {
                bytes = Array(
                    (0..<Int.random(in: 1...4, using: &generator))
                        .flatMap { _ in pieces.randomElement(using: &generator)! + [UInt8(ascii: "\n")] })
                bytes = Array("$ a\n".utf8) + bytes
            }
            for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = interesting.randomElement(using: &generator)!
                case 1: bytes.insert(interesting.randomElement(using: &generator)!, at: place)
                case 2: bytes.remove(at: place)
                default:
                    bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &generator)))
                }
            }
            guard (try? parser.parse(bytes)) != nil else { continue }
            accepted += 1
            let script = try parser.parse(bytes + [UInt8(ascii: "\n")])
            #expect(script.steps.allSatisfy { $0.line > 0 })
        }
        #expect(accepted > count / 20)
    }

    /// A line that somebody got wrong must be refused or must match in time, whatever its expression says.
    @Test func anyExpressionIsReadOrRefusedAndEnds() {
        var generator = Dice(seed: 8)
        var accepted = 0
        let count = Self.mutations ?? 3_000
        for _ in 0..<count {
            let source = String(
                (0..<Int.random(in: 1...14, using: &generator)).map { _ in
                    "()()[]{}**++?|\\\\.^$-:<>=!#&12,aabdwspPxukNQE'\"/ é".randomElement(using: &generator)!
                })
            var parser = LinePatternParser()
            guard let pattern = try? parser.pattern(of: source + " (re)") else { continue }
            accepted += 1
            let matcher = OutputMatcher(expected: [ExpectedLine(line: 1, text: source + " (re)", pattern: pattern)])
            for line in ["", source, "aabdé 12", String(repeating: "a", count: 40) + "b"] {
                _ = matcher.bindings(0, matching: line, from: [:])
            }
        }
        #expect(accepted > count / 20)
    }

    /// Expressions made of what makes trying expensive, on lines of which they match all but the end.
    @Test(.timeLimit(.minutes(10))) func anyExpressionOfRepetitionsEnds() {
        var generator = Dice(seed: 9)
        let pieces = ["a", "a", "(", "(?:", ")", ")", "|", "*", "+", "?", "{2}", "{0,}", "{1,30}", ".", "[ab]", "b"]
        let long = String(repeating: "a", count: OutputMatcher.longestExpressionLine - 1) + "c"
        var accepted = 0
        for _ in 0..<(Self.mutations ?? 3_000) {
            let source = (0..<Int.random(in: 1...16, using: &generator))
                .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            var parser = LinePatternParser()
            guard let pattern = try? parser.pattern(of: source + " (re)") else { continue }
            accepted += 1
            let matcher = OutputMatcher(expected: [ExpectedLine(line: 1, text: source + " (re)", pattern: pattern)])
            _ = matcher.bindings(0, matching: String(repeating: "a", count: 64) + "c", from: [:])
            if accepted % 20 == 0 { _ = matcher.bindings(0, matching: long, from: [:]) }
        }
        #expect(accepted > 100)
    }

    // MARK: Scripts and outputs

    private static let words = [
        "a", "b", "  two", "", " ", "...", "[N:id]", "[X:nope]", "x (glob)", "( (re)", "# no", "-- f --", "$ a", "é",
        "e\u{301}", "tab\t", "end ", "cr\r", "nul\0", "[a-", "\\", "欢迎", "a*", "3", "2026-01-01",
    ]

    private func lines(_ generator: inout Dice) -> [String] {
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in Self.words.randomElement(using: &generator) ?? "" }
    }

    private func outcome(_ generator: inout Dice) -> ScriptOutcome {
        ScriptOutcome(
            output: lines(&generator).map { $0 + "\n" }.joined(),
            errorOutput: lines(&generator).map { $0 + "\n" }.joined(),
            status: Int32.random(in: 0...2, using: &generator))
    }

    @MainActor private func replay(_ bytes: [UInt8], _ outcomes: [ScriptOutcome]) async throws -> ScriptResult {
        let script = try SessionScriptParser().parse(bytes)
        let subject = ScriptReplay(records: outcomes.map(ScriptTrace.Record.outcome))
        return await ScriptRunner(script: script, path: "x", subject: subject).run()
    }

    /// A script written from what came out passes on it, and on nothing that has a line more, less or different.
    @MainActor @Test func aScriptMatchesTheOutputItWasWrittenFrom() async throws {
        var generator = Dice(seed: 6)
        for _ in 0..<300 {
            let outcomes = (0..<3).map { _ in outcome(&generator) }
            let bare = Array("$ a\n$ b\n$ c\n".utf8)
            var rewriter = ScriptRewriter(bytes: bare, script: try SessionScriptParser().parse(bare))
            rewriter.rewrite(after: outcomes.map(ScriptTrace.Record.outcome), other: nil)
            let bytes = rewriter.result.bytes
            #expect(try await replay(bytes, outcomes).passed, "\(String(decoding: bytes, as: UTF8.self))")
            var others = outcomes
            let changed = outcomes[1].output.isEmpty ? "new\n" : String(outcomes[1].output.dropLast()) + "!\n"
            others[1] = ScriptOutcome(
                output: changed, errorOutput: outcomes[1].errorOutput, status: outcomes[1].status)
            #expect(try await replay(bytes, others).failures.map(\.step) == ["$ b"])
        }
    }

    /// Whatever a script says, after an update it passes, has its comments, and a second update finds nothing to do.
    @MainActor @Test func anUpdatedScriptPasses() async throws {
        var generator = Dice(seed: 7)
        let pieces = [
            "  a\n", "  b\n", "  ...\n", "  [N:id]\n", "  * (glob)\n", "\n", "\n", "# note\n", "! a\n", "! ...\n",
            "  \n",
        ]
        var updated = 0
        for _ in 0..<400 {
            var text = ""
            for command in ["a", "b"] {
                text += "$ \(command)\n"
                for _ in 0..<Int.random(in: 0...7, using: &generator) {
                    text += pieces.randomElement(using: &generator)!
                }
                if Bool.random(using: &generator) { text += "? 1\n\n" }
            }
            if Bool.random(using: &generator) { text += "-- f --\n$ no command\n" }
            let outcomes = (0..<2).map { _ in outcome(&generator) }
            let bytes = Array(text.utf8)
            var rewriter = ScriptRewriter(bytes: bytes, script: try SessionScriptParser().parse(bytes))
            rewriter.rewrite(after: outcomes.map(ScriptTrace.Record.outcome), other: nil)
            let (rewritten, newLines) = rewriter.result
            #expect(
                try await replay(rewritten, outcomes).passed,
                "\(text) became \(String(decoding: rewritten, as: UTF8.self))")
            #expect(
                rewritten.split(separator: 10).count { $0.starts(with: "# note".utf8) }
                    == bytes.split(separator: 10).count { $0.starts(with: "# note".utf8) })
            if newLines > 0 { updated += 1 }
            var again = ScriptRewriter(bytes: rewritten, script: try SessionScriptParser().parse(rewritten))
            again.rewrite(after: outcomes.map(ScriptTrace.Record.outcome), other: nil)
            #expect(again.result.bytes == rewritten)
        }
        #expect(updated > 300)
    }
}
