// SPDX-License-Identifier: GPL-3.0-or-later

/// What a row of the screen must be like for a session script to go on.
public struct ScriptWait: Sendable, Equatable {
    /// The condition as the script has it: `/EXPRESSION/`, a line with a pattern as output has them, or text that must
    /// stand somewhere in the row.
    public let text: String
    /// The whole screen as the condition wants it.
    let expected: [ExpectedLine]

    /// Reads a condition.
    init(_ text: String, line: Int, patterns: inout LinePatternParser) throws(ScriptSyntaxReason) {
        self.text = text
        let anyLines = ExpectedLine(line: line, text: "...", pattern: .anyLines)
        expected = [
            anyLines, ExpectedLine(line: line, text: text, pattern: try Self.pattern(of: text, &patterns)), anyLines,
        ]
    }

    private static func pattern(
        of text: String, _ patterns: inout LinePatternParser
    ) throws(ScriptSyntaxReason) -> LinePattern {
        if text.count > 2, text.first == "/", text.last == "/" {
            let source = String(text.dropFirst().dropLast())
            // Told of as it was written.
            _ = try patterns.pattern(of: source + " (re)")
            return .expression(".*?(?:\(source)).*")
        }
        let pattern = try patterns.pattern(of: text)
        guard case .literal = pattern else { return pattern }
        return .parts([.anyCharacters, .text(Array(text)), .anyCharacters])
    }
}
