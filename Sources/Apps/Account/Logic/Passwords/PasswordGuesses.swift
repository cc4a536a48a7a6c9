// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation

/// The number of guesses that find a password: that of its likeliest parts together.
///
/// After D. Wheeler, “zxcvbn: Low-Budget Password Strength Estimation” (USENIX Security 2016): a guesser tries well-known
/// words and names first, counting and walks over a keyboard, one character held down, years, and only then each
/// character for itself. The parts with the fewest guesses in all are the ones that count.
struct PasswordGuesses {
    /// The decimal logarithm of the number.
    let logarithm: Double

    /// The guesses of each part, as decimal logarithms.
    private enum Cost {
        static let character = 1.0
        static let word = log10(3000.0)
        static let name = 1.0
        static let year = log10(120.0)
        /// Which kind of part comes next.
        static let part = 0.3
        static func sequence(_ count: Int) -> Double { log10(50.0 * Double(count)) }
    }

    /// A longer password withstands any guessing, unless it is one of the patterns that are refused.
    private static let mostParts = 128

    /// The guesses for a password.
    ///
    /// - Parameters:
    ///   - key: The password, folded as keys of names are.
    ///   - names: Words that count as known here, such as the user’s name.
    init(_ key: String, names: Set<String>) {
        let scalars = Array(key.unicodeScalars.prefix(Self.mostParts))
        let parts = PasswordParts(scalars, names: names)
        var least = [0.0] + Array(repeating: Double.infinity, count: scalars.count)
        for start in scalars.indices {
            func take(_ count: Int, _ cost: Double) {
                let whole = least[start] + cost + (start == 0 ? 0 : Cost.part)
                if whole < least[start + count] { least[start + count] = whole }
            }
            // Characters on their own are one part, however many there are.
            least[start + 1] = min(least[start + 1], least[start] + Cost.character)
            for word in parts.words(at: start) {
                take(word.unicodeScalars.count, names.contains(word) ? Cost.name : Cost.word)
            }
            var end = start + 1
            while end < scalars.count, PasswordPatterns.isStep(from: scalars[end - 1], to: scalars[end]) {
                end += 1
                if end - start > 2 { take(end - start, Cost.sequence(end - start)) }
            }
            if Self.isYear(scalars[start...].prefix(4)) { take(4, Cost.year) }
        }
        logarithm = least[scalars.count]
    }

    private static func isYear(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return Int(String(text)).map { (1920...2040).contains($0) } ?? false
    }

    /// The number as a level.
    var level: PasswordStrength.Level {
        switch logarithm {
        case ..<6: .veryWeak
        case ..<8: .weak
        case ..<10: .fair
        case ..<14: .good
        default: .strong
        }
    }
}
