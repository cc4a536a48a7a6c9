// SPDX-License-Identifier: GPL-3.0-or-later

/// The links with an address, `[text](address)`, in a part of a line that has no code; by offsets in UTF-8.
struct LineLinks: IteratorProtocol {
    /// One link.
    struct Link: Hashable {
        /// All of it, with its brackets.
        let whole: Range<Int>
        /// Its text.
        let label: Range<Int>
        /// Its address, as it is spelled.
        let address: Range<Int>
        /// Whether it is shown in its place: `!` stands before it.
        let isPicture: Bool
    }

    private var signs: LineSigns
    private var position = 0
    /// The brackets that are open where the labels have been read to.
    private var open: [Int] = []
    private var read = 0

    init(_ line: some Sequence<UInt8>) { signs = LineSigns(Array(line)) }

    /// How many bytes were looked at.
    var steps: Int { signs.steps + read }

    mutating func next() -> Link? {
        while let middle = signs.next(.middle, from: position) {
            position = middle + 2
            guard let address = signs.address(from: position) else { continue }
            position = address.upperBound
            let first = openBracket(before: middle)
            let isPicture = first.map { $0 > 0 && signs.bytes[$0 - 1] == UInt8(ascii: "!") } ?? false
            let start = first.map { isPicture ? $0 - 1 : $0 } ?? middle
            let end = signs.next(.roundEnd, from: address.upperBound).map { $0 + 1 } ?? address.upperBound
            return Link(
                whole: start..<end, label: (first.map { $0 + 1 } ?? middle)..<middle, address: address,
                isPicture: isPicture)
        }
        return nil
    }

    /// The last bracket that is open before a place.
    private mutating func openBracket(before place: Int) -> Int? {
        while read < place {
            if signs.bytes[read] == UInt8(ascii: "[") { open.append(read) }
            if signs.bytes[read] == UInt8(ascii: "]") { _ = open.popLast() }
            read += 1
        }
        return open.last
    }
}
