// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

struct CompletionEditTests {
    private func edited(
        _ line: String, _ candidates: [String], isLiteral: Bool = false, start: Int? = nil, appends: Character? = " "
    ) -> String? {
        let request = CompletionRequest(line: line)
        let start = start ?? request.start
        let answer = CompletionAnswer(
            candidates.map { Completion(text: $0, appends: appends) }, start: start, isLiteral: isLiteral)
        return CompletionEdit(answer, typed: request.typed).replacement.map {
            String(decoding: line.utf8.prefix(start), as: UTF8.self) + $0
        }
    }

    @Test func `the only candidate takes the place of the word`() {
        #expect(edited("sh", ["show"]) == "show ")
        #expect(edited("show shop", ["3"]) == "show 3 ")
        #expect(edited("thread al", ["Alice Smith"]) == "thread Alice\\ Smith ")
        #expect(edited("thread \"al", ["Alice Smith"]) == "thread \"Alice Smith\" ")
        #expect(edited("thread Al'i", ["Alice Smith"]) == "thread 'Alice Smith' ")
        #expect(edited("import ~/Do", ["~/Documents/"], appends: nil) == "import \\~/Documents/")
        #expect(edited("import \"Do", ["Documents/"], appends: nil) == "import \"Documents/")
        #expect(edited("tag 3 two w", ["two words"], isLiteral: true, start: 6) == "tag 3 two words ")
        #expect(edited("find tag:tw", ["tag:\"two words\""], isLiteral: true, start: 5) == "find tag:\"two words\" ")
    }

    @Test func `several candidates add what they share, and nothing is lost`() {
        #expect(edited("t", ["tab", "tabs", "table"]) == "tab")
        #expect(edited("ta", ["tab", "theme"]) == nil)
        #expect(edited("al", ["Alice", "ALBERT"]) == nil)
        #expect(edited("al", ["Alice", "ALIX"]) == "Ali")
        #expect(edited("shop", ["3", "31"]) == nil)
        #expect(edited("", ["a", "b"]) == nil)
        #expect(edited("x", []) == nil)
        #expect(edited("你", ["你好", "你好吗"]) == "你好")
        // Canonically equal, but not by bytes: what is put in is a candidate’s own spelling.
        #expect(edited("e\u{301}", ["étage", "étang"]) == "éta")
    }

    @Test func `a question knows where its word begins`() {
        let cases = [
            ("show 3", 5, "3"), ("a \"b c", 2, "b c"), ("a b\\ c", 2, "b c"), ("list >fi", 6, "fi"), ("", 0, ""),
            ("你好 世", 7, "世"), ("x ", 2, ""),
        ]
        for (line, start, word) in cases {
            let request = CompletionRequest(line: line)
            #expect(request.start == start, "\(line)")
            #expect(request.word == word, "\(line)")
        }
        #expect(CompletionRequest(line: "show 3 4", cursor: 6).typed == "show 3")
    }
}
