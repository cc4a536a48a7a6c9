// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The properties of a page of Logseq’s: lines `name:: value` that lead its text, or are the first block of its outline.
///
///     PageProperties("tags:: [[a]], b\n\n- Text").list("tags")  // a, b
///
/// Source: logseq/docs, pages/Properties.md.
package struct PageProperties {
    private struct Line {
        /// The name in lower case.
        let name: String
        /// The value after the name, without blanks around it.
        let value: Substring
        /// The line with its end.
        let whole: Range<String.Index>
        /// The line without the text before the name, and without its end.
        let bare: Range<String.Index>
    }

    private let text: String
    private var lines: [Line] = []
    /// Whether they are the first block of an outline.
    private let isBlock: Bool

    package init(_ text: String) {
        self.text = text
        isBlock = text.hasPrefix("- ")
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex(where: \.isNewline) ?? text.endIndex
            let next = end < text.endIndex ? text.index(after: end) : end
            var bare = text[start..<end]
            if isBlock {
                let isFirst = lines.isEmpty
                guard isFirst || bare.first == " " || bare.first == "\t" else { break }
                bare = isFirst ? bare.dropFirst(2) : bare.drop { $0 == " " || $0 == "\t" }
            }
            guard let (name, value) = Self.property(of: bare) else { break }
            lines.append(
                Line(name: name, value: value, whole: start..<next, bare: bare.startIndex..<bare.endIndex))
            start = next
        }
    }

    /// The property that a line is; its name in lower case.
    package static func property(of line: Substring) -> (name: String, value: Substring)? {
        guard let sign = line.firstRange(of: "::") else { return nil }
        let name = line[..<sign.lowerBound]
        let isName = name.allSatisfy { $0.isLetter || $0.isNumber || "-_./?".contains($0) }
        guard !name.isEmpty, isName, line[sign.upperBound...].first.map({ $0 == " " || $0 == "\t" }) ?? true else {
            return nil
        }
        return (name.lowercased(), trimmed(line[sign.upperBound...]))
    }

    /// All of them in order.
    package var all: [(name: String, value: String)] { lines.map { ($0.name, String($0.value)) } }

    /// The end of the properties; the start of a text without any.
    package var end: String.Index { lines.last?.whole.upperBound ?? text.startIndex }

    /// The value of a property; `nil` if there is none.
    package subscript(_ name: String) -> String? { lines.first { $0.name == name }.map { String($0.value) } }

    /// The items of a property: each `[[link]]` and `#tag`, or otherwise the parts between commas.
    package func list(_ name: String) -> [String] {
        lines.filter { $0.name == name }.flatMap { PropertyItems($0.value).names }
    }

    /// The value of its `title::`; `nil` for none.
    package var title: String? { lines.last { $0.name == "title" }.map { PropertyItems.name($0.value) } }

    /// The page’s names beside its file’s name: its `title::`, then each `alias::`.
    package var names: [String] {
        ([title ?? ""] + list("alias")).filter { !$0.isEmpty }
    }
}

// MARK: - Changing

extension PageProperties {
    /// The text with a property of another value, and every other byte as it was; `nil` takes the property away.
    package func setting(_ name: String, to value: String?) -> String {
        guard let line = lines.first(where: { $0.name == name }) else { return value.map { adding(name, $0) } ?? text }
        guard let value else { return removing(line) }
        let start = line.value.isEmpty ? line.bare.upperBound : line.value.startIndex
        let end = line.value.isEmpty ? line.bare.upperBound : line.value.endIndex
        let gap = line.value.isEmpty && text[..<start].last == ":" ? " " : ""
        return text[..<start] + gap + value + text[end...]
    }

    /// The text with other items in a property that lists some; those that stay are spelled as they were.
    package func changing(_ name: String, removing gone: [String], adding new: [String]) -> String {
        var properties = self
        func lines() -> [Line] { properties.lines.filter { $0.name == name } }
        for name in gone {
            for line in lines() {
                guard let value = PropertyItems(line.value).removing(name) else { continue }
                properties = PageProperties(properties.putting(value, in: line))
                break
            }
        }
        guard !new.isEmpty else { return properties.text }
        let items = PropertyItems(lines().first?.value ?? "")
        return properties.setting(name, to: items.adding(new))
    }

