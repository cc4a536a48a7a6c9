// SPDX-License-Identifier: GPL-3.0-or-later

/// Rewrites the lines of a session script that do not say what came out.
struct ScriptRewriter {
    /// A line of the rewritten script.
    private enum Item {
        /// A line of the script as it is, by its number, counted from 1.
        case old(Int)
        /// A new line, prefix included.
        case new(String)
    }

    private let bytes: [UInt8]
    private let lines: [SourceLines.Line]
    private let script: SessionScript
    private let newline: [UInt8]
    private var proposer: PlaceholderProposer
    private var replacements: [Int: [String]] = [:]
    private var insertions: [Int: [String]] = [:]
    private var precedingInsertions: [Int: [String]] = [:]

    init(bytes: [UInt8], script: SessionScript) {
        self.bytes = bytes
        self.script = script
        lines = SourceLines(of: bytes).lines
        newline = Array(lines.first.map { bytes[$0.content.upperBound..<$0.whole.upperBound] } ?? [])
        proposer = PlaceholderProposer(reserved: Self.expected(of: script).flatMap(\.pattern.placeholders))
    }

    private static func expected(of script: SessionScript) -> [ExpectedLine] {
        script.steps.flatMap { step in
            switch step {
            case .command(let command): command.output + command.errorOutput
            case .terminal(_, .screen(let expected, _)): expected
            case .terminal(_, .wait(let wait, _)): wait.expected
            case .check, .setting, .terminal: [ExpectedLine]()
            }
        }
    }

    /// Takes in what the script’s steps brought, up to a command that the program does not have and that no line expects
    /// to fail.
    ///
    /// - Parameters:
    ///   - records: what they brought in the run that the script is to describe.
    ///   - other: what they brought in another one, to see what varies.
    ///   - moments: what a terminal may have shown for the time.
    mutating func rewrite(
        after records: [ScriptTrace.Record], other: [ScriptTrace.Record]?, moments: ShownMoments = ShownMoments()
    ) {
        for (index, (step, record)) in zip(script.steps, records).enumerated() {
            switch (step, record) {
            case (.check(let line, let expected), .app(let actual)) where actual != expected:
                replacements[line] = ["@ " + (actual ?? "-")]
            case (.command(let command), .outcome(let outcome)):
                // What the program lacks is no new behaviour of it, and all that follows rests on that.
                guard outcome.isUnderstood || !command.errorOutput.isEmpty else { return }
                var varied: ScriptOutcome?
                if let other, index < other.count, case .outcome(let outcome) = other[index] { varied = outcome }
                rewrite(command, outcome: outcome, varied: varied)
            case (.terminal(let line, .screen(let expected, _)), .terminal(let screen?, _)):
                var varied: [String]?
                if let other, index < other.count, case .terminal(let screen, _) = other[index] { varied = screen }
                rewrite(expected, lines: screen, varied: varied, prefix: "  ", anchor: line, moments)
            case (.terminal(_, .wait(let wait, _)), .terminal(let screen?, _)):
                let matcher = OutputMatcher(expected: wait.expected)
                proposer.bindings = matcher.bindings(matching: screen, from: proposer.bindings) ?? proposer.bindings
            default:
                break
            }
        }
    }

    // MARK: Commands

    private mutating func rewrite(_ command: ScriptCommand, outcome: ScriptOutcome, varied: ScriptOutcome?) {
        let lastAnswer = command.answerLines.last ?? command.line
        rewrite(
            command.output, lines: OutputLines.of(outcome.output), varied: varied.map { OutputLines.of($0.output) },
            prefix: "  ", anchor: lastAnswer)
        rewrite(
            command.errorOutput, lines: OutputLines.of(outcome.errorOutput),
            varied: varied.map { OutputLines.of($0.errorOutput) }, prefix: "! ",
            anchor: max(lastAnswer, command.output.last?.line ?? 0))
        guard outcome.status != command.status ?? 0 else { return }
        if let line = command.statusLine {
            replacements[line] = ["? \(outcome.status)"]
        } else {
            let last = [lastAnswer, command.output.last?.line ?? 0, command.errorOutput.last?.line ?? 0].max()
            insertions[last ?? lastAnswer, default: []].append("? \(outcome.status)")
        }
    }

