// SPDX-License-Identifier: GPL-3.0-or-later

import Yams

/// The block at the head of a Markdown file: YAML between two lines of `---`, TOML between two of `+++`, or an object of
/// JSON.
///
///     let page = try FrontMatter(reading: "---\ntags: [a, b]\n---\nText")
///     page.fields["tags"]?.list  // a, b
///     page.body                  // Text
///
/// Text between two rules that is no mapping of YAML is text. Wraps Yams (libyaml) and TOMLKit; nothing else sees them.
public struct FrontMatter: Hashable, Sendable {
    /// The names, in lower case, of the fields that a reader understands as they are; it is given all of them.
    public typealias Reader = (_ fields: [String: FrontMatterValue]) -> Set<String>

    /// The fields by name; the names are in lower case, and of several spellings of one that in lower case counts.
    public let fields: [String: FrontMatterValue]
    /// The text after the block, exactly; the whole text if there is no block.
    public let body: String
    /// The fields that the reader does not understand, as a block of YAML without its fences; empty for none.
    ///
    /// They stand as they are written, comments too, with ends of lines of one character. Fields that cannot stand
    /// alone, and those of TOML and JSON, are written anew.
    public let others: String
    let form: FrontMatterForm?

    /// The largest growth of a block when its aliases are resolved, in nodes and bytes of texts.
    ///
    /// Without aliases no block is: a text of two bytes may be one of three, and a node takes a byte at least.
    private static let mostExpanded = (times: 4, always: 100_000)

    /// Takes a text apart.
    ///
    /// - Parameter reader: Tells which fields are not among the others; nil for all.
    /// - Throws: `FrontMatterFault` for a block that cannot be read, or an endless one.
    public init(reading text: String, knowing reader: Reader? = nil) throws(FrontMatterFault) {
        let bytes = Array(text.utf8)
        guard let place = FrontMatterForm.place(in: bytes),
            let (fields, others) = try Self.content(
                String(decoding: bytes[place.content], as: UTF8.self), place.form, reader)
        else {
            (fields, body, others, form) = ([:], text, "", nil)
            return
        }
        (self.fields, self.others, form) = (fields, others, place.form)
        body = String(decoding: bytes[place.rest...], as: UTF8.self)
    }

    /// The fields of a block, and those of them that the reader does not understand; nil if it is no mapping.
    private static func content(_ text: String, _ form: FrontMatterForm, _ reader: Reader?) throws(FrontMatterFault)
        -> (fields: [String: FrontMatterValue], others: String)?
    {
        guard form != .toml else {
            let table = try FrontMatterTable(text)
            return (table.fields, reader.map { table.others(than: $0(table.fields)) } ?? "")
        }
        let node: Node?
        // Without a word on the encoding the parser would look for one in the environment, each time.
        do { node = try Yams.compose(yaml: text, .default, .default, .utf8) } catch {
            // An object that is none is text, as what begins with a brace mostly is.
            if form == .json { return nil }
            throw FrontMatterFault()
        }
        // A block without fields is one.
        guard node?.mapping != nil || form == .yaml && (node == nil || node?.scalar?.isNull == true) else { return nil }
        var room = max(mostExpanded.times * text.utf8.count, mostExpanded.always)
        if let node, !fits(node, in: &room) { throw FrontMatterFault() }
        var fields: [String: FrontMatterValue] = [:]
        let counting = counting(in: node)
        for (key, value) in node?.mapping ?? [:] {
            guard let spelled = key.scalar?.string, counting[spelled.lowercased()] == spelled else { continue }
            fields[spelled.lowercased()] = FrontMatterValue(value)
        }
        guard let reader else { return (fields, "") }
        return (fields, try others(of: text, in: node, than: reader(fields)))
    }

    /// A block of these fields in this order, which reads back as they are; `others` as `FrontMatter.others` gave them.
    public static func block(_ fields: [(name: String, value: FrontMatterValue)], others: String = "") -> String {
        "---\n" + fields.map { line($0.name, $0.value) }.joined() + others + "---\n"
    }

