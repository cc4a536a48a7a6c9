// SPDX-License-Identifier: GPL-3.0-or-later

/// What a property of Logseq’s lists: `[[a]], b`, `#a #b`, `a，b`.
struct PropertyItems {
    /// One item.
    private struct Item {
        /// What is listed, without the signs of a link or a tag.
        let name: String
        /// Where it stands with its signs.
        let range: Range<String.Index>
        /// The piece between commas in which it stands.
        let piece: Range<String.Index>
    }

    private let value: Substring
    private var items: [Item] = []

    init(_ value: Substring) {
        self.value = value
        var start = value.startIndex
        let lastClose = value.lastRange(of: "]]")?.lowerBound
        while start <= value.endIndex {
            let end = Self.pieceEnd(in: value, from: start, lastClose: lastClose)
            add(start..<end)
            guard end < value.endIndex else { break }
            start = value.index(after: end)
        }
    }

    /// What is listed, in order.
    var names: [String] { items.map(\.name) }

    /// A name without what makes a link or a tag of it.
    static func name(_ text: Substring) -> String {
        var name = text.drop { " #".contains($0) }
        while name.last == " " { name.removeLast() }
        if name.hasPrefix("[["), name.hasSuffix("]]") { name = name.dropFirst(2).dropLast(2) }
        return String(name)
    }

    /// The value without an item; nil where it has none of that name.
    func removing(_ name: String) -> String? {
        let key = NameKey.of(name)
        guard let index = items.firstIndex(where: { NameKey.of($0.name) == key }) else { return nil }
        let item = items[index]
        var range = item.range
        if items.contains(where: { $0.piece == item.piece && $0.range != item.range }) {
            // Others stand beside it; the blanks before it go, or those behind it.
            while range.lowerBound > item.piece.lowerBound, value[value.index(before: range.lowerBound)] == " " {
                range = value.index(before: range.lowerBound)..<range.upperBound
            }
            if range.lowerBound == item.piece.lowerBound {
                while range.upperBound < item.piece.upperBound, value[range.upperBound] == " " {
                    range = range.lowerBound..<value.index(after: range.upperBound)
                }
            }
        } else if item.piece.lowerBound > value.startIndex {
            range = value.index(before: item.piece.lowerBound)..<item.piece.upperBound
        } else if item.piece.upperBound < value.endIndex {
            let rest = value[value.index(after: item.piece.upperBound)...].drop { $0 == " " }
            range = item.piece.lowerBound..<rest.startIndex
        } else {
            range = item.piece
        }
        return String(value[..<range.lowerBound] + value[range.upperBound...])
    }

    /// The value with more items, spelled as the last one is.
    func adding(_ names: [String]) -> String {
        let isLink = items.last.map { value[$0.range].hasPrefix("[[") } ?? false
        let new = names.map { isLink || $0.contains(where: { ",，".contains($0) }) ? "[[\($0)]]" : $0 }
        return ((value.isEmpty ? [] : [String(value)]) + new).joined(separator: ", ")
    }

    /// The next comma that is not within a link.
    ///
    /// - Parameter lastClose: Where the last link may end.
    private static func pieceEnd(
        in value: Substring, from start: String.Index, lastClose: String.Index?
    ) -> String.Index {
        var index = start
        while index < value.endIndex {
            if let lastClose, index < lastClose, value[index...].hasPrefix("[["),
                let close = value[index...].firstRange(of: "]]")
            {
                index = close.upperBound
                continue
            }
            if ",，".contains(value[index]) { return index }
            index = value.index(after: index)
        }
        return value.endIndex
    }

    /// Links and tags of a piece; the piece itself where it has none.
    private mutating func add(_ piece: Range<String.Index>) {
        var found: [Item] = []
        var index = piece.lowerBound
        let lastClose = value[piece].lastRange(of: "]]")?.lowerBound ?? piece.lowerBound
        while index < piece.upperBound {
            let rest = value[index..<piece.upperBound]
            let isFirst = index == piece.lowerBound || value[value.index(before: index)] == " "
            let start = isFirst && rest.first == "#" ? rest.dropFirst() : rest
            if index < lastClose, start.hasPrefix("[["), let close = start.firstRange(of: "]]") {
                found.append(
                    Item(
                        name: String(start[..<close.lowerBound].dropFirst(2)), range: index..<close.upperBound,
                        piece: piece))
                index = close.upperBound
            } else if start.startIndex > rest.startIndex, let name = Self.word(start) {
                found.append(Item(name: String(name), range: index..<name.endIndex, piece: piece))
                index = name.endIndex
            } else {
                index = value.index(after: index)
            }
        }
        let bare = value[piece]
        let name = Self.name(bare)
        guard found.isEmpty else { return items += found }
        let start = bare.drop { $0 == " " }
        let end = start.dropLast(start.reversed().prefix { $0 == " " }.count)
        if !name.isEmpty { items.append(Item(name: name, range: end.startIndex..<end.endIndex, piece: piece)) }
    }

    private static func word(_ text: Substring) -> Substring? {
        let word = text.prefix { $0 != " " }
        return word.isEmpty ? nil : word
    }
}

extension Substring {
    /// The last place of a sign of two equal characters.
    fileprivate func lastRange(of sign: String) -> Range<String.Index>? {
        var end = endIndex
        while let last = self[..<end].lastIndex(of: sign[sign.startIndex]) {
            if last > startIndex, self[index(before: last)] == sign[sign.startIndex] {
                return index(before: last)..<index(after: last)
            }
            end = last
        }
        return nil
    }
}
