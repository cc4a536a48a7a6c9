// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The program as a script or another program uses it.
final class ProgramTests: RegisteredProgram {
    @Test func `commands run in order and stop at the first failure`() async throws {
        let outcome = try await atrium("\(ana) -c 'add One' -c 'shwo' -c 'add Two'")
        #expect(outcome.status == 2)
        #expect(outcome.output == "Added note 3.\n")
        #expect(outcome.error == "Unknown command “shwo”. Did you mean “show”?\n")
        #expect(try await atrium("\(ana) -c 'find two'").output == "No note matches.\n")
    }

    @Test(arguments: [
        ("backp", "Unknown command “backp”. Did you mean “backup”?"),
        ("zzzzz", "Unknown command “zzzzz”. Type help for a list."),
        ("backup zzzzz", "Unknown command “zzzzz”. Type help for a list."),
    ])
    func `help of a command that there is not is a fault`(_ words: String, _ fault: String) async throws {
        let outcome = try await atrium("atrium help \(words)")
        #expect(outcome.status == 2 && outcome.output == "" && outcome.error == fault + "\n", "\(outcome.error)")
        #expect(try await atrium("atrium --json help backp").status == 2)
        for words in ["help", "help backup", "help help", "help --lang fr", "backup --help"] {
            #expect(try await atrium("atrium \(words)").status == 0, "\(words)")
        }
    }

    @Test func `lines of standard input go on after a mistake, which the status tells`() async throws {
        let outcome = try await atrium("printf 'add One\\r\\nnonsense\\nadd Two' | \(ana)")
        #expect(outcome.output == "Added note 3.\nAdded note 4.\n")
        #expect(outcome.status == 2)
        #expect(try await atrium("\(ana) -c 'show 3' | tail -1").output == "One\n")
    }

    /// As `date` shows it; places need no tz database.
    @Test(arguments: [
        ("Europe/Paris", "03:01"), ("America/New_York", "21:01"), ("EST5", "20:01"), ("<+0330>-3:30", "04:31"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "03:01"), ("GMT+5", "20:01"), ("Nowhere/Atall", "01:01"), ("", "01:01"),
    ])
    func `the time is that of the zone in TZ`(_ zone: String, _ time: String) async throws {
        let outcome = try await atrium(
            """
            printf '<smses><sms address="+15550001" date="1782867660000" type="1" body="Hello"/></smses>' > sms.xml
            TZ='\(zone)' \(ana) -c 'switch sms' -c 'import sms.xml' -c 'thread +15550001' | tail -1
            """)
        #expect(outcome.output == "1  \(time)  ←  Hello\n")
    }

    @Test(arguments: [5, 7, 9, 10, 11, 13, 16, 32, 63])
    func `with too few descriptors it says so, and does nothing`(_ limit: Int) async throws {
        let program = try await atrium(
            "ulimit -n \(limit); exec \"$ATRIUM\" --user ana --password-file password -c 'add One'")
        #expect(program.status == 1 && program.output == "")
        let sentence = "Only \(limit) files may be open at a time, and this program needs 64."
        #expect(program.error == sentence + " Raise the limit with “ulimit -n 64”.\n")
        let gateway = try await atrium("ulimit -n \(limit); exec \"$ATRIUM-gateway\" --once")
        #expect(gateway.status == 1 && gateway.error == program.error)
    }

