// SPDX-License-Identifier: GPL-3.0-or-later

/// Passwords that are long enough and that everybody tries first, in lower case.
///
/// Short on purpose: of the lists of leaked passwords nearly all are under 15 characters, and what is left at the top
/// are words said twice, walks over the keyboard, counting, one character held down, and a few sayings.
enum WellKnownPasswords {
    /// Whether a password is one of them, whatever stands between its words, around it, or in the place of its letters.
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

    /// Phrases that everybody knows, without what stands between their words.
    ///
    /// Sources: the phrases that texts about passphrases show (R. Munroe, “Password Strength”, xkcd 936; A. G. Reinhold,
    /// “Diceware”; EFF, “Dice-Generated Passphrases”), sentences that have every letter, and what is known by heart.
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
