// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import AtriumSession
import Foundation
import Testing

@MainActor
struct ScriptUpdaterTests {
    private let files: TemporaryFolder

    init() throws {
        files = try TemporaryFolder()
    }

    private func update(
        _ text: String, behaviour: @escaping @MainActor (ScriptedShell, String, [String]) async -> ScriptOutcome
    ) async throws -> (text: String, update: ScriptUpdate) {
        let path = try files.write(text, to: "a.session")
        let updater = try ScriptUpdater(
            factory: ScriptedShellFactory(behaviour: behaviour), temporaryFolder: files.path, environment: [:])
        let update = try await updater.update(path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        try updater.save(update)
        let saved = try String(contentsOfFile: path, encoding: .utf8)
        #expect(Array(saved.utf8) == update.bytes)
        return (saved, update)
    }

    @Test func `from a command on that the program does not have nothing changes`() async throws {
        let text = """
            $ list
              old
            $ coin
            @ coin
            $ list
              old

            """
        let (updated, update) = try await update(text) { _, command, _ in
            command == "list"
                ? ScriptOutcome(output: "new\n")
                : ScriptOutcome(errorOutput: "Unknown command “coin”.\n", status: 2, isUnderstood: false)
        }
        #expect(updated == text.replacing("$ list\n  old\n$ coin", with: "$ list\n  new\n$ coin"))
        #expect(!update.remaining.passed)
    }

    @Test func `an error that the script expects is kept up to date`() async throws {
        let (updated, update) = try await update("$ shwo\n! Old words\n? 2\n$ list\n  old\n") { _, command, _ in
            command == "list"
                ? ScriptOutcome(output: "new\n")
                : ScriptOutcome(errorOutput: "New words\n", status: 2, isUnderstood: false)
        }
        #expect(updated == "$ shwo\n! New words\n? 2\n$ list\n  new\n")
        #expect(update.remaining.passed)
    }

    @Test func onlyLinesThatFailedChange() async throws {
        let text = """
            # Head
            % lang fr

            $ list
              *[N:id] milk (glob)
            # in between
              two

              three
              ...
              last
            ! warning
            $ show
            -- a --
            $ no command

            """
        let (updated, update) = try await update(text) { _, command, _ in
            command == "show"
                ? ScriptOutcome(output: "shown\n", status: 3)
                : ScriptOutcome(output: "3 milk\nzwei\n\nthree\nx\ny\nlast\nnew\n", errorOutput: "other\n", status: 1)
        }
        #expect(
            updated == """
                # Head
                % lang fr

                $ list
                  *[N:id] milk (glob)
                # in between
                  zwei

                  three
                  ...
                  last
                  new
                ! other
                ? 1
                $ show
                  shown
                ? 3
                -- a --
                $ no command

                """)
        #expect(update.newLines == 6)
        #expect(update.isChanged)
        #expect(update.remaining.passed)
    }

    @Test func aScriptThatPassesIsLeftAlone() async throws {
        let (text, update) = try await update("$ a\r\n  ...") { _, _, _ in ScriptOutcome(output: "x\n") }
        #expect(text == "$ a\r\n  ...")
        #expect(!update.isChanged)
    }

    @Test func lineEndsAndAMissingNewlineAreKept() async throws {
        let (text, _) = try await update("$ a\r\n  b\r\n$ c") { _, _, _ in ScriptOutcome(output: "x\n") }
        #expect(text == "$ a\r\n  x\r\n$ c\r\n  x\r\n")
    }

