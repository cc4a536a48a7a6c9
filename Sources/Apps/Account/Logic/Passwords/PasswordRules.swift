// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The rules for a new password.
///
/// Length over kinds of characters, and none that consists of the guesses that are tried first (OWASP Authentication
/// Cheat Sheet, NIST SP 800-63B-4 section 3.1.1.2). A character is a Unicode scalar.
package enum PasswordRules {
    /// The fewest characters, for a login without a second factor.
    package static let minimum = 15
    /// The fewest characters with a second factor (NIST SP 800-63B-4, section 3.1.1.2).
    package static let minimumWithFactor = 8
    /// The most characters; nothing is ever truncated.
    ///
    /// Enough for any phrase, and an end for a file given by mistake.
    package static let maximum = 1024

    /// Checks a new password of the user whose name has this key.
    static func check(
        _ password: Secret, forNameKey nameKey: String, minimum: Int = minimum
    ) throws(AuthenticationFault) {
        let text = String(decoding: PasswordSpelling(password).bytes, as: UTF8.self)
        let count = text.unicodeScalars.count
        guard count >= minimum else { throw .passwordTooShort(minimum: minimum) }
        guard count <= maximum else { throw .passwordTooLong(maximum: maximum) }
        guard !isWellKnown(AccountName.key(of: text), nameKey: nameKey) else { throw .passwordWellKnown }
    }

    private static func isWellKnown(_ key: String, nameKey: String) -> Bool {
        WellKnownPasswords.have(key) || PasswordPatterns.explain(key, nameKey: nameKey)
    }

    /// The strength of a password that is being typed.
    static func strength(
        of password: Secret, forNameKey nameKey: String, minimum: Int = minimum
    ) -> PasswordStrength {
        let text = String(decoding: PasswordSpelling(password).bytes, as: UTF8.self)
        let count = text.unicodeScalars.count
        guard count <= maximum else { return PasswordStrength() }
        let key = AccountName.key(of: text)
        let guesses = PasswordGuesses(key, names: [nameKey, "atrium"])
        return PasswordStrength(
            level: guesses.level, missing: max(0, minimum - count),
            isWellKnown: count >= minimum && isWellKnown(key, nameKey: nameKey))
    }
}

/// A password as parts that a guesser combines first: well-known passwords and names, counting, a few
/// digits and marks.
///
/// Two different words at most: three of the list are as many guesses as a password of this length should cost.
struct PasswordParts {
    /// A longer one of such parts is a repetition, or no likely guess.
    private static let longest = 64
    private static let mostWords = 2
    /// The maximum number of characters between words and counting: a year, a mark or two.
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

    /// Whether the password consists of well-known parts alone.
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

    /// The length of the explained part, and its parts.
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

