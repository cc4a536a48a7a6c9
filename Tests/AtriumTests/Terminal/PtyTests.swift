// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import Testing

/// `atrium test` on scripts with `% pty`, as a process of its own.
struct PtyTests {
    private let atrium: ProgramUnderTest

    init() throws { atrium = try ProgramUnderTest() }

    private func write(_ text: String) throws {
        try text.write(toFile: atrium.home + "/it.session", atomically: true, encoding: .utf8)
    }

    private var script: String {
        get throws { try String(contentsOfFile: atrium.home + "/it.session", encoding: .utf8) }
    }

    @Test func `a screen as expected passes, another fails with its difference`() async throws {
        let text = """
            % user ana
            $ add Buy milk
              Added note 3.
            % pty
            % deadline 60s
            % wait Buy milk
            $ quit
            % wait [exit 0]
            % screen
              ...
              [[]exit 0] (glob)

            """
        try write(text)
        #expect(try await atrium("atrium test it.session").output == "passed  it.session\n1 passed, 0 failed\n")
        try write(text.replacing("deadline 60s", with: "deadline 2s").replacing("[[]exit 0] (glob)", with: "gone"))
        let outcome = try await atrium("atrium test it.session")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\nit.session:9: % screen\n  The screen differs:\n  --- expected\n"))
        #expect(outcome.output.contains("\n  -gone\n  +[exit 0]\n0 passed, 1 failed\n"), "\(outcome.output)")
    }

    @Test func `an update writes the screen that came`() async throws {
        try write("% user ana\n% pty\n% deadline 60s\n$ quit\n% wait [exit 0]\n% deadline 1s\n% screen\n  ...\n  old\n")
        let outcome = try await atrium("atrium test --update it.session")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
        #expect(try script.hasSuffix("% screen\n  ...\n  [exit 0]\n"))
    }

    @Test func `an update writes a frame that is as true a minute later`() async throws {
        try write("% user ana\n% pty\n% deadline 60s\n% wait ❯\n% deadline 1s\n% screen\n  old\n")
        let outcome = try await atrium("atrium test --update it.session")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
        #expect(try script.contains("ana · en · ??:?? (glob)\n"))
    }

    @Test(arguments: [
        (Language.english, "needs tmux, which is not installed"), (.french, "a besoin de tmux, qui n’est pas installé"),
        (.simplifiedChinese, "tmux。"),
    ])
    func `without the emulator, the script says which package has it`(
        language: Language, sentence: String
    ) async throws {
        try write("% lang \(language.rawValue)\n% pty\n% wait never\n")
        let outcome = try await atrium(
            "mkdir none; PATH=$PWD/none \"$ATRIUM\" test it.session --lang \(language.rawValue)")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("it.session:2: % pty\n"))
        #expect(outcome.output.contains(sentence), "\(outcome.output)")
        #expect(!outcome.output.contains("it.session:3"))
    }

    /// Nobody is left who could clear up: not the server, not the program, not the folder.
    @Test(arguments: ["TERM", "KILL"])
    func `nothing is left behind by a run that is ended`(signal: String) async throws {
        try write("% user ana\n% pty\n% deadline 600s\n% wait never\n")
        let outcome = try await atrium(
            """
            mkdir tmp
            cat > ending.sh <<'END'
            TMPDIR=$PWD/tmp
            export TMPDIR
            "$ATRIUM" test it.session > /dev/null 2>&1 &
            run=$!
            cd_into() { cd tmp/session-script-*; }
            until (cd_into 2> /dev/null && tmux -S .terminal/tmux capture-pane -p | grep -q Welcome) 2> /dev/null
            do sleep 0.05; done
            group=$(cd_into && tmux -S .terminal/tmux list-panes -a -F '#{pane_pid}')
            kill -s 0 -- -$group && echo runs
            kill -\(signal) $run
            while kill -s 0 -- -$group 2> /dev/null; do sleep 0.05; done
            while [ -n "$(ls -A tmp)" ]; do sleep 0.05; done
            pgrep -f "$TMPDIR" || echo ended
            END
            timeout \(ProgramUnderTest.patience) sh ending.sh
            """)
        #expect(outcome.output == "runs\nended\n", "\(outcome.error)")
    }
}
