// SPDX-License-Identifier: GPL-3.0-or-later

/// The block at the head of a file, as it is written: fields change, and every other byte stays.
///
///     let block = FrontMatterBlock(of: "---\ncssclass: wide # mine\npinned: true\n---\nText")
///     try block?.setting([("pinned", nil)]).text  // "---\ncssclass: wide # mine\n---\n"
///
/// A field is a line with a name at its start, and the lines below it up to the next name. Of one that changes, the name
/// as it is spelled, comments and the style of a list stay.
public struct FrontMatterBlock: Hashable, Sendable {
    /// The block with both fences and the end of the second one’s line.
    public let text: String
    /// The text after it in the file that it was read from.
    public let rest: String
    /// The fields, as `FrontMatter` reads them.
    public let fields: [String: FrontMatterValue]

    /// The fields that its reader does not understand, as `FrontMatter.others`.
    public let others: String
    private let form: FrontMatterForm

    /// The block at the head of a text; nil if there is none.
    ///
    /// - Parameter reader: As for `FrontMatter`.
    /// - Throws: `FrontMatterFault` for a block that cannot be read.
    public init?(of text: String, knowing reader: FrontMatter.Reader? = nil) throws(FrontMatterFault) {
        guard let first = text.utf8.first, "-+{".utf8.contains(first) else { return nil }
        let page = try FrontMatter(reading: text, knowing: reader)
        guard let form = page.form else { return nil }
        self.text = String(decoding: text.utf8.prefix(text.utf8.count - page.body.utf8.count), as: UTF8.self)
        self.form = form
        rest = page.body
        fields = page.fields
        others = page.others
    }

    /// Whether it is YAML with nothing beside its fields: no comment, and no field twice.
    public var isBare: Bool {
        guard isYAML, !text.utf8.contains(UInt8(ascii: "#")) else { return false }
        let names = Self.parts(of: Array(Self.lines(text).dropFirst().dropLast())).map(\.name)
        return names.allSatisfy { $0 != nil } && Set(names).count == names.count
    }

    /// Whether it is written as YAML between fences.
    var isYAML: Bool { form == .yaml }

    /// An empty block.
    ///
    /// - Parameter end: The end of its lines.
    public static func empty(end: String) -> String { "---\(end)---\(end)" }

    /// The block with some fields set, or taken away if the value is nil; every other byte stays.
    ///
    /// - Throws: `FrontMatterRefusal` if that cannot be done.
    public func setting(_ changes: [(name: String, value: FrontMatterValue?)]) throws(FrontMatterRefusal)
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
            let spelled = FrontMatter.counting(parts.compactMap(\.spelled))[name]
            if let spelled, let index = parts.lastIndex(where: { $0.spelled == spelled }) {
                let field = FrontMatterField(parts[index].text, name: parts[index].length)
                if let anchor = field.anchor, text.contains("*" + anchor) {
                    throw FrontMatterRefusal(field: name, reason: .referredTo)
                }
                if value == nil, parts.count(where: { $0.name == name }) > 1 {
                    throw FrontMatterRefusal(field: name, reason: .twice)
                }
                parts[index].text = value.map { field.setting($0, end: end) } ?? field.removed
            } else if let value {
                parts.append((name, name, 0, FrontMatter.field(name, value) + end))
            }
        }
        return (lines.first ?? "") + parts.map(\.text).joined() + (lines.last ?? "")
    }

    /// Lines of YAML by fields: each with the lines below it, comments and what else stands between them.
    ///
    /// Comments at the start of a line belong to a field only if more of it follows.
    static func parts(of lines: [String]) -> [(name: String?, spelled: String?, length: Int, text: String)] {
        var parts: [(name: String?, spelled: String?, length: Int, text: String)] = []
        var comments: [String] = []
        for line in lines {
            if line.hasPrefix("#") {
                comments.append(line)
                continue
            }
            let name = name(line)
            if name != nil || parts.isEmpty || parts.last?.name == nil {
                parts += comments.map { (name: nil, spelled: nil, length: 0, text: $0) }
                parts.append((name?.name.lowercased(), name?.name, name?.length ?? 0, line))
            } else {
                parts[parts.count - 1].text += comments.joined() + line
            }
            comments = []
        }
        return parts + comments.map { (name: nil, spelled: nil, length: 0, text: $0) }
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

    /// The name of the field that a line begins, as it is read, and how many bytes stand before its colon.
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
        return (name, colon)
    }
}

/// One field of a block as it is written: the line of its name, and the lines below that belong to it.
///
/// Only the value changes; the name as it is spelled, an anchor, comments and the style of a list stay.
struct FrontMatterField {
    /// The written form of a value.
    private enum Form {
        /// One text on the line of the name, or nothing.
        case scalar
        /// A list in brackets.
        case flow
        /// A list of lines with dashes, below the line of the name.
        case dashes
        /// Anything else: a text of several lines, a mapping, a reference.
        case other
    }

    /// The line of the name up to its value.
    private let head: String
    /// The value as it is written; with dashes, the lines below.
    private let value: String
    /// The text after the value: a comment on its line, blank lines, comments below.
    private let tail: String
    private let form: Form
    /// The name of the anchor of the value.
    let anchor: String?

