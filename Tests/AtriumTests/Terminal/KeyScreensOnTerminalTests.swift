// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
import AtriumShell
import AtriumTerminal
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The screens that somebody sees each day, in each language at three widths: nothing is cut, least of all at a command,
/// and no English is left.
@MainActor
final class KeyScreensOnTerminalTests: ProgramOnTerminal {
    private static let sizes = [
        ScriptSize(columns: 120, rows: 30), ScriptSize(columns: 80, rows: 24), ScriptSize(columns: 50, rows: 20),
    ]
    /// What somebody writes in each language; of the notes that are there from the start, the titles.
    private static let notes = [Language.english: "Menu", .french: "Idées du dîner", .simplifiedChinese: "菜单"]
    private static let titles: Set<Substring> = ["welcome", "mynote"]
    private static let messages = """
        <smses count="2">
        <sms address="+15551000001" date="1760000000000" type="1" body="猫 🐈" read="1" contact_name="王小明" />
        <sms address="+15551000001" date="1760000100000" type="2" body="好的 👍🏽" read="1" contact_name="王小明" />
        </smses>
        """

    /// The words that English texts have and those of another language have not.
    private static func englishWords(besides language: Language) -> Set<Substring> {
        let texts = CatalogText.all
        func words(_ language: Language) -> Set<Substring> {
            Set(texts.filter { $0.language == language.rawValue }.flatMap { Self.words(of: $0.text) })
        }
        return language == .english ? [] : words(.english).subtracting(words(language)).subtracting(titles)
    }

    private static func words(of text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter || !$0.isASCII && !"éèêàùçôîïûœë".contains($0) }.filter { $0.count > 2 }
    }

    /// Looks at what is shown in all sizes.
    private func look(
        _ what: String, for text: String, on terminal: TmuxTerminal, without english: Set<Substring>,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        for size in Self.sizes {
            try await terminal.resize(to: size)
            let screen = try await terminal.screen { screen in
                // A terminal that gets smaller cuts the border of the frame before.
                screen.contains { $0.hasPrefix("┌") && $0.hasSuffix("┐") && DisplayWidth.of($0) == size.columns }
                    && screen.contains { $0.contains(text) }
            }
            let seen = "\(what) at \(size.columns) columns:\n\(screen.joined(separator: "\n"))"
            #expect(screen.contains { $0.contains(text) }, "\(seen)", sourceLocation: location)
            #expect(!screen.contains { $0.contains(/\S…/) }, "\(seen)", sourceLocation: location)
            #expect(screen.allSatisfy { DisplayWidth.of($0) <= size.columns }, "\(seen)", sourceLocation: location)
            let left = Set(screen.flatMap(Self.words)).intersection(english)
            #expect(left.isEmpty, "\(seen)", sourceLocation: location)
        }
    }

    @Test(arguments: Language.ofKit)
    func `nothing is cut, and everything is in one language`(language: Language) async throws {
        let english = Self.englishWords(besides: language)
        #expect(language == .english || english.count > 500)
        let note = try #require(Self.notes[language])
        let file = atrium.home + "/two.xml"
        try Self.messages.write(toFile: file, atomically: true, encoding: .utf8)
        let terminal = try await atrium.terminal(
            [Repository.program, "--lang", language.rawValue], columns: Self.sizes[0].columns, rows: Self.sizes[0].rows)
        try await look("the first page", for: "register", on: terminal, without: english)
        for line in ["ana", ProgramUnderTest.password, ProgramUnderTest.password] {
            try await terminal.enter(line, isCommand: false)
        }
        try await look("what is there at the start", for: "ana@notes ❯", on: terminal, without: english)
        try await terminal.enter("add \(note)", isCommand: false)
        try await look("the list", for: "3  \(note)", on: terminal, without: english)
        try await terminal.press([try #require(ScriptKey("F6")), try #require(ScriptKey("End"))])
        try await look("the list with its keys", for: "▸3  \(note)", on: terminal, without: english)
        try await terminal.press([try #require(ScriptKey("Enter"))])
        try await look("the reader", for: "▸ \(note)", on: terminal, without: english)
        try await terminal.press([try #require(ScriptKey("Escape"))])
        // Until then a letter would go on with it.
        _ = try await terminal.screen { !$0.contains { $0.contains("▸ \(note)") } }
        try await terminal.enter("help", isCommand: false)
        let catalog = try ShellProgram.atrium.factories()
        let names = (catalog.flatMap(\.commandSpecs) + Shell.commandSpecs(in: catalog)).flatMap {
            Self.words(of: $0.name)
        }
        let help = english.subtracting(names)
        try await look("help", for: "┌ help", on: terminal, without: help)
        try await terminal.type("q")
        _ = try await terminal.screen { !$0.contains { $0.contains("┌ help") } }
        try await terminal.enter("add", isCommand: false)
        try await look("where several lines are written", for: "Alt-", on: terminal, without: english)
        try await terminal.press([try #require(ScriptKey("Escape"))])
        try await expect("ana@notes ❯", on: terminal)
        try await terminal.enter("switch sms", isCommand: false)
        try await look("an empty log", for: "ana@sms ❯", on: terminal, without: english)
        try await terminal.enter("import \(file)", isCommand: false)
        try await terminal.enter("thread 王小明", isCommand: false)
        try await look("the conversation", for: "← 08:53 猫 🐈", on: terminal, without: english)
        try await terminal.enter("find 猫", isCommand: false)
        try await look("what was found", for: "▸王小明", on: terminal, without: english)
        // What follows it stands below it, where there is room.
        try await terminal.resize(to: Self.sizes[0])
        try await expect("→ 08:55 好的", on: terminal)
        await terminal.end()
    }
}
