// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import Dice
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// What holds of every view, whatever it says, at any size and wherever somebody is in it.
@MainActor
struct ViewPropertyTests {
    private let context = ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0))
    private let told = Told()

    /// How often the app was told of something.
    @MainActor
    private final class Told {
        var count = 0
    }

    private static let widths = [1, 2, 3, 7, 8, 9, 20, 41, 44, 60, 90]
    /// Those at which a sign, a count and the widest letter have room beside each other.
    private static let readable = [7, 8, 20, 44]

    /// Draws a panel twice; that has to make the same picture, to leave the panel as it was, and to tell the app nothing.
    private func draw(_ panel: any Panel, _ size: Size) -> [String] {
        panel.settle(for: size, in: context)
        let before = (panel.position, panel.title, panel.opening)
        let toldBefore = told.count
        var (first, second) = (Canvas(size: size), Canvas(size: size))
        panel.draw(on: &first, accent: .palette(3), isFocused: true)
        panel.draw(on: &second, accent: .palette(3), isFocused: true)
        #expect(first == second)
        #expect(told.count == toldBefore)
        panel.settle(for: size, in: context)
        #expect((panel.position, panel.title, panel.opening) == before)
        return first.lines
    }

    private func characters(of text: String) -> [Character: Int] {
        Dictionary(Sanitizer.visible(text).filter { $0.isLetter || $0.isNumber }.map { ($0, 1) }, uniquingKeysWith: +)
    }

    @Test(arguments: seeds(4))
    func `all of a document is reached by scrolling, and drawing changes nothing`(seed: UInt64) async {
        var views = RandomViews(seed: seed)
        let document = views.document()
        let panel = DocumentPanel { [told] in
            var source = DocumentSource(id: "1", title: LocalizedText(verbatim: document.title)) { _ in document.parts }
            source.onSeen = { _ in told.count += 1 }
            return source
        }
        for columns in Self.widths {
            let size = Size(columns: columns, rows: views.dice.roll(9) + 1)
            panel.position.scroll(by: -panel.position.count)
            var text = ""
            while true {
                panel.settle(for: size, in: context)
                // Pictures come as they come into sight.
                while let request = panel.wantedPicture {
                    panel.take(views.drawn(request), for: request)
                    panel.settle(for: size, in: context)
                }
                text += draw(panel, size).joined()
                let top = panel.position.top
                panel.position.scroll(by: size.rows)
                if panel.position.top == top { break }
            }
            let isTitleCut = DisplayWidth.of(Sanitizer.visible(document.title)) > columns - 2
            let expected = (isTitleCut ? document : DocumentView(title: "", parts: document.parts)).allText
            let drawn = characters(of: text)
            for (character, count) in characters(of: expected) where DisplayWidth.of(character) <= columns {
                #expect(drawn[character, default: 0] >= count, "\(character) at \(columns)")
            }
            let isCut = columns > 1 && text.contains("…")
            #expect(!isCut, "at \(columns)")
        }
        // What is seen is told by whoever shows it.
        for _ in 0..<9 { await Task.yield() }
        #expect(told.count == 0)
    }

    @Test(arguments: seeds(4)) func `a document that comes in pieces is laid out as it is at once`(seed: UInt64) {
        var views = RandomViews(seed: seed)
        let blocks = (0..<40).map { views.block("\($0)") }
        func lines(_ layout: DocumentLayout) -> [StyledText] { (0..<layout.count).map { layout[$0] } }
        for columns in Self.widths {
            let whole = lines(DocumentLayout(DocumentView(title: "T", parts: [blocks]), width: columns))
            var layout = DocumentLayout()
            var count = 0
            while count < blocks.count {
                count = min(blocks.count, count + views.dice.roll(5) + 1)
                let view = DocumentView(
                    title: "T", parts: [Array(blocks.prefix(count))], isWhole: count == blocks.count)
                layout = DocumentLayout(view, width: columns, lines: views.dice.roll(200), after: layout)
                #expect(lines(layout).elementsEqual(whole.prefix(layout.count)), "at \(columns)")
            }
            let view = DocumentView(title: "T", parts: [blocks])
            layout = DocumentLayout(view, width: columns, after: layout)
            #expect(lines(layout) == whole, "at \(columns)")
        }
    }

    /// What a row has no room for is told of the selected one by a command, as the tests of rows say.
    @Test(arguments: seeds(4))
    func `every row of a list is reached, with what it has room for, and what is selected is seen`(seed: UInt64) {
        var views = RandomViews(seed: seed)
        let view = views.list()
        var source = ListSource(
            id: 1, title: LocalizedText(verbatim: view.title), items: view.rows, rowID: { $0.id },
            row: { row, _ in row })
        source.columns = view.columns
        source.isUpsideDown = seed % 3 == 0
        source.onSelection = { [told] _ in told.count += 1 }
        let panel = ListPanel { source }
        for columns in [0] + Self.widths {
            let size = Size(columns: columns, rows: views.dice.roll(9) + 1)
            _ = draw(panel, size)
            panel.position.select(0)
            var seen: Set<String> = []
            for _ in 0...view.rows.count {
                _ = draw(panel, size)
                seen.formUnion(panel.view.rows.map(\.id))
                panel.position.select(by: 1)
            }
            #expect(seen == Set(view.rows.map(\.id)))
        }
        #expect(told.count > 0)
    }

    /// Does a step of a key until nothing moves by that, and returns all that is seen on the way.
    private func text(of panel: any Panel, _ size: Size, step: (inout PanelPosition) -> Void) -> String {
        var text = ""
        while true {
            text += draw(panel, size).joined()
            let top = panel.position.top
            step(&panel.position)
            if panel.position.top == top { return text }
        }
    }

    @Test(arguments: seeds(4))
    func `all that an empty list says is reached by the keys that scroll, and drawing changes nothing`(seed: UInt64) {
        var views = RandomViews(seed: seed)
        let words = (0..<9).map { _ in views.word() }.joined(separator: " ")
        var source = ListSource(
            id: 1, title: LocalizedText(verbatim: "T"), items: [Row](), rowID: { $0.id }, row: { row, _ in row })
        source.whenEmpty = LocalizedText(verbatim: words)
        let panel = ListPanel { source }
        for columns in Self.readable {
            for rows in [1, 2, views.dice.roll(9) + 1] {
                let size = Size(columns: columns, rows: rows)
                func all(_ step: (inout PanelPosition) -> Void) -> String {
                    panel.settle(for: size, in: context)
                    panel.position.select(by: -panel.position.count)
                    return text(of: panel, size, step: step)
                }
                for step in [{ $0.select(by: 1) }, { $0.scroll(by: max(1, rows - 1)) }, { $0.scrollApart(by: 1) }]
                    as [(inout PanelPosition) -> Void]
                {
                    let seen = all(step)
                    let drawn = characters(of: seen)
                    for (character, count) in characters(of: words) {
                        #expect(drawn[character, default: 0] >= count, "\(character) at \(size)")
                    }
                    #expect(!seen.contains("…"), "at \(size)")
                }
                #expect(panel.place.isEmpty == (panel.position.count <= rows))
            }
        }
    }

    @Test(arguments: seeds(4))
    func `all of every entry of a sidebar is seen by selecting, and drawing changes nothing`(seed: UInt64) {
        var views = RandomViews(seed: seed)
        let view = views.sidebar()
        let panel = SidebarPanel { _ in view }
        panel.isFocused = true
        for columns in Self.readable {
            for rows in [1, 2, views.dice.roll(9) + 1] {
                let size = Size(columns: columns, rows: rows)
                _ = draw(panel, size)
                panel.position.select(0)
                var seen: [String: String] = [:]
                for _ in 0..<1_000 {
                    let lines = draw(panel, size)
                    #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
                    // Its line, and what stands below them all.
                    let told = lines.filter { $0.hasPrefix("▸") } + lines.dropFirst(panel.position.visible)
                    if let entry = panel.selected { seen[entry.id, default: ""] += told.joined() }
                    let before = panel.position
                    panel.position.select(by: 1)
                    if panel.position == before { break }
                }
                for entry in view.entries {
                    let drawn = characters(of: seen[entry.id] ?? "")
                    for (character, count) in characters(of: entry.text) {
                        #expect(drawn[character, default: 0] >= count, "\(character) at \(size)")
                    }
                }
            }
        }
    }

    @Test(arguments: seeds(4)) func `a sidebar of any size is drawn, and drawing changes nothing`(seed: UInt64) {
        var views = RandomViews(seed: seed)
        let view = views.sidebar()
        let panel = SidebarPanel { _ in view }
        for columns in [0] + Self.widths {
            panel.isFocused = views.dice.roll(2) == 0
            panel.position.select(views.dice.roll(12))
            let lines = draw(panel, Size(columns: columns, rows: views.dice.roll(9) + 1))
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
        }
    }

    @Test(arguments: seeds(4)) func `every view is the same after it was written as JSON and read`(seed: UInt64) throws
    {
        func copy<View: Codable>(_ view: View) throws -> View {
            try JSONDecoder().decode(View.self, from: JSONEncoder().encode(view))
        }
        var views = RandomViews(seed: seed)
        let (sidebar, tabs, list, document) = (views.sidebar(), views.tabs(), views.list(), views.document())
        #expect(try copy(sidebar) == sidebar)
        #expect(try copy(tabs) == tabs)
        #expect(try copy(list) == list)
        #expect(try copy(document) == document)
    }
}
