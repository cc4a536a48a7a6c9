// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// How many things a list is said to have that nobody counts.
@MainActor
struct ListTotalTests {
    /// A list of numbers that somebody may have counted by now.
    @MainActor
    private final class Numbers {
        var count = 2_546
        var counted: ListTotal?
        var revision: Int? = 1

        var source: ListSource<Int> {
            var source = ListSource<Int>(
                id: 1, title: LocalizedText(verbatim: "Numbers"),
                load: { [count] last, limit in Array(((last ?? 0) + 1..<count + 1).prefix(limit)) }, rowID: { "\($0)" },
                row: { number, _ in Row(id: "\(number)", title: StyledText("\(number)")) })
            source.total = { [counted] in counted }
            source.revision = revision
            return source
        }
    }

    private func total(_ panel: ListPanel) -> ListTotal {
        panel.settle(
            for: Size(columns: 20, rows: 9),
            in: ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0)))
        return panel.total
    }

    @Test(arguments: [1, nil])
    func `it never falls while somebody scrolls, and is exact at the end`(revision: Int?) async throws {
        let numbers = Numbers()
        numbers.revision = revision
        let panel = ListPanel { numbers.source }
        try await panel.refresh()
        var last = total(panel)
        #expect(last == ListTotal(50, isKnown: false))
        for (edge, far) in [(PanelEdge.end, false), (.end, true), (.start, true), (.end, true)] {
            while try await panel.turnPage(edge, far: far) {
                let now = total(panel)
                #expect(now.count >= last.count && now.count <= 2_546)
                #expect(now.isKnown || !last.isKnown)
                #expect(!now.isKnown || now.count == 2_546)
                last = now
                // It is read again in between, and unless it is known to be the same, may be another.
                if revision != nil { try await panel.refresh() }
                #expect(total(panel) == last)
            }
            #expect(edge == .start || last == ListTotal(2_546))
        }
        numbers.revision = 2
        try await panel.refresh()
        #expect(total(panel).count <= 2_546)
    }

    @Test
    func
        `where some may have come or gone before what is loaded, it says neither that all are counted nor that there are more`()
        async throws
    {
        let numbers = Numbers()
        let panel = ListPanel { numbers.source }
        try await panel.refresh()
        while try await panel.turnPage(.end, far: true) {}
        #expect(total(panel) == ListTotal(2_546))
        (numbers.count, numbers.revision) = (2_540, 2)
        try await panel.refresh()
        #expect(total(panel) == ListTotal(2_540, .about) && panel.offset == nil)
        // From the beginning on they are counted.
        while try await panel.turnPage(.start, far: true) {}
        #expect(total(panel) == ListTotal(2_540, .about))
        while try await panel.turnPage(.end, far: true) {}
        #expect(total(panel) == ListTotal(2_540))
    }

    @Test func `what was counted meanwhile is said when the list is read again`() async throws {
        let numbers = Numbers()
        let panel = ListPanel { numbers.source }
        try await panel.refresh()
        #expect(total(panel) == ListTotal(50, isKnown: false))
        (numbers.counted, numbers.revision) = (ListTotal(2_546), 2)
        try await panel.refresh()
        #expect(total(panel) == ListTotal(2_546))
    }
}
