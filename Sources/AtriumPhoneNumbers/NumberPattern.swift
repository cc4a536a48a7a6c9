// SPDX-License-Identifier: GPL-3.0-or-later

/// A pattern of digits, as libphonenumber’s metadata has them: classes, groups, alternatives and bounded repetition.
///
/// Alternatives are tried in their order, as Perl does: the first way to match is the one that counts. Without unbounded
/// repetition that ends soon.
struct NumberPattern: Sendable {
    /// One step of the compiled pattern; distances are relative to the step itself.
    enum Step: Equatable, Sendable {
        /// One digit out of a set of bits.
        case digit(UInt16)
        /// Continue with the next step, or else this number of steps further.
        case split(Int)
        /// Continue this number of steps further.
        case jump(Int)
        /// A group begins or ends here.
        case open(Int), close(Int)
        /// There must be no digit left.
        case end
    }

    /// The end of a match, and its groups.
    struct Match {
        /// The number of matched digits.
        var end = 0
        /// The starts of groups, and the ends of those that took part; there are two at most.
        private var starts: (Int8, Int8) = (-1, -1)
        private var ends: (Int8, Int8) = (-1, -1)

        /// The digits of a group; `nil` if it took no part.
        func group(_ number: Int) -> Range<Int>? {
            let (start, end) = number == 1 ? (starts.0, ends.0) : (starts.1, ends.1)
            return end < 0 ? nil : Int(start)..<Int(end)
        }

        fileprivate mutating func open(_ group: Int) {
            if group == 1 { starts.0 = Int8(end) } else { starts.1 = Int8(end) }
        }

        fileprivate mutating func close(_ group: Int) {
            if group == 1 { ends.0 = Int8(end) } else { ends.1 = Int8(end) }
        }
    }

    /// The compiled pattern.
    let steps: [Step]
    /// The number of kept groups.
    let groups: Int

    /// Compiles a pattern; syntax that such patterns do not have never matches.
    init(_ text: some StringProtocol) {
        var parser = NumberPatternParser(text)
        steps = parser.alternatives()
        groups = parser.groups
    }

    /// Whether all the digits match.
    func matches(_ digits: ArraySlice<UInt8>) -> Bool { match(digits, whole: true) != nil }

    /// The match of the pattern at the start of the digits, or with all of them; `nil` if there is none.
    ///
    /// - Parameter digits: Values from 0 to 9; not more than 100.
    func match(_ digits: ArraySlice<UInt8>, whole: Bool = false) -> Match? {
        var step = 0
        var match = Match()
        var others: [(step: Int, match: Match)] = []
        while true {
            if step == steps.count {
                if !whole || match.end == digits.count { return match }
                guard let other = others.popLast() else { return nil }
                (step, match) = other
                continue
            }
            var isGood = true
            switch steps[step] {
            case .digit(let set):
                isGood = match.end < digits.count && set & 1 << digits[digits.startIndex + match.end] != 0
                match.end += 1
            case .split(let distance): others.append((step + distance, match))
            case .jump(let distance): step += distance - 1
            case .open(let group): match.open(group)
            case .close(let group): match.close(group)
            case .end: isGood = match.end == digits.count
            }
            step += 1
            if !isGood {
                guard let other = others.popLast() else { return nil }
                (step, match) = other
            }
        }
    }
}

/// Compiles a pattern of digits.
struct NumberPatternParser {
    private let text: [UInt8]
    private var position = 0
    /// The number of groups kept so far.
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

    /// Compiles the pattern up to the end or to a closing bracket.
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

    /// The digits of a class, after its opening bracket.
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
