// SPDX-License-Identifier: GPL-3.0-or-later

import Yams

/// A text within the values of a block of YAML: a value itself, an item of a list, or one of a nested field.
public struct FrontMatterText: Hashable, Sendable {
    /// The field at the outermost level to which it belongs, as it is spelled.
    public let field: String
    /// The text.
    public let text: String
}

extension FrontMatter {
    /// The texts in a block of YAML without fences, in order, also where others refer to one of them.
    public static func texts(in yaml: String) -> [FrontMatterText] {
        let node = try? Yams.compose(yaml: yaml, .default, .default, .utf8)
        return (node?.mapping ?? [:]).flatMap { key, value in
            scalars(in: value).map { FrontMatterText(field: key.scalar?.string ?? "", text: $0.string) }
        }
    }

    /// A block that `others` gave with other texts in the places of some; `nil` if it is not valid YAML.
    ///
    /// All else stays as it is written, unless a new text cannot stand in the place of the old one.
    ///
    /// - Parameter changes: The new texts, by the number of the old one among `texts(in:)`.
    public static func others(_ yaml: String, changing changes: [Int: String]) -> String? {
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
    public func saying(others new: String, knowing reader: @escaping FrontMatter.Reader) throws(FrontMatterRefusal)
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

/// A text where it stands in a block of YAML, and as it is written there (YAML 1.2, 7.3 and 8.1).
struct FrontMatterScalar {
    /// The written form.
    private enum Form {
        /// On one line, without quotation marks.
        case plain
        /// In these quotation marks; whether without escapes.
        case quoted(mark: UInt8, isVerbatim: Bool)
        /// On several lines, of which blanks and line ends may be read as others.
        case lines
    }

    /// The text.
    let text: String
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let form: Form

    /// - Parameters:
    ///   - bytes: Those of the block.
    ///   - start: Where it begins, perhaps with an anchor or a tag before it.
    init?(_ text: String, in bytes: [UInt8], from start: Int) {
        (self.text, self.bytes) = (text, bytes)
        var start = start
        while start < bytes.count, bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "!") {
            let stop = bytes[start...].firstIndex(where: YAMLBytes.endsWord) ?? bytes.count
            start = bytes[stop...].firstIndex { !YAMLBytes.isBlank($0) } ?? bytes.count
        }
        guard start < bytes.count else { return nil }
        let end = start + text.utf8.count
        switch bytes[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard let end = YAMLBytes.quoteEnd(bytes, from: start) else { return nil }
            range = start..<end
            let isVerbatim = bytes[(start + 1)..<(end - 1)].elementsEqual(text.utf8)
            form = .quoted(mark: bytes[start], isVerbatim: isVerbatim)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            // The signs on its line say how the lines below are read.
            (range, form) = (YAMLBytes.lineEnd(bytes, from: start)..<bytes.count, .lines)
        case _ where end <= bytes.count && bytes[start..<end].elementsEqual(text.utf8):
            (range, form) = (start..<end, .plain)
        default: (range, form) = (start..<bytes.count, .lines)
        }
    }

    /// The edits that give it another text, in its own written form if possible; `nil` if it is impossible.
    func edits(to new: String) -> [(range: Range<Int>, text: String)]? {
        let hasControls = new.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
        switch form {
        case .lines: return wordEdits(to: new)
        case .plain where FrontMatter.scalar(new) == new && !hasControls: return [(range, new)]
        case .quoted(UInt8(ascii: "\""), isVerbatim: true)
        where !hasControls && !new.contains { $0 == "\"" || $0 == "\\" }:
            return [(range, "\"\(new)\"")]
        case .quoted(UInt8(ascii: "'"), isVerbatim: true) where !hasControls && !new.contains("'"):
            return [(range, "'\(new)'")]
        default: return [(range, FrontMatter.quoted(new))]
        }
    }

    /// The words that change, line by line.
    private func wordEdits(to new: String) -> [(range: Range<Int>, text: String)]? {
        let written = Self.words(bytes, in: range)
        let lines = text.split(separator: "\n"), newLines = new.split(separator: "\n")
        guard lines.count == newLines.count else { return nil }
        var edits: [(range: Range<Int>, text: String)] = []
        var first = 0
        for (line, newLine) in zip(lines, newLines) {
            let words = Self.words(of: line), newWords = Self.words(of: newLine)
            let place = written[min(first, written.count)...].prefix(words.count)
            guard place.map({ Array(bytes[$0]) }) == words else { return nil }
            first += words.count
            guard line != newLine else { continue }
            let start = zip(words, newWords).prefix { $0 == $1 }.count
            let end = zip(words[start...].reversed(), newWords[start...].reversed()).prefix { $0 == $1 }.count
            let gone = place.dropFirst(start).dropLast(end)
            guard let from = gone.first, let to = gone.last else { return nil }
            let said = Array(newWords[start..<(newWords.count - end)].joined(separator: [0x20]))
            edits.append((from.lowerBound..<to.upperBound, String(decoding: said, as: UTF8.self)))
        }
        return edits
    }

    private static func words(of line: Substring) -> [[UInt8]] {
        let bytes = Array(line.utf8)
        return words(bytes, in: bytes.indices).map { Array(bytes[$0]) }
    }

    private static func words(_ bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        bytes[range].split(whereSeparator: YAMLBytes.endsWord).map { $0.startIndex..<$0.endIndex }
    }
}

/// Where parts of YAML end that are written on one line or in brackets (YAML 1.2, 7.3 and 7.4).
enum YAMLBytes {
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    static func endsWord(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0A || byte == 0x0D }

