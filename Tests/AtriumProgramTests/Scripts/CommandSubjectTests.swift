// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram

/// Session scripts of programs that know nothing of this one.
@MainActor
struct CommandSubjectTests {
    private func failures(
        _ text: String, of program: String = "sh -c {}", limit: Duration = .seconds(60)
    ) async throws -> [ScriptFailure] {
        let script = try SessionScriptParser().parse(Array(text.utf8))
        let factory = try CommandShellFactory(
            program, workingFolder: FileManager.default.currentDirectoryPath, limit: limit)
        return await ScriptBatch(factory: factory, temporaryFolder: TemporaryFolder.parent)
            .perform(script, path: "program.session").failures
    }

    @Test func `status, output and errors are those of the call`() async throws {
        let script = """
            $ echo one; echo two >&2; exit 3
              one
            ! two
            ? 3
            $ kill -9 $$
            ? 137
            $ /nowhere/program
            ! *not found (glob)
            ? 127

            """
        #expect(try await failures(script).isEmpty)
        let wrong = try await failures(script.replacing("? 3", with: "? 4"))
        #expect(wrong.map(\.problems) == [[.status(expected: 4, actual: 3)]])
    }

    @Test func `files and input are the script's own`() async throws {
        let script = """
            % timezone Asia/Tokyo
            % size 60x10
            $ cat given.txt; pwd | grep -c "$HOME"; ls -A
              given
              1
              given.txt
            $ read line; echo "got $line"; echo "$TZ $COLUMNS $LC_ALL"
            > hello there
              got hello there
              Asia/Tokyo 60 C.UTF-8
            $ echo more >> given.txt; cat given.txt
              given
              more

            -- given.txt --
            given

            """
        #expect(try await failures(script).isEmpty)
    }

    @Test func `the words of a command follow those of the program`() async throws {
        let script = """
            $ "a b" c > d | e
              <a b><c><>><d><|><e>

            """
        #expect(try await failures(script, of: "sh -c 'printf \"<%s>\" \"$@\"; echo' sh").isEmpty)
    }

    @Test func `settings of a shell with apps have no meaning`() async throws {
        for setting in ["clock 2026-01-01T09:00:00Z", "user ana", "store memory", "seed 7", "render screen"] {
            #expect(try await failures("% \(setting)\n$ true\n").count == 1, "\(setting)")
        }
        #expect(try await failures("$ true\n% clock +1m\n").count == 1)
        #expect(throws: ScriptShellFault.noProgram(" ")) { try CommandShellFactory(" ", workingFolder: "/") }
    }

    @Test func `a call that does not end is ended`() async throws {
        let script = """
            $ exec sleep 1000
            ! Ended after 0 s.
            ? 124

            """
        // Whatever the machine does meanwhile, no call is over before that.
        #expect(try await failures(script, limit: .milliseconds(1)).isEmpty)
    }

    @Test func `a program that is not there is reported before the first script`() async throws {
        let factory = try CommandShellFactory("nosuchprogram --verbose", workingFolder: "/")
        await #expect(throws: ScriptShellFault.missingProgram("nosuchprogram")) { try await factory.check() }
        try await CommandShellFactory("sh -c {}", workingFolder: "/").check()
    }

    @Test func `a program that prints nothing until it is asked does not keep its script waiting`() async throws {
        let script = """
            % size 40x6
            % pty
            % type Good day
            % key Enter
            % screen
              Good day
              Good day

            """
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await failures(script, of: "cat").isEmpty)
        #expect(start.duration(to: clock.now) < .seconds(9))
    }

    @Test func `a program runs on a terminal`() async throws {
        let script = """
            % size 40x6
            % pty
            $ echo $((6 * 7))
            % wait /^42/
            $ stty size
            % wait /^6 40/

            """
        #expect(try await failures(script).isEmpty)
    }
}
