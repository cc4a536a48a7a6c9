// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting

@testable import AtriumKit
@testable import AtriumScreen

/// A list that a test changes.
@MainActor
final class ListedThings {
    var names: [String]
    var isUpsideDown = false
    var target: ListTarget?
    var startsWithNewest = false
    var isPaged = false
    var open: String?
    var list = 1
    var revision: Int?
    /// Holds the next page up.
    var latch: Latch?
    private(set) var reads = 0
    private(set) var requests: [ListRequest<String>] = []
    private(set) var selections: [String?] = []
    var selected: String? { selections.last ?? nil }

    init(_ count: Int) { names = (1...count).map { "\($0)" } }

    var source: ListSource<String> {
        let title = LocalizedText(verbatim: "ListedThings")
        let row = { (name: String, _: ViewContext) in
            Row(id: name, title: StyledText("Thing \(name)"), action: .go(Place("things", [name])))
        }
        var source =
            isPaged
            ? ListSource(id: list, title: title, load: load, rowID: { $0 }, row: row)
            : ListSource(id: list, title: title, items: names, rowID: { $0 }, row: row)
        source.isUpsideDown = isUpsideDown
        source.startsWithNewest = startsWithNewest
        source.openID = open
        source.target = target
        source.total = { [count = names.count] in ListTotal(count) }
        source.onSelection = { self.selections.append($0) }
        source.revision = revision
        source.willRefresh = { self.requests.append($0) }
        return source
    }

    private func load(after last: String?, limit: Int) async throws -> [String] {
        reads += 1
        let start = last.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let page = Array(names[start...].prefix(limit))
        let latch = latch
        self.latch = nil
        await latch?.pass()
        return page
    }
}
