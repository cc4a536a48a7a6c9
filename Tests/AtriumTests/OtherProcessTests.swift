// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// What another process of the same user has changed meanwhile.
struct OtherProcessTests {
    private let atrium: ProgramUnderTest
    private let ana = "atrium --user ana --password-file password"

    init() async throws {
        atrium = try ProgramUnderTest()
        try await atrium.register()
    }

    @Test func `the next line knows settings and aliases that another process has kept`() async throws {
        let outcome = try await atrium(
            """
            printf '#!/bin/sh\n"$ATRIUM" --user ana --password-file password -c "alias ll = apps" -c "set sidebar off"\n' > other; chmod +x other
            printf '%s\n' 'apps | ./other' ll 'set sidebar' | \(ana)
            """)
        #expect(outcome.error.isEmpty && outcome.status == 0)
        #expect(outcome.output.contains("notes") && outcome.output.hasSuffix("sidebar is off.\n"))
    }
}
