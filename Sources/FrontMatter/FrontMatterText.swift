// SPDX-License-Identifier: GPL-3.0-or-later

import Yams

/// A text within the values of a block of YAML: a value itself, an item of a list, or one of a nested field.
package struct FrontMatterText: Hashable, Sendable {
    /// The field at the outermost level to which it belongs, as it is spelled.
    package let field: String
    /// What it says.
    package let text: String
}

extension FrontMatter {
    /// The texts in a block of YAML without fences, in order, also where others refer to one of them.
    package static func texts(in yaml: String) -> [FrontMatterText] {
        let node = try? Yams.compose(yaml: yaml, .default, .default, .utf8)
        return (node?.mapping ?? [:]).flatMap { key, value in
            scalars(in: value).map { FrontMatterText(field: key.scalar?.string ?? "", text: $0.string) }
        }
    }

    /// A block that `others` gave with other texts in the places of some; nil if it is no YAML.
    ///
    /// All else stays as it is written, unless a new text cannot stand in the place of the old one.
    ///
    /// - Parameter changes: The new texts, by the number of the old one among `texts(in:)`.
    package static func others(_ yaml: String, changing changes: [Int: String]) -> String? {
        let fence = "---\n"
        if let block = try? FrontMatterBlock(of: fence + yaml + fence, knowing: { _ in [] }),
            let new = anew(yaml, changing: changes), let written = try? block.saying(others: new, knowing: { _ in [] })
        {
            return String(written.text.dropFirst(fence.count).dropLast(fence.count))
        }
        return anew(yaml, changing: changes)
    }

    private static func anew(_ yaml: String, changing changes: [Int: String]) -> String? {
        guard let node = try? Yams.compose(yaml: yaml, .default, .default, .utf8) else { return nil }
        var number = 0
        let new = (node.mapping ?? [:]).map { ($0.key, changed($0.value, by: changes, &number)) }
        let mapping = Node.Mapping(new, Tag(.map), .block)
        return try? Yams.serialize(node: .mapping(mapping), width: -1, allowUnicode: true)
    }

    /// The scalars among the values within a node, in order.
    static func scalars(in node: Node) -> [Node.Scalar] {
        switch node {
        case .scalar(let scalar): [scalar]
        case .sequence(let items): items.flatMap(scalars)
        case .mapping(let pairs): pairs.flatMap { scalars(in: $0.value) }
        case .alias: []
        }
    }

    private static func changed(_ node: Node, by changes: [Int: String], _ number: inout Int) -> Node {
        switch node {
        case .scalar(var scalar):
            if let text = changes[number] { scalar.string = text }
            number += 1
            return .scalar(scalar)
        case .sequence(var items):
            for index in items.indices { items[index] = changed(items[index], by: changes, &number) }
            return .sequence(items)
        case .mapping(let pairs):
            let new = pairs.map { ($0.key, changed($0.value, by: changes, &number)) }
            return .mapping(Node.Mapping(new, pairs.tag, pairs.style))
        case .alias: return node
        }
    }
}

extension FrontMatterBlock {
    /// The block with other texts in the fields that its reader does not understand, and every other byte as it was.
    ///
    /// - Parameter new: A block like `others`, with as many texts; with more or fewer nothing changes.
    /// - Throws: `FrontMatterRefusal` if a text cannot be put in the place of the old one.
    package func saying(others new: String, knowing reader: @escaping FrontMatter.Reader) throws(FrontMatterRefusal)
        -> FrontMatterBlock
    {
        guard new != others else { return self }
        let (old, wanted) = (FrontMatter.texts(in: others), FrontMatter.texts(in: new))
        guard old.map(\.field) == wanted.map(\.field), old != wanted else { return self }
        let field = zip(old, wanted).first { $0 != $1 }?.0.field ?? ""
        let changed = FrontMatterTable.replacing(
            isYAML
                ? try edits(from: old, to: wanted, in: places(notKnowing: reader(fields)), field: field)
                : try edits(from: old, to: wanted), in: Array(text.utf8))
        // Whether nothing else has changed is the parser’s to say.
        guard let block = try? FrontMatterBlock(of: changed, knowing: reader), block.rest.isEmpty,
            block.fields.keys == fields.keys,
            block.fields.allSatisfy({ !reader(fields).contains($0.key) || fields[$0.key] == $0.value }),
            FrontMatter.texts(in: block.others) == wanted
        else { throw FrontMatterRefusal(field: field, reason: .form) }
        return block
    }

    private func edits(
        from old: [FrontMatterText], to wanted: [FrontMatterText], in places: [FrontMatterScalar?], field: String
    ) throws(FrontMatterRefusal) -> [(range: Range<Int>, text: String)] {
        guard places.count == wanted.count else { throw FrontMatterRefusal(field: field, reason: .form) }
        var changes: [Int: (range: Range<Int>, text: String)] = [:]
        for (index, place) in places.enumerated() where old[index] != wanted[index] {
            guard let place, place.text == old[index].text, let edits = place.edits(to: wanted[index].text) else {
                throw FrontMatterRefusal(field: old[index].field, reason: .form)
            }
            // One text may be referred to from several places.
            for edit in edits { changes[edit.range.lowerBound] = edit }
        }
        return Array(changes.values)
    }

    /// Texts that stand in TOML or JSON once, letter by letter.
    private func edits(from old: [FrontMatterText], to wanted: [FrontMatterText]) throws(FrontMatterRefusal)
        -> [(range: Range<Int>, text: String)]
    {
        var changes: [(range: Range<Int>, text: String)] = []
        for (old, new) in zip(old, wanted) where old != new {
            let places = text.ranges(of: old.text)
            guard places.count == 1, let place = places.first, FrontMatter.doubleQuoted(new.text) == "\"\(new.text)\"",
                !new.text.contains("'")
            else { throw FrontMatterRefusal(field: old.field, reason: .form) }
            let start = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
            changes.append((start..<(start + text[place].utf8.count), new.text))
        }
        return changes
    }

    /// The places of the texts of unknown fields, in order; nil for one whose place cannot be told.
    private func places(notKnowing known: Set<String>) -> [FrontMatterScalar?] {
        let lines = Self.lines(text)
        guard lines.count > 2 else { return [] }
        let yaml = lines.dropFirst().dropLast().joined()
        guard let node = try? Yams.compose(yaml: yaml, .default, .default, .utf8) else { return [] }
        var starts = [0]
        for line in lines { starts.append(starts[starts.count - 1] + line.utf8.count) }
        let bytes = Array(text.utf8)
        // A line may have all of them: each goes on where the one before it was.
        var last = (line: -1, column: 1, offset: 0)
        return FrontMatter.unknown(in: node, than: known).flatMap { FrontMatter.scalars(in: $0.1) }.map { scalar in
            // The parser counts lines and characters from 1, and does not see the fence.
            guard let mark = scalar.mark, lines.indices.contains(mark.line) else { return nil }
            if mark.line != last.line || mark.column < last.column { last = (mark.line, 1, starts[mark.line]) }
            while last.column < mark.column, last.offset < starts[mark.line + 1] {
                last.offset += 1
                // The rest of a character is none of its own.
                while last.offset < starts[mark.line + 1], bytes[last.offset] & 0xC0 == 0x80 { last.offset += 1 }
                last.column += 1
            }
            return FrontMatterScalar(scalar.string, in: bytes, from: last.offset)
        }
    }
}
