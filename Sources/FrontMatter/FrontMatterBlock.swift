// SPDX-License-Identifier: GPL-3.0-or-later

/// The block at the head of a file, as it is written: fields change, and every other byte stays.
///
///     let block = FrontMatterBlock(of: "---\ncssclass: wide # mine\npinned: true\n---\nText")
///     try block?.setting([("pinned", nil)]).text  // "---\ncssclass: wide # mine\n---\n"
///
/// A field is a line with a name at its start, and the lines below it up to the next name. Of one that changes, the name
/// as it is spelled, comments and the style of a list stay.
package struct FrontMatterBlock: Hashable, Sendable {
    /// The block with both fences and the end of the second one’s line.
    package let text: String
    /// What follows it in the file that it was read from.
    package let rest: String
    /// The fields, as `FrontMatter` reads them.
    package let fields: [String: FrontMatterValue]

    /// The fields that its reader does not understand, as `FrontMatter.others`.
    package let others: String
    private let form: FrontMatterForm

    /// The block at the head of a text; nil if there is none.
    ///
    /// - Parameter reader: As for `FrontMatter`.
    /// - Throws: `FrontMatterFault` for a block that cannot be read.
    package init?(of text: String, knowing reader: FrontMatter.Reader? = nil) throws(FrontMatterFault) {
        guard let first = text.utf8.first, "-+{".utf8.contains(first) else { return nil }
        let page = try FrontMatter(reading: text, knowing: reader)
        guard let form = page.form else { return nil }
        self.text = String(decoding: text.utf8.prefix(text.utf8.count - page.body.utf8.count), as: UTF8.self)
        self.form = form
        rest = page.body
        fields = page.fields
        others = page.others
    }

    /// Whether it is written as YAML between fences.
    var isYAML: Bool { form == .yaml }

    /// An empty block.
    ///
    /// - Parameter end: What its lines end with.
    package static func empty(end: String) -> String { "---\(end)---\(end)" }

    /// The block with some fields set, or taken away if the value is nil; every other byte stays.
    ///
    /// - Throws: `FrontMatterRefusal` if that cannot be done.
    package func setting(_ changes: [(name: String, value: FrontMatterValue?)]) throws(FrontMatterRefusal)
        -> FrontMatterBlock
    {
        let end = text.utf8.contains(0x0D) ? "\r\n" : "\n"
        let changed: String
        switch form {
        case .yaml: changed = try settingLines(changes, end: end)
        case .toml: changed = try settingTable(changes, end: end)
        case .json: throw FrontMatterRefusal(field: changes.first?.name ?? "", reason: .form)
        }
        var expected = fields
        for (name, value) in changes { expected[name] = value?.read }
        // Whether nothing else has changed is the parser’s to say.
        guard let block = try? FrontMatterBlock(of: changed), block.fields == expected, block.rest.isEmpty else {
            throw FrontMatterRefusal(field: changes.first?.name ?? "", reason: .form)
        }
        return block
    }

    private func settingTable(_ changes: [(name: String, value: FrontMatterValue?)], end: String)
        throws(FrontMatterRefusal) -> String
    {
        let lines = Self.lines(text)
        guard lines.count > 1, let table = try? FrontMatterTable(lines.dropFirst().dropLast().joined()) else {
            throw FrontMatterRefusal(field: changes.first?.name ?? "", reason: .form)
        }
        return lines[0] + table.setting(changes, end: end) + lines[lines.count - 1]
    }

    private func settingLines(_ changes: [(name: String, value: FrontMatterValue?)], end: String)
        throws(FrontMatterRefusal) -> String
    {
        let lines = Self.lines(text)
        var parts = Self.parts(of: Array(lines.dropFirst().dropLast()))
        // An empty mapping as it is written in flow style would stand beside the fields.
        if fields.isEmpty { parts.removeAll { $0.name == nil && Self.isEmptyMapping($0.text) } }
        for (name, value) in changes {
            // Of several the last one counts.
            if let index = parts.lastIndex(where: { $0.name == name }) {
                let field = FrontMatterField(parts[index].text, name: parts[index].length)
                if let anchor = field.anchor, text.contains("*" + anchor) {
                    throw FrontMatterRefusal(field: name, reason: .referredTo)
                }
                if value == nil, parts.count(where: { $0.name == name }) > 1 {
                    throw FrontMatterRefusal(field: name, reason: .twice)
                }
                parts[index].text = value.map { field.setting($0, end: end) } ?? field.removed
            } else if let value {
                parts.append((name, 0, FrontMatter.field(name, value) + end))
            }
        }
        return (lines.first ?? "") + parts.map(\.text).joined() + (lines.last ?? "")
    }

    /// Lines of YAML by fields: each with the lines below it, comments and what else stands between them.
    ///
    /// Comments at the start of a line belong to a field only if more of it follows.
    static func parts(of lines: [String]) -> [(name: String?, length: Int, text: String)] {
        var parts: [(name: String?, length: Int, text: String)] = []
        var comments: [String] = []
        for line in lines {
            if line.hasPrefix("#") {
                comments.append(line)
                continue
            }
            let name = name(line)
            if name != nil || parts.isEmpty || parts.last?.name == nil {
                parts += comments.map { (name: nil, length: 0, text: $0) }
                parts.append((name: name?.name, length: name?.length ?? 0, text: line))
            } else {
                parts[parts.count - 1].text += comments.joined() + line
            }
            comments = []
        }
        return parts + comments.map { (name: nil, length: 0, text: $0) }
    }

    private static func isEmptyMapping(_ line: String) -> Bool { line.filter { !$0.isWhitespace } == "{}" }

    /// The lines with their ends.
    static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var rest = Substring(text).utf8
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A).map { rest.index(after: $0) } ?? rest.endIndex
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[end...]
        }
        return lines
    }

    /// The name of the field that a line begins, in lower case, and how many bytes stand before its colon.
    private static func name(_ line: String) -> (name: String, length: Int)? {
        let bytes = Array(line.utf8)
        guard let first = bytes.first,
            !" \t\r\n-#?".utf8.contains(first) || first == 0x2D && bytes.count > 1 && !YAMLBytes.endsWord(bytes[1])
        else { return nil }
        var start = 0
        if first == 0x22 || first == 0x27 { start = YAMLBytes.quoteEnd(bytes, from: 0) ?? 0 }
        // A colon within a name is followed by more of it.
        guard
            let colon = bytes.indices.dropFirst(start).first(where: {
                bytes[$0] == 0x3A && ($0 + 1 == bytes.count || YAMLBytes.endsWord(bytes[$0 + 1]))
            })
        else { return nil }
        guard let name = FrontMatter.scalar(String(decoding: bytes[..<colon], as: UTF8.self)), !name.isEmpty else {
            return nil
        }
        return (name.lowercased(), colon)
    }
}
