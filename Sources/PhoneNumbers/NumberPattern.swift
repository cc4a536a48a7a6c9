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
        /// On with the next step, or else so many steps further.
        case split(Int)
        /// On so many steps further.
        case jump(Int)
        /// A group begins or ends here.
        case open(Int), close(Int)
        /// There must be no digit left.
        case end
    }

    /// Where a match ends, and where its groups are.
    struct Match {
        /// How many digits have been matched.
        var end = 0
        /// Where groups begin, and where those end that took part; there are two at most.
        private var starts: (Int8, Int8) = (-1, -1)
        private var ends: (Int8, Int8) = (-1, -1)

        /// The digits of a group; nil where it took no part.
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
    /// How many groups are kept.
    let groups: Int

    /// Compiles a pattern; what is no part of such patterns never matches.
    init(_ text: some StringProtocol) {
        var parser = NumberPatternParser(text)
        steps = parser.alternatives()
        groups = parser.groups
    }

    /// Whether all the digits match.
    func matches(_ digits: ArraySlice<UInt8>) -> Bool { match(digits, whole: true) != nil }

    /// How the digits begin with this, or are this; nil where they do not.
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
