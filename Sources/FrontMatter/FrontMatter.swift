// SPDX-License-Identifier: GPL-3.0-or-later

import Yams

/// The block of YAML at the head of a Markdown file, between two lines of `---`.
///
///     let page = try FrontMatter(reading: "---\ntags: [a, b]\n---\nText")
///     page.fields["tags"]?.list  // a, b
///     page.body                  // Text
///
/// Wraps Yams (libyaml); nothing else sees it. Nested values are no fields, scalars stay the text they are.
package struct FrontMatter: Hashable, Sendable {
    /// The fields by name; the names are in lower case.
    package let fields: [String: FrontMatterValue]
    /// What follows the block, exactly; the whole text where there is no block.
    package let body: String
    /// The fields that the reader does not know, as a block of YAML without its fences; empty for none.
    ///
    /// Nested values, spelling and order are kept, comments are not.
    package let others: String

    /// So many nodes of fields that nobody knows are kept: references to references grow without end.
    private static let mostNodes = 10_000

    /// Takes a text apart.
    ///
    /// - Parameters:
    ///   - known: The names, in lower case, of the fields that are not among the others; nil for all.
    ///   - foreign: Those of the known names that mean something else in a block of these fields.
    /// - Throws: `FrontMatterFault` for a block that is no YAML, or an endless one.
    package init(
        reading text: String, knowing known: Set<String>? = nil,
        except foreign: ([String: FrontMatterValue]) -> Set<String> = { _ in [] }
    ) throws(FrontMatterFault) {
        let bytes = Array(text.utf8)
        guard let (yaml, rest) = Self.block(bytes) else {
            fields = [:]
            body = text
            others = ""
            return
        }
        body = String(decoding: bytes[rest...], as: UTF8.self)
        let node: Node?
        // Without a word on the encoding the parser would look for one in the environment, each time.
        do {
            node = try Yams.compose(yaml: String(decoding: bytes[yaml], as: UTF8.self), .default, .default, .utf8)
        } catch {
            throw FrontMatterFault()
        }
        var fields: [String: FrontMatterValue] = [:]
        for (key, value) in node?.mapping ?? [:] {
            guard let name = key.scalar?.string.lowercased() else { continue }
            if let scalar = value.scalar {
                fields[name] = .text(scalar.string)
            } else if let sequence = value.sequence {
                fields[name] = .list(sequence.compactMap { $0.scalar?.string })
            }
        }
        self.fields = fields
        others = if let known { try Self.others(in: node, than: known.subtracting(foreign(fields))) } else { "" }
    }

    /// A block of these fields in this order, which reads back as they are; `others` as `FrontMatter.others` gave them.
    package static func block(_ fields: [(name: String, value: FrontMatterValue)], others: String = "") -> String {
        var block = "---\n"
        for (name, value) in fields { block += line(name, value) }
        return block + others + "---\n"
    }

    /// The fields that are not known, written anew.
    private static func others(in node: Node?, than known: Set<String>) throws(FrontMatterFault) -> String {
        let pairs = (node?.mapping ?? [:]).filter { key, _ in
            key.scalar.map { !known.contains($0.string.lowercased()) } ?? true
        }
        guard !pairs.isEmpty else { return "" }
        var room = mostNodes
        for (key, value) in pairs where !fits(key, in: &room) || !fits(value, in: &room) {
            throw FrontMatterFault()
        }
        do {
            let mapping = Node.Mapping(pairs.map { ($0.key, $0.value) }, Tag(.map), .block)
            return try Yams.serialize(node: .mapping(mapping), width: -1, allowUnicode: true)
        } catch {
            throw FrontMatterFault()
        }
    }

    private static func fits(_ node: Node, in room: inout Int) -> Bool {
        room -= 1
        guard room > 0 else { return false }
        switch node {
        case .scalar, .alias: return true
        case .sequence(let nodes): return nodes.allSatisfy { fits($0, in: &room) }
        case .mapping(let pairs): return pairs.allSatisfy { fits($0.key, in: &room) && fits($0.value, in: &room) }
        }
    }

    /// The fields that `others` has, in order, each with the texts of its value: none for one that is nested.
    package static func properties(inOthers others: String) -> [(name: String, values: [String])] {
        let node = try? Yams.compose(yaml: others, .default, .default, .utf8)
        return (node?.mapping ?? [:]).compactMap { key, value in
            guard let name = key.scalar?.string else { return nil }
            if let scalar = value.scalar { return (name, scalar.string.isEmpty ? [] : [scalar.string]) }
            return (name, value.sequence?.compactMap { $0.scalar?.string } ?? [])
        }
    }

    /// The line of one field, as it stands in a block.
    package static func line(_ name: String, _ value: FrontMatterValue) -> String { field(name, value) + "\n" }

    /// The line of one field, without its end.
    static func field(_ name: String, _ value: FrontMatterValue) -> String { "\(name): \(written(value))" }

    /// A value as it is written behind a name.
    static func written(_ value: FrontMatterValue) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .list(let texts): "[\(texts.map(quoted).joined(separator: ", "))]"
        }
    }

    /// The text that an item of a list or a name is read as; nil where it is none.
    static func scalar(_ item: String) -> String? {
        guard !item.allSatisfy(\.isWhitespace), let node = try? Yams.compose(yaml: item, .default, .default, .utf8)
        else {
            return nil
        }
        return node.scalar?.string
    }

    /// Where the YAML stands and where the rest begins.
    private static func block(_ bytes: [UInt8]) -> (yaml: Range<Int>, rest: Int)? {
        guard let first = lineEnd(bytes, from: 0), isFence(bytes[..<first.text]) else { return nil }
        var start = first.next
        while start < bytes.count {
            let end = lineEnd(bytes, from: start) ?? (text: bytes.count, next: bytes.count)
            if isFence(bytes[start..<end.text]) { return (first.next..<start, end.next) }
            start = end.next
        }
        return nil
    }

    private static func lineEnd(_ bytes: [UInt8], from start: Int) -> (text: Int, next: Int)? {
        guard let feed = bytes[start...].firstIndex(of: 0x0A) else { return nil }
        return (feed > start && bytes[feed - 1] == 0x0D ? feed - 1 : feed, feed + 1)
    }

    private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
        line.elementsEqual([0x2D, 0x2D, 0x2D])
    }

    /// Plain where YAML takes it for a text anyway, otherwise a double-quoted scalar (YAML 1.2, 7.3.1).
    static func quoted(_ text: String) -> String {
        let isPlain =
            text.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                    || "-:.".unicodeScalars
                        .contains($0)
            } && text.first.map { $0.isLetter || $0.isNumber } == true && text.last != ":"
        guard !isPlain else { return text }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C: result += "\\" + String(scalar)
            case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// A block at the head of a file is no YAML.
package struct FrontMatterFault: Error, Hashable, Sendable {}
