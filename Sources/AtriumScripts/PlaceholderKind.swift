// SPDX-License-Identifier: GPL-3.0-or-later

/// The kinds of values that a placeholder `[NAME:KIND]` may stand for.
public enum PlaceholderKind: String, Sendable, CaseIterable {
    /// The short number of a thing: ASCII digits.
    case id
    /// A time of day on the 24-hour clock: `9:05`, `09:05` or `09:05:59`.
    case time
    /// A day of ISO 8601: `2026-01-31`.
    case date
    /// Digits with an optional sign, grouped or divided by `.` or `,`.
    case number
    /// Letters and digits of any script, `_`, `-` and apostrophes.
    case word
    /// ASCII letters and digits, `_` and `-`: the characters of base64url, hexadecimal and UUID.
    case token
    /// The path of a file or folder, from `/` up to a blank or a punctuation mark that may surround a path.
    case path
}

extension PlaceholderKind {
    /// The numbers of characters from `start` that may form a value of this kind, the largest first.
    func lengths(in line: [Character], from start: Int) -> [Int] {
        switch self {
        case .id:
            return Self.runs(of: Self.isDigit, in: line, from: start)
        case .word:
            return Self.runs(of: { $0.isLetter || $0.isNumber || "_-'’".contains($0) }, in: line, from: start)
        case .token:
            return Self.runs(
                of: { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }, in: line, from: start)
        case .path:
            guard start < line.count, line[start] == "/" else { return [] }
            return Self.runs(of: { !$0.isWhitespace && !"\"'“”«»‘’()<>:;,|".contains($0) }, in: line, from: start)
        case .number:
            return Self.numbers(in: line, from: start)
        case .time:
            return ["00:00:00", "0:00:00", "00:00", "0:00"].filter { shape in
                guard let fields = Self.fields(of: line, from: start, shaped: shape) else { return false }
                return fields[0] < 24 && fields.dropFirst().allSatisfy { $0 < 60 }
            }.map(\.count)
        case .date:
            guard let fields = Self.fields(of: line, from: start, shaped: "0000-00-00"),
                (1...12).contains(fields[1]), (1...31).contains(fields[2])
            else { return [] }
            return [10]
        }
    }

    /// Whether the whole text is a value of this kind.
    func covers(_ text: [Character]) -> Bool {
        lengths(in: text, from: 0).contains(text.count)
    }

    private static func isDigit(_ character: Character) -> Bool {
        ("0"..."9").contains(character) && character.isASCII
    }

    private static func runs(of belongs: (Character) -> Bool, in line: [Character], from start: Int) -> [Int] {
        let length = line[start...].prefix(while: belongs).count
        return length == 0 ? [] : Array((1...length).reversed())
    }

    private static func numbers(in line: [Character], from start: Int) -> [Int] {
        var lengths: [Int] = []
        var index = start
        if index < line.count, "+-−".contains(line[index]) { index += 1 }
        while index < line.count, isDigit(line[index]) {
            index += 1
            lengths.append(index - start)
            // A point or comma belongs to the number only between two digits.
            if index + 1 < line.count, line[index] == "." || line[index] == ",", isDigit(line[index + 1]) { index += 1 }
        }
        return lengths.reversed()
    }

    /// The numbers at the zeros of `shape`, if all its other characters are present.
    private static func fields(of line: [Character], from start: Int, shaped shape: String) -> [Int]? {
        guard start + shape.count <= line.count else { return nil }
        var fields = [0]
        for (expected, actual) in zip(shape, line[start...]) {
            if expected != "0" {
                guard actual == expected else { return nil }
                fields.append(0)
            } else {
                guard isDigit(actual), let digit = actual.wholeNumberValue else { return nil }
                fields[fields.count - 1] = fields[fields.count - 1] * 10 + digit
            }
        }
        return fields
    }
}

/// Typed text in which `[NAME]` is the value that an earlier line bound to the placeholder `[NAME:KIND]`.
///
/// Brackets around other words are text; so is the name of a link, `[[NAME]]`.
struct BoundText {
    private let pieces: [Piece]

    private enum Piece {
        case text(String)
        case name(String)
    }

    init(_ text: String) {
        var pieces: [Piece] = []
        var (plain, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "[") {
            let name = rest[rest.index(after: start)...].prefix {
                $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_")
            }
            guard name.first?.isUppercase == true, name.endIndex < rest.endIndex, rest[name.endIndex] == "]" else {
                plain += rest[...start]
                rest = rest[rest.index(after: start)...]
                // The second bracket of a link is alone in the rest.
                if rest.first == "[" {
                    plain += "["
                    rest = rest.dropFirst()
                }
                continue
            }
            pieces += [.text(plain + rest[..<start]), .name(String(name))]
            plain = ""
            rest = rest[name.endIndex...].dropFirst()
        }
        self.pieces = pieces + [.text(plain + rest)]
    }

    /// The names in the text that may stand for a value.
    var names: [String] {
        pieces.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The text with values in place of the names that have one.
    func filled(with values: [String: String]) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .name(let name): values[name] ?? "[\(name)]"
            }
        }.joined()
    }
}
