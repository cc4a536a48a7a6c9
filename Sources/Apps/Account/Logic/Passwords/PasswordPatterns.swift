// SPDX-License-Identifier: GPL-3.0-or-later

/// Passwords that a short rule makes, however long they are: a guesser has the rule.
///
/// NIST SP 800-63B-4, section 3.1.1.2, names repeated and sequential characters and the user’s name.
enum PasswordPatterns {
    /// One character in so many may break a sequence and leave it one.
    private static let breakRatio = 6

    /// Whether a rule makes this password; both texts are folded as keys of names are.
    static func explain(_ key: String, nameKey: String) -> Bool {
        let scalars = Array(key.unicodeScalars)
        return isRepetition(scalars) || isSequence(scalars) || isMade(scalars, ofName: Array(nameKey.unicodeScalars))
            || PasswordParts(scalars, names: [nameKey, "atrium"]).areWellKnown
    }

    private static func isRepetition(_ scalars: [Unicode.Scalar]) -> Bool {
        (1..<max(2, scalars.count / 2 + 1)).contains { period in
            period * 2 <= scalars.count
                && scalars.indices.dropFirst(period).allSatisfy { scalars[$0] == scalars[$0 - period] }
        }
    }

    /// Counting, the alphabet, walks along the rows of a keyboard, and a few of these after each other.
    private static func isSequence(_ scalars: [Unicode.Scalar]) -> Bool {
        let breaks = zip(scalars, scalars.dropFirst()).count { !isStep(from: $0, to: $1) }
        return breaks * breakRatio <= scalars.count
    }

    /// Whether one character follows the other by counting, on a keyboard, or by being it once more.
    static func isStep(from one: Unicode.Scalar, to other: Unicode.Scalar) -> Bool {
        abs(Int(one.value) - Int(other.value)) <= 1
            || neighbours.contains(UInt64(one.value) << 32 | UInt64(other.value))
    }

    /// The name, also several times, among digits and marks.
    private static func isMade(_ scalars: [Unicode.Scalar], ofName name: [Unicode.Scalar]) -> Bool {
        let letters = scalars.filter { $0.properties.isAlphabetic }
        let nameLetters = name.filter { $0.properties.isAlphabetic }
        return repeats(name, in: scalars) || repeats(nameLetters, in: letters)
    }

    private static func repeats(_ part: [Unicode.Scalar], in whole: [Unicode.Scalar]) -> Bool {
        !part.isEmpty && !whole.isEmpty && whole.count.isMultiple(of: part.count)
            && whole.indices.allSatisfy { whole[$0] == part[$0 % part.count] }
    }

    /// Keys beside each other in a row, in both directions: of English, German, French and Russian keyboards.
    private static let neighbours: Set<UInt64> = {
        let rows = [
            "1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiopü", "asdfghjklöä", "yxcvbnm,.-",
            "azertyuiop", "qsdfghjklm", "wxcvbn,;:!", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю.",
        ]
        var pairs: Set<UInt64> = []
        for row in rows.map({ $0.unicodeScalars.map { UInt64($0.value) } }) {
            for (one, other) in zip(row, row.dropFirst()) {
                pairs.insert(one << 32 | other)
                pairs.insert(other << 32 | one)
            }
        }
        return pairs
    }()
}
