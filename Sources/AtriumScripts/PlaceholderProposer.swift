// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes expected lines from output, with placeholders for values that vary between two runs.
struct PlaceholderProposer {
    /// The values of the placeholders in the run that the script describes.
    var bindings: [String: String] = [:]
    /// The values of the placeholders in the other run.
    var variedBindings: [String: String] = [:]
    private var kinds: [String: PlaceholderKind] = [:]
    private let reserved: Set<String>

    /// - Parameter reserved: The names that the script already uses.
    init(reserved: [String]) {
        self.reserved = Set(reserved)
    }

    /// The text that expects `line`.
    ///
    /// - Parameters:
    ///   - line: A line of output.
    ///   - varied: The same line of the other run; `nil` if there is none.
    ///   - moments: The parts of the line that are the time at which it was shown.
    mutating func text(for line: String, varied: String?, moments: ShownMoments = ShownMoments()) -> String {
        if let glob = glob(line, moments) { return glob }
        var parser = LinePatternParser()
        guard (try? parser.pattern(of: line)) == .literal, !isUnwritable(line) else {
            return isUnwritable(line) ? expression(line) : glob(line)
        }
        guard let varied else { return line }
        let values = Self.atoms(of: Array(line))
        let others = Self.atoms(of: Array(varied))
        guard values.count == others.count else { return line }
        var text = ""
        var proposed = self
        for (value, other) in zip(values, others) {
            if value == other {
                text += String(value)
            } else if let placeholder = proposed.placeholder(for: value, varied: other) {
                text += placeholder
            } else {
                return line
            }
        }
        self = proposed
        return text
    }

    /// A script's line cannot contain a NUL, nor end with a CR, which would be read as part of the line's end.
    private func isUnwritable(_ line: String) -> Bool {
        line.utf8.contains(0) || line.utf8.last == UInt8(ascii: "\r")
    }

    /// The line as a glob that matches it and nothing else.
    private func glob(_ line: String) -> String { escaped(line) + " (glob)" }

    private func escaped(_ text: String) -> String {
        text.map { "*?[\\".contains($0) ? "\\" + String($0) : String($0) }.joined()
    }

    /// The line as a glob that also matches at any other time; `nil` if it shows no moment.
    ///
    /// A placeholder would have the same value in two frames, but a minute may end between them.
    private func glob(_ line: String, _ moments: ShownMoments) -> String? {
        let atoms = Self.atoms(of: Array(line))
        let globs = atoms.map(moments.glob)
        guard globs.contains(where: { $0 != nil }) else { return nil }
        return zip(atoms, globs).map { $1 ?? escaped(String($0)) }.joined() + " (glob)"
    }

    /// The line as a regular expression, which has names for the characters that cannot be written.
    private func expression(_ line: String) -> String {
        let scalars = line.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\0": "\\x{0}"
            case "\r": "\\r"
            case "!"..."/", ":"..."@", "["..."`", "{"..."~": "\\" + String(scalar)
            default: String(scalar)
            }
        }
        return scalars.joined() + " (re)"
    }

    // MARK: Placeholders

    /// The placeholder for a value that differs in the other run; equal pairs have the same placeholder.
    private mutating func placeholder(for value: [Character], varied: [Character]) -> String? {
        let order: [PlaceholderKind] = [.date, .time, .number, .token, .word]
        guard let kind = order.first(where: { $0.covers(value) && $0.covers(varied) }) else { return nil }
        let (value, varied) = (String(value), String(varied))
        let known = kinds.keys.sorted().first {
            bindings[$0] == value && variedBindings[$0] == varied && kinds[$0] == kind
        }
        let name = known ?? freshName(for: kind)
        kinds[name] = kind
        bindings[name] = value
        variedBindings[name] = varied
        return "[\(name):\(kind.rawValue)]"
    }

    private func freshName(for kind: PlaceholderKind) -> String {
        let stem = kind.rawValue.uppercased()
        var name = stem
        var number = 1
        while reserved.contains(name) || kinds[name] != nil {
            number += 1
            name = stem + String(number)
        }
        return name
    }

    /// Splits a line into the smallest pieces that a placeholder could stand for, and single characters between them.
    static func atoms(of line: [Character]) -> [[Character]] {
        var atoms: [[Character]] = []
        var index = 0
        var isAfterDate = false
        while index < line.count {
            var length = 1
            var isDate = false
            if isAfterDate, line[index] == "T" {
                // The letter between the date and the time of ISO 8601.
            } else if let date = whole(.date, in: line, at: index, before: "T") {
                (length, isDate) = (date, true)
            } else if let time = whole(.time, in: line, at: index, before: "Z") ?? whole(.number, in: line, at: index),
                !"+-−".contains(line[index])
            {
                length = time
            } else {
                length = max(1, PlaceholderKind.word.lengths(in: line, from: index).first ?? 1)
            }
            atoms.append(Array(line[index..<(index + length)]))
            index += length
            isAfterDate = isDate
        }
        return atoms
    }

    /// The length of the longest value of a kind that no letter or digit follows, except an allowed one.
    private static func whole(
        _ kind: PlaceholderKind, in line: [Character], at index: Int, before letter: Character? = nil
    ) -> Int? {
        guard let length = kind.lengths(in: line, from: index).first else { return nil }
        guard index + length < line.count else { return length }
        let next = line[index + length]
        return next == letter || !(next.isLetter || next.isNumber || next == "_" || next == "-") ? length : nil
    }
}
