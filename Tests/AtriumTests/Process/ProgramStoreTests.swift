// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumWorlds
import Foundation
import Testing

/// The program’s files: what is kept in them, who may read them, and what is refused in their place.
final class ProgramStoreTests: RegisteredProgram {
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

    @Test func `two processes on one store see each other's notes`() async throws {
        let outcome = try await atrium(
            """
            mkfifo in; \(ana) < in > one.txt & exec 3> in
            echo 'add From the first' >&3
            waits "\(ana) -c 'find first' | grep -q From"
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

    @Test func `closed standard streams do not become the store`() async throws {
        #expect(try await atrium("\(ana) <&- -c 'add Safe'").output == "Added note 3.\n")
        #expect(try await atrium("atrium <&- >&-").status == 1)
        #expect(try await atrium("atrium <&-").error.hasPrefix("Standard input is closed"))
        #expect(try await atrium("\(ana) -c 'show 3' | tail -1").output == "Safe\n")
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

    @Test func `a home and a folder that may not be written are read, and that is said`() async throws {
        // Permissions mean nothing to root.
        let prepared = try await atrium(
            """
            mkdir vault; echo Milk > vault/One.md
            printf 'date,text,number,type\\n2024-01-01 10:00:00,hello,+15550001,in\\n' > messages.csv
            \(ana) -c 'add Kept' -c sms -c 'import messages.csv'
            atrium --password-file password -c 'register bob' -c "set notes.store markdown:$PWD/vault" -c 'append 1 Eggs'
            chmod 400 data/atrium.sqlite; chmod 500 data vault vault/.atrium; chmod 400 vault/.atrium/notes.sqlite
            mkdir out; [ "$(id -u)" != 0 ] || chown -R 65534 .
            """)
        #expect(prepared.status == 0, "\(prepared)")
        let user = "$([ \"$(id -u)\" != 0 ] || echo setpriv --reuid 65534 --clear-groups) \"$ATRIUM\""
        func run(_ name: String, _ commands: String) async throws -> ProgramUnderTest.Outcome {
            try await atrium("\(user) --user \(name) --password-file password \(commands)")
        }
        let notice = "\(atrium.home)/data/atrium.sqlite may not be written."
        let read = try await run("ana", "-c 'show 3' -c 'find Kept' -c 'export out/notes' -c sms -c threads -c logout")
        #expect(read.status == 0 && read.output.contains("\nKept\n") && read.output.contains("hello"), "\(read)")
        #expect(read.error == "\(notice) Everything can be read, and this login is not recorded.\n")
        let written = try await run("ana", "-c 'add Lost'")
        #expect(written.status == 1 && written.error.contains("\n\(notice) Change its permissions"), "\(written)")
        let folder = try await run("bob", "-c 'show 1' -c 'history 1'")
        #expect(folder.status == 0 && folder.output.contains("\nMilk\nEggs\n"), "\(folder)")
        for command in ["append 1 Lost", "add Lost"] {
            let refused = try await run("bob", "-c '\(command)'")
            #expect(refused.status == 1 && refused.error.contains("vault may not be written."), "\(refused)")
        }
        let copy = try await atrium("\(user) backup out/all.backup")
        #expect(copy.status == 0, "\(copy)")
        #expect(try await !atrium("\(user) doctor").output.contains("just now"))
        #expect(try await atrium("ls -A data vault; cat vault/*").output.contains("Lost") == false)
        _ = try await atrium("chmod -R u+w .")
    }
}
