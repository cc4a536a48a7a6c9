// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// What a new password must be.
///
/// Length over kinds of characters, and none that is put together from what everybody tries first (OWASP Authentication
/// Cheat Sheet, NIST SP 800-63B-4 section 3.1.1.2). A character is a Unicode scalar.
package enum PasswordRules {
    /// The fewest characters, for a login without a second factor.
    package static let minimum = 15
    /// The most characters; nothing is ever truncated.
    ///
    /// Enough for any phrase, and an end for a file given by mistake.
    package static let maximum = 1024

    /// Checks a new password of the user whose name has this key.
    static func check(_ password: Secret, forNameKey nameKey: String) throws(AuthenticationFault) {
        let text = String(decoding: PasswordSpelling(password).bytes, as: UTF8.self)
        let count = text.unicodeScalars.count
        guard count >= minimum else { throw .passwordTooShort(minimum: minimum) }
        guard count <= maximum else { throw .passwordTooLong(maximum: maximum) }
        let key = AccountName.key(of: text)
        guard !WellKnownPasswords.have(key), !PasswordPatterns.explain(key, nameKey: nameKey) else {
            throw .passwordWellKnown
        }
    }
}
