// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import AtriumSession
import Foundation
import Testing

struct ScriptReportTests {
    private let report = ScriptReport(results: [
        ScriptResult(path: "a.session", stepsRun: 2, failures: []),
        ScriptResult(
            path: "b\u{1B}.session", stepsRun: 3,
            failures: [
                ScriptFailure(
                    line: 3, step: "$ list <&>",
                    problems: [
                        .output(
                            ScriptMismatch(
                                expected: ["one", "two [N:id]"], actual: ["one", "two \u{202E} "],
                                edits: [.kept(expected: 0, actual: 0), .replaced(expected: 1, actual: 1)])),
                        .status(expected: 0, actual: 2),
                    ],
                    bindings: [ScriptBinding(name: "N", value: "3")]),
                ScriptFailure(line: 9, step: "@ -", problems: [.app(expected: nil, actual: "notes")]),
            ]),
    ])

    @Test func textForPeople() {
        #expect(
            ScriptReportFormat.text.rendered(report, in: .english) == """
                passed  a.session
                failed  b␛.session
                b␛.session:3: $ list <&>
                  The output differs:
                  --- expected
                  +++ actual
                  @@ -1,2 +1,2 @@
                   one
                  -two [N:id]
                  +two \\u{202E}␠
                  Expected status 0, got 2.
                  N is “3”
                b␛.session:9: @ -
                  Expected to be in “-”, but is in “notes”.
                1 passed, 1 failed

                """)
        #expect(report.failed == 1)
    }

    @Test func everyLanguageHasItsOwnSentences() {
        let texts = Language.ofKit.map { ScriptReportFormat.text.rendered(report, in: $0) }
        #expect(Set(texts).count == Language.ofKit.count)
    }

    @Test func jsonIsOneDocumentOfFacts() throws {
        let text = ScriptReportFormat.json.rendered(report, in: .english)
        #expect(text.unicodeScalars.allSatisfy { !RevealedText.isHidden($0.value) && ($0.value >= 0x20 || $0 == "\n") })
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(document["passed"] as? Int == 1)
        let scripts = try #require(document["scripts"] as? [[String: Any]])
        #expect(scripts[1]["path"] as? String == "b\u{1B}.session")
        let failures = try #require(scripts[1]["failures"] as? [[String: Any]])
        #expect(failures[0]["bindings"] as? [String: String] == ["N": "3"])
        let problems = try #require(failures[0]["problems"] as? [[String: Any]])
        #expect(problems[0]["actual"] as? [String] == ["one", "two \u{202E} "])
        #expect(problems[1]["expected"] as? Int == 0)
        let appProblems = try #require(failures[1]["problems"] as? [[String: Any]])
        #expect(appProblems[0]["expected"] is NSNull)
    }

    @Test func junitIsWellFormed() {
        let text = ScriptReportFormat.junit.rendered(report, in: .english)
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="2" failures="1">
                <testsuite name="sessions" tests="2" failures="1" errors="0" skipped="0">
                <testcase classname="sessions" name="a.session"/>
                <testcase classname="sessions" name="b␛.session">
                <failure message="b␛.session:3: $ list &lt;&amp;&gt;: The output differs:">
                b␛.session:3: $ list &lt;&amp;&gt;
                  The output differs:
                  --- expected
                  +++ actual
                  @@ -1,2 +1,2 @@
                   one
                  -two [N:id]
                  +two \\u{202E}␠
                  Expected status 0, got 2.
                  N is “3”
                b␛.session:9: @ -
                  Expected to be in “-”, but is in “notes”.
                </failure>
                </testcase>
                </testsuite>
                </testsuites>

                """)
    }

    @Test(arguments: [
        ScriptSyntaxReason.invalidUTF8, .nulCharacter, .leadingTab, .unknownPrefix("x"), .unknownSetting("tz"),
        .badSettingValue(.size, "a\u{7}"), .settingTooLate(.seed), .settingRepeated(.store), .badStatus("x"),
        .badApp(""), .expectationBeforeCommand, .expectationAfterStatus, .fixtureNameUnterminated,
        .fixtureRepeated("a"), .fixtureUnsafe("../a"), .placeholderKindUnknown(name: "N", kind: "x"),
        .placeholderKindChanged(name: "N", from: .id, to: .date), .badExpression("("), .nestedRepetition("(a+)+"),
        .commandMissing,
        .needsTerminal(.key), .settingOnTerminal(.lang), .notOnTerminal, .terminalOverMemory, .unknownKey("x"),
    ])
    func everyFaultHasASentence(reason: ScriptSyntaxReason) {
        for language in Language.ofKit {
            let sentence = ScriptFaultText(language: language).text(of: reason)
            #expect(sentence.contains(" ") || language == .simplifiedChinese)
            #expect(!sentence.unicodeScalars.contains { $0.value < 0x20 })
        }
    }
}