    /// The end of a line, before what ends it.
    static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
        bytes[min(start, bytes.count)...].firstIndex(of: 0x0A) ?? bytes.count
    }

    /// The end of a line’s text, before a carriage return too.
    static func textEnd(_ bytes: [UInt8], from start: Int) -> Int {
        let end = lineEnd(bytes, from: start)
        return end > start && bytes[end - 1] == 0x0D ? end - 1 : end
    }

    static func skipBlanks(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
        bytes[start..<end].firstIndex { !isBlank($0) } ?? end
    }

    /// The end, with its line, of the last line that says something: that is neither blank nor a comment.
    static func lastContent(_ bytes: [UInt8], from start: Int) -> Int {
        var (last, index) = (start, start)
        while index < bytes.count {
            let end = lineEnd(bytes, from: index)
            let first = bytes[index..<end].first { !isBlank($0) && $0 != 0x0D }
            index = min(end + 1, bytes.count)
            if let first, first != UInt8(ascii: "#") { last = index }
        }
        return last
    }

    /// A place behind a line’s end, as one before it.
    static func withoutLineEnd(_ bytes: [UInt8], _ end: Int) -> Int {
        var end = end
        while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return end
    }

    /// The end of a text without quotation marks: before a comment and the blanks at its end.
    static func plainEnd(_ bytes: [UInt8], from start: Int, to line: Int) -> Int {
        var end = line
        for index in start..<line where bytes[index] == UInt8(ascii: "#") && index > start && isBlank(bytes[index - 1])
        {
            end = index
            break
        }
        while end > start, isBlank(bytes[end - 1]) || bytes[end - 1] == 0x0D { end -= 1 }
        return end
    }

    /// The end of a text in quotation marks; `nil` if they are open.
    static func quoteEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        let mark = bytes[start]
        var index = start + 1
        while index < bytes.count {
            if mark == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if bytes[index] == mark {
                // Two single ones stand for one.
                guard mark == UInt8(ascii: "'"), index + 1 < bytes.count, bytes[index + 1] == mark else {
                    return index + 1
                }
                index += 2
            } else {
                index += 1
            }
        }
        return nil
    }

    /// The end of a list in brackets; `nil` if they are open.
    ///
    /// - Parameter comma: Called with the place of each comma that separates two items.
    static func flowEnd(_ bytes: [UInt8], from start: Int, comma: (Int) -> Void = { _ in }) -> Int? {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: ","): if depth == 1 { comma(index) }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                // Within a word the mark means itself.
                let before = bytes[..<index].last { !endsWord($0) }
                guard before.map({ "[{,:".utf8.contains($0) }) == true || index > 0 && endsWord(bytes[index - 1]),
                    let end = quoteEnd(bytes, from: index)
                else { break }
                index = end - 1
            case UInt8(ascii: "#"):
                if index > 0, endsWord(bytes[index - 1]) { index = lineEnd(bytes, from: index) }
            default: break
            }
            index += 1
        }
        return nil
    }
}
