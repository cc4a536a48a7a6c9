// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// A session that another process ends in the middle of a command.
struct RevokedSessionTests {
    private let atrium: ProgramUnderTest
    private let ana = "atrium --user ana --password-file password"
    /// Ends every session but its own.
    private let revoke =
        #"printf '#!/bin/sh\n"$ATRIUM" --user ana --password-file password -c "switch account" -c "revoke others" > /dev/null\n' > revoke; chmod +x revoke"#

    init() async throws {
        atrium = try ProgramUnderTest()
        try await atrium.register()
    }

    @Test func `what was written in an editor meanwhile is a draft, and the note as it was`() async throws {
        let outcome = try await atrium(
            """
            \(revoke)
            printf '#!/bin/sh\\n./revoke; echo typed >> "$1"\\n' > ed; chmod +x ed
            EDITOR=./ed \(ana) -c 'edit 1'; echo $?
            \(ana) -c 'show 1' | grep -c typed
            printf '#!/bin/sh\\ntrue\\n' > ed; EDITOR=./ed \(ana) -c 'edit 1' -c 'show 1' | tail -n 1
            """)
        #expect(
            outcome.output.hasPrefix("77\n0\n") && outcome.output.hasSuffix("typed\n"),
            "\(outcome.output)\(outcome.error)")
        #expect(
            outcome.error.hasSuffix(
                "Your text is kept as a draft; after logging in, edit 1 continues it.\n"), "\(outcome.error)")
    }

    @Test func `a text of several lines is kept, and no note`() async throws {
        let outcome = try await atrium(
            """
            \(revoke)
            mkfifo go
            { echo 'apps | cat > go'; cat go > /dev/null; printf 'add\\nfirst\\n'; ./revoke; printf 'second\\n.\\n'; } | \(ana)
            echo $?; \(ana) -c list -c drafts
            """)
        #expect(!outcome.output.contains("Added"), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.hasPrefix("77\n"), "\(outcome.output)\(outcome.error)")
    }
}