    private mutating func rewrite(
        _ expected: [ExpectedLine], lines: [String], varied: [String]?, prefix: String, anchor: Int,
        _ moments: ShownMoments = ShownMoments()
    ) {
        let matcher = OutputMatcher(expected: expected)
        if let bound = matcher.bindings(matching: lines, from: proposer.bindings) {
            proposer.bindings = bound
            if let varied, let bound = matcher.bindings(matching: varied, from: proposer.variedBindings) {
                proposer.variedBindings = bound
            }
            return
        }
        let edits = matcher.edits(to: lines, binding: &proposer.bindings)
        if let varied { _ = matcher.edits(to: varied, binding: &proposer.variedBindings) }
        var previous: Int?
        for edit in edits {
            switch edit {
            case .kept(let index, _), .skipped(let index, _):
                previous = expected[index].line
            case .replaced(let index, let line):
                previous = expected[index].line
                replacements[expected[index].line] = [prefix + text(for: line, of: lines, varied: varied, moments)]
            case .removed(let index):
                previous = expected[index].line
                replacements[expected[index].line] = []
            case .added(let line):
                let text = prefix + text(for: line, of: lines, varied: varied, moments)
                if let previous {
                    insertions[previous, default: []].append(text)
                } else if let first = expected.first {
                    precedingInsertions[first.line, default: []].append(text)
                } else {
                    insertions[anchor, default: []].append(text)
                }
            }
        }
    }

    /// Outputs of different length are not compared: nobody knows which line is which.
    private mutating func text(
        for line: Int, of lines: [String], varied: [String]?, _ moments: ShownMoments
    ) -> String {
        let other = varied.flatMap { $0.count == lines.count ? $0[line] : nil }
        return proposer.text(for: lines[line], varied: other, moments: moments)
    }

    // MARK: The text

    /// The rewritten bytes, and how many lines in them are new.
    var result: (bytes: [UInt8], newLines: Int) {
        let end = script.fixtures.first.map { $0.line - 1 } ?? lines.count
        var items: [Item] = []
        for line in 1..<(end + 1) {
            items += (precedingInsertions[line] ?? []).map(Item.new)
            items += replacements[line].map { $0.map(Item.new) } ?? [.old(line)]
            items += (insertions[line] ?? []).map(Item.new)
        }
        items = keepingEmptyLines(items)
        var result: [UInt8] = []
        for item in items {
            switch item {
            case .old(let line):
                result += bytes[lines[line - 1].whole]
            case .new(let text):
                // The line before may have been the last one, without its end.
                if let last = result.last, last != UInt8(ascii: "\n") { result += lineEnd }
                result += Array(text.utf8) + lineEnd
            }
        }
        if let fixture = script.fixtures.first {
            result += bytes[lines[fixture.line - 1].whole.lowerBound...]
        }
        return (result, items.count { if case .new = $0 { true } else { false } })
    }

    private var lineEnd: [UInt8] {
        newline.isEmpty ? [UInt8(ascii: "\n")] : newline
    }

    /// Makes empty lines mean what they meant, whatever stands around them now.
    ///
    /// Between two lines of output they are output. One that was and no longer stands there is written with its
    /// prefix; one that was not and now does is dropped.
    private func keepingEmptyLines(_ items: [Item]) -> [Item] {
        let expected = Set(Self.expected(of: script).map(\.line))
        var kept: [Item] = []
        var index = 0
        while index < items.count {
            guard isEmpty(items[index]) else {
                kept.append(items[index])
                index += 1
                continue
            }
            let end = items[index...].firstIndex { !isEmpty($0) } ?? items.count
            let isInside =
                end < items.count && isOutput(items[end]) && kept.last.map(isOutput) ?? false
            let output = items[index..<end].filter { item in
                if case .old(let line) = item { expected.contains(line) } else { false }
            }
            if isInside {
                kept += output
            } else {
                kept += output.isEmpty ? items[index..<end] : output.map { _ in .new("  ") }[...]
            }
            index = end
        }
        return kept
    }

    private func isEmpty(_ item: Item) -> Bool {
        guard case .old(let line) = item else { return false }
        return lines[line - 1].content.isEmpty
    }

    private func isOutput(_ item: Item) -> Bool {
        switch item {
        case .old(let line): bytes[lines[line - 1].content].starts(with: "  ".utf8)
        case .new(let text): text.utf8.starts(with: "  ".utf8)
        }
    }
}
