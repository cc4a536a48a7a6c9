// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumTerminal
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The mouse on a real terminal: reports among keys, and who has the mouse when.
@MainActor
final class MouseOnTerminalTests: ProgramOnTerminal {
    private func start(columns: Int = 120, _ more: [String: String] = [:], words: [String]? = nil) async throws
        -> TmuxTerminal
    {
        try await atrium.register()
        let program = [Repository.program, "--user", "ana", "--password-file", "password"]
        let terminal = try await atrium.terminal(words ?? program, more, columns: columns, rows: 20)
        if words == nil { try await expect("ana@notes ❯", on: terminal) }
        return terminal
    }

    /// Whether the program on the terminal has the mouse, once that is so.
    private func expectMouse(
        _ isOn: Bool, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let wanted = isOn ? "1 1" : "0 0"
        try await atrium.until(
            "tmux -S .terminal/tmux display-message -p '#{mouse_standard_flag} #{mouse_sgr_flag}' | grep -x '\(wanted)'",
            location)
    }

    /// A press, counted from 0 as places on the screen are.
    private func report(button: Int = 0, _ column: Int, _ row: Int) -> String {
        "\u{1B}[<\(button);\(column + 1);\(row + 1)M\u{1B}[<\(button);\(column + 1);\(row + 1)m"
    }

