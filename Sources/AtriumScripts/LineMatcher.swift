// SPDX-License-Identifier: GPL-3.0-or-later

/// Matches one line against parts: text, wildcards and placeholders.
///
/// Time is polynomial: a table says from which part and which place on the rest can match. Only a placeholder that
/// stands twice in a line, unbound, needs trying out, since its places depend on each other; there
/// ``attemptLimit`` ends the trying.
struct LineMatcher {
    /// Longer lines match nothing but their own text.
    static let longestLine = 16_384
    /// How many values a line's repeated placeholders are tried with.
    static let attemptLimit = 500

    private let parts: [PatternPart]
    private let line: [Character]
    private var attempts = 0

    init(parts: [PatternPart], line: [Character]) {
        self.parts = parts
        self.line = line
    }

    /// The bindings with those that the line adds; nil if it does not match.
    ///
    /// Where several values would do, a placeholder takes as many characters as it can, and a star as few.
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

    /// Whether the value stands in the line so many times, side by side.
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

    /// Matches where no placeholder is open twice, so that what one part takes does not restrain another.
    private func walk(_ bindings: [String: String]) -> [String: String]? {
        // A bound placeholder is text.
        let parts = parts.map { part in
            guard case .placeholder(let name, _) = part, let value = bindings[name] else { return part }
            return .text(Array(value))
        }
        let width = line.count + 1
        // canEnd[part * width + place]: from this part and place on, the rest matches.
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
                // Only a star gets here: it takes one more character.
                place += 1
            }
        }
        return bindings
    }

    /// The numbers of characters that the part could take, the preferred one first.
    ///
    /// A star's further ones are left to the caller.
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
