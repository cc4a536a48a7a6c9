// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import GRDB
import Testing

@testable import AtriumSearch

@Suite struct SearchTextTests {
    @Test(arguments: [
        ("Hello, World", ["hello", "world"]),
        ("it's C++ & a_b-c", ["it", "s", "c", "a", "b", "c"]),
        ("Ça été Straße ΣΊΣΥΦΟΣ", ["ca", "ete", "strasse", "σισυφοσ"]),
        ("cafe\u{301} naïve", ["cafe", "naive"]),
        ("İstanbul ılık", ["istanbul", "ilik"]),
        ("Ёлка Й", ["елка", "и"]),
        ("你好吗", ["你好", "好吗", "吗"]),
        ("好", ["好"]),
        ("iPhone手机 很好。ok", ["iphone", "手机", "机", "很好", "好", "ok"]),
        ("ＡＢＣ１２ カー か\u{3099}", ["abc12", "カー", "ー", "が"]),
        ("한국어 하늘", ["한국", "국어", "어", "하늘", "늘"]),
        ("\u{1112}\u{1161}\u{11AB}", ["한"]),
        ("हिन्दी", ["हिन्दी"]),
        ("😀👍🏽 ok👨‍👩‍👧", ["ok"]),
        ("", []), ("—…", []), ("42 4e2", ["42", "4e2"]),
        ("فارسی‌زبان", ["فارسیزبان"]),
    ])
    func cuts(_ text: String, _ tokens: [String]) {
        #expect(SearchText.tokens(of: text) == tokens)
    }

    @Test(arguments: [
        ("😀👍🏽 ok👨‍👩‍👧", ["😀👍", "👍", "ok", "👨👩", "👩👧", "👧"]),
        ("party🎉 ☺️ ★★ 1️⃣", ["party", "🎉", "☺", "★★", "★", "1"]),
        ("🇫🇷 🏴\u{E0067}\u{E007F} → 3 € ©", ["🇫🇷", "🇷", "🏴", "3"]),
        ("ｶﾞｷﾞ ｱ ﾡ", ["ガギ", "ギ", "ア", "ᄀ"]),
        ("カー 你好", ["カー", "ー", "你好", "好"]),
    ])
    func `pictures are cut as well where they are looked for`(_ text: String, _ tokens: [String]) {
        #expect(SearchText.tokens(of: text, .pictures) == tokens)
        #expect(SearchText.indexText(of: text, .pictures) == tokens.map { $0 + " " }.joined())
    }

    @Test(arguments: [
        ("🎉", "party🎉", true), ("👍", "ok 👍🏽", true), ("🎉", "🎊", false), ("ｶﾞ", "ガギ", true), ("ア", "ｱ", true),
    ])
    func `a picture is found beside others, and letters of either width`(query: String, text: String, isFound: Bool) {
        #expect(SearchQuery(query, signs: .pictures).finds(text) == isFound)
    }

    @Test func `what is in none of many texts is known at once`() {
        let texts = ["Ann O'Neil", "Émile Zola", "王小明", "Nul\0 Urban", "Straße 12"]
        let queries = ["ann", "oneil", "o'neil", "neil ann", "emi", "zol", "小明", "王明", "urb", "ban", "strasse 1", "x"]
        let searched = SearchedTexts(texts)
        let possible = queries.filter { searched.mayFind(SearchQuery($0, beginnings: .all)) }
        let found = queries.filter { query in texts.contains { SearchQuery(query, beginnings: .all).finds($0) } }
        #expect(found == ["ann", "o'neil", "neil ann", "emi", "zol", "小明", "urb", "strasse 1"])
        #expect(possible == ["ann", "o'neil", "neil ann", "emi", "zol", "小明", "urb", "ban", "strasse 1"])
        // Pictures are among no tokens of letters.
        #expect(searched.mayFind(SearchQuery("🎉", signs: .pictures)))
    }

