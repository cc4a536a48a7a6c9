// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// Five traps that tools for transcripts are known for, and what becomes of each here.
///
/// Sources: the manuals of cram (https://bitheap.org/cram/) and trycmd (https://docs.rs/trycmd).
@MainActor
struct TranscriptTrapsTests {
    private func failures(_ text: String) async throws -> [ScriptFailure] {
        let script = try SessionScriptParser().parse(Array(text.utf8))
        let batch = ScriptBatch(factory: ProgramShellFactory(.atrium), temporaryFolder: TemporaryFolder.parent)
        return await batch.perform(script, path: "it.session").failures
    }

    private func output(_ failures: [ScriptFailure]) -> [ScriptMismatch] {
        failures.flatMap(\.problems).compactMap { if case .output(let mismatch) = $0 { mismatch } else { nil } }
    }

    /// A transcript pasted from a terminal holds the prompt.
    ///
    /// It changes with user, app and language; cram and trycmd take `$ ` for it, and fail on any other. Here it is never part of a script, and one that is pasted is told.
    @Test func `prompt changes: the prompt is no part of a script, and pasting one is an error with its line`()
        async throws
    {
        #expect(try await failures("% user ana\n$ sms\n$ lang fr\n  La langue est : Français (fr).\n").isEmpty)
        #expect(throws: ScriptSyntaxFault.self) {
            try SessionScriptParser().parse(Array("% user ana\nana@notes ❯ list\n".utf8))
        }
        let pasted = try await failures("% user ana\n$ ana@notes ❯ whoami\n  ana, until 17:00.\n")
        #expect(pasted.first?.line == 2)
        #expect(pasted.first?.problems.contains(.status(expected: 0, actual: 2)) == true)
    }

    /// cram needs `(esc)` for what is not printable.
    ///
    /// And a control character in a transcript drives the terminal that
    /// shows it. Here output is sanitised before it is compared, and a difference is shown with pictures of controls.
    @Test func `escaped characters: what is compared and shown holds no control character`() async throws {
        let text = "% user ana\n$ add a\u{1B}[31m red\u{9B}\n  Added note 3.\n$ show 3\n  ...\n  a␛[31m red⟨9B⟩\n"
        #expect(try await failures(text).isEmpty)
        let wrong = try await failures(text.replacing("a␛[31m", with: "a\u{1B}[31m"))
        let diff = try #require(output(wrong).first).diff
        #expect(diff.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        #expect(diff.contains { $0.hasPrefix("-") } && diff.contains { $0.hasPrefix("+") })
    }

    /// trycmd’s `...` at the end swallows what follows.
    ///
    /// Tools that compare prefixes miss it without. Here output
    /// beyond what is expected is a failure, blanks at a line’s end included.
    @Test func `trailing output: a line or a blank more than expected is a failure`() async throws {
        let list = "% user ana\n$ list\n  1  Welcome to MyNote.  2010-08-04\n"
        let more = try #require(output(await failures(list)).first)
        #expect(more.diff.last == "+2  欢迎使用MyNote。    2011-12-04")
        #expect(try await failures(list + "  ...\n").isEmpty)
        let blank = try await failures("% user ana\n$ add One\n  Added note 3. \n")
        #expect(try #require(output(blank).first).diff.contains("-Added note 3.␠"))
        #expect(try await failures("% user ana\n$ sms\n  something\n").count == 1)
    }

    /// cram marks a last line without newline with `(no-eol)`.
    ///
    /// A script without one at its own end loses its last line in some tools. Here both read as if the newline were there.
    @Test func `missing newline: of a script, of a file and of a program's output`() async throws {
        #expect(try await failures("% user ana\n$ whoami | tr -d '\\n'\n  ana, until 17:00.").isEmpty)
        #expect(try await failures("% user ana\r\n$ whoami\r\n  ana, until 17:00.\r\n").isEmpty)
        #expect(try await failures("% user ana\n$ whoami | tr -d '\\n'\n  ana, until 17:00").count == 1)
        let file = "% user ana\n$ source a.txt\n  Added note 3.\n-- a.txt --\nadd One"
        #expect(try await failures(file).isEmpty)
    }

    /// A command that is not found leaves a transcript green where only standard output is compared.
    ///
    /// Here its message
    /// and its status must both be expected.
    @Test func `unknown command: its message and its status must be expected`() async throws {
        let message = "! Unknown command “shwo”. Did you mean “show”?\n"
        let silent = try await failures("% user ana\n$ shwo\n").flatMap(\.problems)
        #expect(silent.count == 2)
        #expect(silent.contains(.status(expected: 0, actual: 2)))
        #expect(try await failures("% user ana\n$ shwo\n" + message).flatMap(\.problems).count == 1)
        #expect(try await failures("% user ana\n$ shwo\n? 2\n").flatMap(\.problems).count == 1)
        #expect(try await failures("% user ana\n$ shwo\n" + message + "? 2\n").isEmpty)
    }
}
