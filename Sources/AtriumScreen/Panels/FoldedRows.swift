// SPDX-License-Identifier: GPL-3.0-or-later

/// The lines of items below each other, one line each, if there is no room for their whole texts.
///
/// The whole text of the selected item is in rows at the bottom, as far as half of the rows, or fewer, are enough for
/// that. An item that needs more is unfolded: it takes as many lines as it has, and each of them can be selected.
package struct FoldedRows: Hashable {
    /// The number of rows at the bottom with the selected item’s whole text.
    package let fullRows: Int
    /// The first line of each thing, and the line behind the last one.
    private let starts: [Int]
    /// The item of each line.
    private let things: [Int]
    private let unfolded: Set<Int>

    /// This many items with a line each.
    package init(_ count: Int = 0) { self.init(needs: Array(repeating: 0, count: count), rows: 0) { _ in 1 } }

    /// Items in a panel of this many rows.
    ///
    /// - Parameters:
    ///   - needs: For each item the number of rows at the bottom for its whole text; 0 if its line is enough.
    ///   - most: The most rows at the bottom.
    ///   - height: The number of lines of an unfolded item.
    package init(needs: [Int], rows: Int, most: Int = .max, height: (Int) -> Int) {
        let limit = min(rows / 2, most)
        var (starts, things, unfolded): ([Int], [Int], Set<Int>) = ([], [], [])
        for (thing, need) in needs.enumerated() {
            starts.append(things.count)
            if need > limit { unfolded.insert(thing) }
            things += Array(repeating: thing, count: need > limit ? max(1, height(thing)) : 1)
        }
        fullRows = needs.filter { $0 <= limit }.max() ?? 0
        starts.append(things.count)
        (self.starts, self.things, self.unfolded) = (starts, things, unfolded)
    }

    /// The number of lines.
    package var count: Int { things.count }

    package func lines(of thing: Int) -> Range<Int> { starts[thing]..<starts[thing + 1] }

    /// The item at a line; `nil` if there is none.
    package func thing(atLine line: Int) -> Int? { things.indices.contains(line) ? things[line] : nil }

    /// The line of an unfolded item at a line; `nil` if the item has one line, which may be cut.
    package func part(atLine line: Int) -> Int? {
        thing(atLine: line).flatMap { unfolded.contains($0) ? line - starts[$0] : nil }
    }
}
