// SPDX-License-Identifier: GPL-3.0-or-later

/// Matches one line against parts: text, wildcards and placeholders.
///
/// Time is polynomial: a table records from which part and position the rest can match. Only a placeholder that
/// occurs twice in a line, unbound, needs backtracking, since its positions depend on each other;
/// ``attemptLimit`` limits the attempts.
struct LineMatcher {
    /// The length above which a line matches nothing but its own text.
    static let longestLine = 16_384
    /// The maximum number of values tried for a line's repeated placeholders.
    static let attemptLimit = 500

    private let parts: [PatternPart]
    private let line: [Character]
    private var attempts = 0

    init(parts: [PatternPart], line: [Character]) {
        self.parts = parts
        self.line = line
    }

    /// The bindings plus those that the line adds; `nil` if it does not match.
    ///
    /// If several values match, a placeholder takes as many characters as it can, and a star as few.
    mutating func bindings(from bindings: [String: String]) -> [String: String]? {
        guard line.count <= Self.longestLine else { return nil }
        return solve(bindings)
    }

    private mutating func solve(_ bindings: [String: String]) -> [String: String]? {
        var open: [String: Int] = [:]
        for case .placeholder(let name, _) in parts where bindings[name] == nil { open[name, default: 0] += 1 }
        for case .placeholder(let name, let kind) in parts where open[name, default: 0] > 1 {
            var tried: Set<String> = []
            for start in line.indices {
                for length in kind.lengths(in: line, from: start) {
                    let value = String(line[start..<(start + length)])
                    guard tried.insert(value).inserted,
                        occurs(line[start..<(start + length)], times: open[name, default: 0])
                    else { continue }
                    attempts += 1
                    guard attempts <= Self.attemptLimit else { return nil }
                    if let solved = solve(bindings.merging([name: value]) { $1 }) { return solved }
                }
            }
            return nil
        }
        return walk(bindings)
    }

    /// Whether the value occurs in the line `times` times in a row.
    private func occurs(_ value: ArraySlice<Character>, times: Int) -> Bool {
        var count = 0
        var place = 0
        while count < times, place + value.count <= line.count {
            let isHere = line[place..<(place + value.count)].elementsEqual(value)
            count += isHere ? 1 : 0
            place += isHere ? value.count : 1
        }
        return count == times
    }

    /// Matches if no placeholder is open twice, so that the parts do not restrict each other.
    private func walk(_ bindings: [String: String]) -> [String: String]? {
        // A bound placeholder is text.
        let parts = parts.map { part in
            guard case .placeholder(let name, _) = part, let value = bindings[name] else { return part }
            return .text(Array(value))
        }
        let width = line.count + 1
        // canEnd[part * width + place]: whether the rest matches from this part and position.
        var canEnd = [Bool](repeating: false, count: (parts.count + 1) * width)
        canEnd[parts.count * width + line.count] = true
        for part in parts.indices.reversed() {
            for place in (0...line.count).reversed() {
                canEnd[part * width + place] =
                    steps(of: parts[part], from: place)
                    .contains { canEnd[(part + 1) * width + place + $0] }
                    || parts[part] == .anyCharacters && place < line.count && canEnd[part * width + place + 1]
            }
        }
        guard canEnd[0] else { return nil }
        var bindings = bindings
        var place = 0
        for part in parts.indices {
            while true {
                let step = steps(of: parts[part], from: place)
                    .first { canEnd[(part + 1) * width + place + $0] }
                if let step {
                    if case .placeholder(let name, _) = parts[part] {
                        bindings[name] = String(line[place..<(place + step)])
                    }
                    place += step
                    break
                }
                // Only a star reaches this line: it takes one more character.
                place += 1
            }
        }
        return bindings
    }

    /// The numbers of characters that the part could take, the preferred one first.
    ///
    /// The caller tries the further ones of a star.
    private func steps(of part: PatternPart, from place: Int) -> [Int] {
        switch part {
        case .text(let text):
            return isThere(text, at: place) ? [text.count] : []
        case .anyCharacter:
            return place < line.count ? [1] : []
        case .anyCharacters:
            return [0]
        case .set(let ranges, let inverted):
            guard place < line.count else { return [] }
            return ranges.contains { $0.contains(line[place]) } != inverted ? [1] : []
        case .placeholder(_, let kind):
            return kind.lengths(in: line, from: place)
        }
    }

    private func isThere(_ text: [Character], at place: Int) -> Bool {
        place + text.count <= line.count && line[place..<(place + text.count)].elementsEqual(text)
    }
}

/// The pattern of a line of expected output, which matches besides its own text.
enum LinePattern: Sendable, Equatable {
    /// Nothing else.
    case literal
    /// Any number of lines, none included.
    case anyLines
    /// One line made of these parts, in this order.
    case parts([PatternPart])
    /// One line that this regular expression matches as a whole. Its source is kept, since `Regex` is not `Sendable`.
    case expression(String)

    /// The placeholders of the line, in order.
    var placeholders: [String] {
        guard case .parts(let parts) = self else { return [] }
        return parts.compactMap { part in
            guard case .placeholder(let name, _) = part else { return nil }
            return name
        }
    }
}

/// A line of output as a session script expects it.
public struct ExpectedLine: Sendable, Equatable {
    /// Its line number in the text, counted from 1.
    public let line: Int
    /// The line as written, without its prefix.
    public let text: String
    /// The pattern it matches besides `text` itself.
    let pattern: LinePattern
}

/// A part of a line that is written as a glob or with placeholders.
enum PatternPart: Sendable, Equatable {
    /// These characters.
    case text([Character])
    /// Any one character.
    case anyCharacter
    /// Any number of characters.
    case anyCharacters
    /// One character in the ranges, or outside them all if `inverted`.
    case set([ClosedRange<Character>], inverted: Bool)
    /// A value that its first occurrence binds and that later occurrences must equal.
    case placeholder(name: String, kind: PlaceholderKind)
}

/// Reads the pattern of a line of expected output.
struct LinePatternParser {
    /// The kinds of the placeholders read so far.
    private var kinds: [String: PlaceholderKind] = [:]

    /// The pattern of `text`: a glob or regular expression by its suffix, `...`, or text with placeholders.
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
                // Two stars in a row mean the same as one.
                if part != .anyCharacters || parts.last != .anyCharacters { parts.append(part) }
            } else {
                text.append(line[index])
            }
            index = next
        }
        if !text.isEmpty { parts.append(.text(text)) }
        return parts
    }

    /// `[NAME:KIND]` with an uppercase name and a lowercase kind; other brackets are text.
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
            // A reversed range is empty.
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
