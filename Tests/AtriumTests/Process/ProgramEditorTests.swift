// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The program with an editor, and what is typed in it or in lines.
final class ProgramEditorTests: RegisteredProgram {
    @Test func `the editor gets the note and its change is kept`() async throws {
        let outcome = try await atrium(
            """
            printf '#!/bin/sh\\nstat -c %%a "$1" > mode; echo "one more line" >> "$1"\\n' > ed; chmod +x ed
            mkdir t; export TMPDIR=$PWD/t
            EDITOR=$PWD/ed \(ana) -c 'edit 1' -c 'show 1'; cat mode; ls t | wc -l
            """)
        #expect(outcome.output.contains("Changed note 1."))
        #expect(outcome.output.contains("one more line"))
        #expect(outcome.output.hasSuffix("600\n0\n"))
    }

    @Test func `the editor gets a text whose last line ends, which alone is no change`() async throws {
        let outcome = try await atrium(
            """
            printf '#!/bin/sh\\ntail -c 1 "$1" | od -An -tx1; printf %s "$(cat "$1")" > "$1"\\n' > ends; chmod +x ends
            for ed in ./ends true; do EDITOR=$ed VISUAL= \(ana) -c 'edit 1'; done
            EDITOR='echo x >>' VISUAL= \(ana) -c 'edit 1' -c 'history 1' -c 'show 1' | tail -n 1
            """)
        #expect(outcome.output == " 0a\nNote 1 is as it was.\nNote 1 is as it was.\nx\n", "\(outcome.output)")
    }

    @Test(arguments: [("", ""), ("kept; ", " Kept as a draft; add --resume continues it.")])
    func `a line that is too long is said to be so, and a draft only where there is one`(
        before: String, end: String
    ) async throws {
        let outcome = try await atrium(
            """
            { printf '\(before)' | tr ';' '\\n'; head -c 2000000 /dev/zero | tr '\\0' z; echo; } | \(ana) -c 'add -'; echo $?
            \(ana) -c drafts | wc -l
            """)
        let line = before.isEmpty ? 1 : 2
        #expect(
            outcome.error == "Input line \(line) is longer than 1,048,576 bytes and was left out.\(end)\n",
            "\(outcome.error)")
        #expect(outcome.output.hasPrefix("2\n"), "\(outcome.output)")
    }

    @Test func `a note that is gone when its editor closes is said to be so`() async throws {
        let outcome = try await atrium(
            """
            printf '#!/bin/sh\\n"$ATRIUM" --user ana --password-file password -c "remove 1" -c "purge 1 --yes"\\n' > ed
            chmod +x ed; EDITOR=./ed \(ana) -c 'edit 1'; echo $?
            """)
        #expect(outcome.output.hasSuffix("\n1\n"), "\(outcome.output)")
        #expect(outcome.error.contains("Note 1 was removed for good while you edited it."), "\(outcome.error)")
    }

    @Test func `an editor that fails leaves no copy of what was not changed`() async throws {
        let outcome = try await atrium(
            "mkdir t; TMPDIR=$PWD/t VISUAL= EDITOR=false \(ana) -c 'edit 1'; echo $?; ls t")
        #expect(outcome.output == "1\n")
        #expect(outcome.error.contains("false"))
    }

    @Test func `what was typed in an editor that fails, or that is no text, is kept and named`() async throws {
        let outcome = try await atrium(
            """
            mkdir t
            printf '#!/bin/sh\\necho typed >> "$1"; exit 3\\n' > fails
            printf '#!/bin/sh\\nprintf "x\\\\377y" > "$1"\\n' > bytes
            printf '#!/bin/sh\\necho more >> "$1"\\n' > goes-on; chmod +x fails bytes goes-on
            TMPDIR=t VISUAL= EDITOR=./fails \(ana) -c 'edit 1'; echo $?; ls t | wc -l
            VISUAL= EDITOR=./goes-on \(ana) -c 'edit 1' -c 'show 1' | tail -n 3; find data/drafts -type f
            TMPDIR=t VISUAL= EDITOR=./bytes \(ana) -c 'edit 1'; echo $?; od -An -tx1 data/drafts/*/text.md
            \(ana) -c 'show 1' | tail -n 1
            """)
        #expect(
            outcome.output.hasPrefix("1\n0\n") && outcome.output.contains("typed\nmore\n1\n 78 ff 79\n"),
            "\(outcome.output)")
        let told = outcome.error.split(separator: "\n")
        #expect(told.first == "“./fails” ended with status 3. Your text is kept; edit 1 continues it.")
        #expect(told.last?.hasPrefix("Your text is not UTF-8 and was not saved. It is in ") == true)
    }

    @Test func `an editor that needs a terminal is not started without one`() async throws {
        for name in ["", "vim", "/usr/bin/nano -w"] {
            let outcome = try await atrium("echo 'edit 1' | VISUAL= EDITOR='\(name)' \(ana)")
            #expect(outcome.status == 1)
            #expect(outcome.error.contains("needs a terminal"), "\(outcome.error)")
            #expect(outcome.error.contains("modify 1 TEXT"))
        }
    }

    @Test func `a text that the end of the input cuts is kept and is no note`() async throws {
        let outcome = try await atrium("printf 'add\\nfirst\\nsecond' | \(ana)")
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("The input ended before the line with only a dot"))
        let later = try await atrium("printf 'add --resume\\nthird\\n.\\n' | \(ana); \(ana) -c drafts -c 'show 3'")
        #expect(
            later.output.contains("There are no drafts.") && later.output.hasSuffix("first\nsecond\nthird\n"),
            "\(later.output)")
    }
}
