// SPDX-License-Identifier: GPL-3.0-or-later

/// A password taken apart into what a guesser puts together first: well-known passwords and names, counting, a few
/// digits and marks.
///
/// Two different words at most: three of the list are as many guesses as a password of this length should cost.
struct PasswordParts {
    /// A longer one that is put together so is a repetition, or nothing that anybody guesses.
    private static let longest = 64
    private static let mostWords = 2
    /// So many characters may stand between words and counting: a year, a mark or two.
    private static let mostBetween = 4
    private static let wordLengths = 4...16

    private let scalars: [Unicode.Scalar]
    /// The same, with the letters that digits and marks stand for.
    private let letters: [Unicode.Scalar]
    private let names: Set<String>

    /// The parts of a password.
    ///
    /// - Parameters:
    ///   - scalars: folded as keys of names are.
    ///   - names: words that count as well known here, such as the user’s name.
    init(_ scalars: [Unicode.Scalar], names: Set<String>) {
        self.scalars = scalars
        letters = scalars.map { Self.standsFor[$0] ?? $0 }
        self.names = names.filter { $0.unicodeScalars.count > 2 }
    }

    /// Whether that is all there is to it.
    var areWellKnown: Bool {
        guard scalars.count <= Self.longest else { return false }
        var seen: Set<State> = []
        var open = [State(position: 0, words: [], between: 0)]
        while let state = open.popLast() {
            guard state.position < scalars.count else {
                if state.words.isEmpty { continue }
                return true
            }
            for next in steps(from: state) where seen.insert(next).inserted { open.append(next) }
        }
        return false
    }

    /// How far it is explained, and by what.
    private struct State: Hashable {
        var position: Int
        var words: Set<String>
        var between: Int
    }

    private func steps(from state: State) -> [State] {
        var steps: [State] = []
        for word in words(at: state.position) {
            var next = state
            next.words.insert(word)
            next.position += word.unicodeScalars.count
            if next.words.count <= Self.mostWords { steps.append(next) }
        }
        var end = state.position + 1
        while end < scalars.count, PasswordPatterns.isStep(from: scalars[end - 1], to: scalars[end]) { end += 1 }
        if end - state.position > 2 {
            var next = state
            next.position = end
            steps.append(next)
        }
        if !scalars[state.position].properties.isAlphabetic, state.between < Self.mostBetween {
            var next = state
            next.position += 1
            next.between += 1
            steps.append(next)
        }
        return steps
    }

    private func words(at start: Int) -> Set<String> {
        var found: Set<String> = []
        for text in [scalars, letters] {
            for name in names where text[start...].starts(with: name.unicodeScalars) { found.insert(name) }
            for length in Self.wordLengths where start + length <= text.count {
                var word = String.UnicodeScalarView()
                word.append(contentsOf: text[start..<start + length])
                if CommonPasswords.words.contains(String(word)) { found.insert(String(word)) }
            }
        }
        return found
    }

    /// The letters that digits and marks stand for.
    static let standsFor: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i", "€": "e",
    ]
}