    /// The fields that are not known, as they are written, or else written anew.
    private static func others(of text: String, in node: Node?, than known: Set<String>) throws(FrontMatterFault)
        -> String
    {
        let pairs = unknown(in: node, than: known)
        let counting = counting(in: node)
        let lines = FrontMatterBlock.parts(of: FrontMatterBlock.lines(text)).filter { part in
            part.name.map { !known.contains($0) || counting[$0] != part.spelled } ?? part.text.hasPrefix("#")
        }.map(\.text).joined().replacing("\r\n", with: "\n")
        guard !pairs.isEmpty else { return lines }
        let written = (try? Yams.compose(yaml: lines, .default, .default, .utf8)) ?? nil
        if let written, isSame(written, .mapping(Node.Mapping(pairs, Tag(.map), .block))) { return lines }
        do {
            return try Yams.serialize(
                node: .mapping(Node.Mapping(pairs, Tag(.map), .block)), width: -1, allowUnicode: true)
        } catch {
            throw FrontMatterFault()
        }
    }

    /// The fields of a mapping without the known ones.
    static func unknown(in node: Node?, than known: Set<String>) -> [(Node, Node)] {
        let counting = counting(in: node)
        return (node?.mapping ?? [:]).filter { key, _ in
            key.scalar.map {
                !known.contains($0.string.lowercased()) || counting[$0.string.lowercased()] != $0.string
            } ?? true
        }.map { ($0.key, $0.value) }
    }

    /// The spellings of names that count, by the names in lower case: `tags` before `Tags`, of two others the last.
    static func counting(_ spellings: some Sequence<String>) -> [String: String] {
        Dictionary(spellings.map { ($0.lowercased(), $0) }) { $0 == $0.lowercased() ? $0 : $1 }
    }

    private static func counting(in node: Node?) -> [String: String] {
        counting((node?.mapping ?? [:]).compactMap { $0.key.scalar?.string })
    }

    /// Whether two nodes say the same in the same way; the parser’s own comparison looks up the type of each scalar.
    private static func isSame(_ node: Node, _ other: Node) -> Bool {
        switch (node, other) {
        case (.scalar(let one), .scalar(let two)): one.string == two.string && one.style == two.style
        case (.sequence(let one), .sequence(let two)):
            one.count == two.count && zip(one, two).allSatisfy { isSame($0, $1) }
        case (.mapping(let one), .mapping(let two)):
            one.count == two.count
                && zip(one, two).allSatisfy { isSame($0.key, $1.key) && isSame($0.value, $1.value) }
        default: false
        }
    }

    private static func fits(_ node: Node, in room: inout Int) -> Bool {
        room -= 1
        if case .scalar(let scalar) = node { room -= scalar.string.utf8.count }
        guard room > 0 else { return false }
        switch node {
        case .scalar, .alias: return true
        case .sequence(let nodes): return nodes.allSatisfy { fits($0, in: &room) }
        case .mapping(let pairs): return pairs.allSatisfy { fits($0.key, in: &room) && fits($0.value, in: &room) }
        }
    }

    /// The fields of a block without fences, by name in lower case.
    public static func fields(inOthers others: String) -> [String: FrontMatterValue] {
        guard !others.isEmpty, let page = try? FrontMatter(reading: "---\n\(others)\n---\n") else { return [:] }
        return page.fields
    }

    /// The fields that `others` has, in order, each with the texts of its value: none for one that is nested.
    public static func properties(inOthers others: String) -> [(name: String, values: [String])] {
        let node = try? Yams.compose(yaml: others, .default, .default, .utf8)
        return (node?.mapping ?? [:]).compactMap { key, value in
            guard let name = key.scalar?.string else { return nil }
            if let scalar = value.scalar { return (name, scalar.isNull ? [] : [scalar.string]) }
            return (name, value.sequence?.compactMap { $0.scalar?.string } ?? [])
        }
    }

