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

    @Test(arguments: [
        ("a AND b", [["a"], ["b"]]), ("a AND b OR c", [["a"], ["b", "c"]]), ("a NOT b", [["a"], ["-b"]]),
        ("a AND NOT tag:b", [["a"], ["-tag:b"]]), ("NOT -a", [["-a"]]), ("a OR NOT \"b c\"", [["a", "-\"b c\""]]),
        ("AND a", [["AND"], ["a"]]), ("a AND", [["a"], ["AND"]]), ("NOT", [["NOT"]]), ("a NOT", [["a"], ["NOT"]]),
        ("NOT NOT a", [["-NOT"], ["a"]]), ("a AND OR b", [["a"], ["OR"], ["b"]]),
        ("a and not b", [["a"], ["and"], ["not"], ["b"]]),
        ("a \"AND\" \"NOT\" b", [["a"], ["\"AND\""], ["\"NOT\""], ["b"]]),
    ])
    func `AND says nothing more, and NOT negates`(text: String, clauses: [[String]]) {
        let tree = QueryTree(text)
        #expect(tree.clauses.map { $0.map(\.text) } == clauses)
        #expect(tree.terms.allSatisfy { $0.isNegated == $0.text.hasPrefix("-") })
    }

    @Test(arguments: 0..<200) func `no term is lost, whatever is typed`(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        let pieces = ["OR", "AND", "NOT", "a", "-", "\"", "tag:", "b c", " ", "\\", "é", "-x", "@s"]
        let text = (0..<Int.random(in: 0..<12, using: &dice)).map { _ in
            (pieces.randomElement(using: &dice) ?? "") + (Bool.random(using: &dice) ? " " : "")
        }.joined()
        let tree = QueryTree(text)
        let isJoined = tree.clauses.contains { $0.count > 1 }
        let terms = QueryTerm.terms(of: text)
        let joins = tree.clauses.map { $0.count - 1 }.reduce(0, +)
        #expect(tree.terms.count + joins <= terms.count)
        func words(_ terms: [QueryTerm]) -> [String] {
            terms.map { $0.isNegated ? String($0.text.dropFirst()) : $0.text }.filter {
                !["OR", "AND", "NOT"].contains($0)
            }
        }
        #expect(words(tree.terms) == words(terms))
        #expect(tree.terms.indices.contains { tree.isAlternative($0) } == isJoined)
    }
}
