// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds regular expressions on which a backtracking engine may not finish.
///
/// `(a+)+b`, `(a|a)*b` and `(a?){40}` take time exponential in the length of a line that does not match, and
/// `a*a*a*a*b` takes its fourth power. It therefore refuses a repeated group that contains a choice,
/// more than ``mostRepetitions`` without a fixed count, and more than ``mostChoices`` other choices. This also
/// refuses harmless expressions, for which a script has alternatives.
enum RepetitionScanner {
    /// The maximum number of repetitions without a fixed count in an expression.
    static let mostRepetitions = 2
    /// The maximum number of `|` and `?` in an expression; each may double the time.
    static let mostChoices = 8

    /// Whether the expression may take too long on a line that does not match.
    static func isEndless(_ source: String) -> Bool {
        var scan = Scan(characters: Array(source))
        return scan.isEndless()
    }
}

extension RepetitionScanner {
    private struct Scan {
        let characters: [Character]
        private var index = 0
        private var repetitions = 0
        private var choices = 0
        /// For each open group, whether it contains a choice or repetition so far.
        private var groups = [false]

        init(characters: [Character]) {
            self.characters = characters
        }

        mutating func isEndless() -> Bool {
            while index < characters.count {
                switch characters[index] {
                case "\\":
                    // Quoted text could hide an operator, or look like one.
                    if next(1) == "Q" { return true }
                    index += 2
                case "[":
                    skipClass()
                case "(":
                    groups.append(false)
                    index += 1
                    if characters.indices.contains(index), characters[index] == "?" {
                        // Comments and options could hide operators too.
                        guard let kind = next(1), ":=!<".contains(kind) else { return true }
                        index += 2
                    }
                case ")":
                    let varies = groups.count > 1 ? groups.removeLast() : groups[0]
                    if varies { groups[groups.count - 1] = true }
                    index += 1
                    if varies, index < characters.count, "*+{".contains(characters[index]) { return true }
                case "|":
                    note(choice: true)
                    index += 1
                case "*", "+", "?", "{":
                    quantify()
                default:
                    index += 1
                }
                if repetitions > RepetitionScanner.mostRepetitions || choices > RepetitionScanner.mostChoices {
                    return true
                }
            }
            return false
        }

        private func next(_ distance: Int) -> Character? {
            index + distance < characters.count ? characters[index + distance] : nil
        }

        private mutating func note(choice: Bool) {
            groups[groups.count - 1] = true
            if choice { choices += 1 } else { repetitions += 1 }
        }

        /// Skips a quantifier and the `?` or `+` that makes it lazy or possessive.
        private mutating func quantify() {
            let quantifier = characters[index]
            index += 1
            if quantifier == "{" {
                let count = characters[index...].prefix { $0 != "}" }
                index = min(count.endIndex + 1, characters.count)
                if count.allSatisfy(\.isNumber) {
                    // A fixed count is not a choice, but repeating it multiplies its steps.
                    groups[groups.count - 1] = true
                } else {
                    note(choice: false)
                }
            } else {
                note(choice: quantifier == "?")
            }
            if index < characters.count, "?+".contains(characters[index]) { index += 1 }
        }

        private mutating func skipClass() {
            index += 1
            if index < characters.count, characters[index] == "^" { index += 1 }
            if index < characters.count, characters[index] == "]" { index += 1 }
            while index < characters.count, characters[index] != "]" {
                index += characters[index] == "\\" ? 2 : 1
            }
            index += 1
        }
    }
}
