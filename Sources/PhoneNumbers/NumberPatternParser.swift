// SPDX-License-Identifier: GPL-3.0-or-later

/// Compiles a pattern of digits.
struct NumberPatternParser {
    private let text: [UInt8]
    private var position = 0
    /// How many groups have been kept so far.
    private(set) var groups = 0

    init(_ text: some StringProtocol) { self.text = Array(text.utf8) }

    private var next: UInt8? { position < text.count ? text[position] : nil }

    private mutating func take(_ literal: StaticString) -> Bool {
        literal.withUTF8Buffer { bytes in
            guard text[position...].starts(with: bytes) else { return false }
            position += bytes.count
            return true
        }
    }

    /// What stands up to the end or to a closing bracket.
    mutating func alternatives() -> [NumberPattern.Step] {
        var branches = [sequence()]
        while take("|") { branches.append(sequence()) }
        var steps = branches.removeLast()
        for branch in branches.reversed() {
            steps = [.split(branch.count + 2)] + branch + [.jump(steps.count + 1)] + steps
        }
        return steps
    }

    private mutating func sequence() -> [NumberPattern.Step] {
        var steps: [NumberPattern.Step] = []
        while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            let one = atom()
            let (least, most) = repetition()
            for _ in 0..<least { steps += one }
            var optional: [NumberPattern.Step] = []
            for _ in least..<most { optional = [.split(one.count + optional.count + 1)] + one + optional }
            steps += optional
        }
        return steps
    }

    private mutating func atom() -> [NumberPattern.Step] {
        if take("(?:") { return group() }
        if take("(") {
            groups += 1
            let number = groups
            return [.open(number)] + group() + [.close(number)]
        }
        if take("[") { return [.digit(set())] }
        if take("\\d") { return [.digit(0x3FF)] }
        if take("$") { return [.end] }
        return [.digit(digit().map { 1 << $0 } ?? 0)]
    }

    private mutating func group() -> [NumberPattern.Step] {
        let steps = alternatives()
        return take(")") ? steps : [.digit(0)]
    }

    /// The digits of a class, whose bracket is behind.
    private mutating func set() -> UInt16 {
        var set: UInt16 = 0
        while next != nil, !take("]") {
            if take("\\d") {
                set |= 0x3FF
            } else if let first = digit() {
                let last = take("-") ? digit() ?? first : first
                for value in first...max(first, last) { set |= 1 << value }
            }
        }
        return set
    }

    /// The next byte as a digit; it is behind, whatever it is.
    private mutating func digit() -> UInt8? {
        defer { position += 1 }
        guard let byte = next, byte &- 0x30 < 10 else { return nil }
        return byte - 0x30
    }

    private mutating func repetition() -> (least: Int, most: Int) {
        if take("?") { return (0, 1) }
        guard take("{") else { return (1, 1) }
        let least = number()
        let most = take(",") ? max(least, number()) : least
        return take("}") ? (least, most) : (1, 1)
    }

    private mutating func number() -> Int {
        var value = 0
        while let byte = next, byte &- 0x30 < 10, value < 100 {
            value = value * 10 + Int(byte - 0x30)
            position += 1
        }
        return value
    }
}
