// SPDX-License-Identifier: GPL-3.0-or-later

/// The lines of things that stand below each other, one line each, where that is not room for all that each of them says.
///
/// All of what is selected is told in rows at the bottom, as far as half of the rows, or fewer, are enough for that. A
/// thing that needs more is unfolded: it takes as many lines as it has, and each of them can be selected.
package struct FoldedRows: Hashable {
    /// How many rows at the bottom tell all of what is selected.
    package let fullRows: Int
    /// The first line of each thing, and the line behind the last one.
    private let starts: [Int]
    /// Which thing stands at each line.
    private let things: [Int]
    private let unfolded: Set<Int>

    /// So many things with a line each.
    package init(_ count: Int = 0) { self.init(needs: Array(repeating: 0, count: count), rows: 0) { _ in 1 } }

    /// Things in a panel of so many rows.
    ///
    /// - Parameters:
    ///   - needs: For each thing the rows at the bottom that tell all of it; 0 where its line does.
    ///   - most: The most rows at the bottom.
    ///   - height: How many lines a thing takes that is unfolded.
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

    /// How many lines there are.
    package var count: Int { things.count }

    /// The lines of a thing.
    package func lines(of thing: Int) -> Range<Int> { starts[thing]..<starts[thing + 1] }

    /// Which thing stands at a line; nil where none does.
    package func thing(atLine line: Int) -> Int? { things.indices.contains(line) ? things[line] : nil }

    /// Which line of an unfolded thing stands at a line; nil where the thing has one line, which may be cut.
    package func part(atLine line: Int) -> Int? {
        thing(atLine: line).flatMap { unfolded.contains($0) ? line - starts[$0] : nil }
    }
}
