// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// Tables in panels of several widths.
struct TableLayoutTests {
    private func lines(_ kind: Block.Table.Kind, _ rows: [[StyledText]], columns: Int, right: Set<Int> = []) -> [String]
    {
        var layout = TableLayout(Block.Table(kind, rows: rows, rightAligned: right), columns: columns)
        return layout.lines(of: rows).map(\.text)
    }

    private let milk: [[StyledText]] = [["Name", "No."], ["oat milk and soy milk", "2"], ["tea", "13"]]

    @Test func `a cell takes as many lines as it needs`() {
        #expect(
            lines(.ruled, milk, columns: 18, right: [1]) == [
                "Name         │ No.", "─────────────┼────", "oat milk and │   2", "soy milk     │    ",
                "tea          │  13",
            ])
    }

    @Test func `where columns have no room, each cell has a line of its own`() {
        #expect(
            lines(.ruled, milk, columns: 8) == [
                "Name", "oat milk", "and soy", "milk", "No.", "2", "────────", "Name", "tea", "No.", "13",
            ])
        let seven: [[StyledText]] = [(1...7).map { StyledText("h\($0)") }, (1...7).map { StyledText("value \($0)") }]
        #expect(lines(.ruled, seven, columns: 50).first == "h1  value 1")
    }

    @Test func `columns stand at the left, in the middle or at the right`() {
        let rows: [[StyledText]] = [["left", "middle", "right"], ["a", "b", "c"], ["a", "bc", "d"]]
        var table = Block.Table(.ruled, rows: rows, rightAligned: [2])
        table.centered = [1]
        var layout = TableLayout(table, columns: 40)
        #expect(
            layout.lines(of: rows).map(\.text) == [
                "left │ middle │ right", "─────┼────────┼──────", "a    │   b    │     c", "a    │   bc   │     d",
            ])
    }

    @Test func `a cell of several lines is as wide as the widest of them`() {
        let rows: [[StyledText]] = [["a", "b"], ["one\ntwo", "c"]]
        var layout = TableLayout(Block.Table(.ruled, rows: rows), columns: 40)
        #expect(layout.lines(of: rows).map(\.text) == ["a   │ b", "────┼──", "one │ c", "two │  "])
    }

    @Test func `the last column has the rest of the row, or rows of its own`() {
        let rows: [[StyledText]] = [["No.", "Where"], ["1", "a terminal of some length"]]
        #expect(
            lines(.open, rows, columns: 40, right: [0]) == ["No.  Where", "  1  a terminal of some length"])
        #expect(
            lines(.open, rows, columns: 20, right: [0]) == [
                "No.  Where", "  1  a terminal of", "     some length",
            ])
        #expect(
            lines(.open, rows, columns: 14, right: [0]) == [
                "No.", "  Where", "  1", "  a terminal", "  of some", "  length",
            ])
        let numbers: [[StyledText]] = [["Name", "No."], ["tea", "13"]]
        #expect(lines(.open, numbers, columns: 40, right: [1]) == ["Name  No.", "tea    13"])
        // A sentence has more room below than in a corner.
        let commands: [[StyledText]] = [
            ["What you can do", ""], ["factor on", "asks for a code too"],
            ["password --someone NAME of some length", "changes it"],
        ]
        #expect(
            lines(.open, commands, columns: 54) == [
                "What you can do", "factor on", "  asks for a code too", "password --someone NAME of some length",
                "  changes it",
            ])
    }

    private let trains: [[StyledText]] = [
        ["Train", "From", "To", "Leaves", "Arrives", "Platform", "Remarks"],
        ["ICE 71", "Hamburg-Altona", "Basel SBB", "08:24", "16:12", "7", "Reservation required on weekends"],
        ["TGV 9583", "Frankfurt", "Marseille", "13:56", "21:46", "12", "Bicycles only in coach 8"],
    ]

    @Test func `no word is broken as long as all words have room`() {
        #expect(
            lines(.ruled, trains, columns: 86, right: [5]) == [
                "Train    │ From           │ To        │ Leaves │ Arrives │ Platform │ Remarks         ",
                "─────────┼────────────────┼───────────┼────────┼─────────┼──────────┼─────────────────",
                "ICE 71   │ Hamburg-Altona │ Basel SBB │ 08:24  │ 16:12   │        7 │ Reservation     ",
                "         │                │           │        │         │          │ required on     ",
                "         │                │           │        │         │          │ weekends        ",
                "TGV 9583 │ Frankfurt      │ Marseille │ 13:56  │ 21:46   │       12 │ Bicycles only in",
                "         │                │           │        │         │          │ coach 8         ",
            ])
    }

    @Test func `where columns have no room, values stand below each other`() {
        #expect(
            lines(.ruled, trains, columns: 46).prefix(10) == [
                "Train     ICE 71", "From      Hamburg-Altona", "To        Basel SBB", "Leaves    08:24",
                "Arrives   16:12", "Platform  7", "Remarks   Reservation required on weekends",
                String(repeating: "─", count: 46), "Train     TGV 9583", "From      Frankfurt",
            ])
        #expect(
            lines(.ruled, trains, columns: 26)[6...8] == [
                "Remarks   Reservation", "          required on", "          weekends",
            ])
    }

    @Test(arguments: [20, 28, 40, 46, 58, 70, 76, 90, 116]) func `every cell is there at every width`(columns: Int) {
        let lines = lines(.ruled, trains, columns: columns)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
        let letters = lines.joined().filter { $0.isLetter || $0.isNumber }
        for cell in trains.dropFirst().joined() { #expect(letters.count >= cell.text.filter(\.isLetter).count) }
        for word in ["ICE", "TGV", "08:24", "12"] { #expect(lines.contains { $0.contains(word) }, "\(word)") }
    }
}