    @Test func asciiIsHandedOnAsItIs() {
        #expect(SearchText.indexText(of: "Hello, World 12345678") == "Hello, World 12345678")
        #expect(SearchText.isASCII("12345678é") == false)
        #expect(SearchText.isASCII("é12345678") == false)
        #expect(SearchText.isASCII(""))
    }

    @Test func `each character of ASCII is read as Unicode has it`() {
        for scalar in (UInt8(0)..<0x80).map({ Unicode.Scalar($0) }) {
            let isOfWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            let word = isOfWord ? [scalar.properties.lowercaseMapping] : []
            #expect(SearchText.tokens(of: String(scalar)) == word)
            // Behind another character it is read with the whole text.
            #expect(SearchText.tokens(of: "é \(scalar)") == ["e"] + word)
            #expect(QueryTree("é \(scalar)").terms.dropFirst().map(\.text) == QueryTree("\(scalar)").terms.map(\.text))
        }
    }

    @Test func aTokenIsCutWhereTheIndexCutsIt() {
        let long = String(repeating: "é", count: 40_000)
        #expect(SearchText.tokens(of: long).map(\.utf8.count) == [SearchText.longestToken])
    }

    @Test(arguments: [
        ("hel", "\"hel\" *"), ("it's", "\"it s\" *"), ("C++ AND", "\"c\" AND \"and\" *"),
        ("\"Hello World\" foo", "\"hello world\" AND \"foo\" *"), ("你好吗", "\"你好 好吗\""), ("你", "\"你\" *"),
        ("你好。", "\"你好\""), ("ab你", "\"ab 你\" *"), ("\"open phrase", "\"open phrase\""),
        ("a a b a", "\"a\" AND \"b\" AND \"a\" *"),
        ("rare com -", "\"rare\" AND \"com\" *"), ("rare com \"a b\"", "\"rare\" AND \"com\" * AND \"a b\""),
        ("你 it's a", "\"你\" * AND \"it s\" AND \"a\" *"),
    ])
    func asksTheIndex(_ text: String, _ match: String) {
        #expect(SearchQuery(text).match == match)
    }

    @Test func asksForWholeWordsToo() {
        #expect(SearchQuery("hel \"a b\" 你").wholeWordMatch == "\"hel\" AND \"a b\" AND \"你\"")
        #expect(SearchQuery("hel wo \"a\"").shortestPrefix == 2)
        #expect(SearchQuery("\"a b\" 你好").shortestPrefix == nil)
    }

    @Test func everyWordOfANameMayBeOnlyBegun() {
        let query = SearchQuery("fri \"on\" wor", beginnings: .all)
        #expect(query.match == "\"fri\" * AND \"on\" AND \"wor\" *")
        #expect(query.finds("Workshop on Friday"))
        #expect(!SearchQuery("fri on wor").finds("Workshop on Friday"))
    }

    @Test(arguments: [
        ("rare com", "\"rare\""), ("com", nil), ("\"a b\" com", "\"a b\""), ("rare \"a b\"", "\"a b\""),
        ("你好 com", "\"你好\""), ("", nil),
    ])
    func asksForWholeWordsFirst(_ text: String, _ match: String?) {
        #expect(SearchQuery(text).whole?.match == match)
    }

    @Test(arguments: ["", "\"", "*", "\"\"", " - ", "😀", "()"])
    func findsNothingWithoutALetter(_ text: String) {
        #expect(SearchQuery(text).isEmpty)
        #expect(SearchQuery(text).match == nil)
        #expect(!SearchQuery(text).matches(["a"]))
    }

