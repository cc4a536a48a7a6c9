/// The block of YAML at the head of a file, as it is written: fields change, and every other byte stays.
///
///     let block = FrontMatterBlock(of: "---\ncssclass: wide # mine\npinned: true\n---\nText")
///     block?.setting([("pinned", nil)])?.text  // "---\ncssclass: wide # mine\n---\n"
///
/// A field is a line with a name at its start, and the lines below it up to the next name.
package struct FrontMatterBlock: Hashable, Sendable {
    /// The block with both fences and the end of the second one’s line.
    package let text: String
    /// What follows it in the file that it was read from.
    package let rest: String
    /// The fields, as `FrontMatter` reads them.
    package let fields: [String: FrontMatterValue]

    /// The fields that its reader does not know, as `FrontMatter.others`.
    package let others: String

    /// The block at the head of a text; nil where there is none.
    ///
    /// - Parameter known: As for `FrontMatter`.
    /// - Throws: `FrontMatterFault` for a block that is no YAML.
    package init?(of text: String, knowing known: Set<String>? = nil) throws(FrontMatterFault) {
        guard text.utf8.starts(with: "---".utf8) else { return nil }
        let page = try FrontMatter(reading: text, knowing: known)
        let length = text.utf8.count - page.body.utf8.count
        guard length > 0 else { return nil }
        self.text = String(decoding: text.utf8.prefix(length), as: UTF8.self)
        rest = page.body
        fields = page.fields
        others = page.others
    }

    /// The block with some fields set, or taken away where the value is nil.
    ///
    /// Nil where the block is written in a way that does not allow it, such as all fields in one pair of braces.
    package func setting(_ changes: [(name: String, value: FrontMatterValue?)]) -> FrontMatterBlock? {
        let end = text.utf8.contains(0x0D) ? "\r\n" : "\n"
        var parts = parts
        var expected = fields
        for (name, value) in changes {
            expected[name] = value
            let line = value.map { FrontMatter.field(name, $0) + end }
            if let index = parts.firstIndex(where: { $0.name == name }) {
                parts[index].text = line ?? ""
            } else if let line {
                parts.insert((name, line), at: parts.count - 1)
            }
        }
        let changed = parts.map(\.text).joined()
        // Whether nothing else has changed is the parser’s to say.
        guard let block = try? FrontMatterBlock(of: changed), block.fields == expected, block.rest.isEmpty else {
            return nil
        }
        return block
    }

    /// The lines of the block: the first fence, the fields, each with the lines below it, and the second fence.
    private var parts: [(name: String?, text: String)] {
        let lines = Self.lines(text)
        var parts: [(name: String?, text: String)] = []
        for (index, line) in lines.enumerated() {
            if index == 0 || index == lines.count - 1 {
                parts.append((nil, line))
            } else if let name = Self.name(line) {
                parts.append((name, line))
            } else if line.hasPrefix("#") {
                // A comment at the start of a line belongs to no field.
                parts.append((nil, line))
            } else {
                parts[parts.count - 1].text += line
            }
        }
        return parts
    }

    /// The lines with their ends.
    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var rest = Substring(text).utf8
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A).map { rest.index(after: $0) } ?? rest.endIndex
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[end...]
        }
        return lines
    }

    /// The name of the field that a line begins, in lower case.
    private static func name(_ line: String) -> String? {
        guard let first = line.utf8.first, first != 0x20, first != 0x09, first != 0x2D, first != 0x23 else {
            return nil
        }
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = line[..<colon].filter { $0 != "\"" && $0 != "'" }
        return name.isEmpty ? nil : name.lowercased()
    }
}
