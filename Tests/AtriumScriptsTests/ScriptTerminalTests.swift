// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import AtriumSession
import Foundation
import Testing

/// Scripts on a terminal.
@MainActor
struct ScriptTerminalTests {
    private func parse(_ text: String) throws -> SessionScript { try SessionScriptParser().parse(Array(text.utf8)) }

    private func fault(_ text: String) -> ScriptSyntaxFault? {
        do {
            _ = try parse(text)
            return nil
        } catch {
            return error as? ScriptSyntaxFault
        }
    }

    private func run(_ text: String, on terminal: ScriptedTerminal) async throws -> ScriptResult {
        let shell = ScriptedShell { _, command, _ in ScriptOutcome(output: command + "\n") }
        shell.terminal = terminal
        return await ScriptRunner(script: try parse(text), path: "x", subject: shell).run()
    }

    @Test func `every step reaches the terminal in order`() async throws {
        let terminal = ScriptedTerminal([["", " ready"], ["  two", "", "3 notes"]])
        let result = try await run(
            """
            $ before
              before
            % pty
            # Not before it is there.
            % wait ready
            $ list
            > yes
            >
            % type  two blanks
            % key C-M-Left F12 ;
            % deadline 30s
            % resize 40x20
            % wait /^\\d notes$/
            % screen
                two

              [N:number] notes
            % wait [N:number] notes
            """, on: terminal)
        #expect(result.passed)
        #expect(
            terminal.heard == [
                "within 5", "command list", "answer yes", "answer ", "type  two blanks", "C-M-Left", "F12", ";",
                "size 40 20", "within 30", "within 30", "within 30",
            ])
        #expect(terminal.hasEnded)
    }

    @Test func `a wrong screen is told with its difference`() async throws {
        let terminal = ScriptedTerminal([["one"], ["two", "three"]])
        let result = try await run("% pty\n% screen\n  one\n  ...\n% screen\n  one\n  thr* (glob)\n", on: terminal)
        let failure = try #require(result.failures.first)
        #expect(result.failures.count == 1)
        #expect(failure.line == 5)
        let report = ScriptTextReport(language: .english).text(of: result)
        #expect(
            report == """
                failed  x
                x:5: % screen
                  The screen differs:
                  --- expected
                  +++ actual
                  @@ -1,2 +1,2 @@
                  -one
                  +two
                   thr* (glob)

                """)
    }

    @Test func `what does not come is told with the screen`() async throws {
        let result = try await run("% pty\n% deadline 2s\n% wait never\n> secret\n", on: ScriptedTerminal([["here"]]))
        #expect(result.failures.map(\.problems) == [[.notSeen(seconds: 2, screen: ["here"])], [.notReached(steps: 1)]])
        let report = ScriptTextReport(language: .english).text(of: result)
        #expect(
            report == """
                failed  x
                x:3: % wait never
                  This did not come within 2 s. The screen is:
                  +here
                x:4:
                  The session was left before this line. Steps not run: 1.

                """)
    }

    @Test func `a terminal that does not open ends the script`() async throws {
        let shell = ScriptedShell { _, _, _ in ScriptOutcome() }
        let result = await ScriptRunner(script: try parse("% pty\n$ a\n% screen\n"), path: "x", subject: shell).run()
        #expect(result.failures.map(\.line) == [1])
        #expect(result.failures.first?.step == "% pty")
    }

    @Test func `a step that fails does not show what was typed`() async throws {
        let result = try await run("% pty\n% type break\n% wait here\n", on: ScriptedTerminal([["here"]]))
        #expect(result.failures.map(\.step) == ["% type"])
        #expect(result.failures.map(\.line) == [2])
    }

    @Test func `an update leaves the time that a screen shows open`() async throws {
        let files = try TemporaryFolder()
        let path = try files.write("% timezone Europe/Paris\n% pty\n% screen\n  old\n", to: "a.session")
        let clock = ManualClock(now: Timestamp(seconds: 1_767_258_000))
        let shown = ["ana [x] en · 10:00", "10:00:00, 9:00, 09:00", "on 2026-01-01 at 10:01", "10:02"]
        let factory = TerminalFactory { ScriptedTerminal([shown], ended: { clock.advance(by: .seconds(61)) }) }
        let updater = try ScriptUpdater(
            factory: factory, temporaryFolder: files.path, environment: [:], clock: clock)
        let update = try await updater.update(path)
        #expect(
            String(decoding: update.bytes, as: UTF8.self) == """
                % timezone Europe/Paris
                % pty
                % screen
                  ana \\[x] en · ??:?? (glob)
                  10:00:00, 9:00, 09:00
                  on ????-??-?? at ??:?? (glob)
                  10:02

                """)
        #expect(update.remaining.passed)
    }

    @Test func `an update writes the screen`() async throws {
        let text = "% pty\n# c\n% screen\n  a* (glob)\n  old\n% screen\n"
        let script = try parse(text)
        let records: [ScriptTrace.Record] = [
            .terminal(screen: nil, error: nil), .terminal(screen: ["abc", "", "[N:id] x"], error: nil),
            .terminal(screen: [" last"], error: nil),
        ]
        var rewriter = ScriptRewriter(bytes: Array(text.utf8), script: script)
        rewriter.rewrite(after: records, other: nil)
        let bytes = rewriter.result.bytes
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "% pty\n# c\n% screen\n  a* (glob)\n  \n  \\[N:id] x (glob)\n% screen\n   last\n")
        let replay = ScriptReplay(records: records)
        let result = await ScriptRunner(script: try SessionScriptParser().parse(bytes), path: "x", subject: replay)
            .run()
        #expect(result.passed)
    }

    @Test func `lines that cannot be are refused where they stand`() {
        #expect(fault("% key Enter\n") == ScriptSyntaxFault(line: 1, reason: .needsTerminal(.key)))
        #expect(fault("% pty\n% pty\n") == ScriptSyntaxFault(line: 2, reason: .settingRepeated(.pty)))
        #expect(fault("% pty\n% lang fr\n") == ScriptSyntaxFault(line: 2, reason: .settingOnTerminal(.lang)))
        #expect(fault("% store memory\n% pty\n") == ScriptSyntaxFault(line: 2, reason: .terminalOverMemory))
        for line in ["@ notes", "! no", "? 1", "  output"] {
            #expect(fault("% pty\n$ a\n\(line)\n") == ScriptSyntaxFault(line: 3, reason: .notOnTerminal), "\(line)")
        }
        for name in ["Foo", "C-", "F13", "enter", "C-Foo"] {
            #expect(fault("% pty\n% key Enter \(name)\n") == ScriptSyntaxFault(line: 2, reason: .unknownKey(name)))
        }
        for (name, value) in [
            (ScriptSettingName.key, ""), (.type, ""), (.wait, ""), (.resize, "80"), (.resize, "0x9"), (.screen, "x"),
            (.deadline, "0s"), (.deadline, "601s"), (.deadline, "11m"), (.deadline, "+5s"), (.deadline, "5"),
            (.deadline, "-5s"),
        ] {
            let reason = ScriptSyntaxReason.badSettingValue(name, value)
            #expect(
                fault("% pty\n% \(name) \(value)\n") == ScriptSyntaxFault(line: 2, reason: reason), "\(name) \(value)")
        }
        #expect(fault("% pty x\n") == ScriptSyntaxFault(line: 1, reason: .badSettingValue(.pty, "x")))
        #expect(fault("% pty\n% wait /(/\n") == ScriptSyntaxFault(line: 2, reason: .badExpression("(")))
        #expect(fault("% pty\n% wait /(a+)+/\n") == ScriptSyntaxFault(line: 2, reason: .nestedRepetition("(a+)+")))
    }

    @Test func `a macro has no terminal`() throws {
        #expect(throws: ScriptRunFault.setting(path: "x", line: 2, .pty)) {
            _ = try ScriptMacro(try parse("$ a\n% pty\n$ b\n"), path: "x", variables: [:])
        }
    }

    @Test func `what was seen can be typed later`() async throws {
        let terminal = ScriptedTerminal([["7 notes"]])
        let shell = ScriptedShell { _, command, answers in
            ScriptOutcome(
                output: command == "add x" ? "Added 12.\n" : "\(command) \(answers)\n", answersUsed: answers.count)
        }
        shell.terminal = terminal
        let script = try parse(
            """
            $ show [N]
              show [N] []
            $ add x
              Added [N:id].
            $ show [N] [M] [[N]] [x]
            > [N]
              show 12 [M] [[N]] [x] ["12"]
            % pty
            $ show [N]
            % type [N]!
            """)
        let result = await ScriptRunner(script: script, path: "x", subject: shell).run()
        #expect(result.passed, "\(result.failures)")
        #expect(terminal.heard == ["command show 12", "type 12!"])
    }

    /// Looks at a screen that stays as it is, as often as somebody wants to.
    private final class StillTerminal: ScriptTerminal {
        private(set) var looks = 0
        private let row: String

        init(_ row: String = "still") { self.row = row }

        func enter(_ line: String, isCommand: Bool) async throws {}
        func type(_ text: String) async throws {}
        func press(_ keys: [ScriptKey]) async throws {}
        func resize(to size: ScriptSize) async throws {}
        func screen(within seconds: Int, until isRight: ([String]) -> Bool) async throws -> [String] {
            for _ in 0..<10_000 {
                looks += 1
                if isRight([row]) { break }
            }
            return [row]
        }
        func end() async {}
    }

    @Test(arguments: [true, false])
    func `an update waits no longer than until the screen stands still`(isUpdating: Bool) async throws {
        let terminal = StillTerminal()
        let shell = ScriptedShell { _, _, _ in ScriptOutcome() }
        shell.terminal = terminal
        let script = try parse("% pty\n% deadline 10m\n% wait never\n% wait still")
        let result = await ScriptRunner(script: script, path: "x", subject: shell, isUpdating: isUpdating).run()
        #expect(result.failures.map(\.line) == (isUpdating ? [3] : [3, 4]))
        #expect(terminal.looks == (isUpdating ? ScriptTerminalRun.looksAtStillScreen + 2 : 10_000))
    }

    @Test(arguments: ["still": 1, "another": ScriptTerminalRun.looksAtKnownScreen + 1])
    func `what was waited for in vain is not waited for again`(row: String, looks: Int) async throws {
        let script = try parse("% pty\n% deadline 10m\n% wait never")
        func runner(on terminal: StillTerminal) -> ScriptRunner {
            let shell = ScriptedShell { _, _, _ in ScriptOutcome() }
            shell.terminal = terminal
            return ScriptRunner(script: script, path: "x", subject: shell, isUpdating: true)
        }
        let first = await runner(on: StillTerminal()).trace()
        let terminal = StillTerminal(row)
        var second = runner(on: terminal)
        second.earlier = first
        #expect(await second.run().failures.map(\.line) == [3])
        #expect(terminal.looks == looks)
    }
}

/// Sets up shells with terminals.
@MainActor
private final class TerminalFactory: ScriptShellFactory {
    private let terminal: () -> ScriptedTerminal

    init(terminal: @escaping () -> ScriptedTerminal) { self.terminal = terminal }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        let shell = ScriptedShell { _, _, _ in ScriptOutcome() }
        shell.terminal = terminal()
        return shell
    }
}
