// SPDX-License-Identifier: GPL-3.0-or-later

/// Passwords that are long enough and that everybody tries first, in lower case.
///
/// Short on purpose: of the lists of leaked passwords nearly all are under 15 characters, and what is left at the top
/// are words said twice, walks over the keyboard, counting, one character held down, and a few sayings.
enum WellKnownPasswords {
    static let keys: Set<String> = [
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
