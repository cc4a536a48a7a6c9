// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Foundation
import Testing

/// The program where a signal, or a disk, ends what it does half-way.
struct InterruptionTests {
    private static let notes = 1_200
    private let atrium: ProgramUnderTest
    private let ana = "atrium --user ana --password-file password"
    /// Runs the program as from a terminal: with the default actions of signals, whatever the test runner ignores.
    private let fresh = "env --default-signal=INT,TERM,HUP,XFSZ \"$ATRIUM\" --user ana --password-file password"

    init() async throws {
        atrium = try ProgramUnderTest()
        try await atrium.register()
    }

    private func write(notes count: Int) throws {
        let text = String(repeating: "lorem ipsum dolor sit amet ", count: 3)
        let title = String(repeating: "A title of some length ", count: 3)
        let notes = (0..<count).map {
            #"{"content":"Note \#($0) \#(title)\n\n\#(text)","created":"2020-01-01T00:00:00Z"}"#
        }
        try "{\"notes\":[\(notes.joined(separator: ",\n"))]}".write(
            toFile: atrium.home + "/all.json", atomically: true, encoding: .utf8)
    }

    private func write(messages count: Int) throws {
        let text = String(repeating: "lorem ipsum dolor sit amet ", count: 3)
        let rows = (0..<count).map {
            "<sms address=\"+15550000\($0 % 10)\" date=\"\(1_500_000_000_000 + $0 * 1000)\" type=\"1\" body=\"\(text)\" read=\"1\"/>"
        }
        try "<smses count=\"\(count)\">\n\(rows.joined(separator: "\n"))\n</smses>".write(
            toFile: atrium.home + "/all.xml", atomically: true, encoding: .utf8)
    }

    /// How many there are of what a reply counts.
    private func number(_ name: String, in reply: String) throws -> Int {
        for line in reply.split(separator: "\n") {
            let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if let number = value?[name] as? Int { return number }
        }
        throw CocoaError(.keyValueValidation)
    }

