// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import string_catalog

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws(JSONFault) -> JSONValue {
        try JSONReader.read(Array(text.utf8))
    }

    @Test func keepsOrderAndLines() throws {
        let value = try read("{\n  \"b\" : 1,\n  \"a\" :\n    [true, null]\n}")
        let members = try #require(value.members)
        #expect(members.map(\.name) == ["b", "a"])
        #expect(members.map(\.line) == [2, 3])
        #expect(members.map(\.value.line) == [2, 4])
        #expect(
            members[1].value.content
                == .array([
                    JSONValue(content: .other("true"), line: 4), JSONValue(content: .other("null"), line: 4),
                ]))
    }

    @Test(arguments: [
        (#""a\"\\\/\n\r\t\b\f""#, "a\"\\/\n\r\t\u{8}\u{C}"),
        (#""\u0041\u00e9\u4E2d""#, "Aé中"),
        (#""\ud83d\ude42""#, "🙂"),
        ("\"é中🙂\"", "é中🙂"),
        ("\"\"", ""),
    ])
    func readsStrings(_ text: String, _ string: String) throws {
        #expect(try read(text).string == string)
    }

    @Test(arguments: [
        "", "{", "[1", "{\"a\"}", "{\"a\":}", "{a:1}", "[1,]", "{\"a\":1,}", "nul", "nan", "-inf", "1 2", "\"a",
        "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ud83d\\u0041\"", "\"\\ude42\"", "\"a\nb\"", "\"\\",
    ])
    func refuses(_ text: String) {
        #expect(throws: JSONFault.unexpected(line: 1)) { try read(text) }
    }

    @Test func refusesInvalidUTF8() {
        #expect(throws: JSONFault.unexpected(line: 1)) { try JSONReader.read([0x22, 0xC3, 0x22]) }
    }

    @Test func refusesARepeatedName() {
        #expect(throws: JSONFault.repeatedName("a", line: 3)) { try read("{\n\"a\":1,\n\"a\":2}") }
    }

    @Test func refusesDeepNesting() {
        #expect(throws: JSONFault.tooDeep(line: 1)) { try read(String(repeating: "[", count: 100_000)) }
        #expect(throws: Never.self) {
            try read(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
        }
    }
}
