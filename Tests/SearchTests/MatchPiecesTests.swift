// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import Testing

/// Where words stand that were looked for.
struct MatchPiecesTests {
    private func marked(_ text: String, _ query: String) -> String? {
        MatchPieces.of(text, finding: SearchQuery(query).soughtWords)?.map { $0.isMatch ? "«\($0.text)»" : $0.text }
            .joined()
    }

    @Test(arguments: [
        ("Trains leave", "train", "«Train»s leave"), ("Then the train", "the train", "Then «the» «train»"),
        ("a train home", "\"train home\"", "a «train home»"), ("你好吗", "好", "你«好»吗"), ("nothing", "train", nil),
        ("first\nthe train", "train", "the «train»"), ("any", "", nil),
    ])
    func `the last word is a beginning, and the others are whole`(text: String, query: String, expected: String?) {
        #expect(marked(text, query) == expected)
    }

    @Test(arguments: [
        ("Trains leave, the train left the retrain", "train", "«Train»s leave, the «train» left the retrain"),
        ("the then the\ntrain", "the train", "«the» then «the»\n«train»"),
        ("a train home, train home", "\"train home\"", "a «train home», «train home»"),
        ("你好吗你好", "好", "你«好»吗你«好»"), ("aaaa aa", "a", "«a»aaa «a»a"), ("Crème, creme", "crème", "«Crème», «creme»"),
        ("nothing", "train", "nothing"), ("any", "", "any"),
    ])
    func `every place is found, none over another`(text: String, query: String, expected: String) {
        let characters = Array(text)
        var shown = ""
        var start = 0
        for place in MatchPieces.places(of: SearchQuery(query).soughtWords, in: characters) {
            shown += String(characters[start..<place.lowerBound]) + "«" + String(characters[place]) + "»"
            start = place.upperBound
        }
        #expect(shown + String(characters[start...]) == expected)
    }
}
