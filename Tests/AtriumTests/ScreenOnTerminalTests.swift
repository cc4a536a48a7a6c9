// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The full screen on a real terminal, beside other processes and signals.
@MainActor
struct ScreenOnTerminalTests {
    private let atrium: ProgramUnderTest

    init() throws { atrium = try ProgramUnderTest() }

    private var variables: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": atrium.home, "ATRIUM_HOME": atrium.home + "/data", "LC_ALL": "C.UTF-8",
            "PS1": "sh> ",
        ]
    }

    private func terminal(_ words: [String], _ more: [String: String]) async throws -> TmuxTerminal {
        try await TmuxTerminal(
            running: words, variables: variables.merging(more) { $1 }, size: ScriptSize(columns: 100, rows: 16),
            folder: atrium.home, entered: { _ in })
    }

    private func start(_ more: [String: String] = [:]) async throws -> TmuxTerminal {
        if !FileManager.default.fileExists(atPath: atrium.home + "/data") { try await atrium.register() }
        let terminal = try await terminal([Repository.program, "--user", "ana", "--password-file", "password"], more)
        try await expect("ana@notes ❯", on: terminal)
        return terminal
    }

    /// Starts a shell of the system’s with job control, and in it the program.
    private func startInShell(_ rest: String = "", _ more: [String: String] = [:]) async throws -> TmuxTerminal {
        try await atrium.register()
        let shell = try await terminal(["/bin/bash", "--norc", "-i"], more)
        try await expect("sh>", on: shell)
        try await shell.enter("\(Repository.program) --user ana --password-file password\(rest)", isCommand: false)
        try await expect("ana@notes ❯", on: shell)
        return shell
    }

    /// Makes an editor of the test’s own, and tells its path.
    private func writeEditor(_ script: String) throws -> String {
        let path = atrium.home + "/editor"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    private func press(_ names: String..., on terminal: TmuxTerminal) async throws {
        try await terminal.press(names.map { try #require(ScriptKey($0)) })
    }

    @Test func `a message from elsewhere comes while somebody types`() async throws {
        let terminal = try await start()
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
        try await press("C-r", on: terminal)
        try await expect("(reverse-i-search)", on: terminal)
        let second = try await atrium("atrium --user ana --password-file password -c 'add From elsewhere'")
        #expect(second.status == 0, "\(second.error)")
        screen = try await expect("From elsewhere", on: terminal)
        #expect(screen.last?.contains("(reverse-i-search)") == true)
        await terminal.end()
    }

    @Test func `stopped and continued, the screen and the line are back`() async throws {
        let shell = try await startInShell()
        try await shell.type("half")
        try await expect("❯ half", on: shell)
        try await press("C-z", on: shell)
        var screen = try await expect("Stopped", on: shell)
        #expect(!screen.contains { $0.contains("ATRIUM") })
        try await shell.enter("stty -a | grep -o ' echo '", isCommand: false)
        try await expect(" echo", on: shell)
        try await shell.enter("fg", isCommand: false)
        screen = try await expect("❯ half", on: shell)
        #expect(screen[0].contains("ATRIUM"))
        await shell.end()
    }

    @Test(arguments: ["TERM", "HUP", "TRAP", "ABRT", "USR1", "USR2", "ALRM", "PROF", "IO", "SYS", "QUIT", "RTMIN+3"])
    func `a signal leaves the terminal as it was`(signal: String) async throws {
        let shell = try await startInShell("; echo status $?")
        try await shell.type("half")
        try await expect("❯ half", on: shell)
        try await end(with: signal)
        let screen = try await expect("status 1", on: shell)
        #expect(!screen.contains { $0.contains("ATRIUM") })
        try await shell.enter("stty -a | grep -o ' echo '", isCommand: false)
        try await expect(" echo", on: shell)
        await shell.end()
    }

    @Test(arguments: ["TERM", "HUP", "KILL"])
    func `the line that is typed is there again, for its user`(signal: String) async throws {
        var terminal = try await start()
        try await terminal.type("add half of a thought")
        try await expect("❯ add half of a thought", on: terminal)
        if signal == "KILL" { try await file(in: "data/drafts", holding: "half of a thought") }
        try await end(with: signal)
        await terminal.end()
        let other = try await atrium("atrium --password-file password -c 'register ben'")
        #expect(other.status == 0)
        terminal = try await self.terminal(
            [Repository.program, "--user", "ben", "--password-file", "password"], [:])
        var screen = try await expect("ben@notes ❯", on: terminal)
        #expect(!screen.contains { $0.contains("half of") })
        await terminal.end()
        terminal = try await start()
        screen = try await expect("ana@notes ❯ add half of a thought", on: terminal)
        #expect(screen.contains { $0.contains("The line you were typing is here again") })
        try await press("Enter", on: terminal)
        try await expect("Added note 3.", on: terminal)
        let left = try await atrium("find data/drafts -type f")
        #expect(left.output.isEmpty)
        await terminal.end()
    }

    @Test(arguments: ["TERM", "HUP", "KILL"])
    func `a note of several lines becomes a draft`(signal: String) async throws {
        var terminal = try await start()
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-Enter", on: terminal)
        try await terminal.enter("first line", isCommand: false)
        try await terminal.type("second ha")
        try await expect("second ha", on: terminal)
        if signal == "KILL" {
            try await until("atrium --user ana --password-file password --json -c drafts | grep 'second ha'")
        }
        try await end(with: signal)
        await terminal.end()
        let kept = try await atrium("atrium --user ana --password-file password --json -c list -c drafts")
        #expect(kept.output.contains(#""text":"first line\nsecond ha""#), "\(kept.output)")
        #expect(!kept.output.contains(#""id":3"#))
        terminal = try await start()
        try await expect("Unfinished: “first line”. add --resume goes on with it.", on: terminal)
        await terminal.end()
    }

    @Test func `a terminal that goes away makes no note of half a text`() async throws {
        let terminal = try await start()
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-Enter", on: terminal)
        try await terminal.enter("first line", isCommand: false)
        try await terminal.type("second ha")
        try await expect("second ha", on: terminal)
        #expect(try await atrium("tmux -S .terminal/tmux kill-server").status == 0)
        try await until("atrium --user ana --password-file password --json -c drafts | grep 'second ha'")
        await terminal.end()
        let kept = try await atrium("atrium --user ana --password-file password --json -c list")
        #expect(!kept.output.contains(#""id":3"#))
    }

    @Test(arguments: ["TERM", "HUP", "KILL"])
    func `what was written in an editor is gone on with`(signal: String) async throws {
        let editor = try writeEditor(
            "#!/bin/sh\necho $$ > \"$HOME/editing\"\necho precious >> \"$1\"\nprintf 'EDITOR IS HERE\\n'\nexec sleep 1000\n"
        )
        var terminal = try await start(["VISUAL": editor])
        try await terminal.enter("edit 1", isCommand: false)
        try await expect("EDITOR IS HERE", on: terminal)
        try await end(with: signal)
        if signal == "KILL" { _ = try await atrium("kill -9 $(cat editing)") }
        await terminal.end()
        #expect(try await atrium("find data/drafts -perm /077").output.isEmpty)
        terminal = try await start(["VISUAL": "true"])
        try await expect("An edited text is kept; edit 1 goes on with it.", on: terminal)
        try await terminal.enter("edit 1", isCommand: false)
        try await expect("Changed note 1.", on: terminal)
        #expect(try await atrium("find data/drafts -mindepth 1").output.isEmpty)
        let note = try await atrium("atrium --user ana --password-file password -c 'show 1' | tail -1")
        #expect(note.output.hasSuffix("precious\n"))
        await terminal.end()
    }

    /// Waits until a command of the system’s shell succeeds.
    private func until(_ command: String, _ location: SourceLocation = #_sourceLocation) async throws {
        let limit = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < limit {
            if try await atrium(command).status == 0 { return }
        }
        Issue.record("never: \(command)", sourceLocation: location)
    }

    private func file(in folder: String, holding text: String) async throws {
        try await until("grep -rqF '\(text)' \(folder)")
    }

    @Test func `a signal ends a command that asks something`() async throws {
        let shell = try await startInShell("; echo status $?")
        try await shell.enter("remove 1", isCommand: false)
        try await expect("to the trash", on: shell)
        try await shell.enter("purge 1", isCommand: false)
        try await expect("(yes/no)", on: shell)
        try await end(with: "TERM")
        try await expect("status 143", on: shell)
        await shell.end()
    }

    @Test func `a paste of thousands of characters, and one of several lines`() async throws {
        let terminal = try await start()
        let long = String(repeating: "長い", count: 2_500)
        try await terminal.paste("add \(long)")
        try await press("Enter", on: terminal)
        try await expect("Added note 3.", on: terminal)
        let outcome = try await atrium("atrium --user ana --password-file password -c 'show 3'")
        #expect(outcome.output.contains(long))
        // Several lines are one note, and none of them is performed before Enter.
        try await terminal.paste("add First line\nquit\n- [ ] third")
        var screen = try await expect("- [ ] third", on: terminal)
        #expect(screen.contains { $0.hasSuffix("❯ add First line") })
        try await press("Enter", on: terminal)
        screen = try await expect("Added note 4.", on: terminal)
        let second = try await atrium("atrium --user ana --password-file password -c 'show 4'")
        #expect(second.output.contains("First line\nquit\n- [ ] third"))
        await terminal.end()
    }

    @Test func `what a program writes beside its output does not disturb the screen`() async throws {
        let terminal = try await start()
        try await terminal.enter("list | sh -c 'echo oops >&2; exit 3'", isCommand: false)
        var screen = try await expect("ended with status 3", on: terminal)
        #expect(screen[0].contains("ATRIUM"))
        #expect(screen.contains { $0.contains("│ oops") })
        try await press("C-l", on: terminal)
        screen = try await expect("oops", on: terminal)
        #expect(screen[0].contains("ATRIUM"))
        await terminal.end()
    }

    @Test func `a program that never stops is ended, by itself and by Ctrl-C`() async throws {
        let terminal = try await start()
        try await terminal.enter("list | yes", isCommand: false)
        try await expect("“yes” wrote more than 1048576 bytes and was ended", on: terminal)
        try await terminal.enter("list | sh -c 'trap \"\" INT; touch waiting; sleep 1000'", isCommand: false)
        try await until("test -e waiting")
        try await press("C-c", on: terminal)
        try await terminal.enter("whoami", isCommand: false)
        try await expect("ana, until", on: terminal)
        await terminal.end()
    }

    @Test func `ended while an editor has the terminal, nothing is left`() async throws {
        let editor = try writeEditor("#!/bin/sh\nprintf 'EDITOR IS HERE\\n'\nexec sleep 1000\n")
        let shell = try await startInShell("; echo status $?", ["VISUAL": editor, "TMPDIR": atrium.home])
        try await shell.enter("edit 1", isCommand: false)
        try await expect("EDITOR IS HERE", on: shell)
        try await end(with: "TERM")
        try await expect("status 143", on: shell)
        #expect(try FileManager.default.contentsOfDirectory(atPath: atrium.home).filter { $0.hasSuffix(".md") } == [])
        let left = try await atrium(
            "pgrep -f '^sleep 1000$' | while read p; do "
                + "tr '\\0' '\\n' < /proc/$p/environ | grep -q \"HOME=$HOME$\" && echo left; done; true")
        #expect(left.output == "")
        await shell.end()
    }

    /// Sends a signal to the program that this test has started.
    private func end(with signal: String) async throws {
        let found = try await atrium(
            "pgrep -x atrium | while read p; do "
                + "tr '\\0' '\\n' < /proc/$p/environ | grep -q \"HOME=$HOME$\" && kill -\(signal) $p; done; true")
        #expect(found.status == 0, "\(found.error)")
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
        let terminal = try await start(["VISUAL": try writeEditor(script)])
        try await terminal.enter("edit 1", isCommand: false)
        var screen = try await expect("EDITOR IS HERE", on: terminal)
        #expect(!screen.contains { $0.contains("ATRIUM") })
        try await terminal.enter("Written in an editor", isCommand: false)
        try await expect("Changed note 1.", on: terminal)
        try await expect("1  Written in an editor", on: terminal)
        let seen = try String(contentsOfFile: atrium.home + "/seen", encoding: .utf8).split(separator: "\n")
        #expect(seen[0] == "mode 600")
        #expect(!FileManager.default.fileExists(atPath: String(seen[1])))
        // A pager too.
        try await terminal.enter("help | less", isCommand: false)
        screen = try await expect("Lists the notes that a query means", on: terminal)
        #expect(!screen.contains { $0.contains("ATRIUM") })
        try await press("q", on: terminal)
        try await expect("ATRIUM", on: terminal)
        await terminal.end()
    }
}
