// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The account between processes: sessions of several shells, tokens of scripts, and a new name.
final class AccountProcessTests: RegisteredProgram {
    /// Shells on terminals, what is typed there, and what they answer.
    private static let terminal = """
        import os, pty, re, select, sys, time
        def shell():
            pid, terminal = pty.fork()
            if pid == 0:
                os.environ['TERM'] = 'xterm'
                os.execv(os.environ['ATRIUM'], ['atrium', '--plain'])
            return terminal
        def until(terminal, pattern):
            text, deadline = '', time.monotonic() + 60
            while time.monotonic() < deadline:
                if not select.select([terminal], [], [], 0.1)[0]: continue
                try: text += os.read(terminal, 65536).decode(errors='replace')
                except OSError: break
                if re.search(pattern, text): return text
            sys.exit('never: ' + pattern + ' in ' + text)
        def say(terminal, line, pattern):
            os.write(terminal, (line + '\\r').encode())
            return until(terminal, pattern)
        """

    private func run(_ program: String) async throws -> ProgramUnderTest.Outcome {
        for (name, text) in [("terminal", Self.terminal), ("program", program)] {
            try text.write(toFile: "\(atrium.home)/\(name).py", atomically: true, encoding: .utf8)
        }
        return try await atrium("python3 program.py")
    }

    /// Two shells on terminals, both of one kept login.
    @Test func `a shell revokes another, which ends, and goes on itself`() async throws {
        #expect(try await atrium("atrium --password-file password -c 'login ana --keep'").status == 0)
        let program = """
            import json, subprocess
            from terminal import *
            def sessions():
                lines = subprocess.run([os.environ['ATRIUM'], '--json', '-c', 'account', '-c', 'sessions'],
                    capture_output=True, text=True).stdout.splitlines()
                return [row for line in lines for row in json.loads(line) if isinstance(row, dict)]
            one = shell()
            say(one, 'whoami', 'ana, until')
            first = [row['id'] for row in sessions() if row['origin']]
            two = shell()
            say(two, 'whoami', 'ana, until')
            both = [row['id'] for row in sessions() if row['origin']]
            print(len(first), len(both))
            say(two, 'account', 'account')
            say(two, 'revoke %d' % first[0], 'Ended session %d' % first[0])
            until(one, 'ended elsewhere')
            say(one, 'whoami', 'You are not logged in')
            say(two, 'whoami', 'ana, until')
            print([row['id'] for row in sessions() if row['origin']] == both[1:])
            """
        let outcome = try await run(program)
        #expect(outcome.output == "1 2\nTrue\n", "\(outcome.error)")
    }