    /// The text with another name of an item in a property that lists some.
    package func renaming(_ name: String, item old: String, to new: String) -> String {
        var text = text
        for line in lines.reversed() where line.name == name {
            text.replaceSubrange(
                line.value.startIndex..<line.value.endIndex, with: PropertyItems(line.value).renaming(old, to: new))
        }
        return text
    }

    private func putting(_ value: String, in line: Line) -> String {
        value.isEmpty
            ? removing(line) : text[..<line.value.startIndex] + value + text[line.value.endIndex...]
    }

    private func adding(_ name: String, _ value: String) -> String {
        let new = "\(name):: \(value)"
        let lineEnd = text.lineEnd
        guard let last = lines.last else { return new + (text.isEmpty ? "" : lineEnd + lineEnd + text) }
        return text[..<last.bare.upperBound] + lineEnd + (isBlock ? "  " : "") + new + text[last.bare.upperBound...]
    }

    private func removing(_ line: Line) -> String {
        var before = text[..<line.whole.lowerBound]
        var after = text[line.whole.upperBound...]
        if isBlock, line.whole.lowerBound == text.startIndex {
            // The rest of the block is its beginning now.
            if after.first == " " || after.first == "\t" { return "- " + after.drop { $0 == " " || $0 == "\t" } }
        } else if !isBlock, lines.count == 1, after.first?.isNewline ?? false {
            after = after.dropFirst()
        }
        // The last line has no end of its own.
        if after.isEmpty, before.last?.isNewline ?? false { before = before.dropLast() }
        return String(before + after)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        text.trimmed { $0 == " " || $0 == "\t" }
    }
}

/// The items of a Logseq property: `[[a]], b`, `#a #b`, `a，b`.
struct PropertyItems {
    private struct Item {
        /// The name, without the signs of a link or a tag.
        let name: String
        /// Its range with the signs.
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

    /// The names of the items, in order.
    var names: [String] { items.map(\.name) }

    /// A name without what makes a link or a tag of it.
    static func name(_ text: Substring) -> String {
        var name = text.drop { " #".contains($0) }
        while name.last == " " { name.removeLast() }
        if name.hasPrefix("[["), name.hasSuffix("]]") { name = name.dropFirst(2).dropLast(2) }
        return String(name)
    }

    /// The value without an item; `nil` if it has none of that name.
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

    /// The value with another name of an item, which stays a link or a tag.
    func renaming(_ old: String, to new: String) -> String {
        var renamed = String(value)
        for item in items.reversed() where NameKey.of(item.name) == NameKey.of(old) {
            let spelled = value[item.range]
            let isLink =
                spelled.hasSuffix("]]") || new.contains { ",，".contains($0) || spelled.first == "#" && $0 == " " }
            let start = renamed.index(
                renamed.startIndex, offsetBy: value.distance(from: value.startIndex, to: item.range.lowerBound))
            let end = renamed.index(start, offsetBy: spelled.count)
            renamed.replaceSubrange(
                start..<end, with: (spelled.first == "#" ? "#" : "") + (isLink ? "[[\(new)]]" : new))
        }
        return renamed
    }

    /// The value with more items, spelled as the last one is.
    func adding(_ names: [String]) -> String {
        let isLink = items.last.map { value[$0.range].hasPrefix("[[") } ?? false
        let new = names.map { isLink || $0.contains(where: { ",，".contains($0) }) ? "[[\($0)]]" : $0 }
        return ((value.isEmpty ? [] : [String(value)]) + new).joined(separator: ", ")
    }

    /// The next comma outside a link.
    ///
    /// - Parameter lastClose: The latest possible end of a link.
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

    /// Adds the links and tags of a piece, or the piece itself if it has none.
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
        let end = bare.trimmed { $0 == " " }
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
