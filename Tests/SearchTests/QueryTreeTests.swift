// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import AtriumSearch

/// The one syntax of queries.
struct QueryTreeTests {
    /// The terms of each condition.
    private static func clauses(_ tree: QueryTree) -> [[String]] { tree.conditions.map { $0.terms.map(\.text) } }

    @Test(arguments: [
        ("", []), ("a b", [["a"], ["b"]]), ("a OR b", [["a", "b"]]), ("a OR b OR c d", [["a", "b", "c"], ["d"]]),
        ("a -b OR tag:c", [["a"], ["-b", "tag:c"]]), ("\"a b\" OR \"c d", [["\"a b\"", "\"c d"]]),
        ("OR a", [["OR"], ["a"]]), ("a OR", [["a"], ["OR"]]), ("OR", [["OR"]]), ("a OR OR b", [["a", "OR"], ["b"]]),
        ("a or b", [["a"], ["or"], ["b"]]), ("a \"OR\" b", [["a"], ["\"OR\""], ["b"]]),
    ])
    func `OR joins its two neighbours, and is a word where it has but one`(text: String, clauses: [[String]]) {
        #expect(Self.clauses(QueryTree(text)) == clauses)
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
        #expect(Self.clauses(tree) == clauses)
        #expect(tree.terms.allSatisfy { $0.isNegated == $0.text.hasPrefix("-") })
    }

    @Test(arguments: [
        ("(a OR b) -c", "(a|b) -c"), ("-(a OR b) c", "!(a|b) c"), ("NOT (a b)", "!(a b)"), ("(a b) c", "a b c"),
        ("a OR (b c)", "(a|(b c))"), ("(a OR b) OR c", "(a|b|c)"), ("(a OR (b -(c OR d))) e", "(a|(b !(c|d))) e"),
        ("((a))", "a"), ("-((a))", "!a"), ("a AND (b OR c)", "a (b|c)"), ("(OR a) OR b", "((OR a)|b)"),
        ("(a OR) b", "a OR b"), ("(a AND", "a AND"), ("tag:x(y) OR b", "(tag:x(y)|b)"),
        ("(tag:x(y) OR b)", "(tag:x(y)|b)"),
        ("(\"a (b\" OR c)", "(\"a (b\"|c)"), ("a) b", "a) b"), ("(a OR b", "(a|b)"), (":(", ":("), ("()", "()"),
        ("a ()", "a ()"),
        ("(", "()"), ("NOT()", "NOT()"), ("(a)b", "a)b"), ("a OR -(b)", "(a|!b)"),
    ])
    func `parentheses make one of several terms`(text: String, said: String) {
        #expect(QueryTree(text).conditions.map(Self.said).joined(separator: " ") == said)
    }

    private static func said(_ condition: QueryCondition) -> String {
        switch condition {
        case .term(let term): term.text
        case .all(let conditions): "(" + conditions.map(said).joined(separator: " ") + ")"
        case .any(let conditions): "(" + conditions.map(said).joined(separator: "|") + ")"
        case .not(let condition): "!" + said(condition)
        }
    }

    @Test func `a text of parentheses alone ends`() {
        for sign in ["(", ")", "-(", "a(", "(a OR ", "NOT ("] {
            #expect(QueryTree(String(repeating: sign, count: 20_000)).terms.count <= 20_001)
        }
    }

    @Test(arguments: 0..<300) func `a query means what it says, however deep`(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        let (text, meaning) = Self.expression(&dice, depth: 0)
        let tree = QueryTree(text)
        for number in 0..<16 {
            let isMeant = tree.conditions.allSatisfy { Self.holds($0, number) }
            #expect(isMeant == meaning(number), "\(text), \(number)")
        }
    }

    /// A query of the words `w0` to `w3`, which hold for numbers with that bit, and its meaning.
    private static func expression(_ dice: inout Dice, depth: Int) -> (text: String, meaning: (Int) -> Bool) {
        let kind = depth > 3 ? 0 : dice.roll(5)
        if kind < 2 {
            let bit = dice.roll(4)
            return ("w\(bit)", { $0 >> bit & 1 == 1 })
        }
        let parts = (0..<dice.roll(3) + 1).map { _ in expression(&dice, depth: depth + 1) }
        switch kind {
        case 2:
            let sign = Bool.random(using: &dice) ? "-" : "NOT "
            return ("\(sign)(\(parts[0].text))", { !parts[0].meaning($0) })
        case 3:
            return (
                "(" + parts.map { "(\($0.text))" }.joined(separator: " OR ") + ")",
                { number in parts.contains { $0.meaning(number) } }
            )
        default:
            let sign = Bool.random(using: &dice) ? " " : " AND "
            return (
                "(" + parts.map { "(\($0.text))" }.joined(separator: sign) + ")",
                { number in parts.allSatisfy { $0.meaning(number) } }
            )
        }
    }

    private static func holds(_ condition: QueryCondition, _ number: Int) -> Bool {
        switch condition {
        case .term(let term): (Int(term.value.dropFirst()).map { number >> $0 & 1 == 1 } ?? false) != term.isNegated
        case .all(let conditions): conditions.allSatisfy { holds($0, number) }
        case .any(let conditions): conditions.contains { holds($0, number) }
        case .not(let condition): !holds(condition, number)
        }
    }

    @Test(arguments: 0..<200) func `no term is lost, whatever is typed`(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        let pieces = ["OR", "AND", "NOT", "a", "-", "\"", "tag:", "b c", " ", "\\", "é", "-x", "@s", "(", ")", "-("]
        let text = (0..<Int.random(in: 0..<12, using: &dice)).map { _ in
            (pieces.randomElement(using: &dice) ?? "") + (Bool.random(using: &dice) ? " " : "")
        }.joined()
        let tree = QueryTree(text)
        func words(_ terms: [QueryTerm]) -> [String] {
            terms.map { $0.isNegated ? String($0.text.dropFirst()) : $0.text }.filter {
                !["OR", "AND", "NOT", "()"].contains($0)
            }
        }
        #expect(words(tree.terms) == words(QueryTerm.terms(of: text)))
        func letters(_ text: String) -> String { text.filter { $0.isLetter && $0.isLowercase } }
        #expect(letters(tree.terms.map(\.text).joined()) == letters(text))
    }
}
