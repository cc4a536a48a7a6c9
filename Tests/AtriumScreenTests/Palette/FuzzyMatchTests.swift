// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumTerminal
import Dice
import Testing

struct FuzzyMatchTests {
    private func score(_ query: String, _ text: String) -> Int? { FuzzyMatch(query, in: text)?.score }

    @Test(arguments: [
        ("sms", "SMS", [0, 1, 2]), ("ct", "concert", [0, 6]), ("cf", "Concert on Friday", [0, 11]),
        ("fc", "Concert on Friday", nil), ("fri con", "Concert on Friday", [0, 1, 2, 11, 12, 13]),
        ("ete", "Été", [0, 1, 2]), ("ÉTÉ", "ete", [0, 1, 2]), ("豆", "3 豆腐", [2]), ("ab", "ＡＢ", [0, 1]),
        ("", "x", []), ("  ", "x", []), ("x", "", nil), ("nb", "NoteBook", [0, 4]), ("aa", "a", nil),
        ("a a", "a", [0]), ("ss", "ß", nil), ("sr", "sms/remove", [0, 4]), ("ai", "again in", [0, 6]),
    ])
    func `what matches, and where`(query: String, text: String, positions: [Int]?) {
        #expect(FuzzyMatch(query, in: text)?.positions == positions)
    }

    @Test func `beginnings of words and letters side by side count more`() throws {
        let ordered = ["tag", "tags", "t a g", "the angle", "to a bog", "stag", "xtxxaxxg"]
        let scores = try ordered.map { try #require(score("tag", $0)) }
        #expect(scores == scores.sorted(by: >), "\(scores)")
        #expect(Set(scores).count == scores.count, "\(scores)")
    }

    private let letters = ["a", "b", "B", "é", "e", "豆", "腐", " ", "/", "1"].map { Character($0) }

    private func random(_ dice: inout Dice, upTo limit: Int) -> String {
        String((0..<dice.roll(limit + 1)).map { _ in letters[dice.roll(letters.count)] })
    }

    private func isSubsequence(_ word: some Sequence<Character>, of text: String) -> Bool {
        var rest = Array(word.map { Folding.of($0) })[...]
        for character in text where Folding.of(character) == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `every match is a subsequence, and every subsequence matches`(seed: UInt64) {
        var dice = Dice(seed: seed)
        for _ in 0..<1_500 {
            let (query, text) = (random(&dice, upTo: 5), random(&dice, upTo: 12))
            let words = query.split(separator: " ")
            let match = FuzzyMatch(query, in: text)
            #expect((match != nil) == words.allSatisfy { isSubsequence($0, of: text) }, "“\(query)” in “\(text)”")
            guard let match else { continue }
            let characters = Array(text)
            #expect(match.positions == Array(Set(match.positions)).sorted())
            let matched = String(match.positions.map { characters[$0] })
            #expect(words.allSatisfy { isSubsequence($0, of: matched) }, "“\(query)” in “\(text)”")
            if words.count == 1 { #expect(Folding.of(matched) == Folding.of(words[0])) }
        }
    }

    @Test(arguments: [4, 5] as [UInt64])
    func `what was typed in full comes first, and no better way to match is missed`(seed: UInt64) {
        var dice = Dice(seed: seed)
        for _ in 0..<500 {
            let query = random(&dice, upTo: 6).filter { $0 != " " }
            guard !query.isEmpty else { continue }
            let text = random(&dice, upTo: 12)
            guard let exact = score(query, query) else {
                Issue.record("“\(query)” does not match itself")
                continue
            }
            if let other = score(query, text), Folding.of(text) != Folding.of(query) {
                #expect(exact > other, "“\(query)” in “\(text)”")
                // More text can only offer more ways to match.
                #expect(score(query, text + " " + query) ?? 0 >= min(other, score(query, " " + query) ?? 0))
            }
        }
    }
}
