// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal

@testable import AtriumKit
@testable import AtriumScreen

/// A list of numbers, read page by page.
@MainActor
final class ListedNumbers {
    var count: Int
    /// The first number: smaller when more have come.
    var first = 1
    var limit = Int.max
    var isCounted = true
    var open: String?
    var target: ListTarget?
    var listsOpen = true
    var hasExcerpt: (Int) -> Bool = { _ in false }
    var isUpsideDown = false
    private(set) var reads = 0

    init(_ count: Int) { self.count = count }

    private var row: (Int, ViewContext) -> Row {
        { [hasExcerpt] number, _ in
            var row = Row(id: "\(number)", title: StyledText("\(number)"), action: .go(Place("n", ["\(number)"])))
            if hasExcerpt(number) { row.excerpt = StyledText("of \(number)") }
            return row
        }
    }

    var source: ListSource<Int> {
        var source = ListSource(
            id: limit, title: LocalizedText(verbatim: "ListedNumbers"), load: load, rowID: { "\($0)" }, row: row)
        source.total = { [count, first, isCounted] in isCounted ? ListTotal(count - first + 1) : nil }
        return finished(source)
    }

    var whole: ListSource<Int> {
        finished(
            ListSource(
                id: limit, title: LocalizedText(verbatim: "ListedNumbers"), items: Array(1...count),
                rowID: { "\($0)" }, row: row))
    }

    private func finished(_ source: ListSource<Int>) -> ListSource<Int> {
        var source = source
        source.limit = limit
        source.openID = open
        source.target = target
        source.listsOpen = { self.listsOpen }
        source.isUpsideDown = isUpsideDown
        return source
    }

    private func load(after last: Int?, limit: Int) async throws -> [Int] {
        reads += 1
        let start = (last ?? first - 1) + 1
        return start > count ? [] : Array(start...min(count, start + limit - 1))
    }
}
