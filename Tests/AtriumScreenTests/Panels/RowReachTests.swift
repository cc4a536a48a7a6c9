// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Dice
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// What a row says is read at any width: in the list, or where the selected row is told in full.
struct RowReachTests {
    private static let widths = 10...120

    /// What a part of a row is made of.
    private func text(_ kind: RowLayout.Kind, of row: Row) -> String {
        switch kind {
        case .lead: row.lead
        case .sign: row.sign
        case .title: row.title.text
        case .badge: row.badge.text
        case .detail: row.detail.text
        case .trailing: row.trailing
        case .excerpt: row.excerpt.text
        }
    }

    /// All that is told of the selected row.
    private func told(of row: Row) -> String {
        row.fields.map { if case .text(let text) = $0.value { text } else { "" } }.joined(separator: "\n")
    }

    /// What stands in these cells.
    private func cells(_ columns: Range<Int>, _ line: Int, of canvas: Canvas) -> String {
        columns.map { canvas[Point(column: $0, row: line)].text }.joined()
    }

    @Test(arguments: seeds(3)) func `no part reaches into another, and what is cut is told in full`(seed: UInt64) {
        var views = RandomViews(seed: seed)
        let view = views.list(8)
        let lead = view.rows.map { DisplayWidth.of($0.lead) }.max() ?? 0
        for width in Self.widths {
            let layouts = view.rows.map {
                RowLayout($0, lead: lead, columns: view.columns, width: width, isHigh: true)
            }
            var canvas = Canvas(size: Size(columns: width, rows: layouts.map(\.height).reduce(0, +)))
            draw(view, layouts, on: &canvas)
            var line = 0
            for (row, layout) in zip(view.rows, layouts) {
                var taken: Set<[Int]> = []
                for part in layout.parts {
                    let place = part.columns.map { [part.line, $0] }
                    #expect(part.columns.lowerBound > 0 && part.columns.upperBound <= width, "\(part) at \(width)")
                    #expect(taken.isDisjoint(with: place), "\(part) at \(width)")
                    taken.formUnion(place)
                    let seen = cells(part.columns, line + part.line, of: canvas)
                    #expect(seen == part.text.text, "\(part.kind) at \(width)")
                }
                let told = told(of: row)
                for kind in RowLayout.Kind.allCases {
                    let part = layout.parts.first { $0.kind == kind }
                    let text = text(kind, of: row)
                    guard part?.text.text != StyledText(text).onOneLine.text else { continue }
                    let isSign = kind == .sign || kind == .badge
                    let sought = isSign ? text.split(separator: " ").joined(separator: " ") : text
                    #expect(told.contains(sought), "\(kind) at \(width)")
                }
                if width >= 20, !row.title.spans.isEmpty {
                    #expect(layout.parts.contains { $0.kind == .title }, "at \(width)")
                }
                line += layout.height
            }
        }
    }

    private func draw(_ view: ListView, _ layouts: [RowLayout], on canvas: inout Canvas) {
        ListDrawing(
            view: view, selected: nil, marked: [], isFocused: true, layouts: layouts, accent: .palette(3)
        ).draw(on: &canvas)
    }

    private func lines(_ row: Row, _ columns: ListView.Columns, width: Int, isHigh: Bool = true) -> [String] {
        let lead = DisplayWidth.of(row.lead)
        let layout = RowLayout(row, lead: lead, columns: columns, width: width, isHigh: isHigh)
        var canvas = Canvas(size: Size(columns: width, rows: layout.height))
        draw(ListView(title: "T", rows: [row]), [layout], on: &canvas)
        return canvas.lines
    }

    private func line(_ row: Row, _ columns: ListView.Columns, width: Int) -> String {
        lines(row, columns, width: width, isHigh: false)[0]
    }

    @Test func `a title without room beside its date goes on below itself`() {
        var row = Row(id: "1", title: "Minutes of the historical society")
        row.lead = "12"
        row.sign = "☐ "
        row.badge = " (3)"
        row.trailing = "2026-01-05"
        #expect(lines(row, .title, width: 34) == [" 12  ☐ Minutes of the  2026-01-05", "     historical society (3)"])
        // It stays on its line if it fits, and if there is none below; its end is cut only below.
        #expect(lines(row, .title, width: 60).count == 1)
        #expect(lines(row, .title, width: 34, isHigh: false) == [" 12  ☐ Minutes of… (3) 2026-01-05"])
        #expect(lines(row, .title, width: 26) == [" 12  ☐ Minutes of the", "     historical soci… (3)"])
        // A match out of sight is shown below.
        row.title.append(" of Upper Bavaria, ")
        row.title.append("March", .match)
        row.excerpt = "the room is booked"
        #expect(
            lines(row, .title, width: 34) == [
                " 12  ☐ Minutes of the  2026-01-05", "     …varia, March (3)", "     the room is booked",
            ])
        // Beside its details it is cut: columns stay columns.
        row.detail = "the newest text"
        #expect(lines(row, .halves, width: 60).count == 2)
    }

    @Test func `details without much room beside a title stand below it`() {
        var row = Row(id: "1", title: "Mum", action: .go(Place("sms")))
        row.badge = " (2)"
        row.detail = "→ See you at eight in front of the station"
        row.trailing = "2026-01-05"
        #expect(lines(row, .titleAndDetail, width: 70).count == 1)
        #expect(
            lines(row, .titleAndDetail, width: 48) == [
                " Mum (2)                             2026-01-05", " → See you at eight in front of the station",
            ])
        #expect(lines(row, .titleAndDetail, width: 44)[1] == " → See you at eight in front of the station")
        #expect(lines(row, .titleAndDetail, width: 38)[1] == " → See you at eight in front of the …")
        // Not in a few columns, nor if that would be all that a low panel shows, nor in a list without details.
        #expect(lines(row, .titleAndDetail, width: 29).count == 1)
        #expect(line(row, .titleAndDetail, width: 48).contains("→ See you"))
        #expect(lines(row, .title, width: 48).count == 1)
        row.excerpt = "found"
        #expect(lines(row, .titleAndDetail, width: 48).count == 3)
    }

    @Test func `each part gives way to what stands behind it`() {
        var row = Row(id: "1", title: "Somebody with a long name")
        row.lead = "12"
        row.badge = " (3)"
        row.detail = "the newest text"
        row.trailing = "2026-01-05"
        #expect(line(row, .title, width: 30) == " 12  Somebody… (3) 2026-01-05")
        #expect(line(row, .halves, width: 40) == " 12  Somebody … (3) the new… 2026-01-05")
        #expect(line(row, .titleAndDetail, width: 60) == " 12  Somebody with a… (3)  the newest text       2026-01-05")
        // A title that stands beside nothing has all the room, and a date that leaves none to it is not there.
        #expect(line(row, .title, width: 15) == " 12  Some… (3)")
        #expect(line(row, .title, width: 28) == " 12  Somebody with a l… (3)")
        row.badge = ""
        #expect(line(row, .title, width: 25) == " 12  Somebod… 2026-01-05")
        #expect(line(row, .title, width: 24) == " 12  Somebody with a l…")
        row.badge = " (3)"
        row.detail = ""
        #expect(line(row, .halves, width: 60) == " 12  Somebody with a long name (3)               2026-01-05")
    }
}
