// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown
import AtriumSession
import AtriumSystems
import Dice
@testable import NotesLogic
import Testing

@testable import NotesStore

/// A renaming changes what links lead to, and nothing else that a text says.
struct RelinkingMarkdownTests {
    private static let pieces = [
        "[[Beta]]", "[[Beta|b]]", "[[Beta#Head]]", "![[Beta]]", "[x](Beta.md)", "[x](<Beta.md> \"Beta\")", "[y][r]",
        "\n\n[r]: Beta.md\n", "`[[Beta]]`", "`", "``", "\n```\n", "\n    ", "<!--", "-->", "Beta", "[[", "]]",
        "](Beta.md)",
        "[", "]", "*", "**", "_", "|", "\n|---|-|\n", "\n", "\n\n", "- ", "> ", "#tag", "\\", "<b>", "&", " ", "界", "é",
        "\n---\n",
        "[[Beta\\|b]]", "[Beta](Beta.md#Beta)", "![p](Beta.md)", "%%", "(", ")",
        "$", "$$", "\n$$\n", "[[ Beta ]]", "[[ Beta #Head |b]]",
    ]

    /// A text after the note Beta has come to be called Gamma.
    private func renamed(_ text: String) async throws -> String {
        let dao = try SystemNotes.all(on: .memory(MemorySystem()))
        let owner = UserID(rawValue: 1)
        func draft(_ text: String, _ path: String) -> NoteDraft {
            NoteDraft(content: text, createdAt: Timestamp(seconds: 0), names: NoteNames(path: path))
        }
        _ = try await dao.create([draft("", "Beta"), draft(text, "I")], owner: owner)
        _ = try await dao.rename(1, to: "Gamma", at: Timestamp(seconds: 1), owner: owner)
        return try #require(try await dao.find(2, owner: owner)).content
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `what a renaming wrote says the same but for its links`(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        var changed = 0
        for _ in 0..<300 {
            let text = (0..<(1 + dice.roll(16))).map { _ in Self.pieces[dice.roll(Self.pieces.count)] }.joined()
            let new = try await renamed(text)
            if new != text { changed += 1 }
            let (before, after) = (MarkdownDocument(text), MarkdownDocument(new))
            #expect(withoutTargets(before) == withoutTargets(after), "\(text.debugDescription)")
            #expect(before.links.map(\.kind) == after.links.map(\.kind), "\(text.debugDescription)")
            #expect(before.lines.map(\.content) == after.lines.map(\.content), "\(text.debugDescription)")
            #expect(before.tags.map { before.text($0.name) } == after.tags.map { after.text($0.name) })
            #expect(try await renamed(new) == new, "\(text.debugDescription)")
        }
        #expect(changed > 90)
    }

    @Test(arguments: [
        ("$[[Beta]]$ [[Beta]]", "$[[Beta]]$ [[Gamma]]"), ("$$\n[[Beta]]\n$$", "$$\n[[Beta]]\n$$"),
        ("$a_1 [[Beta]] b_2$ and $5 [[Beta]] $6", "$a_1 [[Beta]] b_2$ and $5 [[Gamma]] $6"),
        ("$x\n[[Beta]]$", "$x\n[[Gamma]]$"), ("\\$[[Beta]]$", "\\$[[Gamma]]$"), ("`$`[[Beta]]`$`", "`$`[[Gamma]]`$`"),
        ("[[ Beta ]] [[Beta |b]] [[\tBeta #h]]", "[[ Gamma ]] [[Gamma |b]] [[\tGamma #h]]"),
    ])
    func `formulas have no links, and blanks in a link stay`(text: String, expected: String) async throws {
        #expect(try await renamed(text) == expected)
    }

    /// The text without what its links lead to.
    private func withoutTargets(_ document: MarkdownDocument) -> String {
        let targets = Set(document.links.compactMap(\.target)).sorted { $0.lowerBound < $1.lowerBound }
        var text = ""
        var end = 0
        for target in targets where target.lowerBound >= end {
            text += document.text(end..<target.lowerBound) + "\u{0}"
            end = target.upperBound
        }
        return text + document.text(end..<document.bytes.count)
    }

    @Test func `the address that is given below a link follows, and code does not`() async throws {
        #expect(
            try await renamed("[a][r] `[[Beta]]` [[Beta]]\n\n    [[Beta]]\n\n[r]: Beta.md \"Beta\"")
                == "[a][r] `[[Beta]]` [[Gamma]]\n\n    [[Beta]]\n\n[r]: Gamma.md \"Beta\"")
        #expect(
            try await renamed("| a |\n|-|\n| [[Beta\\|b]] [[Beta|b]] |")
                == "| a |\n|-|\n| [[Gamma\\|b]] [[Gamma|b]] |")
    }
}
