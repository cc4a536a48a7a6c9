// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
@testable import AtriumScreen
import AtriumSession
import AtriumTerminal
import Foundation
import Testing

/// The rows of a sidebar.
@MainActor
struct SidebarPanelTests {
    private final class Content {
        var rows = (1...6).map {
            SidebarView.Entry("Row \($0)", count: $0 * 10, isCurrent: $0 == 1, action: .go(Place("notes", ["\($0)"])))
        }
    }

    private let content = Content()

    private func draw(_ panel: SidebarPanel, isFocused: Bool, rows: Int = 6) -> [String] {
        var canvas = Canvas(size: Size(columns: 12, rows: rows))
        panel.isFocused = isFocused
        panel.arrange(
            for: canvas.size,
            in: ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0)))
        panel.draw(on: &canvas, accent: .palette(1), isFocused: isFocused)
        return canvas.lines
    }

    private func panel() -> SidebarPanel {
        SidebarPanel { [content] _ in SidebarView(title: "Rows", entries: content.rows) }
    }

    @Test func `the selection stays on what is shown while the keys move elsewhere`() {
        let panel = panel()
        #expect(draw(panel, isFocused: false).prefix(2) == ["▌Row 1    10", " Row 2    20"])
        panel.position.select(3)
        _ = draw(panel, isFocused: false)
        #expect(panel.opening == .go(Place("notes", ["1"])))
        panel.position.select(3)
        #expect(draw(panel, isFocused: true)[3] == "▸Row 4    40")
        #expect(draw(panel, isFocused: true)[0] == "▌Row 1    10")
        #expect(panel.opening == .go(Place("notes", ["4"])))
    }

    @Test func `the selection stays on its row when others come and go`() {
        let panel = panel()
        _ = draw(panel, isFocused: true)
        panel.position.select(3)
        _ = draw(panel, isFocused: true)
        content.rows.remove(at: 1)
        #expect(draw(panel, isFocused: true)[2] == "▸Row 4    40")
        content.rows = []
        #expect(draw(panel, isFocused: true)[0] == "")
        #expect(panel.opening == nil)
    }

    @Test func `all of the selected entry is told where it is cut, and no row jumps for that`() {
        let panel = panel()
        func entry(_ text: String) -> SidebarView.Entry {
            .init(text, count: 7, isCurrent: false, action: .go(Place("notes", [text])))
        }
        content.rows[1] = entry("Recipes of the sea")
        #expect(draw(panel, isFocused: false)[1] == " Recipes … 7")
        #expect(
            draw(panel, isFocused: true) == ["▸Row 1    10", " Recipes … 7", " Row 3    30", " Row 4    40", "", ""])
        panel.position.select(1)
        #expect(
            draw(panel, isFocused: true) == [
                "▌Row 1    10", "▸Recipes … 7", " Row 3    30", " Row 4    40", " Recipes of", " the sea",
            ])
        #expect(panel.opening(atLine: 4) == nil)
    }

    @Test func `what needs more than half of the rows takes as many lines as it has, each of which is selected`() {
        let panel = panel()
        func entry(_ text: String) -> SidebarView.Entry {
            .init(text, count: 7, isCurrent: text == "Row 2", action: .go(Place("notes", [text])))
        }
        content.rows = [entry("Recipes of the sea"), entry("Row 2"), entry("Row 3 of four")]
        #expect(draw(panel, isFocused: false, rows: 2) == [" Recipes … 7", "▌Row 2     7"])
        #expect(draw(panel, isFocused: true, rows: 2) == [" sea", "▸Row 2     7"])
        #expect(panel.opening(atLine: 0) == .go(Place("notes", ["Recipes of the sea"])))
        var seen: [String] = []
        panel.position.select(0)
        for _ in 0..<5 {
            seen += draw(panel, isFocused: true, rows: 1)
            panel.position.select(by: 1)
        }
        #expect(seen == ["▸Recipes   7", "▸of the", "▸sea", "▸Row 2     7", "▸Row 3 of  7"])
        #expect(draw(panel, isFocused: true, rows: 1) == ["▸four"])
        #expect(panel.opening == .go(Place("notes", ["Row 3 of four"])))
        // Whoever leaves it is where they were before.
        #expect(draw(panel, isFocused: false, rows: 3) == [" Recipes … 7", "▌Row 2     7", " Row 3 of… 7"])
    }

    @Test func `what is shown is in sight, and so is what is selected`() {
        let panel = panel()
        content.rows = (1...6).map {
            SidebarView.Entry("Row \($0)", isCurrent: $0 == 6, action: .go(Place("notes", ["\($0)"])))
        }
        #expect(draw(panel, isFocused: false, rows: 3) == [" Row 4", " Row 5", "▌Row 6"])
        panel.position.select(0)
        #expect(draw(panel, isFocused: true, rows: 3) == ["▸Row 1", " Row 2", " Row 3"])
    }
}
