// SPDX-License-Identifier: GPL-3.0-or-later

import TOMLKit

/// A block of TOML: what it says, and where its fields at the outermost level stand.
struct FrontMatterTable {
    /// A field on lines of its own.
    private struct Entry {
        /// Its name; `nil` for a part of a nested table, `a.b = 1`.
        let name: String?
        /// The place of its value.
        let value: Range<Int>
        /// Its lines with their ends.
        let lines: Range<Int>
    }

    private let bytes: [UInt8]
    private let members: [(name: String, value: FrontMatterValue, yaml: String)]
    private let tagsInTaxonomies: FrontMatterValue?
    private var entries: [Entry] = []
    /// The start of the first nested table.
    private var tables = 0

    /// - Parameter text: The block without its fences.
    /// - Throws: `FrontMatterFault` for what is not TOML.
    init(_ text: String) throws(FrontMatterFault) {
        bytes = Array(text.utf8)
        let table: TOMLTable
        do { table = try TOMLTable(string: text) } catch { throw FrontMatterFault() }
        members = withExtendedLifetime(table) { Self.members(of: table) }
        tagsInTaxonomies = withExtendedLifetime(table) { table["taxonomies"]?.table?["tags"].map(Self.value) }
        findEntries()
    }

    /// The fields, by their names in lower case.
    ///
    /// Pages of Zola’s have their tags in a table; the field of the outermost level counts before that.
    var fields: [String: FrontMatterValue] {
        let counting = FrontMatter.counting(members.map(\.name))
        var fields = Dictionary(
            members.filter { counting[$0.name.lowercased()] == $0.name }.map { ($0.name.lowercased(), $0.value) }
        ) { $1 }
        if fields["tags"] == nil { fields["tags"] = tagsInTaxonomies }
        return fields
    }

    /// The fields with other names as YAML, in the order in which they stand.
    func others(than known: Set<String>) -> String {
        let places = Dictionary(entries.enumerated().compactMap { entry in entry.1.name.map { ($0, entry.0) } }) { $1 }
        func place(_ name: String) -> Int { places[name] ?? entries.count }
        let counting = FrontMatter.counting(members.map(\.name))
        let unknown = members.filter {
            !known.contains($0.name.lowercased()) || counting[$0.name.lowercased()] != $0.name
        }
        return unknown.enumerated().sorted { (place($0.1.name), $0.0) < (place($1.1.name), $1.0) }
            .map { Self.yaml($0.1.name, $0.1.yaml) }.joined()
    }
}

// MARK: - Reading

extension FrontMatterTable {
    private static func members(of table: TOMLTable)
        -> [(name: String, value: FrontMatterValue, yaml: String)]
    {
        table.keys.compactMap { name in
            table[name].map { (name, value($0), yaml($0, indent: "")) }
        }
    }

    private static func value(_ value: any TOMLValueConvertible) -> FrontMatterValue {
        if let text = text(of: value) { return .text(text) }
        guard let array = value.array else { return .nested }
        let texts = array.compactMap(text)
        return texts.count == array.count ? .list(texts.filter { !$0.isEmpty }) : .nested
    }

    /// The text of a value; `nil` for an array or a table.
    private static func text(of value: any TOMLValueConvertible) -> String? {
        switch value.type {
        case .string: value.string
        case .int: value.int.map(String.init)
        case .double: value.double.map { "\($0)" }
        case .bool: value.bool.map { "\($0)" }
        case .date: value.date.map(text)
        case .time: value.time.map(text)
        case .dateTime: value.dateTime.map { "\(text($0.date))T\(text($0.time))\(text($0.offset))" }
        case .array, .table: nil
        }
    }

    private static func text(_ date: TOMLDate) -> String {
        "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
    }

    private static func text(_ time: TOMLTime) -> String {
        let seconds = "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))"
        guard time.nanoSecond > 0 else { return seconds }
        var digits = padded(time.nanoSecond, 9)
        while digits.hasSuffix("0") { digits.removeLast() }
        return seconds + "." + digits
    }

    private static func text(_ offset: TOMLTimeOffset?) -> String {
        guard let minutes = offset?.offset else { return "" }
        guard minutes != 0 else { return "Z" }
        return (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60) + ":" + padded(abs(minutes) % 60)
    }

    private static func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// A value as YAML: a table on lines below its name, anything else on the line.
    private static func yaml(_ value: any TOMLValueConvertible, indent: String) -> String {
        switch value.type {
        case .string: return FrontMatter.quoted(value.string ?? "")
        case .array: return "[" + (value.array?.map(flow) ?? []).joined(separator: ", ") + "]"
        case .table:
            guard let table = value.table, !table.isEmpty else { return "{}" }
            let inner = indent + "  "
            return "\n"
                + table.keys.compactMap { name in
                    table[name].map { inner + Self.yaml(name, yaml($0, indent: inner)) }
                }.joined().dropLast()
        default: return text(of: value) ?? "null"
        }
    }

    private static func flow(_ value: any TOMLValueConvertible) -> String {
        guard value.type == .table, let table = value.table else { return yaml(value, indent: "") }
        let pairs = table.keys.compactMap { name in table[name].map { "\(FrontMatter.quoted(name)): \(flow($0))" } }
        return "{" + pairs.joined(separator: ", ") + "}"
    }

