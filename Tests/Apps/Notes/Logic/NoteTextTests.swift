// SPDX-License-Identifier: GPL-3.0-or-later

@testable import NotesLogic
import Dice
import Foundation
@testable import NotesStore
import Testing

/// What stands in a text: tags, links, differences.
struct NoteTextTests {
    @Test(arguments: [
        ("Buy #milk, #Milk and #oat-milk.", ["milk", "oat-milk"]), ("# Title #1 a#b x/#y &#38;", []),
        ("#two words# and (#x)", ["two words", "x"]), ("#one and #two", ["one", "two"]),
        ("今天#日记，#买 牛奶#。", ["日记", "买 牛奶"]), ("`#no` #yes\n```\n#no\n```\n#été/2", ["yes", "été/2"]),
        ("#a#b ##c #-", ["a"]), ("[[x #no]] #yes [[ #too", ["yes", "too"]), ("#", []),
        ("```sh echo one``` #a\n#b", ["a", "b"]), ("~~~~\n```\n#no\n~~~\n#no\n~~~~~ \n#yes", ["yes"]),
        ("```\n#no\n``` x\n#no", []), ("#️⃣ #x#️⃣", ["x"]),
        ("[x](#no) <!-- #no --> > `#no`\n\n    #no", []),
    ])
    func `tags are found`(text: String, tags: [String]) { #expect(TagText.tags(in: text) == tags) }

    @Test func `a tag becomes a plain word`() {
        #expect(TagText.removing("MILK", from: "#milk #milky #Milk `#milk`") == "milk #milky Milk `#milk`")
        #expect(TagText.removing("two words", from: "a #two words# b") == "a two words b")
    }

    @Test(arguments: [
        ("# One #\nbody", "One"), ("######  Six", "Six"), ("#\tTab", "Tab"), ("#tag one", "#tag one"),
        ("####### seven", "####### seven"), ("# ", "# "), (" # x", "x"), ("", ""), ("# # x", "# x"),
        ("# 你好\u{2028}x", "你好"),
    ])
    func `a heading’s signs are no part of a title`(text: String, title: String) {
        #expect(Note.title(of: text) == title)
        #expect(title.isEmpty || Note.firstLine(of: text).contains(title))
    }

    @Test(arguments: [
        ("../../x", "x"), ("./a/.b/..", "a/b"), (" a / . b /", "a/b"), ("v1.2/...", "v1.2"), ("..", ""),
    ])
    func `a notebook’s name leads nowhere else`(name: String, normal: String) {
        #expect(NotebookName.normal(name) == normal)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the ends of lines around a text go, as Foundation trims them`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let pieces = ["\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\u{B}", " ", "a", "é", "\u{301}", "界", "\t"]
        for _ in 0..<500 {
            let text = text(Int.random(in: 0...6, using: &dice), &dice, pieces)
            #expect(text.withoutOuterLineEnds == text.trimmingCharacters(in: .newlines), "\(text.debugDescription)")
        }
    }

    /// ASCII is read by bytes, everything else by characters.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `what is found stands where it stands in a text of any letters`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let pieces = [
            "oat", "milk", "Oat", "MILK", "o", " ", "-", "\n", "\r\n", "'", "#", "12", "x",
            String(repeating: "y", count: 40),
        ]
        for _ in 0..<400 {
            let text = text(12, &dice, pieces)
            let filter = NoteFilter.any([
                .words(self.text(2, &dice, pieces)), .words("\"" + self.text(2, &dice, pieces) + "\""),
            ])
            let excerpt = MatchExcerpt(of: text, finding: filter)
            #expect(excerpt == MatchExcerpt(of: text + "\n界", finding: filter), "\(text.debugDescription) \(filter)")
        }
    }

    private func text(_ count: Int, _ dice: inout Dice, _ pieces: [String]) -> String {
        (0..<count).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
    }

    @Test func `links are found in order`() {
        let text = "note:3 [[A b|shown]] footnote:4 `[[no]]` [[]] note: [[C]]"
        #expect(References(text).targets == [.number(3), .title("A b"), .title("C")])
        func renamed(_ old: String, _ text: String) -> String { References(text).retitled(from: old, to: "New") }
        #expect(renamed("a B", text).contains("[[New|shown]]"))
        // As a heading is copied.
        #expect(References("[[# C]]").targets == [.title("C")])
        #expect(renamed("c", "[[# C]]") == "[[New]]")
    }

    @Test(arguments: [("one two", "one three"), ("", "a"), ("你好世界", "你们好"), ("a\nb", "b\na"), ("x", "x")])
    func `a difference has both texts in it`(old: String, new: String) async throws {
        let pieces = try await WordDiff.pieces(from: old, to: new)
        let texts = pieces.reduce(into: ("", "")) { texts, piece in
            switch piece {
            case .same(let text):
                texts.0 += text
                texts.1 += text
            case .removed(let text): texts.0 += text
            case .added(let text): texts.1 += text
            }
        }
        #expect(texts == (old, new))
    }

    @Test func `a difference is of words`() async throws {
        let words = try await WordDiff.pieces(from: "buy milk", to: "buy milky")
        #expect(words == [.same("buy"), .removed(" milk"), .added(" milky")])
        let signs = try await WordDiff.pieces(from: "你好", to: "你们好")
        #expect(signs == [.same("你"), .added("们"), .same("好")])
    }

    @Test func `a difference of long texts is by lines, then by words within those that differ`() async throws {
        let lines = (0..<3_000).map { "line \($0 * 7_919 % 3_001) has some words" }
        var other = lines
        other[10] = "line ten has other words"
        other.insert("a new line", at: 1_500)
        other.remove(at: 2_900)
        let pieces = try await WordDiff.pieces(
            from: lines.joined(separator: "\n"), to: other.joined(separator: "\n"))
        #expect(pieces.contains(.added(" other")))
        #expect(pieces.contains(.added("a new line\n")))
        #expect(pieces.contains(.removed(lines[2_899] + "\n")))
        #expect(pieces.count < 20)
    }

    @Test func `long texts that have nothing in common are told apart at once`() async throws {
        let old = (0..<5_000).map { "old\($0)" }.joined(separator: "\n")
        let new = (0..<5_000).map { "new\($0)" }.joined(separator: " ")
        let pieces = try await WordDiff.pieces(from: old, to: new)
        #expect(pieces == [.removed(old), .added(new)])
    }

    @Test func `a cancelled difference ends`() async {
        let text = (0..<2_000).map { "word\($0)" }.joined(separator: "\n")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await WordDiff.pieces(from: text, to: text + "\nmore")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
