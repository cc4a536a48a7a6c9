// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// What is left where the program is ended on a real terminal.
@MainActor
final class EndedOnTerminalTests: ProgramOnTerminal {
    @Test(arguments: ["TERM", "HUP", "TRAP", "ABRT", "USR1", "USR2", "ALRM", "PROF", "IO", "SYS", "QUIT", "RTMIN+3"])
    func `a signal leaves the terminal as it was`(signal: String) async throws {
        let shell = try await atrium.startInShell("; echo status $?")
        try await shell.type("half")
        try await expect("❯ half", on: shell)
        try await atrium.end(with: signal)
        let screen = try await expect("status 1", on: shell)
        #expect(!screen.contains { $0.contains("ATRIUM") })
        try await shell.enter("stty -a | grep -o ' echo '", isCommand: false)
        try await expect(" echo", on: shell)
        await shell.end()
    }

    @Test(arguments: ["TERM", "HUP", "KILL"])
    func `the line that is typed is there again, for its user`(signal: String) async throws {
        var terminal = try await atrium.start()
        try await terminal.type("add half of a thought")
        try await expect("❯ add half of a thought", on: terminal)
        if signal == "KILL" { try await file(in: "data/drafts", holding: "half of a thought") }
        try await atrium.end(with: signal)
        await terminal.end()
        let other = try await atrium("atrium --password-file password -c 'register ben'")
        #expect(other.status == 0)
        terminal = try await atrium.terminal(
            [Repository.program, "--user", "ben", "--password-file", "password"], [:])
        var screen = try await expect("ben@notes ❯", on: terminal)
        #expect(!screen.contains { $0.contains("half of") })
        await terminal.end()
        terminal = try await atrium.start()
        screen = try await expect("ana@notes ❯ add half of a thought", on: terminal)
        #expect(screen.contains { $0.contains("The line you were typing is here again") })
        try await terminal.press("Enter")
        try await expect("Added note 3.", on: terminal)
        let left = try await atrium("find data/drafts -type f")
        #expect(left.output.isEmpty)
        await terminal.end()
    }

    @Test(arguments: ["TERM", "HUP", "KILL"])
    func `a note of several lines becomes a draft`(signal: String) async throws {
        var terminal = try await atrium.start()
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-Enter", on: terminal)
        try await terminal.enter("first line", isCommand: false)
        try await terminal.type("second ha")
        try await expect("second ha", on: terminal)
        if signal == "KILL" {
            try await atrium.until("atrium --user ana --password-file password --json -c drafts | grep 'second ha'")
        }
        try await atrium.end(with: signal)
        await terminal.end()
        let kept = try await atrium("atrium --user ana --password-file password --json -c list -c drafts")
        #expect(kept.output.contains(#""text":"first line\nsecond ha""#), "\(kept.output)")
        #expect(!kept.output.contains(#""id":3"#))
        terminal = try await atrium.start()
        try await expect("Unfinished: “first line”. add --resume continues it.", on: terminal)
        await terminal.end()
    }

    @Test func `a terminal that goes away makes no note of half a text`() async throws {
        let terminal = try await atrium.start()
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-Enter", on: terminal)
        try await terminal.enter("first line", isCommand: false)
        try await terminal.type("second ha")
        try await expect("second ha", on: terminal)
        #expect(try await atrium("tmux -S .terminal/tmux kill-server").status == 0)
        try await atrium.until("atrium --user ana --password-file password --json -c drafts | grep 'second ha'")
        await terminal.end()
        let kept = try await atrium("atrium --user ana --password-file password --json -c list")
        #expect(!kept.output.contains(#""id":3"#))
    }

    @Test(arguments: ["TERM", "HUP", "KILL"])
    func `what was written in an editor is gone on with`(signal: String) async throws {
        let editor = try atrium.writeEditor(
            "#!/bin/sh\necho $$ > \"$HOME/editing\"\necho precious >> \"$1\"\nprintf 'EDITOR IS HERE\\n'\nexec sleep 1000\n"
        )
        var terminal = try await atrium.start(["VISUAL": editor])
        try await terminal.enter("edit 1", isCommand: false)
        try await expect("EDITOR IS HERE", on: terminal)
        try await atrium.end(with: signal)
        if signal == "KILL" { _ = try await atrium("kill -9 $(cat editing)") }
        await terminal.end()
        #expect(try await atrium("find data/drafts -perm /077").output.isEmpty)
        terminal = try await atrium.start(["VISUAL": "true"])
        try await expect("An edited text is kept; edit 1 continues it.", on: terminal)
        try await terminal.enter("edit 1", isCommand: false)
        try await expect("Changed note 1.", on: terminal)
        #expect(try await atrium("find data/drafts -mindepth 1").output.isEmpty)
        let note = try await atrium("atrium --user ana --password-file password -c 'show 1' | tail -1")
        #expect(note.output.hasSuffix("precious\n"))
        await terminal.end()
    }

    private func file(in folder: String, holding text: String) async throws {
        try await atrium.until("grep -rqF '\(text)' \(folder)")
    }

    @Test func `a signal ends a command that asks something`() async throws {
        let shell = try await atrium.startInShell("; echo status $?")
        try await shell.enter("remove 1", isCommand: false)
        try await expect("to the trash", on: shell)
        try await shell.enter("purge 1", isCommand: false)
        try await expect("(yes/no)", on: shell)
        try await atrium.end(with: "TERM")
        try await expect("status 143", on: shell)
        await shell.end()
    }

    @Test func `ended while an editor has the terminal, nothing is left`() async throws {
        let editor = try atrium.writeEditor("#!/bin/sh\nprintf 'EDITOR IS HERE\\n'\nexec sleep 1000\n")
        let shell = try await atrium.startInShell("; echo status $?", ["VISUAL": editor, "TMPDIR": atrium.home])
        try await shell.enter("edit 1", isCommand: false)
        try await expect("EDITOR IS HERE", on: shell)
        try await atrium.end(with: "TERM")
        try await expect("status 143", on: shell)
        #expect(try FileManager.default.contentsOfDirectory(atPath: atrium.home).filter { $0.hasSuffix(".md") } == [])
        let left = try await atrium(
            "pgrep -f '^sleep 1000$' | while read p; do "
                + "tr '\\0' '\\n' < /proc/$p/environ | grep -q \"HOME=$HOME$\" && echo left; done; true")
        #expect(left.output == "")
        await shell.end()
    }
}
