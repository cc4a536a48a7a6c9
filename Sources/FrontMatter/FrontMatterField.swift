// SPDX-License-Identifier: GPL-3.0-or-later

/// One field of a block as it is written: the line of its name, and the lines below that belong to it.
///
/// What changes is the value alone; the name as it is spelled, an anchor, comments and the style of a list stay.
struct FrontMatterField {
    /// What a value is written as.
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
    /// What follows the value: a comment on its line, blank lines, comments below.
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

    /// Where the value stands, and how.
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
    /// - Parameter end: What the lines of the block end with.
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

    /// What stays of the lines when the field is taken away: blank lines and comments below it.
    var removed: String {
        guard form != .dashes else { return tail }
        let end = tail.utf8.firstIndex(of: 0x0A).map { tail.utf8.index(after: $0) } ?? tail.endIndex
        return String(tail[end...])
    }
}
