// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumTesting
import Dice
import Testing
import Waiting

/// What the palette says is read at any size: on the lines of the matches, or below them while one is selected.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct PaletteReachTests {
    private func word(_ dice: inout Dice) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz你好吗éß")
        return String((0...dice.roll(dice.roll(9) == 0 ? 60 : 9)).map { _ in letters[dice.roll(letters.count)] })
    }

    private func items(_ dice: inout Dice) -> [PaletteItem] {
        (0...dice.roll(6)).map { number in
            PaletteItem(
                .command, title: (0...dice.roll(4)).map { _ in word(&dice) }.joined(separator: " "),
                detail: (0..<dice.roll(14)).map { _ in word(&dice) }.joined(separator: " "),
                action: .go(Place("notes", ["\(number)"])))
        }
    }

    private func characters(of text: String) -> [Character: Int] {
        Dictionary(text.filter(\.isLetter).map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Draws the palette twice, which makes the same picture and leaves it as it was; what stands within its border.
    private func draw(_ palette: Palette, _ size: Size) throws -> [String] {
        let view = PaletteView(palette: palette, title: "T", nothing: "N", closing: "C")
        let box = try #require(PaletteView.box(above: size.rows, columns: size.columns))
        palette.arrange(for: box.inside)
        let before = palette.position
        var (first, second) = (Canvas(size: size), Canvas(size: size))
        view.draw(above: size.rows, on: &first)
        view.draw(above: size.rows, on: &second)
        #expect(first == second)
        palette.arrange(for: box.inside)
        #expect(palette.position == before)
        return (0..<box.inside.rows).map { row in
            (0..<box.inside.columns).map { column in
                first[Point(column: box.origin.column + 1 + column, row: box.origin.row + 1 + row)].text
            }.joined()
        }
    }

    @Test(arguments: seeds(3))
    func `all of every match is seen by selecting, and drawing changes nothing`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let items = items(&dice)
        for columns in [7, 20, 50, 79, 80, 120] {
            for rows in [4, 5, dice.roll(16) + 4] {
                let size = Size(columns: columns, rows: rows)
                let palette = Palette(items: items, find: { _ in ([], false) }, onChange: {})
                var seen: [Int: String] = [:]
                for _ in 0..<1_000 {
                    let lines = try draw(palette, size)
                    let selected = try #require(palette.selected)
                    let line = lines.filter { $0.hasPrefix("▸") }
                    #expect(line.count == 1, "at \(size)")
                    seen[selected, default: ""] += (line + lines.dropFirst(palette.position.visible)).joined()
                    let before = palette.position
                    palette.position.select(by: 1)
                    if palette.position == before { break }
                }
                for (index, match) in palette.matches.enumerated() {
                    let drawn = characters(of: seen[index] ?? "")
                    for (character, count) in characters(of: match.item.title + match.item.detail) {
                        #expect(drawn[character, default: 0] >= count, "\(character) of \(index) at \(size)")
                    }
                }
            }
        }
    }

    private func item(_ title: String, _ detail: String) -> PaletteItem {
        PaletteItem(.command, title: title, detail: detail, action: .go(Place("notes", [title])))
    }

    @Test func `what is cut beside titles is told below them, and in a low box on lines of its own`() throws {
        let detail = "Keeps what is written behind it as a note, and says which number it has."
        let palette = Palette(
            items: [item("add", detail), item("back", "Goes back.")], find: { _ in ([], false) }, onChange: {})
        func lines(_ columns: Int, _ rows: Int) throws -> [String] {
            try draw(palette, Size(columns: columns, rows: rows)).map {
                String($0.reversed().drop { $0 == " " }.reversed())
            }
        }
        let blank = String(repeating: " ", count: 27)
        #expect(
            try lines(80, 7) == [
                "▸ add" + blank + "Keeps what is written behind it as a note, a…",
                "  back" + blank.dropLast() + "Goes back.", "",
                "  " + detail,
            ])
        #expect(
            try lines(50, 7) == [
                "▸ add", "  back", "  Keeps what is written behind it as a note,", "  and says which number it has.",
            ])
        palette.position.select(by: 1)
        #expect(try lines(50, 7) == ["  add", "▸ back", "  Goes back.", ""])
        // The same match is selected where each takes several lines.
        #expect(try lines(50, 4) == ["▸ back"])
        palette.position.select(by: -1)
        #expect(try lines(50, 4) == ["▸ and says which number it has."])
        #expect(palette.chosen?.title == "add")
        #expect(try lines(50, 5) == ["▸ and says which number it has.", ""])
        #expect(try lines(120, 7)[0].hasPrefix("▸ add  "))
        #expect(palette.chosen?.title == "add")
    }

    @Test func `what is found meanwhile leaves the selection on its line, and other words begin anew`() async throws {
        let items = (1...3).map { item("match \($0)", String(repeating: "word ", count: 30)) }
        var waiting: CheckedContinuation<Void, Never>?
        var isFound = false
        let palette = Palette(items: items) { _ in
            await withCheckedContinuation { waiting = $0 }
            let other = PaletteItem(
                .thing, title: "Other", detail: "", action: .go(Place("notes", ["4"])), isFound: true)
            return ([other], false)
        } onChange: {
            isFound = true
        }
        let size = Size(columns: 50, rows: 4)
        palette.type("match")
        _ = try draw(palette, size)
        palette.position.select(by: 7)
        #expect(palette.selected == 1)
        #expect(try draw(palette, size) == ["▸ word word word word word word word word word  "])
        try await wait(until: "the match is looked for") { waiting != nil }
        waiting?.resume()
        try await wait(until: "the match is found") { isFound }
        #expect(palette.matches.count == 4)
        #expect(palette.position.selected == 7)
        palette.type("3")
        #expect(palette.selected == 0)
        #expect(palette.chosen?.title == "match 3")
        palette.type("no such")
        #expect(palette.chosen == nil)
    }
}
