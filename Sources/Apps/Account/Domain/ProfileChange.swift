// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// One change of what an account says of its user.
package enum ProfileChange: Hashable, Sendable {
    /// What the user is called; empty takes it away.
    case displayName(String)
    /// The address for mail; empty takes it away.
    case email(String)
    /// The telephone number; empty takes it away.
    case phone(String)
    /// The language; nil: what the terminal says.
    case language(Language?)
}

extension Profile {
    /// The profile after a change.
    package func applying(_ change: ProfileChange) -> Profile {
        var changed = self
        switch change {
        case .displayName(let text): changed.displayName = text
        case .email(let text): changed.email = text
        case .phone(let text): changed.phone = text
        case .language(let language): changed.language = language
        }
        return changed
    }
}
