// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import NotesLogic

/// What a new title takes the place of.
struct TitleLineTests {
    @Test(arguments: [
        ("# Old", "# New"), ("## Old\nbody", "New\n\n## Old\nbody"), ("Old", "New"), ("Old\n\nbody", "New\n\nbody"),
        ("Old\r\n\r\nbody", "New\r\n\r\nbody"), ("Old\n===\nbody", "New\n===\nbody"), ("2. Old", "New\n\n2. Old"),
        ("Milk\nEggs", "New\nEggs"), ("Milk\n- Eggs", "New\n- Eggs"), ("- milk\n\nbread", "New\n\n- milk\n\nbread"),
        ("> said\n\nbody", "New\n\n> said\n\nbody"), ("See [[Bob]]", "New\n\nSee [[Bob]]"),
        ("#tag", "New\n\n#tag"), ("```\ncode\n```", "New\n\n```\ncode\n```"), ("| a |\n\nx", "New\n\n| a |\n\nx"),
        ("    code\n\nx", "New\n\n    code\n\nx"),
    ]) func `a title is replaced, and any other line stays`(text: String, expected: String) {
        #expect(TitleLine.renaming(text, to: "New") == expected)
    }

    @Test func `a long line is a paragraph`() {
        let text = String(repeating: "word ", count: 30) + "end."
        #expect(TitleLine.renaming(text, to: "New") == "New\n\n" + text)
    }
}
