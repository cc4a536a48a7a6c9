// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumWorlds
import Testing

struct ProgramIdentityTests {
    private let summary = LocalizedText(verbatim: "Two.")

    @Test func `what nobody says follows from the name`() {
        let program = ProgramIdentity("Shelf", version: "1", summary: summary)
        #expect(program.command == "shelf")
        #expect(program.logo == "SHELF")
        #expect(program.variable("HOME") == "SHELF_HOME")
    }

    @Test func `a variable’s name has only what one may have`() {
        let program = ProgramIdentity("Two Apps", command: "two-apps.2", version: "1", summary: summary)
        #expect(program.variable("HOME") == "TWO_APPS_2_HOME")
    }
}