    /// Lines of text on a terminal, and a terminal whose output goes elsewhere.
    @Test func `where nothing is drawn, the strength of a new password is said once it is typed`() async throws {
        let program = """
            import subprocess
            from terminal import *
            os.environ['ATRIUM_HOME'] = os.getcwd() + '/other'
            terminal = shell()
            until(terminal, 'Name')
            say(terminal, 'eve', 'assword')
            said = say(terminal, 'quiet herons', 'at least 15(.|\\n)*New password')
            print('trength' in said)
            said = say(terminal, 'quiet herons ferry old bells', 'nce more')
            print(re.findall('Strength: [a-z]+', said), said.index('Strength') < said.index('nce more'))
            say(terminal, 'quiet herons ferry old bells', 'Welcome')
            here, there = pty.openpty()
            child = subprocess.Popen([os.environ['ATRIUM'], '-c', 'register ben'], stdin=there, stdout=subprocess.PIPE,
                stderr=there, start_new_session=True)
            until(here, 'assword')
            said = say(here, 'quiet herons ferry old bells', 'nce more')
            print(re.findall('Strength: [a-z]+', said))
            say(here, 'quiet herons ferry old bells', '.')
            print('Strength' in child.communicate()[0].decode())
            """
        let outcome = try await run(program)
        #expect(
            outcome.output == "False\n['Strength: strong'] True\n['Strength: strong']\nFalse\n",
            "\(outcome.output) \(outcome.error)")
    }

    @Test func `a token logs a script in for its apps, by a file or the environment, until it is revoked`() async throws
    {
        let made = try await atrium(
            """
            \(ana) --json -c account -c 'token add cron --for notes' 2> /dev/null | tail -n 1 |
                python3 -c 'import json, sys; print(json.load(sys.stdin)["token"])' > token
            chmod 600 token; wc -c < token
            """)
        #expect(made.output == "44\n", "\(made.error)")
        let used = try await atrium(
            """
            atrium --token-file token -c 'add By file' -c sms ; echo $?
            ATRIUM_TOKEN=$(cat token) atrium -c 'show 3' -c 'account' ; echo $?
            ATRIUM_TOKEN=$(cat token) atrium -c 'set sidebar off' ; echo $?
            atrium --token-file - -c whoami < token | grep -c ana
            ATRIUM_TOKEN=x atrium -c list ; echo $?
            """)
        #expect(used.output.hasPrefix("Added note 3.\n77\n"), "\(used.output)\(used.error)")
        #expect(used.output.contains("By file\n77\n77\n1\n77\n"), "\(used.output)\(used.error)")
        #expect(
            used.error == """
                This token is not for “sms”. Use one that is; token add makes one.
                This token is not for “account”. Use one that is; token add makes one.
                A token changes nothing of the account. Log in with the password.
                The token is unknown, revoked or expired. Log in with the password, and make another with token add.

                """)
        let named = try await atrium("atrium --token-file token --user ana -c list")
        #expect(named.status == 2)
        #expect(named.error.contains("--token-file logs in by itself: leave out --user."), "\(named.error)")
        // It is in no file of the data’s, and works for nobody any more.
        #expect(try await atrium("grep -rlF \"$(cat token)\" data").output.isEmpty)
        let revoked = try await atrium(
            """
            \(ana) -c account -c 'token revoke cron' > /dev/null
            atrium --token-file token -c list; echo $?
            """)
        #expect(revoked.output == "77\n")
    }

    @Test func `an audit trail that was changed in the file is broken at that entry`() async throws {
        let script = """
            import sqlite3
            c = sqlite3.connect('data/atrium.sqlite')
            made = c.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'account_audit'")
            triggers = made.fetchall()
            for name, _ in triggers: c.execute(f'DROP TRIGGER "{name}"')
            c.execute("UPDATE account_audit SET place = 'elsewhere' WHERE id = 2")
            for _, sql in triggers: c.execute(sql)
            c.commit()
            """
        try script.write(toFile: atrium.home + "/change.py", atomically: true, encoding: .utf8)
        let outcome = try await atrium(
            """
            \(ana) -c list > /dev/null; \(ana) -c 'account audit verify' | grep -c 'is whole'
            python3 change.py; \(ana) -c 'account audit verify'; echo "status $?"
            """)
        #expect(
            outcome.output == """
                1
                The audit trail is broken: entry 2 does not follow from those before it. A backup may have the former \
                entries.
                status 1

                """, "\(outcome.error)")
    }

    @Test func `what was typed goes with a new login name`() async throws {
        let outcome = try await atrium(
            """
            mkdir -p data/history; echo 'find milk' > data/history/1-ana-notes.history
            \(ana) -c account -c 'rename ana.lopez'; ls data/history
            atrium --user ana.lopez --password-file password -c whoami | grep -o ana.lopez
            \(ana) -c whoami; echo $?
            """)
        #expect(
            outcome.output == "You log in as ana.lopez now.\n1-ana%2Elopez-notes.history\nana.lopez\n77\n",
            "\(outcome.output)\(outcome.error)")
    }

    /// A pipe has nobody whom a code could be asked of, when the password comes from a file.
    @Test func `a second factor is asked of a person, or on the lines of a pipe`() async throws {
        let program = """
            import base64, hashlib, hmac, json, os, struct, subprocess, sys, time
            def atrium(*words, lines=''):
                done = subprocess.run([os.environ['ATRIUM'], *words], input=lines, capture_output=True, text=True)
                return done.returncode, done.stdout, done.stderr
            def code(secret, step):
                digest = hmac.new(base64.b32decode(secret), struct.pack('>Q', step), hashlib.sha1).digest()
                start = digest[-1] & 15
                return '%06d' % ((struct.unpack('>I', digest[start:start + 4])[0] & 0x7fffffff) % 1000000)
            password = open('password').readline().strip()
            ana = ['--user', 'ana', '--password-file', 'password']
            begun = atrium(*ana, '--json', '-c', 'account', '-c', 'factor on')
            secret = json.loads(begun[1].splitlines()[-1])['secret'].replace(' ', '')
            # Not at the end of a period, from which a slow machine would come into the next but one.
            step = int(time.time()) // 30
            done = atrium(lines='login ana\\n%s\\naccount\\nfactor confirm\\n%s\\nlogout\\nlogin ana\\n%s\\n%s\\nwhoami\\n' % (
                password, code(secret, step), password, code(secret, step + 1)))
            lines = done[1].splitlines()
            print(lines[-1][:3], sum(line.count('-') for line in lines[:-1]))
            refused = atrium(*ana, '-c', 'list')
            print(refused[0], refused[2].strip())
            """
        try program.write(toFile: atrium.home + "/factor.py", atomically: true, encoding: .utf8)
        let outcome = try await atrium("python3 factor.py")
        #expect(
            outcome.output == """
                ana 30
                77 The account has a second factor: log in at a terminal, or with a token.

                """, "\(outcome.output)\(outcome.error)")
    }

    @Test func `errors before the first command are JSON where that is wanted`() async throws {
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            """
            ATRIUM_TOKEN=nothing atrium --json -c list; echo "status $?"
            atrium --json doctor --store memory; echo "status $?"
            atrium restore --json missing.backup; echo "status $?"
            atrium --json --user eve --password-file password -c list; echo "status $?"

            """)
        let lines = outcome.error.split(separator: "\n")
        #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix(#"{"error":{"code":""#) }, "\(outcome.error)")
        #expect(outcome.output == "status 77\nstatus 2\nstatus 1\nstatus 77\n", "\(outcome)")
    }

    @Test func `an invited user with a password in a file is told what to do`() async throws {
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            """
            atrium --json --user ana --password-file password -c 'account invite ben' > invited
            sed 's/.*"password":"\\([^"]*\\)".*/\\1/' invited > given
            atrium --user ben --password-file given -c list; echo "status $?"

            """)
        #expect(outcome.error.contains("log in without --password-file once"), "\(outcome)")
        #expect(outcome.output.hasSuffix("status 77\n"), "\(outcome)")
    }
}
