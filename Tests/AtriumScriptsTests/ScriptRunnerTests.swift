// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import Testing

@MainActor
struct ScriptRunnerTests {
    /// Runs a script; `say TEXT` prints, `fail N` fails, `ask N` reads so many answers, `go APP` switches.
    private func run(_ text: String) async throws -> (ScriptResult, ScriptedShell) {
        let shell = ScriptedShell { shell, command, answers in
            let words = command.split(separator: " ", maxSplits: 1).map(String.init)
            let rest = words.count > 1 ? words[1] : ""
            switch words.first {
            case "say": return ScriptOutcome(output: rest.replacing("\\n", with: "\n") + "\n")
            case "fail": return ScriptOutcome(errorOutput: "no\n", status: Int32(rest) ?? 1)
            case "ask":
                let count = Int(rest) ?? 0
                return ScriptOutcome(
                    answersUsed: min(count, answers.count), wantedMoreAnswers: count > answers.count)
            case "go":
                shell.currentApp = rest.isEmpty ? nil : rest
                return ScriptOutcome()
            case "quit": return ScriptOutcome(quit: true)
            default: return ScriptOutcome(errorOutput: "Unknown command “\(command)”.\n", status: 2)
            }
        }
        let script = try SessionScriptParser().parse(Array(text.utf8))
        return (await ScriptRunner(script: script, path: "a.session", subject: shell).run(), shell)
    }

    private func failures(_ text: String) async throws -> [ScriptFailure] {
        try await run(text).0.failures
    }

    @Test func whatComesOutAsExpectedPasses() async throws {
        let (result, shell) = try await run(
            """
            @ -
            $ go notes
            @ notes
            $ say one\\n\\ntwo
              one

              two
            $ say note 3
              note [N:id]
            $ say 3 4
              [N:id] [M:number]
            % clock +1s
            $ fail 3
            ! no
            ? 3
            $ ask 2
            > a
            > b
            $ quit
            """)
        #expect(result == ScriptResult(path: "a.session", stepsRun: 9, failures: []))
        #expect(result.passed)
        #expect(shell.applied == [.clockMoved(seconds: 1)])
    }

    @Test func everyFailureIsListed() async throws {
        let failures = try await failures(
            """
            $ say a
              b
            $ fail 4
            $ go sms
            @ notes
            $ ask 1
            $ ask 0
            > x
            > y
            % user nobody
            $ say c
              c
            $ what
            """)
        let mismatch = ScriptMismatch(expected: ["b"], actual: ["a"], edits: [.replaced(expected: 0, actual: 0)])
        let unexpected = ScriptMismatch(expected: [], actual: ["no"], edits: [.added(actual: 0)])
        let unknown = ScriptMismatch(expected: [], actual: ["Unknown command “what”."], edits: [.added(actual: 0)])
        #expect(
            failures == [
                ScriptFailure(line: 1, step: "$ say a", problems: [.output(mismatch)]),
                ScriptFailure(
                    line: 3, step: "$ fail 4",
                    problems: [.errorOutput(unexpected), .status(expected: 0, actual: 4)]),
                ScriptFailure(line: 5, step: "@ notes", problems: [.app(expected: "notes", actual: "sms")]),
                ScriptFailure(line: 6, step: "$ ask 1", problems: [.answerMissing(given: 0)]),
                ScriptFailure(line: 7, step: "$ ask 0", problems: [.answersUnused(2)]),
                ScriptFailure(
                    line: 10,
                    problems: [
                        .setting(
                            .user, error: "Something unexpected went wrong (Refused). What was stored before is safe.")
                    ]),
                ScriptFailure(
                    line: 13, step: "$ what",
                    problems: [.errorOutput(unknown), .status(expected: 0, actual: 2)]),
            ])
    }

    @Test func leavingTheShellEndsTheRun() async throws {
        let (result, shell) = try await run("$ quit\n$ say a\n  a\n@ notes\n")
        #expect(result.failures == [ScriptFailure(line: 2, problems: [.notReached(steps: 2)])])
        #expect(result.stepsRun == 1)
        #expect(shell.performed == ["quit"])
    }

    @Test func bindingsLastAndAreReported() async throws {
        let failures = try await failures(
            """
            $ say note 3\\nx
              note [N:id]
              y
            $ say 4
              [N:id]
            $ say 3
              [N:id]
            """)
        #expect(failures.map(\.line) == [1, 4])
        #expect(
            failures.map(\.bindings) == [
                [ScriptBinding(name: "N", value: "3")], [ScriptBinding(name: "N", value: "3")],
            ])
    }

    @Test func trailingBlanksAndCarriageReturnsCount() async throws {
        #expect(try await failures("$ say a \n  a\n").count == 1)
        #expect(try await failures("$ say a \n  a \n").isEmpty)
        #expect(OutputLines.of("a\r\nb\n\n") == ["a\r", "b", ""])
        #expect(OutputLines.of("a") == ["a"])
        #expect(OutputLines.of("\n") == [""])
        #expect(OutputLines.of("").isEmpty)
    }

    @Test func standardErrorIsNotStandardOutput() async throws {
        #expect(try await failures("$ fail 1\n  no\n? 1\n").count == 1)
        #expect(try await failures("$ say no\n! no\n").count == 1)
    }
}