    @Test(arguments: [120, 80, 50]) func `presses select, open and switch`(columns: Int) async throws {
        let terminal = try await start(columns: columns)
        var screen = try await expect("Welcome to MyNote.", on: terminal)
        let row = try #require(screen.firstIndex { $0.contains("欢迎使用MyNote。") })
        let column = columns == 120 ? 40 : 10
        try await terminal.type(report(column, row))
        screen = try await terminal.screen { $0[row].contains("▸2") }
        #expect(screen[row].contains("▸2"))
        #expect(screen.last == " ana@notes ❯")
        // A press on another row between, lest the one before counts too.
        try await terminal.type(report(column, row - 1) + report(column, row) + report(column, row))
        // Open, it has the focus, and F6 leads the keys to it.
        screen = try await expect("输入 add 内容", on: terminal)
        try await terminal.press("F6")
        screen = try await terminal.screen { $0.contains { $0.contains("▸ 欢迎使用MyNote。") } }
        #expect(screen.contains { $0.contains("▸ 欢迎使用MyNote。") }, "\(screen.joined(separator: "\n"))")
        // An app of the bar, with something on the line.
        try await terminal.type("half")
        screen = try await expect("❯ half", on: terminal)
        let bar = try #require(screen[0].firstRange(of: "SMS")).lowerBound
        try await terminal.type(report(screen[0].distance(from: screen[0].startIndex, to: bar), 0))
        try await expect("ana@sms ❯", on: terminal)
        try await terminal.enter("switch notes", isCommand: false)
        // A tab, and the key that leads to the next one from the panels.
        screen = try await expect("❯ half", on: terminal)
        for _ in 1...4 { try await terminal.press([try #require(ScriptKey("BSpace"))]) }
        let tabs = try #require(screen.firstIndex { $0.hasPrefix(" ▌All ") })
        try await terminal.type(report(10, tabs))
        try await expect("▌Pinned", on: terminal)
        // The list has its keys again, as before something was typed.
        try await expect("Esc back", on: terminal)
        try await terminal.type("]")
        try await expect("▌To do", on: terminal)
        try await terminal.type("[")
        try await expect("▌Pinned", on: terminal)
        await terminal.end()
    }

    @Test(arguments: [120, 80, 50]) func `a press on a link follows it`(columns: Int) async throws {
        let terminal = try await start(columns: columns)
        let text = "Plan\n\nRead [[欢迎使用MyNote。]] too"
        try text.write(toFile: atrium.home + "/plan", atomically: true, encoding: .utf8)
        let added = try await atrium("atrium --user ana --password-file password -c 'add - ' < plan")
        #expect(added.status == 0, "\(added.error)")
        try await terminal.enter("show 3", isCommand: false)
        var screen = try await expect("欢迎使用MyNote。[1]", on: terminal)
        let row = try #require(screen.firstIndex { $0.contains("欢迎使用MyNote。[1]") })
        let start = try #require(screen[row].firstRange(of: "MyNote。[1]")).lowerBound
        let column = DisplayWidth.of(String(screen[row][..<start]))
        // Beside it nothing is followed.
        try await terminal.type(report(column, row + 1))
        try await terminal.type(report(column + 1, row))
        screen = try await terminal.screen { $0.contains { $0.contains("2011-12-04 16:01") } }
        #expect(screen.contains { $0.contains("2011-12-04 16:01") }, "\(screen.joined(separator: "\n"))")
        await terminal.end()
    }

    @Test func `the wheel turns no history, and reports in pieces or in a paste are told apart`() async throws {
        let terminal = try await start()
        try await terminal.enter("whoami", isCommand: false)
        try await expect("ana, until", on: terminal)
        try await terminal.type(report(button: 64, 40, 3) + report(button: 65, 40, 3) + "x")
        var screen = try await expect("❯ x", on: terminal)
        #expect(screen.last == " ana@notes ❯ x")
        // In pieces: what comes later belongs to it.
        try await terminal.type("\u{1B}[<64;4")
        try await terminal.type("1;3")
        try await terminal.type("My")
        screen = try await expect("❯ xy", on: terminal)
        #expect(screen.last == " ana@notes ❯ xy")
        // Half of one, and then something else.
        try await terminal.type("\u{1B}[<0;1z")
        screen = try await expect("❯ xyz", on: terminal)
        #expect(screen.last == " ana@notes ❯ xyz")
        // What is pasted is text, whatever it looks like.
        try await terminal.paste("add [<0;50;1M\u{1B}[<0;50;1M")
        screen = try await expect("add [<0;50;1M", on: terminal)
        #expect(screen[0].contains("▌Notes"))
        await terminal.end()
    }

    @Test func `what the terminal answers never becomes text, whole or in pieces`() async throws {
        let terminal = try await start()
        for answer in [
            "\u{1B}[?62;22c", "\u{1B}[12;40R", "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", "\u{1B}]11;rgb:0/0/0\u{1B}\\",
            "\u{1B}P>|XTerm(370)\u{1B}\\", "\u{1B}[?2026;2$y", "\u{1B}[1;5R",
        ] {
            try await terminal.type(answer + "a")
            // Behind Ctrl-X as well, which goes on to wait for its second key.
            try await terminal.type("\u{18}" + answer + "\u{7}")
            try await terminal.type("\u{18}" + report(40, 3) + "\u{7}b")
            try await expect("❯ ab", on: terminal)
            // Nothing after its second byte for long, a string of this kind is Alt with a letter.
            let isKey = answer.hasPrefix("\u{1B}P")
            for end in [1, isKey ? 3 : 2, 3, answer.utf8.count - 1] {
                try await terminal.type(String(decoding: answer.utf8.prefix(end), as: UTF8.self))
                // Longer than Escape alone is waited for.
                try await Task.sleep(for: .milliseconds(100))
                try await terminal.type(String(decoding: answer.utf8.dropFirst(end), as: UTF8.self))
            }
            try await terminal.type("c")
            let screen = try await expect("❯ abc", on: terminal)
            #expect(screen.last == " ana@notes ❯ abc")
            try await terminal.press([try #require(ScriptKey("C-u"))])
            _ = try await terminal.screen(within: 60) { $0.last == " ana@notes ❯" }
        }
        await terminal.end()
    }

    @Test func `the size that changed while the program was stopped is taken when it goes on`() async throws {
        let shell = try await start([:], words: ["/bin/bash", "--norc", "-i"])
        try await expect("sh>", on: shell)
        try await shell.enter("\(Repository.program) --user ana --password-file password", isCommand: false)
        try await expect("ana@notes ❯", on: shell)
        try await shell.press([try #require(ScriptKey("C-z"))])
        try await expect("Stopped", on: shell)
        try await shell.resize(to: ScriptSize(columns: 90, rows: 16))
        try await shell.enter("fg", isCommand: false)
        let screen = try await shell.screen(within: 60) { $0.count == 16 && $0.last == " ana@notes ❯" }
        #expect(screen.last == " ana@notes ❯")
        #expect(screen[1].hasSuffix("┐"), "\(screen.joined(separator: "\n"))")
        #expect(screen.allSatisfy { DisplayWidth.of($0) <= 90 })
        await shell.end()
    }

    @Test func `after a press letters are for the line, and the arrows for the history`() async throws {
        let terminal = try await start()
        try await terminal.enter("whoami", isCommand: false)
        var screen = try await expect("ana, until", on: terminal)
        let row = try #require(screen.firstIndex { $0.contains("欢迎使用MyNote。") })
        try await terminal.type(report(40, row))
        screen = try await terminal.screen(within: 60) { $0[row].contains("▸2") }
        for letter in ["d", "i", "f", "f", " ", "2"] {
            try await terminal.type(letter)
            // Slower than anybody types.
            _ = try await terminal.screen(within: 60) { $0.last?.contains("❯ d") == true }
        }
        screen = try await expect("❯ diff 2", on: terminal)
        #expect(screen[row].contains("▸2"))
        try await terminal.press([try #require(ScriptKey("C-u"))])
        _ = try await terminal.screen(within: 60) { $0.last == " ana@notes ❯" }
        try await terminal.press([try #require(ScriptKey("Up"))])
        try await expect("❯ whoami", on: terminal)
        try await terminal.press([try #require(ScriptKey("C-u"))])
        // Enter opens what was pressed, as long as nothing is typed.
        _ = try await terminal.screen(within: 60) { $0.last == " ana@notes ❯" }
        try await terminal.press([try #require(ScriptKey("Enter"))])
        try await expect("2011-12-04 16:01", on: terminal)
        await terminal.end()
    }

    @Test func `Ctrl-Enter ends a text where the terminal tells it`() async throws {
        let terminal = try await start()
        _ = try await atrium("tmux -S .terminal/tmux set -s extended-keys on")
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-Enter", on: terminal)
        try await terminal.enter("first", isCommand: false)
        try await terminal.type("second")
        try await expect("second", on: terminal)
        _ = try await atrium("tmux -S .terminal/tmux send-keys C-Enter")
        try await expect("Added note 3.", on: terminal)
        await terminal.end()
    }

    @Test func `keys mean the same where the terminal tells them apart`() async throws {
        let terminal = try await start()
        /// Sends what a terminal sends that knows kitty’s protocol.
        func send(_ text: String) async throws {
            let bytes = text.utf8.map { String($0, radix: 16) }.joined(separator: " ")
            _ = try await atrium("tmux -S .terminal/tmux send-keys -H \(bytes)")
        }
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-Enter", on: terminal)
        try await terminal.type("first")
        try await expect("│ first", on: terminal)
        // Ctrl-A, Ctrl-E, Alt with Backspace, an arrow with a lock on, a press of the keypad; what is pasted is a text.
        try await send("\u{1B}[97;5uA\u{1B}[101;5u second\u{1B}[127;3uB\u{1B}[1;129DC\u{1B}[57400uD")
        try await expect("│ Afirst C1DB", on: terminal)
        try await send("\u{1B}[200~\u{1B}[97;5u\u{1B}[201~")
        try await expect("^[[97;5u", on: terminal)
        // Ctrl-C leaves it as ever, and so does Escape.
        try await send("\u{1B}[99;5u")
        try await expect("• Kept as a draft", on: terminal)
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-Enter", on: terminal)
        try await send("again\u{1B}[27u")
        try await expect("• Kept as a draft", on: terminal)
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-Enter", on: terminal)
        try await send("third\rline\u{1B}[13;5u")
        try await expect("Added note", on: terminal)
        // On a line they are not asked for.
        try await terminal.type("x")
        let screen = try await expect("❯ x", on: terminal)
        #expect(screen.last == " ana@notes ❯ x")
        await terminal.end()
    }

    @Test func `the terminal has the mouse whenever no line is typed on the screen`() async throws {
        let shell = try await start([:], words: ["/bin/bash", "--norc", "-i"])
        try await expect("sh>", on: shell)
        try await shell.enter("\(Repository.program) --user ana --password-file password", isCommand: false)
        try await expect("ana@notes ❯", on: shell)
        try await expectMouse(true)
        try await shell.press([try #require(ScriptKey("C-z"))])
        try await expect("Stopped", on: shell)
        try await expectMouse(false)
        try await shell.enter("fg", isCommand: false)
        try await expect("ana@notes ❯", on: shell)
        try await expectMouse(true)
        // Another program, a secret, and the setting.
        try await shell.enter("list | sh -c 'cat >/dev/null; touch waiting; sleep 1000'", isCommand: false)
        try await atrium.until("test -e waiting")
        try await expectMouse(false)
        try await shell.press([try #require(ScriptKey("C-c"))])
        try await expectMouse(true)
        try await shell.enter("lock", isCommand: false)
        try await expectMouse(false)
        try await shell.enter(ProgramUnderTest.password, isCommand: false)
        try await expectMouse(true)
        try await shell.enter("set mouse off", isCommand: false)
        try await expectMouse(false)
        try await shell.enter("set mouse on", isCommand: false)
        try await expectMouse(true)
        try await shell.enter("quit", isCommand: false)
        try await expect("sh>", on: shell)
        try await expectMouse(false)
        await shell.end()
    }

    @Test(arguments: ["TERM", "SEGV", "ABRT"]) func `an end of any kind gives the mouse back`(signal: String)
        async throws
    {
        let shell = try await start([:], words: ["/bin/bash", "--norc", "-i"])
        try await expect("sh>", on: shell)
        try await shell.enter("\(Repository.program) --user ana --password-file password", isCommand: false)
        try await expect("ana@notes ❯", on: shell)
        try await expectMouse(true)
        try await atrium.end(with: signal)
        try await expectMouse(false)
        await shell.end()
    }
}
