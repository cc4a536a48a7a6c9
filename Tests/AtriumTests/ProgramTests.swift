// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The program as a script or another program uses it.
struct ProgramTests {
    /// A limit on what a process may write is no fault of the disk.
    @Test(arguments: [8, 60, 200])
    func `a limit on files is called what it is, and nothing is half kept`(limit: Int) async throws {
        let program = try ProgramUnderTest()
        try await program.register()
        let outcome = try await program(
            """
            atrium --password-file password -c 'login ana --keep' > /dev/null
            head -c 300000 /dev/zero | tr '\\0' x > big
            (ulimit -f \(limit); atrium -c 'add -' < big)
            echo $?
            atrium -c 'list'
            """)
        #expect(outcome.error.contains("a limit (ulimit -f)"), "\(outcome.error)")
        #expect(outcome.output.hasPrefix("1\n") && !outcome.output.contains("xxx"))
    }

    private let atrium: ProgramUnderTest
    private let ana = "atrium --user ana --password-file password"

    init() async throws {
        atrium = try ProgramUnderTest()
        try await atrium.register()
    }

    @Test func `commands run in order and stop at the first failure`() async throws {
        let outcome = try await atrium("\(ana) -c 'add One' -c 'shwo' -c 'add Two'")
        #expect(outcome.status == 2)
        #expect(outcome.output == "Added note 3.\n")
        #expect(outcome.error == "Unknown command “shwo”. Did you mean “show”?\n")
        #expect(try await atrium("\(ana) -c 'find two'").output == "No note matches.\n")
    }

    @Test func `lines of standard input go on after a mistake, which the status tells`() async throws {
        let outcome = try await atrium("printf 'add One\\r\\nnonsense\\nadd Two' | \(ana)")
        #expect(outcome.output == "Added note 3.\nAdded note 4.\n")
        #expect(outcome.status == 2)
        #expect(try await atrium("\(ana) -c 'show 3' | tail -1").output == "One\n")
    }

