// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads what a line of expected output matches besides itself.
struct LinePatternParser {
    /// The kinds of the placeholders met so far.
    private var kinds: [String: PlaceholderKind] = [:]

    /// What `text` means: a glob or regular expression if it says so at its end, `...`, or text with placeholders.
    mutating func pattern(of text: String) throws(ScriptSyntaxReason) -> LinePattern {
        if text == "..." { return .anyLines }
        if let source = dropping(" (re)", from: text) {
            guard (try? Regex(source)) != nil else { throw .badExpression(source) }
            guard !RepetitionScanner.isEndless(source) else { throw .nestedRepetition(source) }
            return .expression(source)
        }
        let glob = dropping(" (glob)", from: text)
        let parts = try parts(of: Array(glob ?? text), isGlob: glob != nil)
        if glob == nil, parts.allSatisfy({ if case .text = $0 { true } else { false } }) { return .literal }
        return .parts(parts)
    }

    /// The text without the suffix.
    ///
    /// Compared by bytes: to `String`, a mark that follows the suffix is a part of it.
    private func dropping(_ suffix: String, from text: String) -> String? {
        guard text.utf8.count >= suffix.utf8.count, text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else {
            return nil
        }
        return String(decoding: text.utf8.dropLast(suffix.utf8.count), as: UTF8.self)
    }

    private mutating func parts(of line: [Character], isGlob: Bool) throws(ScriptSyntaxReason) -> [PatternPart] {
        var parts: [PatternPart] = []
        var text: [Character] = []
        var index = 0
        while index < line.count {
            var next = index + 1
            var part: PatternPart?
            if let (placeholder, end) = try placeholder(in: line, at: index) {
                (part, next) = (placeholder, end)
            } else if isGlob {
                switch line[index] {
                case "*": part = .anyCharacters
                case "?": part = .anyCharacter
                case "\\" where next < line.count:
                    text.append(line[next])
                    index += 2
                    continue
                case "[":
                    if let (set, end) = characterSet(in: line, at: index) { (part, next) = (set, end) }
                default: break
                }
            }
            if let part {
                if !text.isEmpty { parts.append(.text(text)) }
                text = []
                // Two stars in a row mean what one means.
                if part != .anyCharacters || parts.last != .anyCharacters { parts.append(part) }
            } else {
                text.append(line[index])
            }
            index = next
        }
        if !text.isEmpty { parts.append(.text(text)) }
        return parts
    }

    /// `[NAME:KIND]` with the name in capitals and the kind in small letters; other brackets are text.
    private mutating func placeholder(
        in line: [Character], at start: Int
    ) throws(ScriptSyntaxReason) -> (PatternPart, end: Int)? {
        guard line[start] == "[" else { return nil }
        let name = line[(start + 1)...].prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
        guard name.first?.isUppercase == true, name.endIndex < line.count, line[name.endIndex] == ":" else {
            return nil
        }
        let word = line[(name.endIndex + 1)...].prefix { $0.isASCII && $0.isLowercase }
        guard !word.isEmpty, word.endIndex < line.count, line[word.endIndex] == "]" else { return nil }
        guard let kind = PlaceholderKind(rawValue: String(word)) else {
            throw .placeholderKindUnknown(name: String(name), kind: String(word))
        }
        if let known = kinds.updateValue(kind, forKey: String(name)), known != kind {
            throw .placeholderKindChanged(name: String(name), from: known, to: kind)
        }
        return (.placeholder(name: String(name), kind: kind), word.endIndex + 1)
    }

    /// `[abc]`, `[a-z]`, `[!a]` or `[^a]`, as POSIX shells read them; without its end, the bracket is text.
    private func characterSet(in line: [Character], at start: Int) -> (PatternPart, end: Int)? {
        var index = start + 1
        guard index < line.count else { return nil }
        let inverted = line[index] == "!" || line[index] == "^"
        if inverted { index += 1 }
        var ranges: [ClosedRange<Character>] = []
        let first = index
        while index < line.count, line[index] != "]" || index == first {
            guard let low = member(of: line, at: &index) else { return nil }
            var high = low
            if index + 1 < line.count, line[index] == "-", line[index + 1] != "]" {
                index += 1
                guard let end = member(of: line, at: &index) else { return nil }
                high = end
            }
            // A range that runs backwards holds nothing.
            if low <= high { ranges.append(low...high) }
        }
        guard index < line.count else { return nil }
        return (.set(ranges, inverted: inverted), index + 1)
    }

    private func member(of line: [Character], at index: inout Int) -> Character? {
        if line[index] == "\\" { index += 1 }
        guard index < line.count else { return nil }
        defer { index += 1 }
        return line[index]
    }
}
