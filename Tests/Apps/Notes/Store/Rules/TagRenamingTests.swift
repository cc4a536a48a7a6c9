// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import NotesLogic
import Testing

/// New names for tags in texts.
struct TagRenamingTests {
    @Test(arguments: [
        ("a #old b #Old/sub #older", "a #new b #new/sub #older"), ("`#old` #old", "`#old` #new"),
        ("#old stuff# x", "#old stuff# x"), ("", ""), ("[[#old]] %% #old %%", "[[#old]] %% #old %%"),
    ])
    func `the tag changes, and what is within it`(text: String, expected: String) {
        #expect(TagText.renaming("old", to: "new", in: text) == expected)
    }

    @Test func `a name with blanks is closed, and what can be no tag is refused`() {
        #expect(TagText.renaming("old", to: "two words", in: "a #old.") == "a #two words#.")
        #expect(TagText.renaming("two words", to: "one", in: "#two words#, #x") == "#one, #x")
        #expect(TagText.renaming("old", to: "12", in: "#old") == nil)
        #expect(TagText.renaming("old", to: "a, b", in: "#old") == nil)
        #expect(TagText.renaming("old", to: "a, b", in: "no tag") == "no tag")
    }

    @Test(arguments: seeds(8))
    func `whatever stands around it, the other tags stay`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let pieces = [
            "#old", "#old/x", "#b", " ", "\n", "`", "$", "[[", "]]", "%%", "word", "#", "**", "- ", "> ", "é", "。", "/",
        ]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 1...12, using: &dice)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &dice)]
            }.joined()
            guard let renamed = TagText.renaming("old", to: "new", in: text) else { continue }
            let expected = TagText.tags(in: text).map { LevelName.renaming($0, from: "old", to: "new") ?? $0 }
            var known: Set<String> = []
            #expect(TagText.tags(in: renamed) == expected.filter { known.insert(NameKey.of($0)).inserted }, "\(text)")
            #expect(renamed.replacing("#new", with: "#old") == text, "\(text)")
        }
    }

    @Test func `a notebook is renamed as a tag is, with each within it`() {
        #expect(LevelName.renaming("Wörk/Plans/x", from: "work/plans", to: "old") == "old/x")
        #expect(LevelName.renaming("work", from: "work/plans", to: "old") == nil)
        #expect(LevelName.renaming("workers/plans", from: "work", to: "old") == nil)
        #expect(LevelName.isIn("Work/plans", "work") && !LevelName.isIn("workers", "work"))
    }
}