    /// Fields of a block without fences, less those of some names as they are spelled.
    public static func others(_ others: String, without names: Set<String>) -> String {
        guard !names.isEmpty, !others.isEmpty else { return others }
        let parts = FrontMatterBlock.parts(of: FrontMatterBlock.lines(others))
        return parts.filter { part in part.spelled.map { !names.contains($0) } ?? true }.map(\.text).joined()
    }
}

// MARK: - Writing

extension FrontMatter {
    /// The line of one field, as it stands in a block.
    public static func line(_ name: String, _ value: FrontMatterValue) -> String { field(name, value) + "\n" }

    /// The line of one field, without its end.
    static func field(_ name: String, _ value: FrontMatterValue) -> String { "\(name): \(written(value))" }

    /// A value as it is written behind a name.
    static func written(_ value: FrontMatterValue) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .plain(let text): text.contains(where: \.isNewline) || scalar(text) != text ? doubleQuoted(text) : text
        case .list(let texts): "[\(texts.map(quoted).joined(separator: ", "))]"
        case .nested: "{}"
        }
    }

    /// The text that an item of a list or a name is read as; nil for none.
    static func scalar(_ item: String) -> String? {
        guard !item.allSatisfy(\.isWhitespace), let node = try? Yams.compose(yaml: item, .default, .default, .utf8),
            let scalar = node.scalar, !scalar.isNull, !scalar.string.isEmpty
        else { return nil }
        return scalar.string
    }

    /// A text plain if YAML takes it for one anyway, otherwise a double-quoted scalar (YAML 1.2, 7.3.1).
    static func quoted(_ text: String) -> String {
        isPlain(text) && !isOther(text) ? text : doubleQuoted(text)
    }

    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                || "-:.".unicodeScalars.contains($0)
        } && text.first.map { $0.isLetter || $0.isNumber } == true && text.last != ":"
    }

    /// Whether a plain scalar may be read as another type than a text, by YAML 1.1 or 1.2: `yes`, `0.10`, `2020-01-01`.
    static func isOther(_ text: String) -> Bool {
        let word = text.lowercased()
        guard word.first?.isNumber == true else { return words.contains(word) }
        // A point in time ends in `z` and has a `t`.
        guard !word.contains("t") || word.last != "z" else { return false }
        let digits = word.hasPrefix("0x") ? "0123456789abcdef" : "0123456789-:.tz"
        let rest = ["0x", "0o", "0b"].contains(word.prefix(2)) ? word.dropFirst(2) : word[...]
        if rest.allSatisfy(digits.contains) { return true }
        let parts = word.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { $0.allSatisfy("0123456789.-".contains) }
    }

    private static let words: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

    /// A text in double quotation marks, as YAML, TOML and JSON read it.
    static func doubleQuoted(_ text: String) -> String {
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

/// A block at the head of a file cannot be read.
public struct FrontMatterFault: Error, Hashable, Sendable {}

/// The language of a block at the head of a file.
enum FrontMatterForm: Hashable, Sendable {
    /// Between `---` and `---`, or `...`, as most programs write it.
    case yaml
    /// Between two lines of `+++`, as Hugo and Zola write it.
    case toml
    /// An object in braces, as Hugo reads it; it is YAML too.
    case json

    /// Where a block may stand at the head of a text; whether its content is one is the parser’s to say.
    struct Place: Hashable {
        let form: FrontMatterForm
        /// The content between the fences, or the object itself.
        let content: Range<Int>
        /// The start of the text.
        let rest: Int
    }

    /// The place of a block at the head of a text; nil if there is none.
    static func place(in bytes: [UInt8]) -> Place? {
        switch bytes.first {
        case UInt8(ascii: "-"): fenced(bytes, .yaml, from: "---", to: ["---", "..."])
        case UInt8(ascii: "+"): fenced(bytes, .toml, from: "+++", to: ["+++"])
        case UInt8(ascii: "{"): object(bytes)
        default: nil
        }
    }

    private static func fenced(
        _ bytes: [UInt8], _ form: FrontMatterForm, from open: StaticString, to ends: [StaticString]
    ) -> Place? {
        let first = line(bytes, from: 0)
        guard first.next < bytes.count, isFence(bytes[..<first.text], open) else { return nil }
        var start = first.next
        while start < bytes.count {
            let end = line(bytes, from: start)
            if ends.contains(where: { isFence(bytes[start..<end.text], $0) }) {
                return Place(form: form, content: first.next..<start, rest: end.next)
            }
            start = end.next
        }
        return nil
    }

    /// An object whose first name is in quotation marks, and behind which its line ends.
    private static func object(_ bytes: [UInt8]) -> Place? {
        guard let mark = bytes.dropFirst().first(where: { !YAMLBytes.endsWord($0) }), mark == UInt8(ascii: "\""),
            let end = YAMLBytes.flowEnd(bytes, from: 0)
        else { return nil }
        let last = line(bytes, from: end)
        guard bytes[end..<last.text].allSatisfy(YAMLBytes.isBlank) else { return nil }
        return Place(form: .json, content: 0..<end, rest: last.next)
    }

    /// The end of a line’s text, and the start of the next line.
    private static func line(_ bytes: [UInt8], from start: Int) -> (text: Int, next: Int) {
        (YAMLBytes.textEnd(bytes, from: start), min(YAMLBytes.lineEnd(bytes, from: start) + 1, bytes.count))
    }

    /// Whether a line is a fence: blanks may follow it.
    private static func isFence(_ line: ArraySlice<UInt8>, _ fence: StaticString) -> Bool {
        line.prefix(3).elementsEqual(UnsafeBufferPointer(start: fence.utf8Start, count: fence.utf8CodeUnitCount))
            && line.dropFirst(3).allSatisfy(YAMLBytes.isBlank)
    }
}

/// A value of front matter, as text: what is a date or a number is its reader’s to say.
public enum FrontMatterValue: Hashable, Sendable {
    /// One text.
    case text(String)
    /// Several texts, in order; none for a field without a value.
    case list([String])
    /// A mapping, or a list of more than texts.
    case nested
    /// A date, a number or a truth value, to be written without quotation marks; it is read as a text.
    case plain(String)

    /// The text, or the first of several.
    public var text: String? {
        switch self {
        case .text(let text), .plain(let text): text
        case .list(let texts): texts.first
        case .nested: nil
        }
    }

    /// The texts.
    public var list: [String] {
        switch self {
        case .text(let text), .plain(let text): [text]
        case .list(let texts): texts
        case .nested: []
        }
    }

    /// Whether the field has no value.
    public var isEmpty: Bool {
        switch self {
        case .text(let text), .plain(let text): text.isEmpty
        case .list(let texts): texts.isEmpty
        case .nested: false
        }
    }

    /// The value as it is read back.
    public var read: FrontMatterValue {
        switch self {
        case .plain(let text): .text(text)
        case .list(let texts): .list(texts.filter { !$0.isEmpty })
        case .text, .nested: self
        }
    }

    /// A value of a program that has no types: what looks like a date, a number or a truth value is one.
    public init(untyped text: String) { self = FrontMatter.isOther(text) ? .plain(text) : .text(text) }

    /// The value of a node; an item of a list that says nothing is none.
    init(_ node: Node) {
        switch node {
        case .scalar(let scalar): self = scalar.isNull ? .list([]) : .text(scalar.string)
        case .sequence(let items):
            let texts = items.compactMap(\.scalar)
            self =
                texts.count == items.count
                ? .list(texts.filter { !$0.isNull && !$0.string.isEmpty }.map(\.string)) : .nested
        case .mapping, .alias: self = .nested
        }
    }
}

extension Node.Scalar {
    /// Whether the scalar says nothing (YAML 1.2, 10.2.1.1).
    var isNull: Bool { style == .plain && ["", "~", "null", "Null", "NULL"].contains(string) }
}
