// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumTerminal
import Testing

/// Where the parts of the full screen stand.
struct ScreenLayoutTests {
    private func layout(
        _ columns: Int, _ rows: Int, drawer: Bool = false, detail: Bool = true, isOpen: Bool = false, prompt: Int = 1
    ) -> ScreenLayout {
        ScreenLayout(
            size: Size(columns: columns, rows: rows),
            wishes: .init(showsDrawer: drawer, hasDetail: detail, isDetailOpen: isOpen, promptRows: prompt))
    }

    @Test func `the widths decide`() {
        #expect(layout(100, 24).kind == .wide)
        #expect(layout(99, 24).kind == .medium)
        #expect(layout(60, 24).kind == .medium)
        #expect(layout(59, 24).kind == .compact)
    }

    @Test func `each panel has a line of text between its borders, or there are none`() {
        #expect(!ScreenLayout.isPossible(Size(columns: 20, rows: 6)))
        for columns in [20, 59, 60, 99, 100, 160] {
            for rows in 7...20 {
                #expect(ScreenLayout.isPossible(Size(columns: columns, rows: rows)))
                for isOpen in [false, true] {
                    let made = layout(columns, rows, isOpen: isOpen)
                    for panel in [made.list, made.detail].compactMap({ $0 }) {
                        #expect(panel.size.rows >= 3, "\(columns)x\(rows)")
                    }
                }
            }
        }
    }

    @Test func `every panel lies within the body, at every size`() {
        for columns in 20...160 {
            for rows in 6...40 {
                for (drawer, isOpen) in [(false, false), (true, false), (false, true), (true, true)] {
                    let made = layout(columns, rows, drawer: drawer, isOpen: isOpen, prompt: 3)
                    let panels = [made.sidebar, made.list, made.detail].compactMap { $0 }
                    #expect(!panels.isEmpty)
                    for panel in panels {
                        let right = panel.origin.column + panel.size.columns
                        let bottom = panel.origin.row + panel.size.rows
                        #expect(panel.origin.column >= 0 && right <= columns && panel.size.columns >= 4)
                        #expect(panel.origin.row >= 1 && bottom <= made.tabsRow, "\(columns)x\(rows)")
                    }
                    #expect(made.tabsRow < made.statusRow && made.statusRow < made.prompt.origin.row)
                    #expect(made.prompt.origin.row + made.prompt.size.rows == rows)
                }
            }
        }
    }

    @Test func `the line has its rows, and all but one without panels`() {
        #expect(ScreenLayout.promptLimit(Size(columns: 80, rows: 24)) == 8)
        #expect(ScreenLayout.promptLimit(Size(columns: 80, rows: 7)) == 1)
        #expect(ScreenLayout.promptLimit(Size(columns: 20, rows: 5)) == 4)
        #expect(ScreenLayout.promptLimit(Size(columns: 10, rows: 10)) == 9)
        #expect(ScreenLayout.promptLimit(Size(columns: 20, rows: 1)) == 1)
    }

    @Test func `one panel at a time where it is narrow`() {
        #expect(layout(50, 20).detail == nil && layout(50, 20).list != nil)
        #expect(layout(50, 20, isOpen: true).list == nil && layout(50, 20, isOpen: true).detail != nil)
        #expect(layout(50, 20, drawer: true, isOpen: true).sidebar?.size.columns == 50)
    }

    @Test func `a long line takes rows from the panels, but not all`() {
        #expect(layout(80, 24, prompt: 3).prompt.size.rows == 3)
        #expect(layout(80, 24, prompt: 300).prompt.size.rows == 8)
        #expect(layout(80, 6, prompt: 300).prompt.size.rows == 5)
    }
}
