// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// What somebody who reads and writes all day sees on a real terminal: at three widths, in three languages.
@MainActor
final class DailyUseOnTerminalTests: ProgramOnTerminal {
    nonisolated static let widths = [120, 80, 50]
    nonisolated static let languages = ["en", "fr", "zh-Hans"]
    /// What the log of messages says where it is empty, without its spaces.
    private static let emptyLog = [
        "en": "Nomessagesyet.GetsomewithimportFILEorsendNUMBERTEXT.",
        "fr": "Aucunmessage.Ajoutez-enavecimportFICHIERousendNUMÉROTEXTE.",
        "zh-Hans": "还没有消息。用“import文件”导入，或用“send号码文字”发送。",
    ]
    private static let words = (10..<50).map { "word\($0)" }

    private func start(_ columns: Int, _ language: String, _ options: [String] = []) async throws -> TmuxTerminal {
        try await atrium.register()
        let text = "Plan\n\n" + Self.words.joined(separator: " ")
        try text.write(toFile: atrium.home + "/plan", atomically: true, encoding: .utf8)
        let added = try await atrium("atrium --user ana --password-file password -c 'add - ' < plan")
        #expect(added.status == 0, "\(added.error)")
        let terminal = try await atrium.terminal(
            [Repository.program, "--user", "ana", "--password-file", "password", "--lang", language] + options,
            columns: columns, rows: 20)
        try await expect("ana@notes ❯", on: terminal)
        return terminal
    }

    private func press(_ name: String, on terminal: TmuxTerminal) async throws {
        try await terminal.press([try #require(ScriptKey(name))])
    }

    /// Waits until the screen is as it should be.
    @discardableResult
    private func see(
        _ what: String, on terminal: TmuxTerminal, _ location: SourceLocation = #_sourceLocation,
        _ isRight: ([String]) -> Bool
    ) async throws -> [String] {
        let screen = try await terminal.screen(isRight)
        #expect(isRight(screen), "\(what):\n\(screen.joined(separator: "\n"))", sourceLocation: location)
        return screen
    }

    @Test(arguments: zip(widths, languages.reversed()))
    func `what is read, selected and said is seen in full`(columns: Int, language: String) async throws {
        let terminal = try await start(columns, language)
        // The user and the clock, with all apps.
        var screen = try await expect("3  Plan", on: terminal)
        #expect(screen[0].contains(/ana · .*\d\d:\d\d ?$/), "\(screen[0])")
        // A paragraph to its end.
        try await terminal.enter("show 3", isCommand: false)
        try await see("the whole paragraph", on: terminal) { screen in
            Self.words.allSatisfy { word in screen.contains { $0.contains(word) } }
        }
        // Where somebody is: what is open, and that the selection has come along.
        for (number, title) in [("3", "Plan"), ("1", "Welcome to MyNote.")] {
            try await terminal.enter("show \(number)", isCommand: false)
            try await terminal.enter("where", isCommand: false)
            try await see("what is open and selected", on: terminal) { screen in
                screen.contains { $0.contains("notes/\(number)") }
                    && screen.contains { $0.contains("\(number) \(title)") }
            }
        }
        try await terminal.enter("show 3", isCommand: false)
        // An error stays until the next command, whatever keys move, and is found again.
        try await terminal.enter("remove 99", isCommand: false)
        try await see("why it failed", on: terminal) { $0.contains { $0.contains("✗") && $0.contains("99") } }
        try await press("F6", on: terminal)
        screen = try await expect("▸ Plan", on: terminal)
        #expect(screen.contains { $0.contains("✗") && $0.contains("99") })
        // Whoever types is back on the line.
        try await terminal.enter("messages", isCommand: false)
        try await see("what was said", on: terminal) { $0.contains { !$0.contains("✗") && $0.contains(" 99") } }
        // What looks alike is found with the line in which it stands.
        try await terminal.enter("find word33", isCommand: false)
        try await see("the line that was found", on: terminal) { screen in
            screen.contains { $0.contains("3  Plan") } && screen.contains { $0.contains("word33") }
        }
        // What is empty says what to do, to the last word.
        try await terminal.enter("switch sms", isCommand: false)
        try await expect("ana@sms ❯", on: terminal)
        let empty = try #require(Self.emptyLog[language])
        try await see("what an empty log says", on: terminal) { screen in
            let cells = screen.map { $0.split(separator: "│", omittingEmptySubsequences: false) }
            return (0..<4).contains { column in
                cells.map { $0.count > column ? String($0[column]) : "" }.joined().filter { !$0.isWhitespace }
                    .contains(empty)
            }
        }
        await terminal.end()
    }

    @Test(arguments: widths)
    func `what is opened at the start is selected, and no other process takes the panels away`(columns: Int)
        async throws
    {
        let terminal = try await start(columns, "en", ["--open", "notes/1"])
        try await press("F6", on: terminal)
        try await expect("▸ Welcome", on: terminal)
        try await press("Escape", on: terminal)
        try await expect("▸1  Welcome", on: terminal)
        let other = try await atrium(
            "atrium --user ana --password-file password -c 'set plain on' -c 'add From elsewhere'")
        #expect(other.status == 0, "\(other.error)")
        let screen = try await expect("4  From elsewhere", on: terminal)
        #expect(screen.contains { $0.contains("▸1  Welcome") } && screen.contains { $0.hasPrefix("┌") })
        await terminal.end()
    }

    @Test(arguments: zip(widths, languages))
    func `what is written, removed and locked is where it should be`(columns: Int, language: String) async throws {
        let terminal = try await start(columns, language)
        // Several lines are seen while they are written.
        try await terminal.enter("add", isCommand: false)
        try await expect("Alt-", on: terminal)
        try await terminal.enter("first line", isCommand: false)
        try await terminal.type("second line")
        var screen = try await expect("│ second line", on: terminal)
        #expect(screen.contains { $0.contains("│ first line") })
        try await press("M-Enter", on: terminal)
        try await see("that it was added", on: terminal) { $0.contains { $0.contains("✓") && $0.contains("4") } }
        // Keys work on the selection without Alt, and one takes that back.
        try await press("F6", on: terminal)
        try await see("the newest selected", on: terminal) { $0.contains { $0.contains("▸4  first line") } }
        try await press("Up", on: terminal)
        try await see("the one before selected", on: terminal) { $0.contains { $0.contains("▸3  Plan") } }
        try await terminal.type("d")
        try await see("that it is gone", on: terminal) { !$0.contains { $0.contains("3  Plan") } }
        try await terminal.type("u")
        try await see("that it is back", on: terminal) { $0.contains { $0.contains("3  Plan") } }
        // A password is asked for at once, again after a wrong one, and never seen.
        try await terminal.enter("lock", isCommand: false)
        screen = try await see("who is asked", on: terminal) { screen in
            let last = screen.last { !$0.isEmpty } ?? ""
            return last.contains("ana") && !last.contains("❯")
        }
        #expect(!screen.contains { $0.contains("Plan") })
        try await terminal.enter("a wrong one", isCommand: false)
        screen = try await see("that it was wrong", on: terminal) { $0.contains { $0.contains("✗") } }
        #expect(!screen.contains { $0.contains("a wrong one") })
        try await terminal.enter(ProgramUnderTest.password, isCommand: false)
        screen = try await expect("ana@notes ❯", on: terminal)
        #expect(screen.contains { $0.contains("3  Plan") })
        #expect(!screen.contains { $0.contains("battery") })
        await terminal.end()
    }
}
