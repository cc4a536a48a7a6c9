// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// `atrium test` as a process of its own.
struct TestCommandTests {
    private let atrium: ProgramUnderTest

    init() throws { atrium = try ProgramUnderTest() }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: atrium.home + "/" + name, atomically: true, encoding: .utf8)
    }

    @Test func `an update leaves out what is no script, and goes on`() async throws {
        try write("what\n", to: "a.session")
        try write("% user ana\n$ add Milk\n  old\n", to: "b.session")
        let outcome = try await atrium("atrium test --update a.session b.session")
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "updated  b.session (new lines: 1)")
        #expect(lines.dropFirst().first == "failed  a.session")
        #expect(lines.suffix(3) == ["passed  b.session", "1 passed, 1 failed", ""])
        #expect(!outcome.output.contains("\n\n"))
        #expect(outcome.output.ranges(of: "a.session:1:").count == 1)
        #expect(try String(contentsOfFile: atrium.home + "/b.session", encoding: .utf8).contains("  Added note 3.\n"))
    }

    @Test func `an update with a document writes nothing but the document`() async throws {
        try write("% user ana\n$ add Milk\n  old\n", to: "it.session")
        let outcome = try await atrium("atrium test --update --format json it.session")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("{"))
        #expect(outcome.error == "updated  it.session (new lines: 1)\n")
    }

    @Test func `an update makes no passing script of an app that is not there`() async throws {
        let text = "% user ana\n$ nowhere\n@ nowhere\n$ add Milk\n"
        try write(text, to: "it.session")
        let outcome = try await atrium("atrium test --update it.session")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("it.session:2: $ nowhere"), "\(outcome.output)")
        #expect(try String(contentsOfFile: atrium.home + "/it.session", encoding: .utf8) == text)
    }

    @Test func `an app that the program does not have is told of, with those that it has`() async throws {
        try write("% apps notes nosuch\n$ list\n", to: "it.session")
        let outcome = try await atrium("atrium test it.session")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("There is no app “nosuch”. There are: notes, sms, account"))
    }

    @Test(arguments: ["0", "-1"])
    func `no jobs are refused`(count: String) async throws {
        try write("", to: "it.session")
        let outcome = try await atrium("atrium test --jobs=\(count) it.session")
        #expect(outcome.status == 2)
        #expect(outcome.error.contains("--jobs"))
    }

    @Test(arguments: [
        ("en", "There is no session script"), ("fr", "Il n’y a aucun script"), ("zh-Hans", "没有脚本"),
    ])
    func `a folder with nothing to test fails`(language: String, sentence: String) async throws {
        let outcome = try await atrium("mkdir none; atrium test none --lang \(language)")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(sentence), "\(outcome.output)\(outcome.error)")
    }

    @Test func `whoever runs a script has no part in it`() async throws {
        try write(
            """
            % timezone Europe/Paris
            % user ana
            $ list | echo "${LEAK-none} $TZ $LC_ALL ${EDITOR-none} ${BROWSER-none} ${GIT_DIR-none}"
              none Europe/Paris C.UTF-8 none none none
            $ list | sh -c "mkdir v; printf x > v/a.txt; printf '[a](a.txt)' > v/N.md"
            $ set notes.store markdown:v
              ...
            $ open a.txt
              The file is */v/a.txt; there is no xdg-open or BROWSER to open it with. (glob)

            """, to: "it.session")
        let outcome = try await atrium(
            """
            mkdir bin; printf '#!/bin/sh\\n' | tee bin/xdg-open bin/chafa > bin/editor; chmod +x bin/*
            export LEAK=leak LC_ALL=C LANG=fr_FR.UTF-8 TZ=Asia/Tokyo PATH="$PWD/bin:$PATH" ATRIUM_WITHOUT= \
                EDITOR=editor VISUAL=editor PAGER=editor BROWSER=editor TERM=dumb COLORTERM=truecolor NO_COLOR=1 \
                XDG_DATA_HOME=/nowhere GIT_DIR=/nowhere
            atrium test it.session
            """)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    /// The first result must be there while the second script still runs, and neither folder after the signal.
    @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func `results come one by one, and a run that is ended leaves no folder`(
        signal: String, status: Int
    ) async throws {
        try write("% user ana\n", to: "a.session")
        try write("% user ana\n$ list | sleep 20\n", to: "b.session")
        let outcome = try await atrium(
            """
            mkdir tmp
            TMPDIR=$PWD/tmp timeout \(ProgramUnderTest.patience) sh -c '
                env --default-signal=INT "$ATRIUM" test a.session b.session > out &
                run=$!
                until grep -q passed out && [ -n "$(ls tmp)" ]; do sleep 0.05; done
                cat out
                kill -\(signal) $run
                wait $run
                echo $?
                ls -A tmp'
            """)
        #expect(outcome.output == "passed  a.session\n\(status)\n", "\(outcome.error)")
    }
}