    /// The well-known words and names that begin at a place.
    func words(at start: Int) -> Set<String> {
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

/// Passwords that a short rule makes, however long they are: a guesser has the rule.
///
/// NIST SP 800-63B-4, section 3.1.1.2, names repeated and sequential characters and the user’s name.
enum PasswordPatterns {
    /// The number of characters of a sequence of which one may break it.
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

/// Passwords that are long enough and that are tried first, in lower case.
///
/// Short on purpose: nearly all entries of lists of leaked passwords have fewer than 15 characters, and the rest at the
/// top are words said twice, walks over the keyboard, counting, one character held down, and a few sayings.
enum WellKnownPasswords {
    /// Whether a password is one of them, with any characters between its words, around it, or in place of its letters.
    ///
    /// - Parameter key: Folded as keys of names are.
    static func have(_ key: String) -> Bool {
        let letters = key.unicodeScalars.map { PasswordParts.standsFor[$0] ?? $0 }
        return keys.contains(key) || isPhrase(key.unicodeScalars.filter(\.properties.isAlphabetic).map { $0 })
            || isPhrase(letters.filter(\.properties.isAlphabetic))
    }

    private static func isPhrase(_ letters: [Unicode.Scalar]) -> Bool {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters)
        return keys.contains(String(text)) || phrases.contains(String(text))
    }

    /// Well-known phrases, without the characters between their words.
    ///
    /// Sources: the phrases that texts about passphrases show (R. Munroe, “Password Strength”, xkcd 936; A. G. Reinhold,
    /// “Diceware”; EFF, “Dice-Generated Passphrases”), sentences that have every letter, and texts known by heart.
    private static let phrases = Set(
        list.split(separator: "\n").map {
            String($0.unicodeScalars.filter(\.properties.isAlphabetic).map(Character.init))
        })

    private static let list = """
        correct horse battery staple
        battery horse staple correct
        cleft cam synod lacy yr wok
        this is a secure password
        this is my secret password
        this is a very long password
        my voice is my passport verify me
        the quick brown fox jumps over the lazy dog
        the quick brown fox
        lorem ipsum dolor sit amet
        to be or not to be
        to be or not to be that is the question
        it was the best of times
        call me ishmael
        four score and seven years ago
        we the people of the united states
        in the beginning was the word
        in the beginning god created the heaven and the earth
        our father who art in heaven
        the lord is my shepherd
        i think therefore i am
        one ring to rule them all
        may the force be with you
        live long and prosper
        winter is coming
        all your base are belong to us
        never gonna give you up
        twinkle twinkle little star
        mary had a little lamb
        row row row your boat
        happy birthday to you
        once upon a time
        an apple a day keeps the doctor away
        practice makes perfect
        all work and no play makes jack a dull boy
        a long time ago in a galaxy far far away
        houston we have a problem
        elementary my dear watson
        i have a dream that one day
        ask not what your country can do for you
        all that glitters is not gold
        actions speak louder than words
        better late than never
        the early bird catches the worm
        a picture is worth a thousand words
        rome was not built in a day
        there is no place like home
        all you need is love
        dont worry be happy
        keep calm and carry on
        you shall not pass
        i am your father
        hello darkness my old friend
        somewhere over the rainbow
        is this the real life is this just fantasy
        all happy families are alike
        it was a dark and stormy night
        the rain in spain stays mainly in the plain
        early to bed and early to rise
        je pense donc je suis
        liberte egalite fraternite
        portez ce vieux whisky au juge blond qui fume
        longtemps je me suis couche de bonne heure
        aujourdhui maman est morte
        au clair de la lune mon ami pierrot
        frere jacques frere jacques dormez vous
        franz jagt im komplett verwahrlosten taxi quer durch bayern
        床前明月光疑是地上霜举头望明月低头思故乡
        春眠不觉晓处处闻啼鸟夜来风雨声花落知多少
        天地玄黄宇宙洪荒日月盈昃辰宿列张
        人之初性本善性相近习相远苟不教性乃迁
        学而时习之不亦说乎有朋自远方来不亦乐乎
        世界人民大团结万岁中华人民共和国万岁
        """

    private static let keys: Set<String> = [
        "passwordpassword", "password1password1", "password123password123", "password12345678", "password123456789",
        "password1234567890", "passwordpassword1", "mypasswordispassword", "thisismypassword", "thisisapassword",
        "thisisnotmypassword", "administrator123", "administratoradministrator", "adminadminadmin", "rootrootrootroot",
        "letmeinletmeinletmein", "letmeinletmein1", "welcomewelcome1", "welcomewelcomewelcome", "changemechangeme",
        "qwertyuiopasdfgh", "qwertyuiopasdfghjkl", "qwertyuiopasdfghjklzxcvbnm", "qwertyuiopqwertyuiop",
        "qwertyqwertyqwerty", "qwerty123456789", "qwerty1234567890", "1qaz2wsx3edc4rfv", "1qaz2wsx3edc4rfv5tgb",
        "qazwsxedcrfvtgb", "qazwsxedcrfvtgbyhnujm", "zaq12wsxzaq12wsx", "1q2w3e4r5t6y7u8i", "1q2w3e4r5t6y7u8i9o0p",
        "azertyuiopqsdfgh", "azertyuiopqsdfghjklm", "azertyuiopazertyuiop", "motdepassemotdepasse",
        "asdfghjklasdfghjkl",
        "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnopqrstuvwxyz", "abc123abc123abc123", "abcabcabcabcabc",
        "123456789012345", "1234567890123456", "12345678901234567890", "123456789123456", "123456789123456789",
        "1234567891234567", "123123123123123", "123451234512345", "112233445566778899", "987654321098765",
        "000000000000000", "0000000000000000", "111111111111111", "1111111111111111", "aaaaaaaaaaaaaaa",
        "aaaaaaaaaaaaaaaa", "iloveyouiloveyou", "iloveyouforever", "iloveyousomuch1", "correcthorsebatterystaple",
        "woaini1314520520", "woaiwoaiwoaiwoai", "5201314520131452", "maytheforcebewithyou", "opensesameopensesame",
    ]
}
