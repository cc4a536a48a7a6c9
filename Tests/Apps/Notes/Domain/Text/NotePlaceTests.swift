// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic
import Testing

/// Places in notes that links name.
struct NotePlaceTests {
    private let text = """
        # One
        a line ^first
        ## Two: three & *four*!
        ```
        # Code
        ```
        # Five
        ## Zwölf 3
        - item
          ^in-list

        ^after
        ## One
        """

    @Test(
        arguments: [
            ("One", 0), ("one", 0), ("Two three four", 2), ("two-three--four", 2), ("Two: three & *four*!", 2),
            ("Zwolf 3", 7), ("One#Two three four", 2), ("Five#One", 12), ("Six#Five", 6), ("^first", 1),
            ("^in-list", 8),
            ("^after", 8), ("Code", nil), ("", nil), ("One#", 0), ("^fir", nil), ("Nothing", nil), ("#", nil),
        ] as [(String, Int?)])
    func `a heading is found whatever a link leaves out of it, and a block by its sign`(place: String, line: Int?) {
        #expect(NotePlace.line(place, in: text) == line)
        #expect(NotePlace.line(place, in: text.replacing("\n", with: "\r\n")) == line)
    }

    @Test(
        arguments: [
            ("One", "# One\na line ^first\n## Two: three & *four*!\n```\n# Code\n```\n"),
            ("Zwölf 3", "## Zwölf 3\n- item\n  ^in-list\n\n^after\n"), ("Five#One", "## One"),
            ("^first", "a line ^first"), ("^in-list", "- item\n  ^in-list"), ("No", nil),
        ] as [(String, String?)])
    func `a heading's section ends with the next one of its level`(place: String, section: String?) {
        #expect(NotePlace.section(place, in: text).map(String.init) == section)
    }

    @Test(
        arguments: [
            ("^a", "- one ^a\n  - sub\n    more\n\n    - deep\n"), ("^b", "  - two ^b"),
            ("^c", "1. three ^c\n   below"),
            ("^d", "- four\n  ^d\n  - sub"), ("^e", "> - five ^e\n>   - sub"), ("^f", "text ^f"),
        ])
    func `an item of a list has all that stands below it`(place: String, section: String) {
        let text = """
            - one ^a
              - sub
                more

                - deep
            - next
              - two ^b
              - other
            1. three ^c
               below
            2. x
            ***
            - four
              ^d
              - sub
            - y

            > - five ^e
            >   - sub
            > - z

            text ^f
            - none of it
            """
        #expect(NotePlace.section(place, in: text).map { $0.trimmed } == section.trimmed)
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { String(self.reversed().drop(while: \.isNewline).reversed()) }
}
