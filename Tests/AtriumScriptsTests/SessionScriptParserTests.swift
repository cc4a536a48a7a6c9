// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import AtriumSession
import Foundation
import Testing

struct SessionScriptParserTests {
    private func parse(_ text: String) throws -> SessionScript {
        try SessionScriptParser().parse(Array(text.utf8))
    }

    private func fault(_ bytes: [UInt8]) -> ScriptSyntaxFault? {
        do {
            _ = try SessionScriptParser().parse(bytes)
            return nil
        } catch {
            return error
        }
    }

    private func command(_ text: String) throws -> ScriptCommand {
        let script = try parse(text)
        guard case .command(let command) = try #require(script.steps.first) else {
            throw ScriptSyntaxFault(line: 0, reason: .expectationBeforeCommand)
        }
        return command
    }

    @Test func readsEverythingACommandCanHave() throws {
        let script = try parse(
            """
            # a comment
            @ -
            $ login ana
            > secret
            >
              Welcome.
            # another
            ! Careful.
            !
            ? 3
            % clock +31m

            @ notes
            """)
        #expect(script.steps.count == 4)
        #expect(script.steps[0] == .check(line: 2, app: nil))
        guard case .command(let command) = script.steps[1] else { return #expect(Bool(false)) }
        #expect(command.line == 3)
        #expect(command.text == "login ana")
        #expect(command.answers == ["secret", ""])
        #expect(command.answerLines == [4, 5])
        #expect(command.output == [ExpectedLine(line: 6, text: "Welcome.", pattern: .literal)])
        #expect(command.errorOutput.map(\.text) == ["Careful.", ""])
        #expect(command.status == 3)
        #expect(script.steps[2] == .setting(line: 11, .clockMoved(seconds: 1_860)))
        #expect(script.steps[3] == .check(line: 13, app: "notes"))
    }

    @Test func anEmptyLineIsOutputOnlyBetweenOutput() throws {
        #expect(try command("$ a\n\n  one\n\n\n  two\n\n").output.map(\.text) == ["one", "", "", "two"])
        #expect(try command("$ a\n\n  one\n\n\n  two\n\n").output.map(\.line) == [3, 4, 5, 6])
        #expect(try command("$ a\n  one\n\n# note\n\n  two\n").output.map(\.text) == ["one", "two"])
        #expect(try command("$ a\n  one\n\n! bad\n").output.map(\.text) == ["one"])
        #expect(try command("$ a\n  one\n  \n").output.map(\.text) == ["one", ""])
    }

    @Test func crlfAndAMissingNewlineMeanTheSame() throws {
        let text = "% lang fr\n$ a\n> b\n  one\n\n  two\n! e\n? 2\n@ notes"
        let unix = try parse(text)
        #expect(try parse(text + "\n") == unix)
        #expect(try parse(text.replacing("\n", with: "\r\n")) == unix)
        #expect(try parse("\u{FEFF}" + text) == unix)
    }

    @Test func settingsOfTheStart() throws {
        let script = try parse(
            """
            % clock 2024-02-29T23:59:59Z
            % timezone Europe/Paris
            % lang zh-Hans
            % size 40x0
            % seed 18446744073709551615
            % render screen
            % apps sms notes
            % user ana
            % store memory
            $ list
            """)
        #expect(script.settings.clock == Date(timeIntervalSince1970: 1_709_251_199))
        #expect(script.settings.timeZone == "Europe/Paris")
        #expect(script.settings.language == .simplifiedChinese)
        #expect(script.settings.size == ScriptSize(columns: 40, rows: 0))
        #expect(script.settings.seed == .max)
        #expect(script.settings.render == .screen)
        #expect(script.settings.user == "ana")
        #expect(script.settings.apps == ["sms", "notes"])
        #expect(script.settings.store == .memory)
        #expect(script.steps.count == 1)
        #expect(script.settings.given == Set(ScriptSettingName.allCases.filter { !$0.isOfTerminal }))
    }

    @Test func withoutSettings() throws {
        let settings = try parse("").settings
        #expect(settings.clock == Date(timeIntervalSince1970: 1_767_258_000))
        #expect(settings.timeZone == "UTC")
        #expect(settings.size == ScriptSize(columns: 80, rows: 24))
        #expect(settings.store == .sqlite)
        #expect(settings.user == nil)
        #expect(settings.apps == nil)
        #expect(settings.given.isEmpty)
    }

    /// A clock that moves after the login must not move before it.
    @Test func whatFollowsTheUserHappensAfterTheLogin() throws {
        let script = try parse("% user ana\n% clock +31m\n% lang fr\n% user bob\n$ list\n% size 1x2\n")
        #expect(script.settings.user == "ana")
        #expect(script.settings.language == .english)
        #expect(
            script.steps.dropLast(2) == [
                .setting(line: 2, .clockMoved(seconds: 1_860)), .setting(line: 3, .language(.french)),
                .setting(line: 4, .user("bob")),
            ])
        #expect(script.steps.last == .setting(line: 6, .size(ScriptSize(columns: 1, rows: 2))))
        let set = try parse("% user ana\n% clock 2027-01-01T00:00:00Z\n")
        #expect(set.settings.clock == ScriptSettings().clock)
        #expect(set.steps == [.setting(line: 2, .clock(Date(timeIntervalSince1970: 1_798_761_600)))])
    }

    @Test(arguments: [
        ("+1s", 1), ("+90m", 5_400), ("-2h", -7_200), ("+1d12h", 129_600), ("+1h1h", 7_200),
    ])
    func movesOfTheClock(text: String, seconds: Int) throws {
        #expect(try parse("% clock \(text)").steps == [.setting(line: 1, .clockMoved(seconds: seconds))])
    }

    @Test(arguments: [
        "clock", "clock +", "clock +5", "clock +m", "clock + 5m", "clock +5w", "clock +99999999999s", "clock noon",
        "clock 2026-02-29T09:00:00Z", "clock 2026-13-01T09:00:00Z", "clock 2026-01-01T24:00:00Z",
        "clock 2026-01-01 09:00:00Z", "clock 0000-01-01T00:00:00Z", "clock 2026-01-00T00:00:00Z",
        "timezone Mars/Olympus", "timezone", "lang de", "lang EN", "size 80", "size 80x", "size x24", "size 80x24x1",
        "size 65536x1", "size -1x2", "size +1x2", "size 80 x 24", "seed -1", "seed 1.5", "seed +1",
        "seed 18446744073709551616", "store other", "user", "user a b", "render html",
    ])
    func badValues(setting: String) {
        let words = setting.split(separator: " ", maxSplits: 1).map(String.init)
        let name = ScriptSettingName(rawValue: words[0])!
        let value = words.count > 1 ? words[1] : ""
        #expect(
            fault(Array("% \(setting)\n".utf8)) == ScriptSyntaxFault(line: 1, reason: .badSettingValue(name, value)))
    }

    @Test func fixturesKeepTheirBytes() throws {
        let script = try parse("$ a\n-- in.txt --\none\r\n\n# no comment\n-- b/c d --\n--not one --\nlast")
        #expect(script.steps.count == 1)
        #expect(script.fixtures.map(\.name) == ["in.txt", "b/c d"])
        #expect(script.fixtures.map(\.line) == [2, 6])
        #expect(
            script.fixtures.map(\.bytes) == [Array("one\r\n\n# no comment\n".utf8), Array("--not one --\nlast".utf8)])
        #expect(try parse("-- empty --").fixtures.map(\.bytes) == [[]])
        #expect(try parse("-- a --\n-- b --\n").fixtures.map(\.bytes) == [[], []])
    }

    @Test(arguments: [
        "../x", "/etc/passwd", "a/../b", "a//b", "a/", "./a", "..", ".", "a\u{1}b", "a\u{9B}b", " a", "a\tb",
    ])
    func unsafeFixtures(name: String) {
        #expect(
            fault(Array("$ a\n-- \(name) --\n".utf8)) == ScriptSyntaxFault(line: 2, reason: .fixtureUnsafe(name)))
    }

    @Test func fixturesInEachOthersWay() {
        #expect(fault(Array("-- a --\nx\n-- a --\n".utf8)) == ScriptSyntaxFault(line: 3, reason: .fixtureRepeated("a")))
        #expect(
            fault(Array("-- a --\n-- a/b --\n".utf8)) == ScriptSyntaxFault(line: 2, reason: .fixtureRepeated("a/b")))
        #expect(fault(Array("-- a/b --\n-- a --\n".utf8)) == ScriptSyntaxFault(line: 2, reason: .fixtureRepeated("a")))
        #expect(fault(Array("-- ab --\n-- a --\n".utf8)) == nil)
    }

    @Test(arguments: [
        ("x", 1, ScriptSyntaxReason.unknownPrefix("x")),
        ("$ a\n one", 2, .unknownPrefix(" ")),
        ("$a", 1, .unknownPrefix("$")),
        ("$ a\n!b", 2, .unknownPrefix("!")),
        ("\t$ a", 1, .leadingTab),
        ("$ a\n\tone", 2, .leadingTab),
        ("$ a\n  b\0c", 2, .nulCharacter),
        ("% tty", 1, .unknownSetting("tty")),
        ("%", 1, .unknownSetting("")),
        ("$ a\n% seed 1", 2, .settingTooLate(.seed)),
        ("@ -\n% store memory", 2, .settingTooLate(.store)),
        ("% seed 1\n% seed 2", 2, .settingRepeated(.seed)),
        ("$ a\n% apps notes", 2, .settingTooLate(.apps)),
        ("% apps notes\n% apps sms", 2, .settingRepeated(.apps)),
        ("% apps", 1, .badSettingValue(.apps, "")),
        ("% apps notes notes", 1, .badSettingValue(.apps, "notes notes")),
        ("$ a\n? x", 2, .badStatus("x")),
        ("$ a\n? 256", 2, .badStatus("256")),
        ("$ a\n? +1", 2, .badStatus("+1")),
        ("$ a\n?", 2, .badStatus("")),
        ("@", 1, .badApp("")),
        ("@ a b", 1, .badApp("a b")),
        ("  one", 1, .expectationBeforeCommand),
        ("! one", 1, .expectationBeforeCommand),
        ("$", 1, .commandMissing), ("$ a\n$  ", 2, .commandMissing), ("% pty\n$", 2, .commandMissing),
        ("> one", 1, .expectationBeforeCommand),
        ("? 1", 1, .expectationBeforeCommand),
        ("$ a\n@ notes\n  one", 3, .expectationBeforeCommand),
        ("$ a\n? 1\n  one", 3, .expectationAfterStatus),
        ("$ a\n? 1\n? 1", 3, .expectationAfterStatus),
        ("-- a", 1, .fixtureNameUnterminated),
        ("--a --", 1, .fixtureNameUnterminated),
        ("-- --", 1, .fixtureNameUnterminated),
        ("$ a\n  [T:tome]", 2, .placeholderKindUnknown(name: "T", kind: "tome")),
        ("$ a\n  [T:time]\n  [T:date]", 3, .placeholderKindChanged(name: "T", from: .time, to: .date)),
        ("$ a\n  [ (re)", 2, .badExpression("[")),
        ("$ a\n  (a+)+ (re)", 2, .nestedRepetition("(a+)+")),
    ])
    func faults(text: String, line: Int, reason: ScriptSyntaxReason) {
        #expect(fault(Array(text.utf8)) == ScriptSyntaxFault(line: line, reason: reason))
    }

    @Test func invalidUTF8IsFoundAtItsLine() {
        #expect(fault(Array("$ a\n  b".utf8) + [0xC3, 0x28]) == ScriptSyntaxFault(line: 2, reason: .invalidUTF8))
        #expect(fault(Array("-- a --\nx\n".utf8) + [0xFF]) == ScriptSyntaxFault(line: 3, reason: .invalidUTF8))
    }

    /// To `String`, the blank and the mark are one character, and the prefix would be gone.
    @Test func aCombiningMarkAfterThePrefixBelongsToTheText() throws {
        #expect(try command("$ \u{301}a\n").text == "\u{301}a")
        #expect(try command("$ a\n  \u{301}b\n").output.map(\.text) == ["\u{301}b"])
    }

    @Test(arguments: [
        ("(a+)+", true), ("(a*)*", true), ("((ab)+c)*", true), ("(a{2,}){3}", true), ("(?:x*y)+", true),
        ("(a|a)*b", true), ("(a?){40}", true), ("((a|b)c)+", true), ("a*a*a*b", true), ("a{0,9}b{1,}c*", true),
        ("a?a?a?a?a?a?a?a?a?", true), ("(?#[)(a*)*]", true), (#"\Q[\E(a*)*"#, true), ("(?i)a", true),
        ("(ab)+", false), ("a+b+", false), ("([+*|?])+", false), (#"(\+)+"#, false), ("(a+)b", false), ("(a+)?", false),
        ("(a|b)c?", false), ("a+?b*?", false), ("(?:ab)+", false), (#"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}"#, false),
    ])
    func endlessExpressions(source: String, isEndless: Bool) {
        #expect(RepetitionScanner.isEndless(source) == isEndless)
    }
}