    private static func yaml(_ name: String, _ value: String) -> String {
        FrontMatter.quoted(name) + (value.hasPrefix("\n") ? ":" : ": ") + value + "\n"
    }

    /// The fields before the first table.
    private mutating func findEntries() {
        var start = 0
        while start < bytes.count {
            let end = YAMLBytes.lineEnd(bytes, from: start)
            let first = YAMLBytes.skipBlanks(bytes, from: start, to: end)
            guard first < end, bytes[first] != UInt8(ascii: "["), let sign = sign(from: first, to: end) else {
                if first < end, bytes[first] == UInt8(ascii: "[") { break }
                start = min(end + 1, bytes.count)
                continue
            }
            let value = YAMLBytes.skipBlanks(bytes, from: sign + 1, to: end)
            let valueEnd = Self.valueEnd(bytes, from: value)
            let next = min(YAMLBytes.lineEnd(bytes, from: valueEnd) + 1, bytes.count)
            entries.append(Entry(name: name(first..<sign), value: value..<valueEnd, lines: start..<next))
            start = next
        }
        tables = entries.last?.lines.upperBound ?? 0
    }

    /// The `=` behind a name.
    private func sign(from start: Int, to end: Int) -> Int? {
        var index = start
        while index < end, bytes[index] != UInt8(ascii: "=") {
            if bytes[index] == UInt8(ascii: "#") { return nil }
            let isMark = bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'")
            index = isMark ? Self.stringEnd(bytes, from: index) : index + 1
        }
        return index < end ? index : nil
    }

    /// A name; nil for one of several levels.
    private func name(_ range: Range<Int>) -> String? {
        let text = String(decoding: bytes[range], as: UTF8.self) + "= 0"
        guard let table = try? TOMLTable(string: text) else { return nil }
        return withExtendedLifetime(table) { table.keys.first { table[$0]?.int == 0 } }
    }

    /// The end of a value (TOML 1.0): of a text in quotation marks, of an array or a table in its brackets, or of a word.
    private static func valueEnd(_ bytes: [UInt8], from start: Int) -> Int {
        guard start < bytes.count else { return start }
        switch bytes[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return stringEnd(bytes, from: start)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            var depth = 0
            var index = start
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth -= 1
                    if depth == 0 { return index + 1 }
                case UInt8(ascii: "\""), UInt8(ascii: "'"):
                    index = stringEnd(bytes, from: index)
                    continue
                case UInt8(ascii: "#"): index = YAMLBytes.lineEnd(bytes, from: index)
                default: break
                }
                index += 1
            }
            return bytes.count
        default: return YAMLBytes.plainEnd(bytes, from: start, to: YAMLBytes.textEnd(bytes, from: start))
        }
    }

    private static func stringEnd(_ bytes: [UInt8], from start: Int) -> Int {
        let mark = bytes[start]
        let isLong = bytes.dropFirst(start).prefix(3).elementsEqual([mark, mark, mark])
        var index = start + (isLong ? 3 : 1)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                index += 2
            } else if bytes[index] != mark {
                index += 1
            } else if !isLong {
                return index + 1
            } else {
                // Two more marks may be the last of the text itself.
                let count = bytes[index...].prefix { $0 == mark }.count
                if count >= 3 { return index + count }
                index += count
            }
        }
        return bytes.count
    }
}

// MARK: - Changing

extension FrontMatterTable {
    /// The block with some fields set, or taken away if the value is nil; every other byte stays.
    func setting(_ changes: [(name: String, value: FrontMatterValue?)], end: String) -> String {
        var edits: [(range: Range<Int>, text: String)] = []
        var added = ""
        for (name, value) in changes {
            let spelled = FrontMatter.counting(entries.compactMap(\.name))[name]
            let entry = spelled.flatMap { spelled in entries.last { $0.name == spelled } }
            switch (entry, value) {
            case (let entry?, let value?): edits.append((entry.value, written(value, inPlaceOf: entry.value)))
            case (let entry?, nil): edits.append((entry.lines, ""))
            case (nil, let value?): added += "\(name) = \(written(value, inPlaceOf: nil))\(end)"
            case (nil, nil): break
            }
        }
        if !added.isEmpty { edits.append((tables..<tables, added)) }
        return Self.replacing(edits, in: bytes)
    }

    static func replacing(_ edits: [(range: Range<Int>, text: String)], in bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        var place = 0
        for (range, text) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += bytes[place..<max(place, range.lowerBound)] + text.utf8
            place = range.upperBound
        }
        return String(decoding: result + bytes[place...], as: UTF8.self)
    }

    private func written(_ value: FrontMatterValue, inPlaceOf range: Range<Int>?) -> String {
        switch value {
        case .list(let texts):
            let list = range.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
            return FrontMatterFlow(list.hasPrefix("[") ? list : "[]").setting(texts, written: FrontMatter.doubleQuoted)
        case .plain(let text):
            // A date stays a text where it was one.
            let isText = range.map { "\"'".utf8.contains(bytes[$0.lowerBound]) } ?? false
            let isOther = !(isText && text.contains("-")) && (try? TOMLTable(string: "x = " + text)) != nil
            return isOther ? text : FrontMatter.doubleQuoted(text)
        case .text(let text): return FrontMatter.doubleQuoted(text)
        case .nested: return "{}"
        }
    }
}
