// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// What another process of the same user has changed meanwhile.
final class OtherProcessTests: RegisteredProgram {
    @Test func `the next line knows settings and aliases that another process has kept`() async throws {
        let outcome = try await atrium(
            """
            printf '#!/bin/sh\n"$ATRIUM" --user ana --password-file password -c "alias ll = apps" -c "set sidebar off"\n' > other; chmod +x other
            printf '%s\n' 'apps | ./other' ll 'set sidebar' | \(ana)
            """)
        #expect(outcome.error.isEmpty && outcome.status == 0)
        #expect(outcome.output.contains("notes") && outcome.output.hasSuffix("sidebar is off.\n"))
    }

    /// Two shells of one kept login: the inner one runs while the outer one waits.
    @Test func `the password after a lock ends no other shell of a kept login, and logging out ends the login`()
        async throws
    {
        #expect(try await atrium("atrium --password-file password -c 'login ana --keep'").status == 0)
        let outcome = try await atrium(
            """
            printf '#!/bin/sh\nprintf "lock\\\\nlogin\\\\n$1" | "$ATRIUM" --password-file password\n' > inner; chmod +x inner
            printf '%s\n' 'apps | ./inner' whoami 'apps | ./inner logout' whoami | atrium
            """)
        let welcome = ["Locked. Nothing is shown before the password is given.", "Welcome, ana."]
        #expect(
            outcome.output.replacing(/, until (\d{4}-\d\d-\d\d )?\d\d:\d\d/, with: "").split(separator: "\n").map(
                String.init)
                == welcome + ["ana."] + welcome + ["Goodbye, ana."], "\(outcome.output)\(outcome.error)")
        #expect(outcome.status == 77)
        #expect(try await atrium("atrium -c list").status == 77)
    }
}
