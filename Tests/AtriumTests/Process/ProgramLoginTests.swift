// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumWorlds
import Foundation
import Testing

/// Logging in to the program from a script or a terminal.
final class ProgramLoginTests: RegisteredProgram {
    @Test func `without a login the status is 77`() async throws {
        let outcome = try await atrium("atrium -c list")
        #expect(outcome.status == 77)
        #expect(outcome.error == "You are not logged in. Type login, or register NAME.\n")
        #expect(try await atrium("echo wrong | atrium --user ana --password-file - -c list").status == 77)
        #expect(try await atrium("atrium --user ana -c list").status == 77)
        #expect(try await atrium("atrium -c 'open notes/1'").status == 77)
        #expect(try await atrium("atrium -c login").error.contains("--password-file"))
    }

    @Test func `a kept login serves later processes until it is ended`() async throws {
        #expect(try await atrium("atrium --password-file password -c 'login ana --keep' -c 'add Kept'").status == 0)
        #expect(try await atrium("atrium -c 'show 3' | tail -1").output == "Kept\n")
        let mode = try await atrium("find data -type f ! -perm 600; find data -type d ! -perm 700").output
        #expect(mode.isEmpty)
        #expect(try await atrium("atrium -c logout").status == 0)
        #expect(try await atrium("atrium -c list").status == 77)
    }

    @Test func `a script changes the password with a file of two lines`() async throws {
        let outcome = try await atrium(
            """
            cp password both; echo 'amber lantern gravel 2208' >> both; tail -n 1 both > new
            atrium --user ana --password-file both -c account -c password
            atrium --user ana --password-file new -c whoami
            \(ana) -c whoami 2> /dev/null; echo $?
            """)
        #expect(outcome.output.hasSuffix("\n77\n") && outcome.output.contains("ana"), "\(outcome)")
        #expect(outcome.error.isEmpty, "\(outcome.error)")
    }

    @Test func `failed attempts are said at the login, and not at each start with it`() async throws {
        let outcome = try await atrium(
            """
            echo wrong | atrium --user ana --password-file - -c list > log 2>&1
            atrium --password-file password -c 'login ana --keep' 2>&1 | grep -c 'has failed before'
            atrium -c whoami 2>&1 | grep -c 'has failed before'
            echo whoami | atrium 2>&1 | grep -c 'has failed before'
            """)
        #expect(outcome.output == "1\n0\n0\n", "\(outcome)")
    }

    /// Nobody is to wait for the disk before the first prompt.
    @Test func `a start does not write that a kept login is used, and a command or who only looks does`() async throws {
        #expect(try await atrium("atrium --password-file password -c 'login ana --keep'").status == 0)
        let program = """
            import os, pty, select, sqlite3, subprocess, time
            def run(sql):
                with sqlite3.connect('data/atrium.sqlite', timeout=30) as store: return store.execute(sql).fetchall()
            def forget(): run('UPDATE account_sessions SET last_used_at = last_used_at - 3600000')
            def used(): return run('SELECT max(last_used_at) FROM account_sessions')
            forget()
            before = used()
            def run_with(line): subprocess.run([os.environ['ATRIUM']], input=line, stdout=subprocess.DEVNULL)
            run_with(b'\\n')
            print(used() == before)
            run_with(b'whoami\\n')
            print(used() > before)
            forget()
            before = used()
            pid, terminal = pty.fork()
            if pid == 0:
                os.environ['TERM'] = 'xterm'
                os.execv(os.environ['ATRIUM'], ['atrium'])
            deadline = time.monotonic() + 30
            while used() == before and time.monotonic() < deadline:
                if select.select([terminal], [], [], 0.05)[0]: os.read(terminal, 4096)
            print(used() > before)
            os.close(terminal)
            """
        try program.write(toFile: atrium.home + "/use.py", atomically: true, encoding: .utf8)
        #expect(try await atrium("python3 use.py").output == "True\nTrue\nTrue\n")
    }

    @Test func `a password is in no file and no process list`() async throws {
        let outcome = try await atrium(
            "\(ana) -c 'add One' > /dev/null; rm password; grep -rlF --exclude=.script '\(ProgramUnderTest.password)' . ; echo done"
        )
        #expect(outcome.output == "done\n")
    }

    /// A pager runs below the program: its parent is who must leave no trace.
    @Test func `no crash leaves the memory on disk`() async throws {
        let look = "-c 'help | grep \"Max core file size\" /proc/$PPID/limits'"
        let words = try await atrium("\(ana) \(look)").output.split(separator: " ")
        #expect(words.dropFirst(4).first == "0")
    }

    @Test func `a locked pipe takes no command for the password, nor a file of it`() async throws {
        let outcome = try await atrium(
            "printf 'lock\\nlist\\nwhoami\\nlogin\\nfind nothing\\n' | \(ana)")
        #expect(outcome.status == 77)
        #expect(
            outcome.output.split(separator: "\n") == [
                "Locked. Nothing is shown before the password is given.", "ana, locked.", "Welcome, ana.",
                "No note matches.",
            ])
        #expect(outcome.error == "Locked. Type login and give the password first.\n")
    }

    /// What a terminal shows of the program, which is given the lines when it asks for a password.
    private func onTerminal(_ arguments: [String], _ line: String) async throws -> String {
        let words = (["atrium"] + arguments).map { "'\($0)'" }.joined(separator: ", ")
        let program = """
            import os, pty
            pid, terminal = pty.fork()
            if pid == 0:
                os.environ['TERM'] = 'xterm'
                os.execv(os.environ['ATRIUM'], [\(words)])
            seen = b''
            def read():
                global seen
                try: bytes = os.read(terminal, 4096)
                except OSError: bytes = b''
                seen += bytes
                return bytes
            while b'Password' not in seen and read(): pass
            os.write(terminal, b'\(line)\\n')
            while read(): pass
            print(seen.decode().replace('\\r', ''))
            """
        try program.write(toFile: atrium.home + "/ask.py", atomically: true, encoding: .utf8)
        return try await atrium("python3 ask.py").output
    }

    @Test func `a password that a command from the command line asks for is not shown`() async throws {
        let seen = try await onTerminal(["-c", "login ana", "-c", "whoami"], ProgramUnderTest.password)
        #expect(seen.contains("Welcome, ana."))
        #expect(!seen.contains(ProgramUnderTest.password))
    }

    @Test func `who is not let in at the start is told so where the screen was`() async throws {
        let seen = try await onTerminal(["--user", "ana"], "not the password at all")
        // Between words the screen moves the cursor.
        #expect(seen.contains("Password"))
        #expect(!seen.contains("not the password"))
        #expect(seen.hasSuffix("Name or password is wrong.\n\n"))
    }
}
