// SPDX-License-Identifier: GPL-3.0-or-later

@testable import NotesLogic
import Testing

@testable import NoteFormats

/// Code on pages of Logseq’s, in which its signs mean nothing.
struct LogseqCodeTests {
    private func page(_ text: String) -> String {
        let blocks = ["01234567-89ab-cdef-0123-456789abcdef": (page: "P", text: "b")]
        return LogseqPage(text, blocks: blocks).text().replacing("---\n---\n", with: "")
    }

    @Test(arguments: [
        "- ````\n  ```\n  - TODO in code #[[no tag]]\n  ```\n  ````\n- after",
        "- ~~~ text\n  ```\n  - DONE in code\n  ~~~",
        "- `#[[not a tag]]` and `[x]([[Y]])` and ``^^no `mark` ^^``",
        "- text `one\n  #[[two]]` three",
        "- text\n  ```\n  TODO `x` #[[y z]]\n\n  - DONE\n  ```\n  more",
        "- ```clojure\n  ((01234567-89ab-cdef-0123-456789abcdef))",
    ])
    func `stays as it is`(_ text: String) {
        #expect(page(text) == text + "\n")
        #expect(TaskMarkers(text).tasks.isEmpty)
    }

    @Test func `beside it signs are read`() {
        let text = "- TODO see `#[[a b]]` and #[[c d]] [`x`]([[Y]])\n\t- ```\n\t  DONE\n\t  ```\n\t- LATER ^^it^^ `a`"
        #expect(
            page(text)
                == "- [ ] see `#[[a b]]` and #c d# [[Y|`x`]]\n\t- ```\n\t  DONE\n\t  ```\n  - [ ] ==it== `a`\n")
        #expect(TaskMarkers(text).tasks.map(\.marker) == ["TODO", "LATER"])
    }

    @Test func `tabs before blocks make no code`() {
        let text =
            "## Heading\n\t- text\n\t\t- deep\n\t\t  ```\n\t\t  DONE #[[y z]]\n\t\t  \n\t\t  ```\n\t\t\t\t- TODO `#[[a b]]`"
        #expect(
            page(text)
                == "## Heading\n  - text\n    - deep\n\t\t  ```\n\t\t  DONE #[[y z]]\n\t\t  \n\t\t  ```\n"
                + "        - [ ] `#[[a b]]`\n")
        #expect(TaskMarkers(text).tasks.map(\.text) == ["`#[[a b]]`"])
    }

    @Test func `characters of the last plane keep their places`() {
        let text = "- \u{100000} `a` #[[b c]]"
        #expect(page(text) == text + "\n")
        #expect(page("- \u{100000} #[[b c]]") == "- \u{100000} #b c#\n")
    }
}