    @Test(arguments: [("INT", 130), ("KILL", 137)] + (isThorough ? [("TERM", 143), ("HUP", 129)] : []))
    func `an import that a signal ends says what it kept, and the next one brings the rest`(
        signal: String, status: Int32
    ) async throws {
        try write(notes: Self.notes)
        try write(messages: 5_000)
        for (file, app) in [("all.json", "notes"), ("all.xml", "sms")] {
            let outcome = try await atrium(
                """
                \(fresh) --json -c 'switch \(app)' -c 'import \(file)' -c 'add Never' &
                run=$!
                until [ "$(stat -c %s data/atrium.sqlite-wal 2> /dev/null || echo 0)" -gt 300000 ]
                do kill -s 0 $run || exit 9; sleep 0.01; done
                kill -\(signal) $run
                wait $run
                """)
            #expect(outcome.status == status, "\(outcome)")
            let again = try await atrium("\(ana) --json -c 'switch \(app)' -c 'import \(file)'")
            #expect(again.status == 0)
            let total = app == "notes" ? Self.notes : 5_000
            let known = try number(app == "notes" ? "known" : "duplicates", in: again.output)
            #expect(try number("added", in: again.output) + known == total)
            #expect(known < total)
            guard signal != "KILL" else { continue }
            // The signal may have come before the first batch was kept; then there is nothing to count.
            if known > 0 { #expect(try number("added", in: outcome.output) == known) }
            #expect((outcome.output + outcome.error).contains("Cancelled."))
        }
        let files = try await atrium("ls -A data; find . -name '.draft-*'; \(ana) -c 'find never'")
        #expect(files.output == "atrium.sqlite\ndrafts\nNo note matches.\n")
    }

    @Test(arguments: [("TERM", 143), ("KILL", 137)])
    func `an export that a signal ends leaves whole files, and the next one writes the rest`(
        signal: String, status: Int32
    ) async throws {
        try write(notes: Self.notes)
        #expect(try await atrium("\(ana) -c 'import all.json'").status == 0)
        let outcome = try await atrium(
            """
            \(fresh) -c 'export out' -c 'add Never' &
            run=$!
            until [ "$(ls out 2> /dev/null | wc -l)" -gt 20 ]
            do kill -s 0 $run || exit 9; sleep 0.01; done
            kill -\(signal) $run
            wait $run
            ls out/UNFINISHED-EXPORT
            ls out/*.md | wc -l
            exit 0
            """)
        let left = try #require(Int(outcome.output.split(separator: "\n").last ?? ""))
        #expect(left < Self.notes)
        #expect(outcome.output.contains("out/UNFINISHED-EXPORT\n"))
        if signal != "KILL" {
            #expect(
                outcome.error.hasSuffix(
                    "Those in \(atrium.home)/out now: \(left), each whole. Export there again for the rest; none is written twice.\n"
                ))
        }
        let again = try await atrium(
            "find out -name '.*' | wc -l; \(ana) -c 'export out'; ls -A out | wc -l; cat out/*.md | grep -c '^Note'")
        #expect(
            again.output.split(separator: "\n").suffix(3) == [
                "Notes written to \(atrium.home)/out: 1,202.", "\(Self.notes + 2)", "\(Self.notes)",
            ])
        #expect(again.error.contains("was not finished; this one is whole."))
    }

    @Test func `a file that may not grow is named, and ends nothing`() async throws {
        try write(notes: 2_000)
        #expect(try await atrium("\(ana) -c 'import all.json'").status == 0)
        let outcome = try await atrium(
            """
            ulimit -f 160
            \(fresh) -c 'export big.json'; echo $?
            \(fresh) -c 'list --limit 2000 > list'; echo $?
            \(fresh) --json -c 'list --limit 2000' > found; echo $?
            ls
            """)
        #expect(outcome.output == "1\n1\n1\nall.json\ndata\nfound\npassword\n")
        #expect(
            outcome.error.split(separator: "\n").prefix(2) == [
                "\(atrium.home)/big.json cannot be written: a file may not become so large here.",
                "\(atrium.home)/list: a file may not become so large here.",
            ])
    }

    @Test func `an import that finds no room at any point is gone on with by the next`() async throws {
        try write(notes: 40)
        try write(messages: 60)
        for (file, app, total) in [("all.json", "notes", 40), ("all.xml", "sms", 60)] {
            var failures = 0
            for blocks in stride(from: 70, through: 500, by: 86) {
                let outcome = try await atrium(
                    """
                    rm -rf copy; cp -r data copy; unset ATRIUM_HOME
                    (ulimit -f \(blocks); \(fresh) --home copy --json -c 'switch \(app)' -c 'import \(file)'; echo $?)
                    """)
                let isWhole = outcome.output.hasSuffix("\n0\n")
                failures += isWhole ? 0 : 1
                #expect(isWhole || outcome.output.hasSuffix("1\n"), "\(outcome)")
                #expect(isWhole || !outcome.error.isEmpty)
                let again = try await atrium(
                    "\(ana) --home copy --json -c 'switch \(app)' -c 'import \(file)'; find . -name '.draft-*'")
                let known = try number(app == "notes" ? "known" : "duplicates", in: again.output)
                #expect(try number("added", in: again.output) + known == total)
                if !isWhole, known > 0 { #expect(try number("added", in: outcome.output) == known) }
                #expect(!again.output.contains(".draft-"))
            }
            #expect(failures > 0, "\(app)")
        }
    }

    /// `timeout` says so with 124; it would have to kill a program that stays, and say 137.
    @Test func `a signal ends a program that reads a line without an end`() async throws {
        let outcome = try await atrium(
            "timeout --foreground -s TERM -k 60 2 \(fresh) --plain < /dev/zero > out; echo $?; tail -n 1 out")
        #expect(outcome.output.hasPrefix("124\n"), "\(outcome.output)\(outcome.error)")
    }
}