    @Test func aSavedFileKeepsItsModeAndItsLinks() async throws {
        let path = try files.write("$ a\n", to: "real.session")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let link = files.path + "/link.session"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.session")
        let updater = try ScriptUpdater(
            factory: ScriptedShellFactory { _, _, _ in ScriptOutcome(output: "x\n") }, temporaryFolder: files.path,
            environment: [:])
        try updater.save(try await updater.update(link))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "$ a\n  x\n")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.session")
    }

    @Test func appAndStatusFollow() async throws {
        let (text, _) = try await update("@ sms\n$ a\n? 2\n@ -\n") { shell, _, _ in
            shell.currentApp = "notes"
            return ScriptOutcome()
        }
        #expect(text == "@ -\n$ a\n? 0\n@ notes\n")
    }

    @Test func whatVariesBecomesAPlaceholder() async throws {
        let (text, update) = try await update("$ a\n  note [N:id]\n$ b\n  old\n") { shell, command, _ in
            let seed = shell.settings.seed
            let day = shell.settings.clock == ScriptSettings().clock ? "2026-01-01" : "2026-01-02"
            return ScriptOutcome(
                output: command == "a"
                    ? "note \(seed + 7)\n"
                    : "at \(day)T0\(seed + 1):00:00Z by (ana)\nkey=k\(seed)f, \(day), \(seed).5\nsame k\(seed)f\n")
        }
        #expect(
            text == """
                $ a
                  note [N:id]
                $ b
                  at [DATE:date]T[TIME:time]Z by (ana)
                  key=[TOKEN:token], [DATE:date], [NUMBER:number]
                  same [TOKEN:token]

                """)
        #expect(update.remaining.passed)
    }

    @Test func whatTheScriptSetsDoesNotVary() async throws {
        let (text, _) = try await update("% seed 5\n% clock 2026-03-01T00:00:00Z\n$ a\n") { shell, _, _ in
            ScriptOutcome(output: "\(shell.settings.seed) \(Int(shell.settings.clock.timeIntervalSince1970))\n")
        }
        #expect(text == "% seed 5\n% clock 2026-03-01T00:00:00Z\n$ a\n  5 1772323200\n")
    }

    @Test func outputThatLooksLikeAPatternIsWrittenAsItself() async throws {
        let lines = ["...", "[T:time]", "[X:nope]", "( (re)", "a* (glob)", "end\r", "nul \0.", "  two", "", "#", " "]
        let (text, update) = try await update("$ a\n") { _, _, _ in
            ScriptOutcome(output: lines.joined(separator: "\n") + "\n")
        }
        #expect(update.remaining.passed)
        let other = try await self.update(text) { _, _, _ in ScriptOutcome(output: "x\n12:00\n") }
        #expect(other.update.newLines > 0)
    }

    /// An empty line must stay what it was when what stood around it goes.
    @Test func emptyLinesKeepTheirMeaning() async throws {
        let (text, _) = try await update("$ a\n  one\n\n  two\n# c\n") { _, _, _ in ScriptOutcome(output: "one\n\n") }
        #expect(text == "$ a\n  one\n  \n# c\n")
        let (other, _) = try await update("$ a\n  one\n\n! e\n\n  two\n") { _, _, _ in
            ScriptOutcome(output: "one\ntwo\n")
        }
        #expect(other == "$ a\n  one\n  two\n")
        let (third, _) = try await update("$ a\n\n  one\n") { _, _, _ in ScriptOutcome(output: "zero\none\n") }
        #expect(third == "$ a\n\n  zero\n  one\n")
    }

    @Test func whatCannotBeMendedRemains() async throws {
        let (text, update) = try await update("$ a\n> x\n$ b\n") { _, command, _ in
            ScriptOutcome(output: "o\n", quit: command == "a")
        }
        #expect(text == "$ a\n> x\n  o\n$ b\n")
        #expect(
            update.remaining.failures == [
                ScriptFailure(line: 1, step: "$ a", problems: [.answersUnused(1)]),
                ScriptFailure(line: 4, problems: [.notReached(steps: 1)]),
            ])
    }

    @Test func refusedOnABuildServer() {
        let factory = ScriptedShellFactory { _, _, _ in ScriptOutcome() }
        #expect(throws: ScriptUpdateFault.refusedUnderCI) {
            try ScriptUpdater(factory: factory, temporaryFolder: "/tmp", environment: ["CI": ""])
        }
    }

    @Test func faultsNameTheFile() async throws {
        let updater = try ScriptUpdater(
            factory: ScriptedShellFactory { _, _, _ in ScriptOutcome() }, temporaryFolder: files.path, environment: [:])
        let none = files.path + "/none"
        await #expect(throws: ScriptUpdateFault.unreadable(path: none)) { try await updater.update(none) }
        let bad = try files.write("x", to: "bad.session")
        let fault = ScriptSyntaxFault(line: 1, reason: .unknownPrefix("x"))
        await #expect(throws: ScriptUpdateFault.syntax(path: bad, fault)) { try await updater.update(bad) }
        #expect(
            ScriptFaultText(language: .english).text(of: ScriptUpdateFault.syntax(path: "a", fault))
                == "a:1: No script line starts with “x”.")
    }

    @Test func onlyTheSamePairOfValuesSharesAPlaceholder() {
        var proposer = PlaceholderProposer(reserved: ["TOKEN2"])
        #expect(
            proposer.text(for: "k1 k1 k2 k1", varied: "q1 q1 q1 q2")
                == "[TOKEN:token] [TOKEN:token] [TOKEN3:token] [TOKEN4:token]")
        #expect(proposer.text(for: "k1 é", varied: "q1  é") == "k1 é")
        #expect(proposer.text(for: "k1", varied: nil) == "k1")
    }

    @Test func atoms() {
        let atoms = PlaceholderProposer.atoms(of: Array("a-1 2026-01-01T09:00:00Z, 1.5 9:05."))
        #expect(
            atoms.map { String($0) } == [
                "a-1", " ", "2026-01-01", "T", "09:00:00", "Z", ",", " ", "1.5", " ", "9:05", ".",
            ])
    }
}
