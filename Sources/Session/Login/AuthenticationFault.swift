// SPDX-License-Identifier: GPL-3.0-or-later

/// Why somebody was not let in.
public enum AuthenticationFault: Error, Hashable, Sendable {
    /// Nobody is logged in, or the login has expired.
    case notLoggedIn
    /// The login waits for its password, and what was asked for does not work without.
    case locked
    /// The name is unknown or the password is wrong: which of them is not said.
    case refused
    /// Too many failures: the next try counts only after this time.
    case backOff(Duration)
    /// The name is taken.
    case nameTaken(String)
    /// The name is empty, too long, has characters other than letters, digits, `.`, `_` and `-`, does not start with a
    /// letter or a digit, or mixes alphabets whose letters look alike.
    case badName(String)
    /// The password has fewer characters than this.
    case passwordTooShort(minimum: Int)
    /// The password has more characters than this.
    case passwordTooLong(maximum: Int)
    /// The password is among the best-known ones, a repetition or a sequence, or made of the user’s name.
    case passwordWellKnown
}
