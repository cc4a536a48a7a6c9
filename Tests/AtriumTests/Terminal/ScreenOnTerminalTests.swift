// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The full screen on a real terminal, beside other processes and signals.
@MainActor
final class ScreenOnTerminalTests: ProgramOnTerminal {
    @Test func `a message from elsewhere comes while somebody types`() async throws {
        let terminal = try await atrium.start()
        try await terminal.type("add half a")
        try await expect("❯ add half a", on: terminal)
        let backup = """
            <smses count="1"><sms address="+15551234567" date="1609459200000" type="1" body="Hello" read="0" \
            contact_name="Alice Smith"/></smses>
            """
        try backup.write(toFile: atrium.home + "/backup.xml", atomically: true, encoding: .utf8)
        // The news is seen for some seconds only, within which a busy machine may not end the other process.
        let other = Task {
            try await atrium("atrium --user ana --password-file password -c 'switch sms' -c 'import backup.xml'")
        }
        var screen = try await expect("• SMS: 1 waiting.", on: terminal)
        #expect(screen.last == " ana@notes ❯ add half a")
        let outcome = try await other.value
        #expect(outcome.status == 0, "\(outcome.error)")
        try await expect("SMS ①", on: terminal)
        // The same in the middle of a search.
        try await terminal.press("C-r")
        try await expect("(reverse-i-search)", on: terminal)
        let second = try await atrium("atrium --user ana --password-file password -c 'add From elsewhere'")
        #expect(second.status == 0, "\(second.error)")
        screen = try await expect("From elsewhere", on: terminal)
        #expect(screen.last?.contains("(reverse-i-search)") == true)
        await terminal.end()
    }

    @Test func `stopped and continued, the screen and the line are back`() async throws {
        let shell = try await atrium.startInShell()
        try await shell.type("half")
        try await expect("❯ half", on: shell)
        try await shell.press("C-z")
        var screen = try await expect("Stopped", on: shell)
        #expect(!screen.contains { $0.contains("ATRIUM") })
        try await shell.enter("stty -a | grep -o ' echo '", isCommand: false)
        try await expect(" echo", on: shell)
        // In the background it has no keys, and stops again.
        try await shell.enter("clear; bg; sleep 0.3; jobs", isCommand: false)
        try await expect("Stopped", on: shell)
        try await shell.enter("fg", isCommand: false)
        screen = try await expect("❯ half", on: shell)
        #expect(screen[0].contains("ATRIUM"))
        await shell.end()
    }

    @Test func `a paste of thousands of characters, and one of several lines`() async throws {
        let terminal = try await atrium.start()
        let long = String(repeating: "長い", count: 2_500)
        try await terminal.paste("add \(long)")
        try await terminal.press("Enter")
        try await expect("Added note 3.", on: terminal)
        let outcome = try await atrium("atrium --user ana --password-file password -c 'show 3'")
        #expect(outcome.output.contains(long))
        // Several lines are one note, and none of them is performed before Enter.
        try await terminal.paste("add First line\nquit\n- [ ] third")
        var screen = try await expect("- [ ] third", on: terminal)
        #expect(screen.contains { $0.hasSuffix("❯ add First line") })
        try await terminal.press("Enter")
        screen = try await expect("Added note 4.", on: terminal)
        let second = try await atrium("atrium --user ana --password-file password -c 'show 4'")
        #expect(second.output.contains("First line\nquit\n- [ ] third"))
        await terminal.end()
    }

    @Test func `keys of signals in a paste are text`() async throws {
        let terminal = try await atrium.start()
        try await terminal.paste("add one\u{3}remove 1\rquit\u{1A}two\u{1C}three\0four")
        try await expect("four", on: terminal)
        try await terminal.press("Enter")
        try await expect("Added note 3.", on: terminal)
        let outcome = try await atrium("atrium --user ana --password-file password --json -c list -c 'show 3'")
        for part in ["Welcome", "one\\u0003remove 1", "quit\\u001atwo\\u001cthree\u{FFFD}four"] {
            #expect(outcome.output.contains(part), "\(outcome.output)")
        }
        // Outside of a paste they are what they were.
        try await terminal.type("remove 3")
        try await terminal.press("C-c")
        try await terminal.enter("list", isCommand: true)
        let screen = try await expect("Welcome", on: terminal)
        #expect(screen.contains { $0.contains("one") })
        await terminal.end()
    }

    @Test func `what a program writes beside its output does not disturb the screen`() async throws {
        let terminal = try await atrium.start()
        try await terminal.enter("list | sh -c 'echo oops >&2; exit 3'", isCommand: false)
        var screen = try await expect("ended with status 3", on: terminal)
        #expect(screen[0].contains("ATRIUM"))
        #expect(screen.contains { $0.contains("│ oops") })
        try await terminal.press("C-l")
        screen = try await expect("oops", on: terminal)
        #expect(screen[0].contains("ATRIUM"))
        await terminal.end()
    }

    @Test func `a program that never stops is ended, by itself and by Ctrl-C`() async throws {
        let terminal = try await atrium.start()
        try await terminal.enter("list | yes", isCommand: false)
        try await expect("“yes” wrote more than 1,048,576 bytes and was ended", on: terminal)
        try await terminal.enter("list | sh -c 'trap \"\" INT; touch waiting; sleep 1000'", isCommand: false)
        try await atrium.until("test -e waiting")
        try await terminal.press("C-c")
        try await terminal.enter("whoami", isCommand: false)
        try await expect("ana, until", on: terminal)
        await terminal.end()
    }

    @Test func `an editor has the terminal for itself and gives it back`() async throws {
        let script = """
            #!/bin/sh
            stat -c 'mode %a' "$1" > "$HOME/seen"
            echo "$1" >> "$HOME/seen"
            printf 'EDITOR IS HERE\\n'
            read answer
            printf '%s\\n' "$answer" > "$1"

            """
        let terminal = try await atrium.start(["VISUAL": try atrium.writeEditor(script)])
        try await terminal.enter("edit 1", isCommand: false)
        var screen = try await expect("EDITOR IS HERE", on: terminal)
        #expect(!screen.contains { $0.contains("ATRIUM") })
        try await terminal.enter("Written in an editor", isCommand: false)
        try await expect("Changed note 1.", on: terminal)
        try await expect("┬ Written in an editor", on: terminal)
        let seen = try String(contentsOfFile: atrium.home + "/seen", encoding: .utf8).split(separator: "\n")
        #expect(seen[0] == "mode 600")
        #expect(!FileManager.default.fileExists(atPath: String(seen[1])))
        // A pager too.
        try await terminal.enter("help | less", isCommand: false)
        screen = try await expect("Lists the notes that match a query", on: terminal)
        #expect(!screen.contains { $0.contains("ATRIUM") })
        try await terminal.press("q")
        try await expect("ATRIUM", on: terminal)
        await terminal.end()
    }
}