    @Test(arguments: [
        ("hel", "Hello", true), ("hello wor", "world, hello", true), ("wor hello", "world, hello", false),
        ("world hel", "world, hello", true), ("hel \"world\"", "hello world", true),
        ("\"hello wor\"", "hello world", false),
        ("\"hello world\"", "Hello, world!", true), ("\"world hello\"", "hello world", false),
        ("好吗", "你好吗", true), ("你吗", "你好吗", false), ("吗", "你好吗", true), ("你", "你好吗", true),
        ("it's", "it was", false), ("it's", "it's", true), ("ete", "été", true), ("ÉTÉ", "ete", true),
    ])
    func finds(_ query: String, _ text: String, _ expected: Bool) throws {
        #expect(SearchQuery(query).matches(SearchText.tokens(of: text)) == expected)
        #expect(SearchQuery(query).finds(text) == expected)
        #expect(try index([text]).found(SearchQuery(query)) == (expected ? [1] : []))
    }

    /// Random texts and queries of few pieces, so that many of them match.
    @Test func theIndexAndTheSpecificationFindTheSame() throws {
        var random = Dice(seed: 7)
        let pieces = [
            "a", "ab", "abc", "B", " ", " ", "é", "e\u{301}", "\"", "*", "'", "你", "好", "吗", "你好", "。", "😀", "٣",
            "AND", "NEAR(", "-", ":", "\n", "が", "ß", "한",
        ]
        func text(_ most: Int) -> String {
            (0...Int(random.next() % UInt64(most))).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
                .joined()
        }
        let texts = (0..<120).map { _ in text(12) }
        let tokens = texts.map({ SearchText.tokens(of: $0) })
        let index = try index(texts)
        var found = 0
        for _ in 0..<600 {
            let typed = text(6)
            let query = SearchQuery(typed)
            let expected = texts.indices.filter { query.matches(tokens[$0]) }.map { $0 + 1 }
            #expect(try index.found(query) == expected, "\(typed)")
            #expect(texts.indices.filter { query.finds(texts[$0]) }.map { $0 + 1 } == expected, "\(typed)")
            found += expected.count
        }
        #expect(found > 1000)
    }

    /// Texts in which every byte is a character are looked into without their tokens.
    @Test func bytesAndTokensSayTheSame() {
        var random = Dice(seed: 9)
        let pieces = [
            "a", "ab", "B", "Z", "z", "0", "9", "@", "[", "`", "{", "/", ":", " ", "\n", "_", "'", "\"", "\0",
        ]
        func text(_ most: Int) -> String {
            (0...Int(random.next() % UInt64(most))).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
                .joined()
        }
        var found = 0
        for _ in 0..<2000 {
            let (typed, text) = (text(5), text(14))
            for query in [SearchQuery(typed), SearchQuery(typed, beginnings: .all)] {
                let isFound = query.matches(SearchText.tokens(of: text))
                #expect(query.finds(text) == isFound, "\(typed) in \(text)")
                found += isFound ? 1 : 0
            }
        }
        #expect(found > 100)
        let long = String(repeating: "a", count: SearchText.longestToken)
        for (query, text) in [(long, long + "b"), (long + "b", long), ("\"\(long)c\"", long + "b"), (long, "a")] {
            let expected = SearchQuery(query).matches(SearchText.tokens(of: text))
            #expect(SearchQuery(query).finds(text) == expected)
        }
    }

    @Test func aLongQueryIsNoError() throws {
        let words = (0..<1000).map { "w\($0)" }.joined(separator: " ")
        #expect(try index([words]).found(SearchQuery(words)) == [1])
    }

    private func index(_ texts: [String]) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: "CREATE VIRTUAL TABLE t USING fts5(text, content = '', columnsize = 0, tokenize = 'ascii')")
            for (number, text) in texts.enumerated() {
                try database.execute(
                    sql: "INSERT INTO t(rowid, text) VALUES (?, ?)",
                    arguments: [number + 1, SearchText.indexText(of: text)])
            }
        }
        return queue
    }
}

extension DatabaseQueue {
    fileprivate func found(_ query: SearchQuery) throws -> [Int] {
        guard let match = query.match else { return [] }
        return try read {
            try Int.fetchAll($0, sql: "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid", arguments: [match])
        }
    }
}
