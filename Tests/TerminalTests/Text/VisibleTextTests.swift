// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Testing

/// Text that the gate takes: whatever it is made of, nothing in it acts on a terminal.
@MainActor
struct VisibleTextTests {
    private static let hostile = "a\u{1B}]0;x\u{7}\u{202E}b\u{9B}c"

    @Test func `what stands in a literal is made visible, and what is visible is left alone`() {
        let text: VisibleText = "\(Self.hostile): \(3) and \(VisibleText("␛"))"
        #expect(text.string == "a␛]0;x␇⟨202E⟩b⟨9B⟩c: 3 and ␛")
        #expect(VisibleText(text.string) == text)
        let lines = ["a", "b"].joined(separator: "\n")
        #expect(VisibleText(lines).string == "a␊b")
        #expect(VisibleText("a\nb", keepingNewlines: true).lines == ["a", "b"])
    }

    @Test func `parts and sums are visible`() {
        var text = VisibleText(Self.hostile)
        text += VisibleText(Self.hostile) + "  "
        let parts = [text.withoutTrailingBlanks, text.padded(to: 9), text.padded(to: 99)] + text.wrapped(to: 7)
        for part in parts { #expect(VisibleText(part.string) == part) }
        #expect(text.withoutTrailingBlanks.string == text.string.dropLast(2))
        #expect(VisibleText("").wrapped(to: 7) == [""])
        #expect(VisibleText("a\n\nb\n", keepingNewlines: true).lines == ["a", "", "b"])
        #expect(VisibleText("").lines.isEmpty)
        #expect(VisibleText("\n", keepingNewlines: true).lines == [""])
    }

    @Test func `a canvas draws several lines as one`() {
        var canvas = Canvas(size: Size(columns: 10, rows: 2))
        canvas.write(VisibleText("a\nb", keepingNewlines: true), at: Point(column: 0, row: 0))
        #expect(canvas.lines[0] == "a␊b")
    }

    @Test func `what has escape sequences goes out as it is, but for a screen`() throws {
        let (output, error) = (MemorySink(), MemorySink())
        let gate = OutputGate(output: output, error: error, isTerminal: false)
        gate.write(EscapedText.leaveScreen)
        gate.writeError(EscapedText("{}\n"))
        try gate.flush()
        #expect(output.take() == EscapedText.leaveScreen.string)
        #expect(error.take() == "{}\n")
        let screen = Screen()
        gate.screen = screen
        gate.write(.clearScreen + EscapedText("\n"))
        gate.writeError(.saveTitle)
        #expect(screen.lines == ["␛[2J␛[H", "␛[22;2t"])
        #expect(output.take().isEmpty)
    }

    @MainActor
    private final class Screen: TextScreen {
        var lines: [VisibleText] = []
        func show(_ lines: [VisibleText]) { self.lines += lines }
        func showError(_ line: VisibleText) { lines.append(line) }
        func leaveScreen() {}
        func enterScreen() {}
    }
}