    /// - Parameters:
    ///   - text: The lines, each with its end.
    ///   - name: How many bytes the name has as it is spelled, with what stands before its colon.
    init(_ text: String, name: Int) {
        let bytes = Array(text.utf8)
        let line = YAMLBytes.textEnd(bytes, from: name)
        var start = YAMLBytes.skipBlanks(bytes, from: min(name + 1, line), to: line)
        var anchor: String?
        while start < line, bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "!") {
            let stop = bytes[start..<line].firstIndex(where: YAMLBytes.isBlank) ?? line
            if bytes[start] == UInt8(ascii: "&") { anchor = String(decoding: bytes[(start + 1)..<stop], as: UTF8.self) }
            start = YAMLBytes.skipBlanks(bytes, from: stop, to: line)
        }
        self.anchor = anchor
        let (range, form) = Self.value(bytes, from: start, line: line)
        head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
        value = String(decoding: bytes[range], as: UTF8.self)
        tail = String(decoding: bytes[range.upperBound...], as: UTF8.self)
        self.form = form
    }

    /// The place of the value, and its form.
    private static func value(_ bytes: [UInt8], from start: Int, line: Int) -> (Range<Int>, Form) {
        let below = min(YAMLBytes.lineEnd(bytes, from: line) + 1, bytes.count)
        let last = YAMLBytes.lastContent(bytes, from: below)
        guard start < line, bytes[start] != UInt8(ascii: "#") else {
            // Nothing stands on the line of the name but perhaps a comment.
            guard last > below else { return (start..<start, .scalar) }
            let first = bytes[below...].drop { YAMLBytes.isBlank($0) || $0 == 0x0A || $0 == 0x0D }
            let isDash = first.first == UInt8(ascii: "-") && first.dropFirst().first.map(YAMLBytes.endsWord) ?? true
            return (below..<last, isDash || first.first == UInt8(ascii: "#") ? .dashes : .other)
        }
        switch bytes[start] {
        case UInt8(ascii: "["):
            guard let end = YAMLBytes.flowEnd(bytes, from: start) else { break }
            return (start..<end, .flow)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard let end = YAMLBytes.quoteEnd(bytes, from: start), end <= line else { break }
            return (start..<end, .scalar)
        case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "*"): break
        default:
            guard last <= below else { break }
            return (start..<YAMLBytes.plainEnd(bytes, from: start, to: line), .scalar)
        }
        // All up to the last line that says something.
        return (start..<max(last > below ? YAMLBytes.withoutLineEnd(bytes, last) : line, start), .other)
    }
}

// MARK: - Changing

extension FrontMatterField {
    /// The lines with another value.
    ///
    /// - Parameter end: The end of the lines of the block.
    func setting(_ new: FrontMatterValue, end: String) -> String {
        switch (new, form) {
        case (.list(let texts), .flow):
            return head + FrontMatterFlow(value).setting(texts) + tail
        case (.list(let texts), .dashes):
            return head + FrontMatterDashes(value).setting(texts, end: end) + tail
        case (.plain(let text), .scalar) where value.first.map { "\"'".contains($0) } == true && text.contains("-"):
            // A date stays in its quotation marks.
            let mark = value.prefix(1)
            return head + mark + text + mark + tail
        case (.list(let texts), .scalar) where value.isEmpty && !texts.isEmpty:
            // Below the line of the name, so that it is as it was if they go again.
            let lines = head + tail
            let below = lines.utf8.firstIndex(of: 0x0A).map { lines.utf8.index(after: $0) } ?? lines.endIndex
            let items = texts.map { "  - \(FrontMatter.quoted($0))\(end)" }.joined()
            return lines[..<below] + items + lines[below...]
        case (_, .dashes):
            let line = head.utf8.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { head.utf8.index(after: $0) }
            let start = line ?? head.startIndex
            return String(head[..<start]) + " " + FrontMatter.written(new) + String(head[start...]) + tail
        default:
            let needsBlank = head.utf8.last.map { !YAMLBytes.isBlank($0) } ?? false
            let isBeforeComment = value.isEmpty && tail.hasPrefix("#")
            return head + (needsBlank ? " " : "") + FrontMatter.written(new) + (isBeforeComment ? " " : "") + tail
        }
    }

    /// The lines that stay when the field is removed: blank lines and comments below it.
    var removed: String {
        guard form != .dashes else { return tail }
        let end = tail.utf8.firstIndex(of: 0x0A).map { tail.utf8.index(after: $0) } ?? tail.endIndex
        return String(tail[end...])
    }
}

/// The reason why a field cannot be changed without changing anything else.
public struct FrontMatterRefusal: Error, Hashable, Sendable {
    /// The obstacle.
    public enum Reason: Hashable, Sendable {
        /// Other fields refer to the value of this one.
        case referredTo
        /// The field stands there more than once.
        case twice
        /// The block is written in a form that has no line of its own for the field.
        case form
        /// The block is not valid YAML.
        case notYAML
    }

    /// The name of the field.
    public let field: String
    /// The obstacle.
    public let reason: Reason

    /// A refusal of `field`.
    public init(field: String, reason: Reason) {
        self.field = field
        self.reason = reason
    }
}