    @Test func `with a low limit that may be raised it runs, and with 64 descriptors`() async throws {
        for (limit, number) in [("-S -n 12", 3), ("-n 64", 4)] {
            let outcome = try await atrium("ulimit \(limit); \(ana) -c 'add One' -c 'find one'")
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(outcome.output.hasPrefix("Added note \(number).\n"))
        }
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
        #expect(outcome.error.hasPrefix("Input line 3 is not valid UTF-8"))
        #expect(outcome.status == 2)
        #expect(
            try await atrium(#"printf 'add -\nx\0\nremove 2' | \#(ana); \#(ana) -c drafts"#).output.contains("first"))
        #expect(try await atrium("\(ana) -c 'list limit:9' | wc -l").output == "2\n")
    }

    @Test func `a line of more than a megabyte is refused`() async throws {
        let outcome = try await atrium("{ head -c 3000000 /dev/zero | tr '\\0' x; echo; echo 'add fine'; } | \(ana)")
        #expect(outcome.output == "Added note 3.\n")
        #expect(outcome.error.contains("longer than 1,048,576 bytes"))
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

    @Test func `what a redirected list leaves out is JSON on standard error as well`() async throws {
        let outcome = try await atrium("\(ana) --json -c 'list limit:1 > f' -c 'list limit:1 | cat'")
        let more = #"{"more":true,"shown":1,"total":2}"# + "\n"
        #expect(outcome.error == more + more)
    }

    @Test func `answers come from standard input where there is no file of them`() async throws {
        let password = ProgramUnderTest.password
        let outcome = try await atrium("printf '%s\\n' 'login ana' '\(password)' 'add One' whoami | atrium")
        #expect(outcome.output.hasPrefix("Welcome, ana.\nAdded note 3.\nana, until"))
        let first = try await atrium("printf '%s\\n' '\(password)' 'add Two' | atrium --user ana --password-file -")
        #expect(first.output == "Added note 4.\n")
    }

    @Test func `output that cannot be written is an error`() async throws {
        #expect(try await atrium("\(ana) -c list > /dev/full").status == 1)
        let outcome = try await atrium("\(ana) -c list >&-")
        #expect(outcome.status == 1)
        #expect(outcome.error == "Standard output is closed.\n")
    }

    @Test func `numbers are read in the region of the system's language until another one is set`() async throws {
        let lines = #"printf 'switch sms\nsend --yes +6581234567 one\nsend 81234567 two\nthreads\n'"#
        let joined = try await atrium(
            "\(lines) | LANG=en_SG.UTF-8 \(ana.replacing("atrium", with: "$ATRIUM")) | tail -n +3")
        #expect(joined.output.split(separator: "\n").count == 1, "\(joined.output) \(joined.error)")
        // It was read so once, and stays so.
        let again = try await atrium("\(ana) -c 'switch sms; threads'")
        #expect(again.output == joined.output)
        let apart = try await atrium("\(ana) -c 'switch sms; set sms.region auto; threads'")
        #expect(apart.output.split(separator: "\n").count == 3)
    }

    @Test func `a reader that goes away ends the program quietly`() async throws {
        let outcome = try await atrium(
            "{ yes list | head -20000 | { \(ana); echo $? > status; }; } | head -1 > /dev/null; cat status")
        #expect(outcome.output == "141\n")
        #expect(outcome.error.isEmpty)
    }

    @Test func `usage errors are 2, help and version are 0`() async throws {
        #expect(try await atrium("atrium --nonsense").status == 2)
        #expect(try await atrium("atrium --help").status == 0)
        #expect(try await atrium("atrium --version").output.count > 4)
        #expect(try await atrium("atrium --help --lang fr").output.contains("Plusieurs applications"))
    }

    @Test func `what never ends, or nobody writes to, is not waited for`() async throws {
        let outcome = try await atrium(
            """
            mkfifo fifo; head -c 2000000 /dev/zero | tr '\\0' ' ' > large
            for file in fifo /dev/zero large; do
              timeout \(ProgramUnderTest.patience) "$ATRIUM" --user ana --password-file $file -c list; echo $?
              timeout \(ProgramUnderTest.patience) "$ATRIUM" --user ana --password-file password -c "source $file"; echo $?
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

    @Test func `the system's reasons are told in the user's language`() async throws {
        let outcome = try await atrium("\(ana) --lang fr -c 'source missing.txt'; \(ana) --lang zh-Hans -c 'list > /'")
        #expect(outcome.error.contains("ce fichier ou dossier n’existe pas"))
        #expect(outcome.error.contains("这是一个文件夹"))
    }

    @Test func `the program prints its pages, dated as it is told`() async throws {
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium(
            "export SOURCE_DATE_EPOCH=0; atrium manual; atrium manual atrium-session --lang fr")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix(".Dd January 1, 1970\n.Dt ATRIUM 1\n"))
        #expect(outcome.output.contains("\n.Dt ATRIUM-SESSION 5\n.Os\n.Sh NOM\n"))
    }
}
