// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// Views of an app that is somewhere else: nothing but JSON goes there and comes back.
@MainActor
struct RemoteViewTests {
    /// What is asked of the app.
    private struct Request: Codable {
        let after: Row?
        let limit: Int
        let context: ViewContext
    }

    /// An app that takes and gives bytes alone.
    private struct Remote {
        let count: Int

        func rows(_ bytes: Data) throws -> Data {
            let request = try JSONDecoder().decode(Request.self, from: bytes)
            let start = request.after.flatMap { Int($0.id) } ?? 0
            let rows = (start + 1..<max(start + 1, min(count, start + request.limit) + 1)).map { number in
                var row = Row(
                    id: String(number), title: StyledText("Thing \(number)"),
                    action: .go(Place("things", [String(number)])))
                row.trailing = request.context.short(request.context.now)
                return row
            }
            return try JSONEncoder().encode(rows)
        }

        func total() throws -> Data { try JSONEncoder().encode(ListTotal(count)) }

        func document() throws -> Data {
            try JSONEncoder().encode(DocumentView(title: "Thing", parts: [[.text("What it says.")]]))
        }
    }

    private let remote = Remote(count: 2_020)
    private let context = ViewContext(language: .french, timeZone: .gmt, now: Timestamp(milliseconds: 0))

    private var list: ListSource<Row> {
        let load = { [remote, context] (after: Row?, limit: Int) in
            let request = try JSONEncoder().encode(Request(after: after, limit: limit, context: context))
            return try JSONDecoder().decode([Row].self, from: remote.rows(request))
        }
        var source = ListSource<Row>(
            id: "things", title: LocalizedText(verbatim: "Things"), load: load, rowID: { $0.id }, row: { row, _ in row }
        )
        source.total = { [remote] in try JSONDecoder().decode(ListTotal.self, from: remote.total()) }
        return source
    }

    @Test func `a list that comes as JSON is scrolled to its end, and what is selected is gone to`() async throws {
        let source = list
        let panel = ListPanel { source }
        let size = Size(columns: 40, rows: 10)
        try await panel.refresh()
        panel.settle(for: size, in: context)
        #expect(panel.total == ListTotal(2_020))
        for _ in 0..<60 where panel.selectedRow?.name != "Thing 2020" {
            panel.position.select(by: 50)
            panel.settle(for: size, in: context)
            try await panel.turnPage(.end)
            panel.settle(for: size, in: context)
        }
        #expect(panel.opening == .go(Place("things", ["2020"])))
        var canvas = Canvas(size: size)
        panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
        #expect(canvas.lines.last?.hasPrefix("▸Thing 2020") == true)
    }

    @Test func `a document that comes as JSON is read`() throws {
        let view = try JSONDecoder().decode(DocumentView.self, from: remote.document())
        let panel = DocumentPanel {
            DocumentSource(id: "1", title: LocalizedText(verbatim: view.title), isOpen: true) { _ in view.parts }
        }
        var canvas = Canvas(size: Size(columns: 40, rows: 4))
        panel.settle(for: canvas.size, in: context)
        panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
        #expect(canvas.lines[0] == " What it says.")
    }

    @Test func `what is found, and what a list is asked for, are the same after a way through JSON`() throws {
        let found = Finding(title: "Plan", detail: "work", place: Place("notes", ["3", "a/b"]))
        #expect(try JSONDecoder().decode(Finding.self, from: JSONEncoder().encode(found)) == found)
        let request = ListRequest(loaded: ["a"], isLoaded: true, after: "b", limit: 50)
        let copy = try JSONDecoder().decode(ListRequest<String>.self, from: JSONEncoder().encode(request))
        #expect(copy.loaded == ["a"] && copy.isLoaded && copy.after == "b" && copy.limit == 50)
        #expect(try JSONDecoder().decode(ViewContext.self, from: JSONEncoder().encode(context)) == context)
    }
}
