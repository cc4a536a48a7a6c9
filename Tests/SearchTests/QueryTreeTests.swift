// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import AtriumSearch

/// The one syntax of queries.
struct QueryTreeTests {
    @Test(arguments: [
        ("", []), ("a b", [["a"], ["b"]]), ("a OR b", [["a", "b"]]), ("a OR b OR c d", [["a", "b", "c"], ["d"]]),
        ("a -b OR tag:c", [["a"], ["-b", "tag:c"]]), ("\"a b\" OR \"c d", [["\"a b\"", "\"c d"]]),
        ("OR a", [["OR"], ["a"]]), ("a OR", [["a"], ["OR"]]), ("OR", [["OR"]]), ("a OR OR b", [["a", "OR"], ["b"]]),
        ("a or b", [["a"], ["or"], ["b"]]), ("a \"OR\" b", [["a"], ["\"OR\""], ["b"]]),
    ])
    func `OR joins its two neighbours, and is a word where it has but one`(text: String, clauses: [[String]]) {
        #expect(QueryTree(text).clauses.map { $0.map(\.text) } == clauses)
    }

    @Test(arguments: 0..<200) func `no term is lost, whatever is typed`(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        let pieces = ["OR", "a", "-", "\"", "tag:", "b c", " ", "\\", "é", "-x", "@s"]
        let text = (0..<Int.random(in: 0..<12, using: &dice)).map { _ in
            (pieces.randomElement(using: &dice) ?? "") + (Bool.random(using: &dice) ? " " : "")
        }.joined()
        let tree = QueryTree(text)
        let isJoined = tree.clauses.contains { $0.count > 1 }
        let terms = QueryTerm.terms(of: text)
        let joins = tree.clauses.map { $0.count - 1 }.reduce(0, +)
        #expect(tree.terms.count + joins == terms.count)
        #expect(tree.terms.map(\.text).filter { $0 != "OR" } == terms.map(\.text).filter { $0 != "OR" })
        #expect(tree.terms.indices.contains { tree.isAlternative($0) } == isJoined)
    }
}