    @Test func `a line that cannot be read is left out`() async throws {
        let outcome = try await atrium(#"printf 'add a\0b\nadd \377\nadd fine\n' | \#(ana)"#)
        #expect(outcome.output == "Added note 3.\n")
        #expect(outcome.error.split(separator: "\n").count == 2)
        #expect(outcome.status == 2)
    }

    @Test func `no line of a note is taken for a command, whatever stands before it`() async throws {
        let outcome = try await atrium(#"printf 'add\nfirst\n\377\nremove 1\n.\nlist limit:9\n' | \#(ana)"#)
        #expect(outcome.output.split(separator: "\n").count == 2)
        #expect(outcome.error.hasPrefix("Input line 3 cannot be read"))
        #expect(outcome.status == 2)
        #expect(
            try await atrium(#"printf 'add -\nx\0\nremove 2' | \#(ana); \#(ana) -c drafts"#).output.contains("first"))
        #expect(try await atrium("\(ana) -c 'list limit:9' | wc -l").output == "2\n")
    }

    @Test func `a line of more than a megabyte is refused`() async throws {
        let outcome = try await atrium("{ head -c 3000000 /dev/zero | tr '\\0' x; echo; echo 'add fine'; } | \(ana)")
        #expect(outcome.output == "Added note 3.\n")
        #expect(outcome.error.contains("longer than 1048576 bytes"))
    }

    @Test func `JSON is one document a command, and errors are JSON on standard error`() async throws {
        let outcome = try await atrium("\(ana) --json -c 'add One' -c 'list --limit 9' -c 'show 77'")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == #"{"message":"Added note 3.","id":3}"#)
        let list = try #require(try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [[String: Any]])
        #expect(list.map { $0["id"] as? Int } == [1, 2, 3])
        #expect(outcome.error.hasPrefix(#"{"error":{"code":"notes.unknown","message":"#))
        #expect(outcome.status == 1)
    }

    @Test func `without a login the status is 77`() async throws {
        let outcome = try await atrium("atrium -c list")
        #expect(outcome.status == 77)
        #expect(outcome.error == "Nobody is logged in. Type login, or register NAME.\n")
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

    @Test func `answers come from standard input where there is no file of them`() async throws {
        let password = ProgramUnderTest.password
        let outcome = try await atrium("printf '%s\\n' 'login ana' '\(password)' 'add One' whoami | atrium")
        #expect(outcome.output.hasPrefix("Welcome, ana.\nAdded note 3.\nana, until"))
        let first = try await atrium("printf '%s\\n' '\(password)' 'add Two' | atrium --user ana --password-file -")
        #expect(first.output == "Added note 4.\n")
    }

    @Test func `two processes on one store see each other's notes`() async throws {
        let outcome = try await atrium(
            """
            mkfifo in; \(ana) < in > one.txt & exec 3> in
            echo 'add From the first' >&3
            until \(ana) -c 'find first' | grep -q From; do :; done
            \(ana) -c 'add From the second' > /dev/null
            echo 'find second' >&3; exec 3>&-; wait; cat one.txt
            """)
        #expect(outcome.output.contains("From the second"))
    }

    @Test func `four writers at once lose nothing`() async throws {
        let outcome = try await atrium(
            """
            for w in 1 2 3 4; do
              (i=0; while [ $i -lt 25 ]; do echo "add note $w $i"; i=$((i+1)); done | \(ana) > /dev/null || echo failed) &
            done; wait; \(ana) -c 'list --limit 200' | grep -c note
            """)
        #expect(outcome.output == "100\n")
        #expect(outcome.error.isEmpty)
    }

    @Test func `output that cannot be written is an error`() async throws {
        #expect(try await atrium("\(ana) -c list > /dev/full").status == 1)
        let outcome = try await atrium("\(ana) -c list >&-")
        #expect(outcome.status == 1)
        #expect(outcome.error == "Standard output is closed.\n")
    }

    @Test func `a reader that goes away ends the program quietly`() async throws {
        let outcome = try await atrium(
            "{ yes list | head -20000 | { \(ana); echo $? > status; }; } | head -1 > /dev/null; cat status")
        #expect(outcome.output == "141\n")
        #expect(outcome.error.isEmpty)
    }

    @Test func `closed standard streams do not become the store`() async throws {
        #expect(try await atrium("\(ana) <&- -c 'add Safe'").output == "Added note 3.\n")
        #expect(try await atrium("atrium <&- >&-").status == 1)
        #expect(try await atrium("atrium <&-").error.hasPrefix("Standard input is closed"))
        #expect(try await atrium("\(ana) -c 'show 3' | tail -1").output == "Safe\n")
    }

    @Test func `usage errors are 2, help and version are 0`() async throws {
        #expect(try await atrium("atrium --nonsense").status == 2)
        #expect(try await atrium("atrium --help").status == 0)
        #expect(try await atrium("atrium --version").output.count > 4)
        #expect(try await atrium("atrium --help --lang fr").output.contains("Plusieurs applications"))
    }

    @Test func `damaged, foreign and newer stores are refused and left as they are`() async throws {
        func refused(_ change: String, _ word: String) async throws {
            let outcome = try await atrium(
                """
                rm -rf other; cp -r data other; cd other; rm -f atrium.sqlite-*; \(change)
                cd ..; cksum < other/atrium.sqlite > before; ATRIUM_HOME=$PWD/other \(ana) -c list; status=$?
                cksum < other/atrium.sqlite | cmp - before && exit $status
                """)
            #expect(outcome.status == 1, "\(word)")
            #expect(outcome.error.contains(word), "\(outcome.error)")
        }
        // The log is part of the store until it is written back.
        _ = try await atrium("\(ana) -c 'add Something'")
        _ = try await atrium(
            "python3 -c \"import sqlite3; c = sqlite3.connect('data/atrium.sqlite'); c.execute('PRAGMA wal_checkpoint(TRUNCATE)')\""
        )
        try await refused(
            "printf 'not a database, but long enough to be looked at' | dd of=atrium.sqlite conv=notrunc", "damaged")
        try await refused("dd if=/dev/zero of=atrium.sqlite bs=1 seek=68 count=4 conv=notrunc", "another program")
        try await refused("truncate -s 8192 atrium.sqlite", "damaged")
        try await refused("truncate -s 10 atrium.sqlite", "damaged")
        try await refused(": > atrium.sqlite; echo something > atrium.sqlite-wal", "no bytes left")
    }

    @Test func `the editor gets the note and its change is kept`() async throws {
        let outcome = try await atrium(
            """
            printf '#!/bin/sh\\nstat -c %%a "$1" > mode; echo "one more line" >> "$1"\\n' > ed; chmod +x ed
            mkdir t; export TMPDIR=$PWD/t
            EDITOR=$PWD/ed \(ana) -c 'edit 1' -c 'show 1'; cat mode; ls t | wc -l
            """)
        #expect(outcome.output.contains("Changed note 1."))
        #expect(outcome.output.contains("one more line"))
        #expect(outcome.output.hasSuffix("600\n0\n"))
    }

    @Test func `a password is in no file and no process list`() async throws {
        let outcome = try await atrium(
            "\(ana) -c 'add One' > /dev/null; rm password; grep -rlF --exclude=.script '\(ProgramUnderTest.password)' . ; echo done"
        )
        #expect(outcome.output == "done\n")
    }

    @Test func `the one file holds everything once the program has ended`() async throws {
        let outcome = try await atrium(
            "\(ana) -c 'add One'; mkdir copy; cp data/atrium.sqlite copy; "
                + "ATRIUM_HOME=$PWD/copy \(ana) -c 'find one'")
        #expect(outcome.output.contains("«One»"))
    }

    @Test func `processes that use an app for the first time at once do not disturb each other`() async throws {
        let outcome = try await atrium(
            "for i in 1 2 3 4 5 6; do \(ana) -c sms -c stats > /dev/null & done; wait; \(ana) -c sms -c 'stats' | head -1"
        )
        #expect(outcome.error.isEmpty)
        #expect(outcome.output == "Messages       0\n")
    }

    @Test func `one user's history is not another's`() async throws {
        let password = ProgramUnderTest.password
        let outcome = try await atrium(
            "printf '%s\\n' 'login ana' '\(password)' 'add secret' logout history 'register ben' 'another good password' "
                + "'another good password' history | atrium")
        #expect(!outcome.output.contains("add secret"))
        #expect(outcome.output.contains("1  history"))
    }

    @Test func `an empty name for the home folder is refused`() async throws {
        let outcome = try await atrium("atrium --home '' -c list")
        #expect(outcome.status == 2)
        #expect(outcome.error.contains("--home needs the name of a folder."))
    }

    @Test func `an editor that fails leaves no copy of what was not changed`() async throws {
        let outcome = try await atrium(
            "mkdir t; TMPDIR=$PWD/t VISUAL= EDITOR=false \(ana) -c 'edit 1'; echo $?; ls t")
        #expect(outcome.output == "1\n")
        #expect(outcome.error.contains("false"))
    }

    @Test func `what was typed in an editor that fails, or that is no text, is kept and named`() async throws {
        let outcome = try await atrium(
            """
            mkdir t
            printf '#!/bin/sh\\necho typed >> "$1"; exit 3\\n' > fails
            printf '#!/bin/sh\\nprintf "x\\\\377y" > "$1"\\n' > bytes
            printf '#!/bin/sh\\necho more >> "$1"\\n' > goes-on; chmod +x fails bytes goes-on
            TMPDIR=t VISUAL= EDITOR=./fails \(ana) -c 'edit 1'; echo $?; ls t | wc -l
            VISUAL= EDITOR=./goes-on \(ana) -c 'edit 1' -c 'show 1' | tail -n 3; find data/drafts -type f
            TMPDIR=t VISUAL= EDITOR=./bytes \(ana) -c 'edit 1'; echo $?; od -An -tx1 data/drafts/*/text.md
            \(ana) -c 'show 1' | tail -n 1
            """)
        #expect(
            outcome.output.hasPrefix("1\n0\n") && outcome.output.contains("typed\nmore\n1\n 78 ff 79\n"),
            "\(outcome.output)")
        let told = outcome.error.split(separator: "\n")
        #expect(told.first == "“./fails” ended with status 3. What you typed is kept; edit 1 goes on with it.")
        #expect(told.last?.hasPrefix("What you typed is not UTF-8 and was not taken. It is in ") == true)
    }

    @Test func `an editor that needs a terminal is not started without one`() async throws {
        for name in ["", "vim", "/usr/bin/nano -w"] {
            let outcome = try await atrium("echo 'edit 1' | VISUAL= EDITOR='\(name)' \(ana)")
            #expect(outcome.status == 1)
            #expect(outcome.error.contains("needs a terminal"), "\(outcome.error)")
            #expect(outcome.error.contains("modify 1 TEXT"))
        }
    }

    @Test func `what never ends, or nobody writes to, is not waited for`() async throws {
        let outcome = try await atrium(
            """
            mkfifo fifo; head -c 2000000 /dev/zero | tr '\\0' ' ' > large
            for file in fifo /dev/zero large; do
              timeout 60 "$ATRIUM" --user ana --password-file $file -c list; echo $?
              timeout 60 "$ATRIUM" --user ana --password-file password -c "source $file"; echo $?
            done
            """)
        #expect(outcome.output == String(repeating: "1\n", count: 6))
        #expect(outcome.error.split(separator: "\n").count == 6, "\(outcome.error)")
    }

    @Test func `pipes that a shell makes for one command are read`() async throws {
        try #"""
        "$ATRIUM" --user ana --password-file <(cat password) -c whoami
        "$ATRIUM" --user ana --password-file password -c 'source /dev/fd/4' 4< <(cat password > /dev/null; echo whoami)
        cat password | "$ATRIUM" --user ana --password-file - -c whoami
        """#.write(toFile: atrium.home + "/pipes.sh", atomically: true, encoding: .utf8)
        let outcome = try await atrium("bash pipes.sh")
        #expect(outcome.output.split(separator: "\n").count == 3, "\(outcome.error)")
    }

    @Test func `a program whose reader has gone is not waited for`() async throws {
        #expect(try await atrium("\(ana) -c 'list | yes' | head -1").output == "y\n")
    }

    @Test func `a program that is not there is named`() async throws {
        let outcome = try await atrium("\(ana) -c 'list | sort | nosuchprog -x'")
        #expect(outcome.status == 1)
        #expect(outcome.error.hasSuffix("“nosuchprog” was not found. Check the name of the program.\n"))
    }

    @Test func `a text that the end of the input cuts is kept and is no note`() async throws {
        let outcome = try await atrium("printf 'add\\nfirst\\nsecond' | \(ana)")
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("The input ended before the line with only a dot"))
        let later = try await atrium("printf 'add --resume\\nthird\\n.\\n' | \(ana); \(ana) -c drafts -c 'show 3'")
        #expect(
            later.output.contains("Nothing unfinished.") && later.output.hasSuffix("first\nsecond\nthird\n"),
            "\(later.output)")
    }

    @Test func `the system's reasons are told in the user's language`() async throws {
        let outcome = try await atrium("\(ana) --lang fr -c 'source missing.txt'; \(ana) --lang zh-Hans -c 'list > /'")
        #expect(outcome.error.contains("ce fichier ou dossier n’existe pas"))
        #expect(outcome.error.contains("这是一个文件夹"))
    }

    @Test func `folders that are there keep their modes, and what is in them is nobody else’s`() async throws {
        let outcome = try await atrium(
            """
            reg() { ATRIUM_HOME=$PWD/$1 atrium --password-file password -c 'register eve' > /dev/null; }
            mkdir -m 755 open; reg open
            mkdir -m 1777 par; reg par/h
            mkdir -m 775 group; reg group
            mkdir -m 777 all; reg all; echo $?; ls all
            find open par group all -printf '%m %P\\n' | sort
            """)
        #expect(
            outcome.output == """
                1
                1777 
                600 atrium.sqlite
                600 atrium.sqlite
                600 h/atrium.sqlite
                700 drafts
                700 drafts
                700 h
                700 h/drafts
                755 
                775 
                777 

                """)
        let told = outcome.error.split(separator: "\n")
        #expect(told.count == 2)
        #expect(told.first?.hasSuffix("/group: other users of this machine may write in this folder.") == true)
        #expect(told.last?.contains("/all cannot be opened: other users of this machine may write in this") == true)
    }

    @Test func `files of ours that others could read are closed to them`() async throws {
        let outcome = try await atrium(
            """
            mkdir -m 777 data/history; chmod 644 data/atrium.sqlite
            atrium --user ana --password-file password -c whoami > /dev/null
            stat -c '%a %n' data/atrium.sqlite
            """)
        #expect(outcome.output == "600 data/atrium.sqlite\n")
    }

    @Test func `what is no file of ours is refused in a store’s place, and stays`() async throws {
        let outcome = try await atrium(
            """
            try() { ATRIUM_HOME=$PWD/$1 atrium --password-file password -c 'register eve'; }
            mkdir link pipe folder empty text log
            echo victim > victim; chmod 640 victim; ln -s ../victim link/atrium.sqlite; try link
            mkfifo -m 644 pipe/atrium.sqlite; try pipe
            mkdir -m 750 folder/atrium.sqlite; try folder
            : > empty/atrium.sqlite; try empty
            echo no database > text/atrium.sqlite; chmod 644 text/atrium.sqlite; try text
            echo log > log/atrium.sqlite-wal; try log
            cat victim
            stat -c '%a %F' victim */atrium.sqlite*
            """)
        #expect(outcome.status == 0)
        let reasons = [
            "this is a link", "this is a pipe or a device", "this is a folder", "has no bytes", "is damaged",
            "has no bytes",
        ]
        let told = outcome.error.split(separator: "\n")
        #expect(told.count == reasons.count)
        for (line, reason) in zip(told, reasons) { #expect(line.contains(reason)) }
        #expect(outcome.output.hasPrefix("victim\n640 regular file\n600 regular file\n"))
        #expect(outcome.output.contains("644 fifo\n"))
        #expect(outcome.output.contains("750 directory\n"))
    }
}

extension ProgramTests {
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
}

extension ProgramTests {
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

    @Test func `nothing that is written goes among the program’s own files`() async throws {
        let before = try await atrium(
            "\(ana) -c 'add Kept' -c 'export out.json'; ln data/atrium.sqlite hard; ln -s data/atrium.sqlite soft; ln -s data dir"
        )
        #expect(before.status == 0)
        let commands = [
            "list > data/atrium.sqlite", "list >> data/atrium.sqlite", "list > data/new", "list > data/drafts/new",
            "list > hard", "list > soft", "list > dir/x", "list > ./data/../data/atrium.sqlite", "export data",
            "export data/vault", "export dir/out.json", "export --force data/atrium.sqlite",
            "export --force --format json data/atrium.sqlite", "export --force --format html hard",
            "import data/atrium.sqlite", "import data", "import --format json data/atrium.sqlite",
        ]
        for command in commands {
            let outcome = try await atrium(
                "\(ana) -c '\(command)'; echo $?; ls -A data; \(ana) -c 'show 3' | tail -n 1")
            #expect(outcome.output == "1\natrium.sqlite\ndrafts\nKept\n", "\(command): \(outcome)")
            #expect(!outcome.error.isEmpty)
        }
        let sms = try await atrium("\(ana) -c 'switch sms' -c 'import data/atrium.sqlite'")
        #expect(sms.status == 1)
    }

    @Test func `a note whose folder cannot be made stays where it is, and that is said`() async throws {
        // Permissions mean nothing to root.
        let prepared = try await atrium(
            """
            mkdir -p vault/locked vault/sub
            echo '# One' > vault/One.md; echo '# Two' > vault/locked/Two.md; echo '# Three' > vault/sub/Three.md
            echo x > vault/file
            \(ana) -c "set notes.store markdown:$PWD/vault" -c list
            chmod 555 vault/locked
            [ "$(id -u)" != 0 ] || chown -R 65534 .
            """)
        #expect(prepared.status == 0, "\(prepared)")
        let user = "$([ \"$(id -u)\" != 0 ] || echo setpriv --reuid 65534 --clear-groups) \"$ATRIUM\""
        let numbers = try await atrium("\(user) --user ana --password-file password -c list").output
        let id = try #require(numbers.split(separator: "\n").first { $0.contains("One") }?.first)
        let two = try #require(numbers.split(separator: "\n").first { $0.contains("Two") }?.first)
        let three = try #require(numbers.split(separator: "\n").first { $0.contains("Three") }?.first)
        for command in [
            "move \(id) locked", "move \(id) locked/new", "move \(three) locked/a/b", "move \(two) sub",
            "add --in locked/new Hi",
            "add --in locked Hi", "rename \(two) Other", "modify \(two) text", "remove \(two)", "tag \(two) x",
        ] {
            let outcome = try await atrium(
                "\(user) --user ana --password-file password -c '\(command)'; echo $?; find vault -name '*.md' | sort; find vault -newer .script -name '*.part'"
            )
            #expect(
                outcome.output == "1\nvault/One.md\nvault/locked/Two.md\nvault/sub/Three.md\n", "\(command): \(outcome)"
            )
            #expect(outcome.error.contains("may not be written."), "\(command): \(outcome.error)")
            #expect(try await atrium("\(user) --user ana --password-file password -c list").output == numbers)
        }
    }
}
