// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumTesting
import Foundation
import NotesLogic
import Testing

/// The language in which notes are asked for.
struct QueryReaderTests {
    private func read(_ text: String, saved: [SavedQuery] = []) throws -> AskedQuery {
        // A Thursday.
        var reader = QueryReader(now: ManualClock.nineOClock.now, timeZone: .gmt, saved: saved)
        return try reader.read(text)
    }

    private func filter(_ text: String) throws -> NoteFilter? { try read(text).filter }

    private func days(_ first: String, _ last: String) throws -> NoteFilter {
        let start = try #require(Day(first)).start(in: .gmt)
        return .created(start..<(try #require(Day(last)).start(in: .gmt)))
    }

    @Test func `terms side by side must all hold, OR joins its neighbours`() throws {
        #expect(try filter("a b") == .all([.words("\"a\""), .words("b")]))
        #expect(try filter("a OR b c") == .all([.any([.words("\"a\""), .words("\"b\"")]), .words("c")]))
        #expect(
            try filter("a b OR c OR d")
                == .all([.words("\"a\""), .any([.words("\"b\""), .words("\"c\""), .words("d")])]))
        #expect(try filter("-a \"b c\"") == .all([.not(.words("\"a\"")), .words("\"b c\"")]))
        for query in ["OR a", "a OR", "a (b OR)"] {
            #expect(throws: QueryFault.hangingTerm("OR")) { try filter(query) }
        }
        #expect(try filter("a \"OR\"") == .all([.words("a"), .words("\"OR\"")]))
        #expect(try filter("OR") == .words("OR"))
        // The last word may be only begun, whatever stands behind it that is none.
        #expect(try filter("rare com tag:x") == .all([.words("\"rare\""), .words("com"), .tag("x")]))
        #expect(try filter("com -rare *") == .all([.words("com"), .not(.words("\"rare\""))]))
        #expect(try filter("or") == .words("or"))
        #expect(try filter("") == nil)
    }

    @Test func `parentheses make one of several terms`() throws {
        #expect(
            try filter("(milk OR bread) -eggs")
                == .all([.any([.words("\"milk\""), .words("bread")]), .not(.words("\"eggs\""))]))
        #expect(
            try filter("-(tag:x OR milk) com")
                == .all([.not(.any([.tag("x"), .words("\"milk\"")])), .words("com")]))
        #expect(try filter("(a tag:x) OR b") == .any([.all([.words("\"a\""), .tag("x")]), .words("b")]))
        #expect(try filter("com -(rare") == .all([.words("com"), .not(.words("\"rare\""))]))
        #expect(try filter("in:\"a (b)\"") == .notebook("a (b)"))
        #expect(try read("(milk limit:7)").limit == 7)
        #expect(throws: QueryFault.notAlternative("sort:due")) { try read("a OR (b sort:due)") }
        #expect(throws: QueryFault.notAlternative("limit:7")) { try read("-(a limit:7)") }
        #expect(throws: QueryFault.emptyQuery("()")) { try read("()") }
    }

    @Test func `keys ask for what is beside the text`() throws {
        #expect(try filter("tag:\"two words\"") == .tag("two words"))
        #expect(try filter("-tag:#x") == .not(.tag("x")))
        #expect(try filter("in:/work//plans/") == .notebook("work/plans"))
        #expect(try filter("is:pinned OR is:todo") == .any([.pinned, .todo]))
        #expect(try filter("http://x") == .words("\"http //x\""))
        let query = try read("is:trashed sort:title limit:7 milk")
        #expect(query == AskedQuery(filter: .words("milk"), isTrashed: true, sort: .title, limit: 7))
    }

    @Test(arguments: ["work", "The farm", "a\"b", "\"", "back\\slash", "è 你好"])
    func `any name can be asked for`(name: String) throws {
        #expect(try filter(QueryKey.tag.term(name)) == .tag(name))
        #expect(try filter(QueryKey.in.term(name) + " milk") == .all([.notebook(name), .words("milk")]))
    }

    @Test func `tags, properties and what a note has are terms`() throws {
        #expect(try filter("#trip") == .tag("trip"))
        #expect(try filter("-#project/alpha milk") == .all([.not(.tag("project/alpha")), .words("milk")]))
        // A number, a phrase and a sign alone are words.
        #expect(try filter("#12") == .words("#12"))
        #expect(try filter("\"#trip\"") == .words("\"#trip\""))
        #expect(try filter("has:attachment -has:link") == .all([.attached, .not(.linked)]))
        #expect(try filter("has:task is:untagged is:orphan") == .all([.tasked, .not(.tagged), .orphaned]))
        #expect(try filter("prop:director=Ridley") == .property("director", value: "Ridley"))
        #expect(try filter("prop:\"release year\"=\"a = b\"") == .property("release year", value: "a = b"))
        #expect(try filter("prop:director") == .property("director", value: nil))
        guard case .modified(let times) = try filter("modified:2026-01-05") else { throw CancellationError() }
        #expect(try .created(times) == days("2026-01-05", "2026-01-06"))
    }

    @Test func `a word before a colon that is no key is a mistake`() throws {
        for (text, key) in [("hsa:link", "hsa"), ("milk re:invent", "re"), ("-Created:2026", "created")] {
            let term = text.split(separator: " ").last.map(String.init) ?? ""
            let phrase = term.hasPrefix("-") ? "-\"\(term.dropFirst())\"" : "\"\(term)\""
            let keys = QueryKey.allCases.map(\.rawValue)
            #expect(throws: QueryFault.unknownKey(key, phrase: phrase.lowercased(), keys: keys)) { try read(text) }
        }
        #expect(try filter("\"re:invent\"") == .words("\"re:invent\""))
        #expect(try filter("Todo: milk") == .all([.words("\"todo \""), .words("milk")]))
        #expect(try filter("12:30") == .words("12:30"))
    }

    @Test func `dates are days, months, years, ranges and words`() throws {
        #expect(try filter("date:2026-01-05") == days("2026-01-05", "2026-01-06"))
        #expect(try filter("date:2026-12") == days("2026-12-01", "2027-01-01"))
        #expect(try filter("date:2026") == days("2026-01-01", "2027-01-01"))
        #expect(try filter("date:2026-01..2026-03") == days("2026-01-01", "2026-04-01"))
        #expect(try filter("date:..2025") == days("0000-01-01", "2026-01-01"))
        #expect(try filter("date:today") == days("2026-01-01", "2026-01-02"))
        #expect(try filter("date:hier") == days("2025-12-31", "2026-01-01"))
        #expect(try filter("date:今天..+7") == days("2026-01-01", "2026-01-09"))
        #expect(try filter("date:semaine") == days("2025-12-29", "2026-01-05"))
        #expect(try filter("date:week") == days("2025-12-29", "2026-01-05"))
        #expect(try filter("date:month") == days("2026-01-01", "2026-02-01"))
    }

    @Test(arguments: [
        "is:blue", "date:2026-13", "date:2026-02-30", "date:..", "date:5", "date:2026..2025", "sort:size", "has:x",
        "prop:=x", "prop:x=", "modified:x", "in:/", "in:..", "-sort:size",
    ])
    func `what a key does not know is refused`(term: String) throws {
        let bare = term.hasPrefix("-") ? term.dropFirst() : term[...]
        let key = try #require(QueryKey(rawValue: String(bare.prefix { $0 != ":" })))
        #expect(throws: QueryFault.badTerm(term, forms: key.examples)) { try read("milk \(term)") }
    }

    @Test(arguments: ["tag:", "in:\"\"", "prop:", "date:", "is:", "limit:"])
    func `a key without a value is refused`(term: String) throws {
        let key = try #require(QueryKey(rawValue: String(term.prefix { $0 != ":" })))
        #expect(throws: QueryFault.emptyTerm(term, example: key.examples[0])) { try read("milk \(term)") }
    }

    @Test func `a limit is a whole number above 0`() {
        for term in ["limit:0", "limit:x", "limit:-1", "-limit:0"] {
            #expect(throws: QueryFault.badNumber(term, example: "limit:20")) { try read("milk \(term)") }
        }
    }

    @Test(arguments: ["is:trashed", "sort:title", "limit:3"])
    func `what is of the whole query cannot be negated`(term: String) {
        #expect(throws: QueryFault.negatedTerm("-" + term, bare: term)) { try read("milk -\(term)") }
    }

    @Test(arguments: ["is:trashed", "sort:title", "limit:3"])
    func `what is of the whole query cannot be joined by OR`(term: String) {
        #expect(throws: QueryFault.notAlternative(term)) { try read("milk OR \(term)") }
        #expect(throws: QueryFault.notAlternative(term)) { try read("\(term) OR milk") }
    }

    @Test func `what has nothing to look for is refused only when nothing else is asked`() throws {
        for text in ["\"", "*", "- ?"] { #expect(throws: QueryFault.emptyQuery(text)) { try read(text) } }
        #expect(try filter("milk *") == .words("milk"))
    }

    @Test func `a saved query stands for its text`() throws {
        let saved = [
            SavedQuery(name: "x", query: "a OR b sort:title"), SavedQuery(name: "loop", query: "@loop"),
            SavedQuery(name: "trash", query: "is:trashed"),
        ]
        #expect(try read("@trash a", saved: saved).isTrashed)
        #expect(throws: NotesFault.badTerm("-@trash")) { try read("-@trash", saved: saved) }
        #expect(throws: QueryFault.notAlternative("@trash")) { try read("@trash OR a", saved: saved) }
        #expect(throws: QueryFault.notAlternative("@x")) { try read("a OR @x", saved: saved) }
        let query = try read("-@X c", saved: saved)
        #expect(
            query == AskedQuery(filter: .all([.not(.any([.words("\"a\""), .words("b")])), .words("c")]), sort: .title))
        #expect(throws: NotesFault.unknownSavedQuery("y")) { try read("@y", saved: saved) }
        #expect(throws: NotesFault.badTerm("@loop")) { try read("@loop", saved: saved) }
    }
}
